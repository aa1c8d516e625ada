#include "pipeline/sources/europepmc_lists.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "net/url.hpp"
#include "pipeline/sources/europepmc_record.hpp"
#include "pipeline/sources/europepmc_reply.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/jats.hpp"
#include "pipeline/sources/json_fields.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/markup_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace ev::sources {

namespace {

constexpr std::chrono::hours kListFreshness{24};

struct RecordName {
  std::string source;
  std::string id;
};

bool list_id_chars(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == '/';
  });
}

Result<RecordName> record_name(std::string_view record) {
  record = text::trim(record);
  const std::size_t colon = record.find(':');
  RecordName name{"MED", std::string(record)};
  if (colon != std::string_view::npos) {
    name.source = std::string(record.substr(0, colon));
    name.id = std::string(text::trim(record.substr(colon + 1)));
    if (name.source == "PMID") name.source = "MED";
    if (name.source == "PMCID") name.source = "PMC";
  }
  const bool source = name.source.size() == 3 && list_id_chars(name.source);
  const bool digits = name.id.find_first_not_of("0123456789") == std::string::npos;
  if (!source || !list_id_chars(name.id) || (name.source == "MED" && !digits)) {
    return Error{.code = Errc::invalid_argument,
                 .message = "\"" + text::displayable(text::ellipsize(record, 60)) +
                            "\" is no record of Europe PMC",
                 .source = "europepmc",
                 .recovery = "name it by source and id, as in MED:123 or PPR:PPR123"};
  }
  return name;
}

std::string list_text(const Json& entry, std::string_view name) {
  std::string out = plain_text(json_text(entry, name));
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

std::string first_text(const Json& entry, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (std::string value = list_text(entry, name); !value.empty()) return value;
  }
  return "";
}

CitedWork read_entry(const Json& entry) {
  CitedWork work{.id = std::string(text::trim(json_text(entry, "id"))),
                 .source = std::string(text::trim(json_text(entry, "source")))};
  const bool digits =
      !work.id.empty() && work.id.find_first_not_of("0123456789") == std::string::npos;
  if (work.source == "MED" && digits) work.pmid = work.id;
  work.doi = normal_doi(json_text(entry, "doi"));
  if (work.doi.empty()) work.doi = normal_doi(json_text(entry, "DOI"));
  work.title = list_text(entry, "title");
  for (model::Author& author : authors_of_string(list_text(entry, "authorString"), nullptr)) {
    work.authors.push_back(std::move(author.name));
  }
  work.journal = first_text(entry, {"journalAbbreviation", "publicationTitle", "journalTitle"});
  const auto year = json_whole(entry, "pubYear");
  if (year && *year >= 1000 && *year < 3000) work.year = static_cast<int>(*year);
  work.citation = first_text(entry, {"unstructuredInformation", "comments", "externalLink"});
  return work;
}

}  // namespace

Result<net::RequestPlan> plan_europepmc_list(const Config& config, EuropePmcList list,
                                             std::string_view record, int page, int page_size) {
  EV_TRY(const RecordName name, record_name(record));
  const std::string path = "/" + name.source + "/" + net::percent_encode(name.id) +
                           (list == EuropePmcList::citations ? "/citations" : "/references");
  net::RequestPlan plan = europepmc_plan(config, path, EuropePmcCall::list);
  plan.params = {{"page", std::to_string(std::max(1, page))},
                 {"pageSize", std::to_string(std::clamp(page_size, 1, kEuropePmcListPage))},
                 {"format", "json"}};
  plan.ttl = kListFreshness;
  plan.keep = kept_when_read([list, page, page_size](std::string_view body) {
    return parse_europepmc_list(list, body, page, page_size);
  });
  return plan;
}

Result<CitedWorks> parse_europepmc_list(EuropePmcList list, std::string_view body, int page,
                                        int page_size) {
  EV_TRY(const Json reply, read_europepmc_reply(body));
  CitedWorks out;
  out.total = json_whole(reply, "hitCount").value_or(0);
  const bool citing = list == EuropePmcList::citations;
  const auto entries = json_items(reply, citing ? "citationList" : "referenceList",
                                  citing ? "citation" : "reference");
  for (const Json* entry : entries) {
    CitedWork work = entry->is_object() ? read_entry(*entry) : CitedWork{};
    if (!(work == CitedWork{})) out.works.push_back(std::move(work));
  }
  if (page == 1 && out.total > 0 && entries.empty()) {
    return Error{.code = Errc::upstream_changed,
                 .message = "Europe PMC counted " + std::to_string(out.total) +
                            (citing ? " citing works" : " references") + " but sent none",
                 .source = "europepmc",
                 .recovery = "call again"};
  }
  const long reached = static_cast<long>(std::max(1, page)) * std::max(1, page_size);
  if (!entries.empty() && reached < out.total) out.next_page = std::max(1, page) + 1;
  return out;
}

Result<net::RequestPlan> plan_europepmc_full_text(const Config& config, std::string_view id) {
  std::string_view bare = text::trim(id);
  if (const std::size_t colon = bare.find(':'); colon != std::string_view::npos) {
    bare = text::trim(bare.substr(colon + 1));
  }
  const std::string_view kind = bare.substr(0, 3);
  const bool digits = bare.size() > 3 && bare.find_first_not_of("0123456789", 3) == bare.npos;
  if ((kind != "PMC" && kind != "PPR") || !digits) {
    return Error{.code = Errc::invalid_argument,
                 .message = "full text is known by PMCID or preprint id, not by \"" +
                            text::displayable(text::ellipsize(id, 60)) + "\"",
                 .source = "europepmc",
                 .recovery = "give the record's pmcid"};
  }
  net::RequestPlan plan =
      europepmc_plan(config, "/" + std::string(bare) + "/fullTextXML", EuropePmcCall::list);
  plan.classify = classify_europepmc_full_text;
  plan.keep = [](const net::HttpResponse& r) {
    const auto set = read_jats(r.body);
    return set && !set->articles.empty();
  };
  plan.ttl = kListFreshness;
  return plan;
}

}  // namespace ev::sources
