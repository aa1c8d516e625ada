#include "pipeline/query_gen/probing.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace ev::query_gen {

struct RequestBudget::State {
  std::atomic<int> left = limits::kQueryMeaningRequests;
  std::atomic<int> unasked = 0;
  bool settled = false;
};

namespace {

// The answers to the first questions, which fit into the budget, and an error for each of the rest.
template <class Answer, class Ask, class State>
std::vector<Answer> ask_within(State& state, std::span<const std::string> questions,
                               const Ask& ask) {
  const int wanted = static_cast<int>(questions.size());
  const int granted = std::clamp(state.left.fetch_sub(wanted), 0, wanted);
  std::vector<Answer> out;
  if (granted > 0) out = ask(questions.first(static_cast<std::size_t>(granted)));
  state.unasked += wanted - granted;
  out.resize(questions.size(),
             Answer(Error{.code = Errc::budget_exhausted,
                          .message = "the limit of requests for one goal was reached"}));
  return out;
}

}  // namespace

std::shared_ptr<RequestBudget::State> RequestBudget::fresh() {
  return std::make_shared<State>();
}

ProbeFn RequestBudget::within(ProbeFn probe) const {
  if (!probe) return probe;
  return [state = state_, probe = std::move(probe)](std::span<const std::string> queries,
                                                    const Context& ctx) {
    return ask_within<Result<search::Probe>>(
        *state, queries, [&](std::span<const std::string> first) { return probe(first, ctx); });
  };
}

search::LiveMesh RequestBudget::within(search::LiveMesh live) const {
  if (!live) return live;
  return [state = state_, live = std::move(live)](std::span<const std::string> terms,
                                                  const Context& ctx) {
    return ask_within<Result<search::Headings>>(
        *state, terms, [&](std::span<const std::string> first) { return live(first, ctx); });
  };
}

void RequestBudget::meaning_is_settled() {
  if (std::exchange(state_->settled, true)) return;
  state_->left =
      std::max(state_->left.load(), 0) + limits::kQueryRequests - limits::kQueryMeaningRequests;
}

int RequestBudget::unasked() const {
  return state_->unasked;
}

bool is_unasked(const Error& error) {
  return error.code == Errc::budget_exhausted;
}

ProbeFn probing(const search::Ports& ports) {
  return [ports](std::span<const std::string> queries, const Context& ctx) {
    return search::probe(ports, queries, ctx);
  };
}

bool read_as_written(const search::Probe& probe, const pubmed_query::Term& term) {
  if (probe.count <= 0 || !probe.phrases_not_found.empty() ||
      !probe.quoted_phrases_not_found.empty()) {
    return false;
  }
  // `"asthma"[MeSH Terms]`, and nothing beside it.
  const std::string& read = probe.query_translation;
  const std::string value = "\"" + text::fold(term.text) + "\"[";
  return text::fold(read).starts_with(value) && read.find(']') + 1 == read.size();
}

FetchFn fetching(const search::Ports& ports) {
  return [ports](const std::vector<std::string>& pmids, const Context& ctx) {
    return search::fetch_records(ports, pmids, ctx);
  };
}

}  // namespace ev::query_gen
