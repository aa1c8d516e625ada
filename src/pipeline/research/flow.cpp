#include "pipeline/research/flow.hpp"

#include <algorithm>
#include <set>

namespace ev::research {

Flow flow_of(const State& state) {
  Flow flow;
  for (const SearchRun& run : state.searches) {
    ++flow.searches;
    flow.failed_searches += run.error.empty() ? 0 : 1;
    for (const SourceCount& source : run.sources) {
      flow.identified_by_source[source.source] += source.returned;
      flow.identified += source.returned;
      flow.matching += source.found.value_or(0);
    }
  }
  flow.not_run = static_cast<int>(state.not_run.size());
  if (state.findings) {
    flow.records = state.findings->records;
    flow.without_abstract = state.findings->without_abstract;
    flow.retracted = state.findings->retracted;
    flow.read = state.findings->read;
  }
  flow.duplicates = std::max(0, flow.identified - flow.records);
  flow.ranked = state.ranking.ranked;
  flow.cited = static_cast<int>(state.ranking.references.size());
  return flow;
}

std::string stop_sentence(const State& state) {
  const std::string rounds =
      std::to_string(state.rounds.size()) + (state.rounds.size() == 1 ? " round" : " rounds");
  if (state.stop_reason == "sufficient")
    return "The judge found the evidence sufficient after " + rounds + ".";
  if (state.stop_reason == "max_rounds") return "All " + rounds + " asked for were made.";
  if (state.stop_reason == "max_requests") {
    return "The budget of " + std::to_string(state.options.max_requests) +
           " requests was used up after " + rounds + ".";
  }
  if (state.stop_reason == "max_seconds") {
    return "The budget of " + std::to_string(state.options.max_seconds) +
           " seconds was used up after " + rounds + ".";
  }
  if (state.stop_reason == "nothing_new") return "Nothing new was found after " + rounds + ".";
  return "The run is not finished.";
}

bool met_outage(const State& state) {
  const auto no_answer = [](const SourceCount& s) {
    return s.status != "ok" && s.status != "skipped" && s.status != "partial";
  };
  return std::any_of(state.searches.begin(), state.searches.end(), [&](const SearchRun& run) {
    return !run.error.empty() || std::any_of(run.sources.begin(), run.sources.end(), no_answer);
  });
}

std::vector<std::string> limitations_of(const State& state) {
  std::vector<std::string> out = {
      "Titles, abstracts and record fields were read by rules, not full texts; what a sentence "
      "does not say in so many words is missed. The quotes decide.",
      "Each search took the best " + std::to_string(state.options.max_results_per_source) +
          " records of a source, so counts are of what was read, not of the literature.",
      "A verdict says what these records state, not what is true; hypotheses are candidates put "
      "together from quoted sentences.",
      "This is not a systematic review, no risk of bias was appraised, and it is not medical "
      "advice."};
  const Flow flow = flow_of(state);
  if (flow.failed_searches > 0) {
    out.push_back(std::to_string(flow.failed_searches) + " of " + std::to_string(flow.searches) +
                  " searches failed; what they would have found is missing.");
  }
  std::set<std::string> troubled;
  for (const SearchRun& run : state.searches) {
    for (const SourceCount& source : run.sources) {
      if (source.status != "ok" && source.status != "skipped") troubled.insert(source.source);
    }
  }
  for (const std::string& source : troubled)
    out.push_back(source + " did not answer every search in full.");
  if (!state.not_run.empty()) {
    out.push_back(std::to_string(state.not_run.size()) +
                  " planned searches were not made for want of budget.");
  }
  if (flow.without_abstract > 0) {
    out.push_back(std::to_string(flow.without_abstract) +
                  " records have no abstract; only their titles could be read.");
  }
  return out;
}

}  // namespace ev::research
