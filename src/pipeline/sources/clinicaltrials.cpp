#include "pipeline/sources/clinicaltrials.hpp"

#include "base/text.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/clinicaltrials_record.hpp"
#include "pipeline/sources/date_span.hpp"
#include "pipeline/sources/json_fields.hpp"
#include "pipeline/sources/json_reply.hpp"
#include "pipeline/sources/pubmed.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace ev::sources {

namespace {

using net::Classified;
using net::Verdict;

constexpr int kStudiesAPage = 100;  // of 1000: a study has 17 KB on average
constexpr std::size_t kNumbersAList = 100;

// Only what read_study() reads; a study with results can have megabytes more.
constexpr const char* kFields =
    "protocolSection.identificationModule|protocolSection.statusModule|"
    "protocolSection.sponsorCollaboratorsModule|protocolSection.descriptionModule|"
    "protocolSection.conditionsModule|protocolSection.designModule|"
    "protocolSection.armsInterventionsModule|protocolSection.outcomesModule.primaryOutcomes|"
    "protocolSection.outcomesModule.secondaryOutcomes|protocolSection.eligibilityModule|"
    "LocationCountry|LocationCity|protocolSection.referencesModule.references|"
    "derivedSection.conditionBrowseModule.meshes|derivedSection.interventionBrowseModule.meshes|"
    "HasResults";

bool is_study_query(std::string_view name) {
  return name.substr(0, 6) == "query.";
}
bool is_study_filter(std::string_view name) {
  return name.substr(0, 7) == "filter." || name.substr(0, 11) == "postFilter." ||
         name == "aggFilters";
}

// The service ignores all filters when a query is nothing but NCT numbers.
bool is_numbers_only(std::string_view value) {
  std::string words(value);
  std::replace(words.begin(), words.end(), ',', ' ');
  bool any = false;
  for (const std::string& word : text::split(words, ' ')) {
    if (text::trim(word).empty()) continue;
    if (nct_number_in(word).empty()) return false;
    any = true;
  }
  return any;
}

std::vector<net::Param> params_of(const Query& query, const DateSpan& dates) {
  std::vector<net::Param> params;
  for (const auto& [name, value] : query.params) {
    const bool usable = is_study_query(name) || is_study_filter(name);
    if (usable && !text::trim(value).empty()) params.emplace_back(name, value);
  }
  if (dates.open()) return params;
  const std::string range = "AREA[StudyFirstPostDate]RANGE[" +
                            (dates.from.empty() ? "MIN" : dates.from) + "," +
                            (dates.to.empty() ? "MAX" : dates.to) + "]";
  const auto advanced = std::find_if(params.begin(), params.end(), [](const net::Param& param) {
    return param.first == "filter.advanced";
  });
  if (advanced == params.end()) {
    params.emplace_back("filter.advanced", range);
  } else {
    advanced->second = "(" + advanced->second + ") AND " + range;
  }
  return params;
}

bool filters_ignored(const Query& query) {
  bool numbers = false;
  bool filter = !text::trim(query.start_date).empty() || !text::trim(query.end_date).empty();
  for (const auto& [name, value] : query.params) {
    numbers = numbers || (is_study_query(name) && is_numbers_only(value));
    filter = filter || (is_study_filter(name) && !text::trim(value).empty());
  }
  return numbers && filter;
}

struct StudyBatch {
  std::size_t from = 0;
  std::size_t count = 0;
  std::vector<std::string> numbers;
};

std::vector<StudyBatch> study_batches(std::span<const std::string> ids) {
  std::vector<StudyBatch> batches;
  StudyBatch batch;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::string number = nct_number_in(ids[i]);
    if (!number.empty() && batch.numbers.size() == kNumbersAList) {
      batches.push_back(std::move(batch));
      batch = {.from = i};
    }
    ++batch.count;
    if (!number.empty()) batch.numbers.push_back(std::move(number));
  }
  if (!batch.numbers.empty()) batches.push_back(std::move(batch));
  return batches;
}

struct StudiesReply {
  SourceStep step;
  std::string next_token;
};

