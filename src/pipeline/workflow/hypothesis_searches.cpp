#include "pipeline/workflow/hypothesis_searches.hpp"

#include "pipeline/search/fallback.hpp"
#include "pipeline/search/search.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ev::workflow {
namespace {

constexpr std::chrono::seconds kKeptForJudging(4);
constexpr std::chrono::seconds kOneSearch(15);

bool time_is_up(const Services& services, const Context& ctx) {
  return ctx.deadline != TimePoint::max() &&
         ctx.deadline - services.clock.now() < Nanos(kKeptForJudging);
}

Result<search::SearchOutcome> search_once(const Services& services, const std::string& query,
                                          int max_results, const Context& ctx) {
  const search::SearchRequest request{
      .query = query, .max = max_results, .find_within = kOneSearch};
  auto found = search::search_pubmed(services.ports(), request, ctx);
  if (found || !search::may_fall_back(services.ports(), found.error())) return found;
  return search::search_in_place_of_pubmed(services.ports(), request, found.error(), ctx);
}

void add_once(std::vector<std::string>& list, const std::vector<std::string>& more) {
  for (const std::string& text : more) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
  }
}

}  // namespace

Result<SearchedRecords> run_searches(const Services& services,
                                     const std::vector<PlannedSearch>& searches, int max_results,
                                     const Context& ctx) {
  SearchedRecords out;
  std::set<std::string> seen;
  std::map<std::string, RunSearch> done;  // a query of two links is sent once
  for (std::size_t i = 0; i < searches.size(); ++i) {
    RunSearch run{.planned = searches[i]};
    if (const auto it = done.find(searches[i].query); it != done.end()) {
      run = it->second;
      run.planned = searches[i];
      out.runs.push_back(std::move(run));
      continue;
    }
    ctx.report("searching for and against", static_cast<double>(i),
               static_cast<double>(searches.size()));
    if (time_is_up(services, ctx)) {
      run.error = "left out: the call's time was up";
      add_once(out.warnings, {"some searches were left out because the call's time was up; call "
                              "again: what was found is cached"});
    } else if (auto found = search_once(services, searches[i].query, max_results, ctx); found) {
      run.found = found->total;
      run.read = found->articles.size();
      run.source = found->local ? "local library" : found->source;
      for (model::Article& article : found->articles) {
        if (seen.insert(model::item_id(article)).second) out.articles.push_back(std::move(article));
      }
      for (const Error& error : found->errors) out.errors.push_back(error);
      if (found->local) add_once(out.warnings, {"offline: the local library was searched"});
    } else {
      if (found.error().code == Errc::cancelled) return found.error();
      run.error = found.error().message;
      out.errors.push_back(std::move(found).error());
    }
    done.emplace(searches[i].query, run);
    out.runs.push_back(std::move(run));
  }
  const bool any = std::any_of(out.runs.begin(), out.runs.end(),
                               [](const RunSearch& r) { return r.found.has_value(); });
  if (!any && !out.errors.empty()) return out.errors.front();
  return out;
}

}  // namespace ev::workflow
