#include "pipeline/sources/europepmc.hpp"

#include "base/json.hpp"
#include "base/limits.hpp"
#include "base/text.hpp"
#include "net/url.hpp"
#include "pipeline/sources/europepmc_record.hpp"
#include "pipeline/sources/europepmc_reply.hpp"
#include "pipeline/sources/json_fields.hpp"
#include "pipeline/sources/pubmed.hpp"
#include "pipeline/translate/europepmc.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace ev::sources {

namespace {

const char* epmc_sort(Sort sort) {
  switch (sort) {
    case Sort::date:
      return "P_PDATE_D desc";
    case Sort::author:
      return "AUTH_FIRST asc";
    case Sort::relevance:
      break;
  }
  return "";  // the service's own order
}

std::string query_param(const Query& query) {
  for (const net::Param& param : query.params) {
    if (param.first == "query") return std::string(text::trim(param.second));
  }
  return "";
}

Error epmc_argument(std::string message, std::string path, std::string recovery = {}) {
  return Error{.code = Errc::invalid_argument,
               .message = std::move(message),
               .source = "europepmc",
               .path = std::move(path),
               .recovery = std::move(recovery)};
}

bool leap_year(int year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

// First or last day of "2020", "2020/02" or "2020/02/03", with hyphens.
Result<std::string> day_of_range(std::string_view date, std::string_view path, bool last) {
  EV_TRY(std::string day, esearch_date(date, path));
  if (day.size() == 4) day += last ? "/12" : "/01";
  if (day.size() == 7) {
    static constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const int month = std::stoi(day.substr(5));
    const int length = kDays[static_cast<std::size_t>(month - 1)] +
                       (month == 2 && leap_year(std::stoi(day.substr(0, 4))) ? 1 : 0);
    day += last ? "/" + std::to_string(length) : "/01";
  }
  std::replace(day.begin(), day.end(), '/', '-');
  return day;
}

Result<std::string> with_dates(const Query& query, std::string text) {
  if (query.start_date.empty() && query.end_date.empty()) return text;
  std::string start = "1500-01-01";
  std::string end = "3000-12-31";
  if (!query.start_date.empty()) {
    EV_TRY(start, day_of_range(query.start_date, "date_range.start_date", false));
  }
  if (!query.end_date.empty()) {
    EV_TRY(end, day_of_range(query.end_date, "date_range.end_date", true));
  }
  if (start > end) {
    return epmc_argument("date_range starts (" + start + ") after it ends (" + end + ")",
                         "date_range", "swap the two dates");
  }
  return "(" + text + ") AND (FIRST_PDATE:[" + start + " TO " + end + "])";
}

struct EpmcPage {
  SourceStep step;
  std::size_t received = 0;  // records, readable or not
  std::string sent_cursor;   // "" when it was not echoed
  std::string next_cursor;
};

Result<EpmcPage> read_page(std::string_view body) {
  EV_TRY(const Json reply, read_europepmc_reply(body));
  EpmcPage page;
  page.step.total = json_whole(reply, "hitCount");
  page.step.api_version = json_text(reply, "version");
  page.next_cursor = json_text(reply, "nextCursorMark");
  if (const Json* request = json_member(reply, "request")) {
    // The echo comes back percent-encoded or as it was sent.
    page.sent_cursor = net::percent_decode(json_text(*request, "cursorMark"));
    page.step.query_translation = json_text(*request, "queryString");
    if (page.step.query_translation.empty()) {
      page.step.query_translation = json_text(*request, "query");
    }
  }
  for (const Json* record : json_items(reply, "resultList", "result")) {
    ++page.received;
    auto article = read_europepmc_record(*record);
    if (article) {
      page.step.articles.push_back(std::move(*article));
    } else {
      page.step.warnings.push_back("Europe PMC sent a record that cannot be read: " +
                                   article.error().message);
    }
  }
  return page;
}

void warn_of_order(const Query& query, SourceStep& step) {
  if (query.sort != Sort::date) return;
  const auto preprints = std::count_if(step.articles.begin(), step.articles.end(),
                                       [](const model::Article& a) { return a.is_preprint; });
  if (preprints > 0) {
    step.warnings.push_back("Europe PMC does not sort preprints by date: " +
                            std::to_string(preprints) + " of them stand where they fell");
  }
}

}  // namespace

EuropePmc::EuropePmc(const Config& config)
    : config_(config), info_{"europepmc", "Europe PMC", europepmc_policy(config)} {}

net::RequestPlan EuropePmc::search(std::string query, std::vector<net::Param> rest, bool first,
                                   Sort sort) const {
  // Encoded, the query may be much longer than its characters.
  const bool post =
      text::code_points(query) > translate::kEuropePmcGetLimit ||
      net::percent_encode(query).size() + 200 > static_cast<std::size_t>(limits::kGetUrlBytes);
  const EuropePmcCall call = !first                    ? EuropePmcCall::cursor
                             : sort == Sort::relevance ? EuropePmcCall::search
                                                       : EuropePmcCall::sorted_search;
  net::RequestPlan plan = europepmc_plan(config_, post ? "/searchPOST" : "/search", call);
  plan.force_post = post;
  plan.params = std::move(rest);
  plan.params.emplace(plan.params.begin(), "query", std::move(query));
  plan.params.emplace_back("resultType", "core");
  plan.params.emplace_back("format", "json");
  plan.keep = [](const net::HttpResponse& r) {
    const auto page = read_page(r.body);
    return page && (page->received > 0 || *page->step.total == 0);
  };
  return plan;
}

Result<net::RequestPlan> EuropePmc::page(const Query& query, const std::string& cursor) const {
  EV_TRY(std::string text, with_dates(query, query_param(query)));
  std::vector<net::Param> params = {{"pageSize", std::to_string(std::clamp(query.max, 1, kPage))},
                                    {"cursorMark", cursor}};
  if (const std::string sort = epmc_sort(query.sort); !sort.empty()) {
    params.emplace_back("sort", sort);
  }
  net::RequestPlan plan = search(std::move(text), std::move(params), cursor == "*", query.sort);
  plan.ttl = kSearchFreshness;
  return plan;
}

Result<net::RequestPlan> EuropePmc::plan(const Query& query) const {
  if (query_param(query).empty()) return epmc_argument("the query is empty", "query");
  if (query.offset != 0) {
    return epmc_argument("Europe PMC is read page after page and cannot start at record " +
                             std::to_string(query.offset),
                         "cursor", "start at the first record and follow the pages");
  }
  return page(query, "*");
}

net::Classified EuropePmc::classify(const net::HttpResponse& response) const {
  return classify_europepmc(response, EuropePmcCall::search);
}

Result<SourceStep> EuropePmc::parse(const Query& query, const net::HttpResponse& response) const {
  EV_TRY(EpmcPage page, read_page(response.body));
  SourceStep& step = page.step;
  const auto wanted = static_cast<std::size_t>(std::max(0, query.max));
  const bool first = page.sent_cursor.empty() || page.sent_cursor == "*";
  if (first && *step.total > 0 && page.received == 0 && wanted > 0) {
    return Error{.code = Errc::upstream_changed,
                 .message = "Europe PMC counted " + std::to_string(*step.total) +
                            " hits but sent no records",
                 .source = "europepmc",
                 .recovery = "call again"};
  }
  const bool all_here = first && static_cast<long>(page.received) >= *step.total;
  const bool goes_on = page.received > 0 && !all_here && !page.next_cursor.empty() &&
                       page.next_cursor != page.sent_cursor;
  if (goes_on && wanted > page.received) {
    Query rest = query;
    rest.max = static_cast<int>(wanted - page.received);
    EV_TRY(step.next, this->page(rest, page.next_cursor));
  }
  if (step.articles.size() > wanted) step.articles.resize(wanted);
  warn_of_order(query, step);
  return std::move(step);
}

std::span<const std::string> EuropePmc::batch_of(std::span<const std::string> ids,
                                                 std::size_t i) const {
  const std::size_t from = std::min(ids.size(), i * kBatch);
  return ids.subspan(from, std::min(kBatch, ids.size() - from));
}

std::vector<net::RequestPlan> EuropePmc::fetch(std::span<const std::string> ids) const {
  std::vector<net::RequestPlan> plans;
  for (std::size_t i = 0; !batch_of(ids, i).empty(); ++i) {
    std::vector<std::string> clauses;
    for (const std::string& id : batch_of(ids, i)) {
      if (std::string clause = europepmc_id_clause(id); !clause.empty()) {
        clauses.push_back(std::move(clause));
      }
    }
    // Nothing that can be asked for: a question that finds nothing keeps plans and batches in step.
    if (clauses.empty()) clauses.emplace_back("(EXT_ID:0 AND SRC:MED)");
    // Several records may share a DOI.
    net::RequestPlan plan = search(text::join(clauses, " OR "),
                                   {{"pageSize", std::to_string(4 * kBatch)}, {"cursorMark", "*"}},
                                   true, Sort::relevance);
    // Records are kept by id; the reply itself is not worth caching.
    plans.push_back(std::move(plan));
  }
  return plans;
}

Result<SourceStep> EuropePmc::parse_records(std::span<const std::string> asked,
                                            const net::HttpResponse& response) const {
  EV_TRY(EpmcPage page, read_page(response.body));
  SourceStep step = std::move(page.step);
  if (static_cast<long>(page.received) < *step.total) {
    step.warnings.push_back("Europe PMC found " + std::to_string(*step.total) +
                            " records for the ids but sent " + std::to_string(page.received));
  }
  // Of records that share a DOI the one with a PMID is the article itself.
  std::vector<model::Article> found = std::move(step.articles);
  step.articles.clear();
  std::stable_partition(found.begin(), found.end(),
                        [](const model::Article& a) { return !a.pmid.empty(); });
  std::vector<bool> taken(found.size(), false);
  for (const std::string& id : asked) {
    const auto it = std::find_if(found.begin(), found.end(), [&](const model::Article& a) {
      return europepmc_id_names(id, a);
    });
    if (it == found.end()) {
      step.missing.push_back(id);
      continue;
    }
    const auto index = static_cast<std::size_t>(it - found.begin());
    if (!taken[index]) step.articles.push_back(*it);
    taken[index] = true;
  }
  return step;
}

}  // namespace ev::sources
