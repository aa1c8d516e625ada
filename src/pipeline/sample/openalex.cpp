#include "pipeline/sample/openalex.hpp"

#include "base/json.hpp"
#include "base/text.hpp"
#include "pipeline/sample/openalex_filter.hpp"
#include "pipeline/sample/replies.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace ev::sample {

namespace {

constexpr std::string_view kWorkCursor = "IlsSample";
constexpr long kWorksReachable = 10'000;  // by pages; cursors go on
constexpr long kLargestWorksPage = 200;

net::HttpResponse refused(const char* error, const std::string& message) {
  return json_reply({{"error", error}, {"message", message}}, 400);
}

net::HttpResponse no_such_work() {
  return reply(404, "text/html; charset=utf-8",
               "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not "
               "Found</h1>\n<p>The requested URL was not found on the server.</p>\n");
}

// "per_page" and "per-page" are one parameter.
const std::string& either_form(const Form& form, const std::string& name) {
  const std::string& value = form.get(name);
  if (!value.empty()) return value;
  std::string hyphens = name;
  std::replace(hyphens.begin(), hyphens.end(), '_', '-');
  return form.get(hyphens);
}

long number_of(const std::string& text, long otherwise) {
  const bool digits =
      !text.empty() && text.size() < 7 && text.find_first_not_of("0123456789") == std::string::npos;
  return digits ? std::stol(text) : otherwise;
}

struct WorkHit {
  const Json* work;
  double relevance = 0;
};

// "cited_by_count:desc" …; false for what the service does not sort by.
bool sort_works(std::vector<WorkHit>& hits, const std::string& order) {
  const std::string field = order.substr(0, order.find(':'));
  const bool falling = order.ends_with(":desc");
  if (field == "relevance_score") {
    std::stable_sort(hits.begin(), hits.end(),
                     [](const WorkHit& a, const WorkHit& b) { return a.relevance > b.relevance; });
    return true;
  }
  if (field != "cited_by_count" && field != "publication_date" && field != "publication_year" &&
      field != "display_name") {
    return false;
  }
  std::stable_sort(hits.begin(), hits.end(), [&](const WorkHit& a, const WorkHit& b) {
    const Json& x = (*a.work)[field];
    const Json& y = (*b.work)[field];
    return falling ? y < x : x < y;
  });
  return true;
}

struct WorkPage {
  long size = 25;
  long offset = 0;
  bool by_cursor = false;
  long number = 1;
};

}  // namespace

struct OpenAlexSample::State {
  std::vector<Json> works;

  net::HttpResponse list(const Form& form) const;
  net::HttpResponse page_of(const std::vector<WorkHit>& hits, const WorkPage& page, bool searched,
                            const std::string& select) const;
  net::HttpResponse single(std::string id, const Form& form) const;
  Result<Json> selected(const Json& work, const std::string& select) const;
};

OpenAlexSample::OpenAlexSample(std::unique_ptr<const State> state) : state_(std::move(state)) {}
OpenAlexSample::OpenAlexSample(OpenAlexSample&&) noexcept = default;
OpenAlexSample::~OpenAlexSample() = default;

Result<OpenAlexSample> OpenAlexSample::load(std::string_view data) {
  auto state = std::make_unique<State>();
  if (!data.empty()) {
    EV_TRY(const Json all, parse_json(data, "sample of OpenAlex"));
    for (const Json& work : all.value("results", Json::array())) state->works.push_back(work);
  }
  return OpenAlexSample(std::move(state));
}

Result<Json> OpenAlexSample::State::selected(const Json& work, const std::string& select) const {
  if (select.empty()) return work;
  Json out = Json::object();
  for (const std::string& part : text::split(select, ',')) {
    const std::string name(text::trim(part));
    // These are there for some works only.
    const bool at_times = name == "relevance_score" || name == "is_authors_truncated";
    if (!work.contains(name) && !at_times) {
      return Error{.code = Errc::invalid_argument,
                   .message = name + " is not a valid select field."};
    }
    if (work.contains(name)) out[name] = work[name];
  }
  return out;
}

namespace {

constexpr const char* kInvalidQuery = "Invalid query parameters error.";

}  // namespace

