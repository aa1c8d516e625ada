#include "pipeline/research/plan.hpp"

#include "base/text.hpp"
#include "pipeline/query_gen/user_query.hpp"

#include <algorithm>

namespace ev::research {

namespace {

std::string key_of_query(const std::string& query) {
  return text::fold(text::trim(query));
}

// Collects searches, each query once and none that was run.
class Collecting {
 public:
  Collecting(const State& state, std::size_t most) : most_(most) {
    for (const SearchRun& run : state.searches) known_.insert(key_of_query(run.query));
    for (const PlannedSearch& left : state.not_run) known_.insert(key_of_query(left.query));
  }
  void add(const char* purpose, const std::string& query, const std::string& about,
           std::vector<std::string> sources) {
    if (query.empty() || out_.size() == most_) return;
    if (!known_.insert(key_of_query(query)).second) return;
    out_.push_back({purpose, query, about, std::move(sources)});
  }
  std::deque<PlannedSearch> take() { return std::move(out_); }

 private:
  const std::size_t most_;
  std::set<std::string> known_;
  std::deque<PlannedSearch> out_;
};

// PubMed alone, where it is among the sources: these queries are written in its language, and what
// they ask for has to be in an abstract.
std::vector<std::string> for_tests(const Options& options) {
  const auto& all = options.sources;
  if (std::find(all.begin(), all.end(), "pubmed") != all.end()) return {"pubmed"};
  return all;
}

std::deque<PlannedSearch> own_searches(const State& state) {
  Collecting out(state, kTargetedSearches);
  if (!state.findings) return out.take();
  const auto& hypotheses = state.findings->hypotheses;
  std::size_t longest = 0;
  for (const HypothesisFacts& h : hypotheses) longest = std::max(longest, h.searches.size());
  for (std::size_t i = 0; i < longest; ++i) {
    for (const HypothesisFacts& h : hypotheses) {
      if (i < h.searches.size())
        out.add("hypothesis", h.searches[i], h.hypothesis_id, state.options.sources);
    }
  }
  return out.take();
}

std::deque<PlannedSearch> test_searches(const State& state) {
  Collecting out(state, kTestSearches);
  if (!state.findings) return out.take();
  const std::vector<std::string> sources = for_tests(state.options);
  const auto add = [&](const LinkFacts& link) {
    const std::string about = link.from + " → " + link.to;
    out.add("refuting", link.refuting_query, about, sources);
    out.add("supporting", link.supporting_query, about, sources);
  };
  const auto& hypotheses = state.findings->hypotheses;
  // What is claimed as a whole first, then the links, weakest hypothesis included.
  for (const HypothesisFacts& h : hypotheses) {
    if (&h == &hypotheses.front() && h.whole) add(*h.whole);
    for (const LinkFacts& link : h.links) add(link);
  }
  return out.take();
}

std::deque<PlannedSearch> opening_searches(const State& state) {
  Collecting out(state, state.round == 1 ? 1 : kJudgeSearches);
  if (state.round == 1) {
    out.add("question", state.options.question, "", state.options.sources);
  } else {
    for (const std::string& query : state.rounds.back().judgement.next_queries)
      out.add("judge", query, "", state.options.sources);
  }
  return out.take();
}

}  // namespace

std::deque<PlannedSearch> searches_of(const State& state) {
  switch (state.stage) {
    case Stage::search:
      return opening_searches(state);
    case Stage::targeted:
      return own_searches(state);
    case Stage::test_searches:
      return test_searches(state);
    default:
      return {};
  }
}

std::string over_budget(const State& state, const PlannedSearch& search) {
  const Options& o = state.options;
  if (state.elapsed_ms >= 1000.0 * o.max_seconds) return "max_seconds";
  // What checking the references will take is set aside where there is enough to share.
  const int reserved = o.max_requests >= 3 * kReferencesCost ? kReferencesCost : 0;
  if (state.requests + cost_of(search, state) + reserved > o.max_requests) return "max_requests";
  return {};
}

std::string stop_reason(const State& state) {
  const Round& last = state.rounds.back();
  if (last.judgement.sufficient) return "sufficient";
  if (state.round >= state.options.max_rounds) return "max_rounds";
  if (!state.not_run.empty()) {
    const std::string why = over_budget(state, state.not_run.front());
    return why.empty() ? "max_requests" : why;
  }
  const bool same = state.rounds.size() > 1 &&
                    state.rounds[state.rounds.size() - 2].hypotheses == last.hypotheses;
  if (last.new_records == 0 && (same || state.rounds.size() == 1)) return "nothing_new";
  State next = state;
  next.round += 1;
  next.stage = Stage::search;
  if (!searches_of(next).empty()) return {};
  next.stage = Stage::targeted;
  if (!searches_of(next).empty()) return {};
  return "nothing_new";
}

std::string subject_of(const Options& options) {
  // Words cannot be added to a query that has syntax of its own.
  if (!query_gen::has_query_syntax(options.question)) {
    std::string words = options.question;
    while (!words.empty() && (words.back() == '?' || words.back() == '.')) words.pop_back();
    return words;
  }
  return "(" + options.question + ") AND";
}

std::vector<std::string> queries_run(const State& state) {
  std::vector<std::string> out;
  for (const SearchRun& run : state.searches) out.push_back(run.query);
  return out;
}

}  // namespace ev::research