Result<StudiesReply> read_studies(std::string_view body) {
  auto document = parse_json_leniently(body, "ClinicalTrials.gov's reply");
  if (!document) return changed_form("clinicaltrials", document.error().message);
  StudiesReply reply;
  if (auto single = read_study(*document)) {
    reply.step.articles.push_back(std::move(*single));
    return reply;
  }
  const Json& studies = member_at(*document, {"studies"});
  if (!studies.is_array()) {
    return changed_form("clinicaltrials", "ClinicalTrials.gov's reply has no studies");
  }
  std::size_t unreadable = 0;
  for (const Json& item : studies) {
    auto article = read_study(item);
    if (article) {
      reply.step.articles.push_back(std::move(*article));
    } else {
      ++unreadable;
    }
  }
  if (unreadable > 0) {
    reply.step.warnings.push_back("ClinicalTrials.gov sent " + std::to_string(unreadable) +
                                  (unreadable == 1 ? " study" : " studies") +
                                  " that cannot be read");
  }
  reply.step.total = whole_at(*document, {"totalCount"});
  reply.next_token = text_at(*document, {"nextPageToken"});
  return reply;
}

// `counted`: the total was asked for.
net::Keep kept_studies(bool counted) {
  return [counted](const net::HttpResponse& r) {
    const auto reply = read_studies(r.body);
    return reply && reply->step.warnings.empty() && (!counted || reply->step.total) &&
           (!reply->step.articles.empty() || reply->step.total.value_or(0) == 0);
  };
}

bool mentions_part(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

Classified bad_study_request(std::string_view body) {
  const std::string message = one_line(body);
  if (mentions_part(message, "pageToken")) {
    return {Verdict::expired, "the page token is no longer valid"};
  }
  Classified out{.verdict = Verdict::permanent,
                 .reason = message.empty() ? "HTTP 400" : message,
                 .code = Errc::invalid_query};
  // The list of fields is ours, not the caller's.
  if (mentions_part(message, "'fields'") || mentions_part(message, "`fields`")) {
    out.code = Errc::upstream_changed;
  }
  return out;
}

}  // namespace

Classified classify_clinicaltrials(const net::HttpResponse& r) {
  const std::string_view body = text::trim(r.body);
  const std::string status = "HTTP " + std::to_string(r.status);
  const bool html = looks_like_html(body);
  if (r.status == 200) {
    const bool single = raw_member(body, "protocolSection").has_value();
    return judge_json_object(body, {single ? "protocolSection" : "studies"});
  }
  if (r.status == 429) {
    const bool no_header = r.header("retry-after").empty();
    return {Verdict::rate, "too many requests (HTTP 429)",
            no_header ? std::optional(10.0) : std::nullopt};
  }
  // Its own 500, in plain text, answers names of fields that it no longer has.
  if (r.status == 500 && !html && !body.empty() && body.front() != '{') {
    return {.verdict = Verdict::permanent,
            .reason = "the request makes the service fail (HTTP 500: " + one_line(body, 120) + ")",
            .code = Errc::upstream_changed};
  }
  if (r.status == 408 || r.status >= 500) return {Verdict::transient, status};
  if (r.status == 400 && !html) return bad_study_request(body);
  if (r.status == 404 && !html) {
    return {.verdict = Verdict::permanent,
            .reason = body.empty() ? status : one_line(body),
            .code = Errc::not_found};
  }
  return {.verdict = Verdict::permanent,
          .reason = r.status == 403 ? "access refused (HTTP 403)" : status,
          .code = r.status == 414 ? Errc::invalid_query : Errc::upstream_unavailable};
}

ClinicalTrials::ClinicalTrials(const Config& config)
    : config_(config),
      info_{"clinicaltrials",
            "ClinicalTrials.gov",
            // Its limit is not published; robots.txt asks for a second between requests.
            {.service = "clinicaltrials",
             .gap = polite_gap(config, std::chrono::milliseconds(1000)),
             .concurrency = 2}} {}

net::RequestPlan ClinicalTrials::studies_plan() const {
  net::RequestPlan plan;
  plan.source = "clinicaltrials";
  plan.policy = info_.policy;
  plan.url = service_url(config_, info_.id) + "/studies";
  plan.classify = classify_clinicaltrials;
  plan.keep = kept_studies(false);
  return plan;
}

