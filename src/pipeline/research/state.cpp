#include "pipeline/research/state.hpp"

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "pipeline/research/plan.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::research {

namespace {

constexpr Stage kStages[] = {
    Stage::search, Stage::hypothesise, Stage::targeted,   Stage::test_searches, Stage::test,
    Stage::judge,  Stage::rank,        Stage::references, Stage::report,        Stage::done};

bool searches(Stage stage) {
  return stage == Stage::search || stage == Stage::targeted || stage == Stage::test_searches;
}

template <class T>
T data_of(const Event& event) {
  const auto parsed = parse_json(event.data, "a step of a run");
  return parsed ? decode_stored<T>(*parsed) : T{};
}

void enter(State& state, Stage stage) {
  state.stage = stage;
  state.queue = searches_of(state);
}

// What follows a stage whose work is done.
void leave(State& state) {
  switch (state.stage) {
    case Stage::search:
      return enter(state, what_is_asked(state.options.question).rubric == Rubric::clinical
                              ? Stage::test
                              : Stage::hypothesise);
    case Stage::hypothesise:
      return enter(state, Stage::targeted);
    case Stage::targeted:
      return enter(state, Stage::test_searches);
    case Stage::test_searches:
      return enter(state, Stage::test);
    case Stage::test:
      return enter(state, Stage::judge);
    case Stage::judge:
      state.stop_reason = stop_reason(state);
      if (!state.stop_reason.empty()) return enter(state, Stage::rank);
      ++state.round;
      return enter(state, Stage::search);
    case Stage::rank:
      return enter(state, Stage::references);
    case Stage::references:
      if (state.checked.references.size() < state.ranking.references.size()) return;
      return enter(state, Stage::report);
    default:
      return enter(state, Stage::done);
  }
}

// Passes over search stages that have nothing left to search, or no budget for it.
void settle(State& state) {
  while (searches(state.stage)) {
    if (!state.queue.empty() && over_budget(state, state.queue.front()).empty()) return;
    for (PlannedSearch& left : state.queue) state.not_run.push_back(std::move(left));
    state.queue.clear();
    leave(state);
  }
  if (state.stage == Stage::references && state.ranking.references.empty())
    enter(state, Stage::report);
}

void took(State& state, SearchRun run) {
  state.requests += run.requests;
  state.queue.pop_front();
  run.round = state.round;
  run.new_records = 0;
  for (const std::string& id : run.ids) run.new_records += state.seen.insert(id).second ? 1 : 0;
  state.searches.push_back(std::move(run));
}

void judged(State& state, Judgement judgement) {
  Round round{.number = state.round, .judgement = std::move(judgement)};
  for (const SearchRun& run : state.searches) {
    if (run.round != state.round) continue;
    ++round.searches;
    round.new_records += run.new_records;
  }
  if (state.findings) {
    for (const HypothesisFacts& h : state.findings->hypotheses)
      round.hypotheses.push_back(h.hypothesis_id);
  }
  state.rounds.push_back(std::move(round));
}

void add_checked(State& state, CheckedReferences more) {
  CheckedReferences& all = state.checked;
  // A step that checked nothing would be asked for for ever.
  const std::size_t due =
      std::min(kReferencesAtOnce, state.ranking.references.size() - all.references.size());
  more.references.resize(due);
  for (CheckedReference& r : more.references) {
    if (r.id.empty()) r.id = state.ranking.references[all.references.size()];
    if (r.status.empty()) r.status = "unverifiable";
    all.references.push_back(std::move(r));
  }
  for (std::string& w : more.warnings) {
    if (std::find(all.warnings.begin(), all.warnings.end(), w) == all.warnings.end())
      all.warnings.push_back(std::move(w));
  }
  all.requests += more.requests;
  state.requests += more.requests;
}

}  // namespace

std::string run_id(const Options& options) {
  return "run-" + sha256_hex(dump_json(encode(options))).substr(0, 12);
}

std::string run_id_after(const std::string& run_id) {
  return "run-" + sha256_hex("after " + run_id).substr(0, 12);
}

const char* to_string(Stage stage) {
  switch (stage) {
    case Stage::search:
      return "search";
    case Stage::hypothesise:
      return "hypothesise";
    case Stage::targeted:
      return "targeted_search";
    case Stage::test_searches:
      return "test_search";
    case Stage::test:
      return "test";
    case Stage::judge:
      return "judge";
    case Stage::rank:
      return "rank";
    case Stage::references:
      return "references";
    case Stage::report:
      return "report";
    case Stage::done:
      break;
  }
  return "done";
}

int cost_of(const PlannedSearch& search, const State& state) {
  int cost = 0;
  for (const std::string& source : search.sources) cost += source == "pubmed" ? 2 : 1;
  for (const SearchRun& run : state.searches) {
    if (run.sources.size() == search.sources.size()) cost = std::max(cost, run.requests);
  }
  return cost;
}

State begin(const Options& options) {
  State state;
  state.options = options;
  enter(state, Stage::search);
  settle(state);
  return state;
}

void apply(State& state, const Event& event) {
  ++state.events;
  state.elapsed_ms += event.elapsed_ms;
  if (searches(state.stage)) {
    took(state, data_of<SearchRun>(event));
    return settle(state);
  }
  switch (state.stage) {
    case Stage::hypothesise:
    case Stage::test:
      state.findings = data_of<Findings>(event);
      state.requests += state.findings->requests;
      break;
    case Stage::judge:
      judged(state, data_of<Judgement>(event));
      break;
    case Stage::rank:
      state.ranking = data_of<Ranking>(event);
      break;
    case Stage::references:
      add_checked(state, data_of<CheckedReferences>(event));
      break;
    default:
      break;
  }
  leave(state);
  settle(state);
}

std::string event_text(const Event& event) {
  return "{\"elapsed_ms\":" + codec::number_text(event.elapsed_ms) + ",\"data\":" + event.data +
         "}";
}

std::optional<Event> read_event(std::string_view stage, std::string_view json) {
  const auto parsed = parse_json(json, "a step of a run");
  if (!parsed || !parsed->is_object() || !parsed->contains("data")) return std::nullopt;
  for (const Stage known : kStages) {
    if (stage != to_string(known)) continue;
    const auto elapsed = parsed->find("elapsed_ms");
    const bool timed = elapsed != parsed->end() && elapsed->is_number();
    return Event{.stage = known,
                 .elapsed_ms = timed ? elapsed->get<double>() : 0,
                 .data = dump_json(parsed->at("data"))};
  }
  return std::nullopt;
}

}  // namespace ev::research
