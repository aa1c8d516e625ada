#include "pipeline/sources/idconv.hpp"

#include "base/text.hpp"
#include "net/retry.hpp"
#include "net/url.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/eutils.hpp"
#include "pipeline/sources/identifiers.hpp"
#include "pipeline/sources/json_fields.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/openalex_record.hpp"
#include "pipeline/sources/source.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <utility>

namespace ev::sources {

namespace {

constexpr std::size_t kIdsMost = 200;
constexpr std::size_t kIdBytesMost = 6000;  // encoded: the service takes GET only
constexpr std::chrono::hours kConversionFreshness{24};

constexpr std::array<const char*, 3> kIdTypes = {"pmid", "pmcid", "doi"};

// Index into kIdTypes and the id as it is sent; an empty id is none.
std::pair<std::size_t, std::string> sorted_id(std::string_view s) {
  s = text::trim(s);
  const auto behind = [&s](std::string_view prefix) {
    return text::starts_with_ignoring_ascii_case(s, prefix) ? s.substr(prefix.size())
                                                            : std::string_view();
  };
  if (const auto rest = behind("PMID:"); !rest.empty()) return {0, pmid_in(rest)};
  if (const auto rest = behind("PMCID:"); !rest.empty()) return {1, pmcid_in(rest)};
  if (!behind("PMC").empty()) return {1, pmcid_in(s)};
  std::string doi = normal_doi(s);
  if (doi.rfind("10.", 0) == 0 && doi.find('/') != std::string::npos) {
    // A comma or a blank would end the id in the list.
    const bool sendable = doi.find_first_of(", \t\n") == std::string::npos;
    return {2, sendable ? std::move(doi) : std::string()};
  }
  return {0, pmid_in(s)};
}

net::RequestPlan conversion_request(const Config& config, const char* type, std::string ids) {
  net::RequestPlan plan;
  plan.source = "idconv";
  plan.policy = {.service = "ncbi",
                 .gap = polite_gap(config, std::chrono::milliseconds(400)),
                 .concurrency = 2};
  plan.url = service_url(config, "idconv") + "/";
  plan.params = {{"ids", std::move(ids)}, {"idtype", type}, {"format", "json"}, {"versions", "no"}};
  plan.secret_params = {{"tool", "evidence-mcp"}};
  if (!config.ncbi_email.empty()) plan.secret_params.emplace_back("email", config.ncbi_email);
  plan.ttl = kConversionFreshness;
  plan.classify = classify_idconv;
  plan.keep = kept_when_read(parse_id_conversion);
  return plan;
}

// "ID%20type%20%27doi%27%20mismatch" -> "ID type 'doi' mismatch".
std::string decoded_message(std::string_view message) {
  return one_line(text::repair_utf8(net::percent_decode(message)));
}

std::string conversion_message(const Json& document) {
  return decoded_message(text_at(document, {"message"}));
}

// PMC1.2 -> PMC1.
std::string pmcid_of_member(const Json& record) {
  return pmcid_in(scalar_at(record, {"pmcid"}));
}

ConvertedId converted(const Json& record) {
  ConvertedId out{.pmid = pmid_in(scalar_at(record, {"pmid"})),
                  .pmcid = pmcid_of_member(record),
                  .doi = normal_doi(text_at(record, {"doi"}))};
  out.requested = scalar_at(record, {"requested-id"});
  if (out.requested.empty()) {
    out.requested = !out.pmid.empty() ? out.pmid : !out.doi.empty() ? out.doi : out.pmcid;
  }
  const std::string message = decoded_message(text_at(record, {"errmsg"}));
  const bool failed = text_at(record, {"status"}) == "error" || !message.empty();
  if (failed) out.error = message.empty() ? "not converted" : message;
  return out;
}

}  // namespace

IdConversionPlan plan_id_conversion(const Config& config, std::span<const std::string> ids) {
  struct List {
    std::string ids;
    std::size_t count = 0;
  };
  IdConversionPlan out;
  std::array<List, kIdTypes.size()> lists;
  const auto send = [&](std::size_t type) {
    if (lists[type].count == 0) return;
    out.requests.push_back(conversion_request(config, kIdTypes[type], std::move(lists[type].ids)));
    lists[type] = {};
  };
  for (const std::string& text : ids) {
    const auto [type, id] = sorted_id(text);
    if (id.empty()) {
      out.not_ids.push_back(text);
      continue;
    }
    List& list = lists[type];
    const std::string longer = list.ids.empty() ? id : list.ids + "," + id;
    if (list.count == kIdsMost || net::percent_encode(longer).size() > kIdBytesMost) send(type);
    list.ids += (list.ids.empty() ? "" : ",") + id;
    ++list.count;
  }
  for (std::size_t type = 0; type < kIdTypes.size(); ++type) send(type);
  return out;
}

net::Classified classify_idconv(const net::HttpResponse& r) {
  net::Classified by_status = classify_ncbi(r);
  if (by_status.verdict == net::Verdict::ok) {
    const bool refused = raw_text(r.body, "status") == "error";
    return judge_json_object(r.body, {refused ? "status" : "records"});
  }
  if (by_status.verdict != net::Verdict::permanent || looks_like_html(r.body)) return by_status;
  const auto document = parse_json_leniently(r.body, "the ID converter's reply");
  const std::string message = document ? conversion_message(*document) : std::string();
  if (!message.empty()) {
    by_status.reason = message;
    by_status.code = Errc::invalid_argument;
  }
  return by_status;
}

Result<std::vector<ConvertedId>> parse_id_conversion(std::string_view body) {
  const auto document = parse_json_leniently(body, "the ID converter's reply");
  if (!document) return changed_form("idconv", document.error().message);
  const Json& records = member_at(*document, {"records"});
  if (!records.is_array()) {
    const std::string message = conversion_message(*document);
    if (text_at(*document, {"status"}) == "error" && !message.empty()) {
      return Error{.code = Errc::invalid_argument,
                   .message = "ID converter: " + message,
                   .source = "idconv"};
    }
    return changed_form("idconv", "the ID converter's reply has no records");
  }
  std::vector<ConvertedId> out;
  for (const Json& record : records) {
    if (record.is_object()) out.push_back(converted(record));
  }
  return out;
}

}  // namespace ev::sources
