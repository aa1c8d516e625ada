#include "pipeline/search/any_id.hpp"

#include "base/text.hpp"
#include "pipeline/model/identifiers.hpp"

#include <set>

namespace ev::search {

namespace {

using identity::Identifier;
using identity::IdKind;

bool is_own_name(std::string_view s) {
  return (s.rfind("rec-", 0) == 0 || s.rfind("x-", 0) == 0) && s.size() > 6 &&
         s.find_first_of(" \t\n/:") == std::string_view::npos;
}

// A DOI of arXiv names its number, too, and is the form other services know.
Identifier as_asked_for(const Identifier& id) {
  if (id.kind != IdKind::arxiv) return id;
  return {IdKind::doi, "10.48550/arxiv." + id.value};
}

}  // namespace

AnyId read_any_id(std::string_view text) {
  const std::string_view trimmed = text::trim(text);
  AnyId out{.asked = std::string(trimmed)};
  if (is_own_name(trimmed)) {
    out.id = {IdKind::record, std::string(trimmed)};
    return out;
  }
  const std::vector<Identifier> ids = identity::ids_in_text(trimmed);
  if (ids.empty()) {
    const std::string pmid = model::whole_pmid(trimmed);
    if (!pmid.empty() && pmid != "0") {
      out.id = {IdKind::pmid, pmid};
      return out;
    }
    out.problem = trimmed.empty()
                      ? "it is empty"
                      : "it is no PMID, PMCID, DOI, NCT number, OpenAlex or Europe PMC id";
    return out;
  }
  out.id = as_asked_for(ids.front());
  std::set<Identifier> different;
  for (const Identifier& id : ids) different.insert(as_asked_for(id));
  out.several = different.size() > 1;
  return out;
}

std::string source_id(const Identifier& id) {
  switch (id.kind) {
    case IdKind::pmid:
      return "PMID:" + id.value;
    case IdKind::pmcid:
      return "PMCID:" + id.value;
    case IdKind::doi:
      return "DOI:" + id.value;
    default:
      return id.value;
  }
}

}  // namespace ev::search
