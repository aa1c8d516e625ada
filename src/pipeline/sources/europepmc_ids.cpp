// Identifiers in the forms fetch() takes, as query clauses and as a test of records.
#include "base/text.hpp"
#include "pipeline/sources/europepmc.hpp"
#include "pipeline/sources/identifiers.hpp"

#include <algorithm>

namespace ev::sources {

namespace {

enum class EpmcIdKind { none, pmid, pmcid, doi, source_id };

struct EpmcId {
  EpmcIdKind kind = EpmcIdKind::none;
  std::string source;  // of source_id
  std::string value;
};

bool epmc_id_chars(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == '/';
  });
}

std::string upper_ascii(std::string_view s) {
  std::string out(s);
  for (char& c : out) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return out;
}

EpmcId epmc_pmid(std::string_view digits) {
  const std::size_t first = digits.find_first_not_of('0');
  if (first == std::string_view::npos || digits.size() - first > 9 ||
      digits.find_first_not_of("0123456789") != std::string_view::npos) {
    return {};
  }
  return {EpmcIdKind::pmid, "MED", std::string(digits.substr(first))};
}

EpmcId read_epmc_id(std::string_view id) {
  id = text::trim(id);
  const std::size_t colon = id.find(':');
  if (colon == std::string_view::npos) return epmc_pmid(id);
  const std::string kind = upper_ascii(text::trim(id.substr(0, colon)));
  const std::string_view value = text::trim(id.substr(colon + 1));
  if (kind == "PMID" || kind == "MED") return epmc_pmid(value);
  if (kind == "PMCID" || kind == "PMC") {
    std::string pmcid = normal_pmcid(value);
    return pmcid.empty() ? EpmcId{} : EpmcId{EpmcIdKind::pmcid, "PMC", std::move(pmcid)};
  }
  if (kind == "DOI") {
    std::string doi = normal_doi(value);
    const bool usable =
        doi.compare(0, 3, "10.") == 0 && doi.find_first_of("\"\\\n\t ") == std::string::npos;
    return usable ? EpmcId{EpmcIdKind::doi, "", std::move(doi)} : EpmcId{};
  }
  const bool source = kind.size() == 3 && std::all_of(kind.begin(), kind.end(),
                                                      [](char c) { return c >= 'A' && c <= 'Z'; });
  if (!source || !epmc_id_chars(value)) return {};
  return {EpmcIdKind::source_id, kind, std::string(value)};
}

}  // namespace

std::string europepmc_id_clause(std::string_view text) {
  const EpmcId id = read_epmc_id(text);
  switch (id.kind) {
    case EpmcIdKind::pmid:
    case EpmcIdKind::source_id:
      // A quoted id finds nothing beside SRC.
      return "(EXT_ID:" + id.value + " AND SRC:" + id.source + ")";
    case EpmcIdKind::pmcid:
      // The record may be filed under MED or PMC.
      return "PMCID:" + id.value;
    case EpmcIdKind::doi:
      return "DOI:\"" + id.value + "\"";
    case EpmcIdKind::none:
      break;
  }
  return "";
}

bool europepmc_id_names(std::string_view text, const model::Article& a) {
  const EpmcId id = read_epmc_id(text);
  switch (id.kind) {
    case EpmcIdKind::pmid:
      return a.pmid == id.value;
    case EpmcIdKind::pmcid:
      return a.pmcid == id.value;
    case EpmcIdKind::doi:
      return a.doi == id.value;
    case EpmcIdKind::source_id:
      return text::equal_ignoring_ascii_case(a.europepmc_id, id.source + ":" + id.value);
    case EpmcIdKind::none:
      break;
  }
  return false;
}

}  // namespace ev::sources