net::HttpResponse OpenAlexSample::State::page_of(const std::vector<WorkHit>& hits,
                                                 const WorkPage& page, bool searched,
                                                 const std::string& select) const {
  const long total = static_cast<long>(hits.size());
  const long end = std::min(total, page.offset + page.size);
  Json results = Json::array();
  for (long i = page.offset; i < end; ++i) {
    const WorkHit& hit = hits[static_cast<std::size_t>(i)];
    Json work = *hit.work;
    if (searched) work["relevance_score"] = hit.relevance;
    auto shown = selected(work, select);
    if (!shown) return refused(kInvalidQuery, shown.error().message);
    results.push_back(*std::move(shown));
  }
  Json meta = {{"count", total},
               {"db_response_time_ms", 12},
               {"page", page.by_cursor ? Json() : Json(page.number)},
               {"per_page", page.size},
               {"groups_count", nullptr},
               {"cost_usd", searched ? 0.001 : 0.0001}};
  if (page.by_cursor) {
    meta["next_cursor"] = end < total ? Json(page_token(kWorkCursor, end)) : Json();
  }
  return json_reply(
      {{"meta", std::move(meta)}, {"results", std::move(results)}, {"group_by", Json::array()}});
}

net::HttpResponse OpenAlexSample::State::list(const Form& form) const {
  if (!form.get("limit").empty()) return refused(kInvalidQuery, "limit is not a valid parameter.");
  auto conditions = read_work_filter(form.get("filter"));
  if (!conditions) return refused(kInvalidQuery, conditions.error().message);
  if (!form.get("search").empty()) {
    auto search = work_search(form.get("search"));
    if (!search) return refused(kInvalidQuery, search.error().message);
    conditions->push_back(*std::move(search));
  }
  const bool searched = std::any_of(conditions->begin(), conditions->end(),
                                    [](const WorkCondition& c) { return c.is_search; });
  WorkPage page{
      .size = std::clamp(number_of(either_form(form, "per_page"), 25), 1L, kLargestWorksPage)};
  page.number = number_of(form.get("page"), 1);
  page.by_cursor = !form.get("cursor").empty();
  page.offset = (page.number - 1) * page.size;
  if (page.by_cursor) {
    page.offset = form.get("cursor") == "*" ? 0 : offset_of(kWorkCursor, form.get("cursor"));
    if (page.offset < 0) return refused("Pagination error.", "Cursor value is invalid.");
  } else if (page.number < 1 || page.number * page.size > kWorksReachable) {
    return refused("Pagination error.",
                   "Maximum results size of 10,000 records is exceeded. Cursor pagination is "
                   "required for records beyond 10,000.");
  }
  std::vector<WorkHit> hits;
  for (const Json& work : works) {
    const bool all = std::all_of(conditions->begin(), conditions->end(),
                                 [&](const WorkCondition& c) { return work_matches(work, c); });
    if (all) hits.push_back({&work, work_relevance(work, *conditions)});
  }
  sort_works(hits, "publication_date:desc");
  const std::string order = !form.get("sort").empty() ? form.get("sort")
                            : searched                ? "relevance_score:desc"
                                                      : "publication_date:desc";
  if (order.starts_with("relevance_score") && !searched) {
    return refused(kInvalidQuery,
                   "Must include a search query in order to sort by relevance_score.");
  }
  if (!sort_works(hits, order))
    return refused(kInvalidQuery, order + " is not a valid sort field.");
  return page_of(hits, page, searched, form.get("select"));
}

// W1, a URL of it, doi:…, a URL of the DOI, pmid:…, pmcid:…
net::HttpResponse OpenAlexSample::State::single(std::string id, const Form& form) const {
  WorkCondition wanted{.name = "openalex", .value = id};
  const std::string lower = text::to_lower_ascii(id);
  if (lower.find("10.") != std::string::npos) {
    wanted = {.name = "doi", .value = id.substr(lower.find("10."))};
  } else if (lower.starts_with("pmid:")) {
    wanted = {.name = "pmid", .value = id.substr(5)};
  } else if (lower.starts_with("pmcid:")) {
    wanted = {.name = "pmcid", .value = id.substr(6)};
  }
  for (const Json& work : works) {
    if (!work_matches(work, wanted)) continue;
    auto shown = selected(work, form.get("select"));
    if (!shown) return refused("Invalid query parameters error.", shown.error().message);
    return json_reply(*shown);
  }
  return no_such_work();
}

std::optional<net::HttpResponse> OpenAlexSample::answer(const Form& form) const {
  const std::string& path = form.path;
  if (path.ends_with("/works")) return state_->list(form);
  const std::size_t at = path.find("/works/");
  if (at == std::string::npos) return std::nullopt;
  return state_->single(path.substr(at + 7), form);
}

}  // namespace ev::sample
