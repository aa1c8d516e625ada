#include "pipeline/sources/elink.hpp"

#include "base/text.hpp"
#include "pipeline/sources/eutils.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/openalex_record.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::sources {

namespace {

constexpr std::size_t kLinkedAtOnce = 50;
constexpr std::chrono::hours kLinkFreshness{24};

const char* link_name(PubMedLink link) {
  switch (link) {
    case PubMedLink::similar:
      return "pubmed_pubmed";
    case PubMedLink::cited_by:
      return "pubmed_pubmed_citedin";
    case PubMedLink::references:
      break;
  }
  return "pubmed_pubmed_refs";
}

// A plain number, or {"id": …} where scores come along.
std::string linked_pmid(const Json& link) {
  return pmid_in(link.is_object()            ? scalar_at(link, {"id"})
                 : link.is_string()          ? link.get<std::string>()
                 : link.is_number_unsigned() ? dump_json(link)
                                             : std::string());
}

// The lists of a set are told by their name, not by their place.
void add_linked(const Json& set, PubMedLink link, const std::string& of,
                std::vector<std::string>& out) {
  each_at(set, {"linksetdbs"}, [&](const Json& list) {
    if (text_at(list, {"linkname"}) != link_name(link)) return;
    each_at(list, {"links"}, [&](const Json& one) {
      std::string pmid = linked_pmid(one);
      const bool known = std::find(out.begin(), out.end(), pmid) != out.end();
      if (!pmid.empty() && pmid != of && !known) out.push_back(std::move(pmid));
    });
  });
}

}  // namespace

std::vector<net::RequestPlan> plan_pubmed_links(const Config& config, PubMedLink link,
                                                std::span<const std::string> pmids) {
  std::vector<std::string> usable;
  for (const std::string& text : pmids) {
    if (std::string pmid = pmid_in(text); !pmid.empty()) usable.push_back(std::move(pmid));
  }
  std::vector<net::RequestPlan> plans;
  for (std::size_t from = 0; from < usable.size(); from += kLinkedAtOnce) {
    net::RequestPlan plan = eutils_plan(config, "elink", EutilsReply::elink);
    plan.params = {{"dbfrom", "pubmed"},
                   {"db", "pubmed"},
                   {"linkname", link_name(link)},
                   {"cmd", "neighbor"},
                   {"retmode", "json"}};
    // A parameter for each: a list in one would come back as one merged set.
    const std::size_t end = std::min(usable.size(), from + kLinkedAtOnce);
    for (std::size_t i = from; i < end; ++i) plan.params.emplace_back("id", usable[i]);
    plan.ttl = kLinkFreshness;
    plan.keep =
        kept_when_read([link](std::string_view body) { return parse_pubmed_links(link, body); });
    plans.push_back(std::move(plan));
  }
  return plans;
}

Result<std::map<std::string, std::vector<std::string>>> parse_pubmed_links(PubMedLink link,
                                                                           std::string_view body) {
  const auto document = parse_json_leniently(body, "elink's reply");
  if (!document) return changed_form("pubmed", document.error().message);
  const std::string error = text_at(*document, {"ERROR"});
  if (!error.empty()) return changed_form("pubmed", "PubMed's links: " + one_line(error));
  const Json& sets = member_at(*document, {"linksets"});
  if (!sets.is_array()) return changed_form("pubmed", "elink's reply has no linksets");
  std::map<std::string, std::vector<std::string>> out;
  for (const Json& set : sets) {
    const Json& ids = member_at(set, {"ids"});
    if (!ids.is_array() || ids.size() != 1) {
      return changed_form("pubmed", "elink's reply does not say whose links these are");
    }
    const std::string of = linked_pmid(ids.front());
    if (!of.empty()) add_linked(set, link, of, out[of]);
  }
  return out;
}

}  // namespace ev::sources
