#include "pipeline/sources/icite.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/json_fields.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/source.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::sources {

namespace {

// Keeps the request line below limits::kGetUrlBytes: the service takes GET only.
constexpr std::size_t kIdsPerRequest = 200;
constexpr std::chrono::hours kFreshness{24};

std::optional<double> icite_number(const Json& row, const char* name) {
  const auto it = row.find(name);
  return it != row.end() && it->is_number() ? std::optional(it->get<double>()) : std::nullopt;
}

std::optional<bool> yes_no(const Json& row, const char* name) {
  const auto it = row.find(name);
  if (it == row.end()) return std::nullopt;
  if (it->is_boolean()) return it->get<bool>();
  if (!it->is_string()) return std::nullopt;
  return text::equal_ignoring_ascii_case(it->get_ref<const std::string&>(), "yes");
}

std::string pmid_member(const Json& row) {
  const auto it = row.find("pmid");
  if (it != row.end() && it->is_number_integer()) return std::to_string(it->get<long>());
  if (it != row.end() && it->is_string()) return it->get<std::string>();
  return "";
}

Citations read_row(const Json& row) {
  Citations out;
  auto count = icite_number(row, "citation_count");
  if (!count) count = icite_number(row, "citedByPmidCount");  // the names of legacy=false
  if (count && *count >= 0 && *count < 1e9) out.citation_count = static_cast<int>(*count);
  out.relative_citation_ratio = icite_number(row, "relative_citation_ratio");
  if (!out.relative_citation_ratio) out.relative_citation_ratio = icite_number(row, "rcr");
  out.nih_percentile = icite_number(row, "nih_percentile");
  if (!out.nih_percentile) out.nih_percentile = icite_number(row, "nihRcrPercentile");
  out.is_clinical = yes_no(row, "is_clinical");
  if (!out.is_clinical) out.is_clinical = yes_no(row, "isClinicalArticle");
  return out;
}

}  // namespace

std::vector<net::RequestPlan> plan_citations(const Config& config,
                                             std::span<const std::string> pmids) {
  std::vector<net::RequestPlan> plans;
  for (std::size_t from = 0; from < pmids.size(); from += kIdsPerRequest) {
    const auto batch = pmids.subspan(from, std::min(kIdsPerRequest, pmids.size() - from));
    net::RequestPlan plan;
    plan.source = "icite";
    plan.policy = {.service = "icite",
                   .gap = polite_gap(config, std::chrono::milliseconds(500)),
                   .concurrency = 2};
    plan.url = service_url(config, "icite");
    plan.params = {{"pmids", text::join({batch.begin(), batch.end()}, ",")},
                   {"fl", "pmid,citation_count,relative_citation_ratio,nih_percentile,is_clinical"},
                   {"legacy", "true"}};
    plan.ttl = kFreshness;
    plan.classify = classify_icite;
    plan.keep = kept_when_read(parse_citations);
    plans.push_back(std::move(plan));
  }
  return plans;
}

net::Classified classify_icite(const net::HttpResponse& r) {
  using net::Verdict;
  const std::string_view body = text::trim(r.body);
  const std::string status = "HTTP " + std::to_string(r.status);
  if (r.status == 429) return {Verdict::rate, status};
  if (r.status == 408 || r.status >= 500) return {Verdict::transient, status};
  if (r.status != 200) return {Verdict::permanent, status};
  return judge_json_object(body, {raw_member(body, "pmid") ? "pmid" : "data"});
}

Result<std::map<std::string, Citations>> parse_citations(std::string_view body) {
  auto document = parse_json_leniently(body, "iCite's reply");
  const auto changed = [](std::string message) {
    return Error{.code = Errc::upstream_changed, .message = std::move(message), .source = "icite"};
  };
  if (!document) return changed(document.error().message);
  std::map<std::string, Citations> out;
  const auto add = [&out](const Json& row) {
    if (!row.is_object()) return;
    if (std::string pmid = pmid_member(row); !pmid.empty()) out[std::move(pmid)] = read_row(row);
  };
  if (document->is_array()) {
    for (const Json& row : *document) add(row);
    return out;
  }
  const auto data = document->is_object() ? document->find("data") : document->end();
  if (data != document->end() && data->is_array()) {
    for (const Json& row : *data) add(row);
    return out;
  }
  if (document->is_object() && document->contains("pmid")) {
    add(*document);
    return out;
  }
  return changed("iCite's reply has no data");
}

}  // namespace ev::sources