Result<net::RequestPlan> ClinicalTrials::plan(const Query& query) const {
  if (query.offset != 0) {
    return Error{.code = Errc::invalid_argument,
                 .message = "ClinicalTrials.gov's pages follow each other by token, not by offset",
                 .source = "clinicaltrials",
                 .path = "cursor"};
  }
  if (params_of(query, {}).empty()) {
    return Error{.code = Errc::invalid_argument,
                 .message = "the query has nothing that ClinicalTrials.gov can search for",
                 .source = "clinicaltrials",
                 .path = "query"};
  }
  EV_TRY(const DateSpan dates, date_span(query));
  net::RequestPlan plan = studies_plan();
  plan.params = params_of(query, dates);
  plan.params.emplace_back("fields", kFields);
  // Unsorted unless asked.
  plan.params.emplace_back("sort",
                           query.sort == Sort::date ? "StudyFirstPostDate:desc" : "@relevance");
  plan.params.emplace_back("pageSize", std::to_string(std::clamp(query.max, 0, kStudiesAPage)));
  plan.params.emplace_back("countTotal", "true");
  plan.keep = kept_studies(true);
  plan.ttl = kSearchFreshness;
  return plan;
}

net::Classified ClinicalTrials::classify(const net::HttpResponse& response) const {
  return classify_clinicaltrials(response);
}

Result<SourceStep> ClinicalTrials::parse(const Query& query,
                                         const net::HttpResponse& response) const {
  EV_TRY(StudiesReply reply, read_studies(response.body));
  SourceStep& step = reply.step;
  if (query.max > 0 && step.articles.empty() && step.warnings.empty() &&
      step.total.value_or(0) > 0 && reply.next_token.empty()) {
    return Error{.code = Errc::upstream_changed,
                 .message = "ClinicalTrials.gov counted " + std::to_string(*step.total) +
                            " studies but sent none",
                 .source = "clinicaltrials",
                 .recovery = "call again"};
  }
  if (!reply.next_token.empty()) {
    EV_TRY(net::RequestPlan next, plan(query));
    std::erase_if(next.params, [](const net::Param& param) { return param.first == "countTotal"; });
    next.params.emplace_back("pageToken", reply.next_token);
    next.keep = kept_studies(false);
    step.next = std::move(next);
  }
  if (filters_ignored(query)) {
    step.warnings.emplace_back(
        "ClinicalTrials.gov ignores all limits, dates included, when the query is nothing but NCT "
        "numbers");
  }
  if (query.sort == Sort::author) {
    step.warnings.emplace_back(
        "ClinicalTrials.gov does not sort by author; its studies come by relevance");
  }
  return std::move(step);
}

std::span<const std::string> ClinicalTrials::batch_of(std::span<const std::string> ids,
                                                      std::size_t i) const {
  const std::vector<StudyBatch> batches = study_batches(ids);
  return i < batches.size() ? ids.subspan(batches[i].from, batches[i].count) : ids.last(0);
}

std::vector<net::RequestPlan> ClinicalTrials::fetch(std::span<const std::string> ids) const {
  std::vector<net::RequestPlan> plans;
  for (const StudyBatch& batch : study_batches(ids)) {
    net::RequestPlan plan = studies_plan();
    // A study with earlier numbers can be asked for twice, but comes once.
    plan.params = {{"filter.ids", text::join(batch.numbers, ",")},
                   {"fields", kFields},
                   {"pageSize", std::to_string(kNumbersAList)}};
    plan.ttl = kRecordFreshness;
    plans.push_back(std::move(plan));
  }
  return plans;
}

Result<SourceStep> ClinicalTrials::parse_records(std::span<const std::string> asked,
                                                 const net::HttpResponse& response) const {
  EV_TRY(StudiesReply reply, read_studies(response.body));
  std::set<std::string> there;
  for (const model::Article& a : reply.step.articles) {
    there.insert(a.nct_ids.begin(), a.nct_ids.end());
  }
  for (const std::string& id : asked) {
    if (there.count(nct_number_in(id)) == 0) reply.step.missing.push_back(id);
  }
  return std::move(reply.step);
}

}  // namespace ev::sources
