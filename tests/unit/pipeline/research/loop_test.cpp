// The loop with effects that do nothing but count: it ends, every step is kept once, and a run that
// is stopped anywhere and resumed ends in the same log.
#include "pipeline/research/loop.hpp"

#include "base/codec.hpp"
#include "facts_support.hpp"
#include "pipeline/research/flow.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"

#include <nlohmann/json.hpp>

#include <chrono>

using namespace ev;
using namespace std::chrono_literals;
using research::Event;
using research::PlannedSearch;
using research::SearchRun;
using research::Stage;
using research::State;

namespace {

struct Log {
  std::vector<std::pair<std::string, std::string>> steps;
  bool finished = false;
};

class CountingEffects final : public research::Effects {
 public:
  CountingEffects(Log& log, test::FakeClock& clock) : log_(log), clock_(clock) {}

  int dies_at = -1;                  // the step that is not kept any more
  std::chrono::seconds takes{0};     // one search
  std::string when_cut = "timeout";  // what a source answers with too little time
  bool waits_for_host = false;
  int searches = 0;
  std::vector<std::string> fails;  // queries no source answers

  Result<SearchRun> search(const State& state, const PlannedSearch& search,
                           std::chrono::seconds timeout) override {
    ++searches;
    clock_.advance(std::min<Nanos>(takes, timeout));
    for (const std::string& query : fails) {
      if (query == search.query)
        return Error{.code = Errc::upstream_unavailable, .message = "no source answered"};
    }
    SearchRun out{.result_set = "rs-" + std::to_string(state.searches.size())};
    const bool cut = timeout < takes;
    if (!cut) out.ids = {"9000" + std::to_string(state.searches.size())};
    out.sources = {{.source = "pubmed",
                    .status = cut ? when_cut : "ok",
                    .found = 5,
                    .returned = static_cast<int>(out.ids.size())}};
    return out;
  }
  Result<std::optional<research::Findings>> read(const State& state) override {
    if (waits_for_host) return std::optional<research::Findings>();
    research::Findings f = test::good_findings();
    f.clinical = {};
    f.records = static_cast<int>(state.seen.size());
    f.hypotheses[0].searches.push_back("round " + std::to_string(state.round));
    f.recommended_searches = {"gap of round " + std::to_string(state.round)};
    return std::optional<research::Findings>(std::move(f));
  }
  Result<research::Ranking> rank(const State& state) override {
    research::Ranking out{.result_set = "rs-r", .ranked = static_cast<int>(state.seen.size())};
    for (int i = 0; i < 70; ++i) out.references.push_back(std::to_string(i));
    return out;
  }
  Result<research::CheckedReferences> check(const State& /*state*/,
                                            std::span<const std::string> ids,
                                            bool /*online*/) override {
    research::CheckedReferences out;
    for (const std::string& id : ids) out.references.push_back({id, "verified", ""});
    return out;
  }
  Result<void> keep(const State& state, const Event& event) override {
    if (static_cast<int>(log_.steps.size()) == dies_at)
      return Error{.code = Errc::internal, .message = "killed"};
    if (state.events != log_.steps.size())
      return Error{.code = Errc::internal, .message = "a step out of place"};
    Event timeless = event;
    timeless.elapsed_ms = 0;
    log_.steps.emplace_back(research::to_string(event.stage), research::event_text(timeless));
    return {};
  }
  Result<void> finish(const State& state, const Event& event) override {
    State before = state;
    before.events -= 1;
    EV_CHECK(keep(before, event));
    log_.finished = true;
    return {};
  }

 private:
  Log& log_;
  test::FakeClock& clock_;
};

research::Options kept_question() {
  return {.question = "exampledrug example disease",
          .sources = {"pubmed"},
          .max_rounds = 3,
          .max_requests = 300,
          .max_seconds = 100'000,
          .as_of = "2026-01-02"};
}

State read_back(const Log& log) {
  State state = research::begin(kept_question());
  for (const auto& [stage, json] : log.steps) {
    const auto event = research::read_event(stage, json);
    REQUIRE(event);
    REQUIRE(event->stage == state.stage);
    research::apply(state, *event);
  }
  return state;
}

struct Bench {
  test::FakeClock clock;
  Context ctx{.clock = &clock};
};

Log uninterrupted() {
  Bench b;
  Log log;
  CountingEffects effects(log, b.clock);
  State state = research::begin(kept_question());
  REQUIRE(*research::go_on(state, effects, 45s, b.ctx) == research::Ending::finished);
  return log;
}

}  // namespace

TEST_CASE("a run of three rounds goes to its end in one call") {
  const Log log = uninterrupted();
  CHECK(log.finished);
  const State state = read_back(log);
  CHECK(state.done());
  CHECK(state.rounds.size() == 3);
  CHECK(state.stop_reason == "max_rounds");
  CHECK(state.checked.references.size() == 70);
  CHECK(log.steps.back().first == "report");
}

TEST_CASE("killed in any step and resumed, a run ends in the same log") {
  const Log whole = uninterrupted();
  for (std::size_t at = 0; at < whole.steps.size(); ++at) {
    CAPTURE(at, whole.steps[at].first);
    Bench b;
    Log log;
    CountingEffects dying(log, b.clock);
    dying.dies_at = static_cast<int>(at);
    State first = research::begin(kept_question());
    CHECK_FALSE(research::go_on(first, dying, 45s, b.ctx));
    REQUIRE(log.steps.size() == at);
    CountingEffects effects(log, b.clock);
    State state = read_back(log);
    REQUIRE(*research::go_on(state, effects, 45s, b.ctx) == research::Ending::finished);
    CHECK(log.steps == whole.steps);
    CHECK(log.finished);
  }
}

TEST_CASE("cut into short calls, a run ends in the same log") {
  const Log whole = uninterrupted();
  for (const auto call : {1s, 5s, 21s, 45s}) {
    for (const auto takes : {1s, 7s, 13s, 19s}) {
      // A search that never fits the call's whole time is kept as far as it came.
      if (takes > call) continue;
      for (const char* status : {"timeout", "partial", "rate_limited"}) {
        CAPTURE(call.count(), takes.count(), status);
        Bench b;
        Log log;
        CountingEffects effects(log, b.clock);
        effects.takes = takes;
        effects.when_cut = status;
        State state = research::begin(kept_question());
        int calls = 0;
        while (*research::go_on(state, effects, call, b.ctx) == research::Ending::paused) {
          REQUIRE(++calls < 1000);
          state = read_back(log);
        }
        CHECK(log.steps == whole.steps);
      }
    }
  }
}

TEST_CASE("a run waits before the step that the host's model has to answer, and goes on after") {
  Bench b;
  Log log;
  CountingEffects effects(log, b.clock);
  effects.waits_for_host = true;
  State state = research::begin(kept_question());
  CHECK(*research::go_on(state, effects, 45s, b.ctx) == research::Ending::paused);
  CHECK(state.stage == research::Stage::hypothesise);
  CHECK_FALSE(state.findings);
  State same = read_back(log);
  CHECK(*research::go_on(same, effects, 45s, b.ctx) == research::Ending::paused);
  CHECK(same.events == state.events);
  effects.waits_for_host = false;
  CHECK(*research::go_on(same, effects, 45s, b.ctx) == research::Ending::finished);
  CHECK(log.steps == uninterrupted().steps);
}

TEST_CASE("a call ends in its time") {
  Bench b;
  Log log;
  CountingEffects effects(log, b.clock);
  effects.takes = 6s;
  State state = research::begin(kept_question());
  const TimePoint start = b.clock.now();
  CHECK(*research::go_on(state, effects, 45s, b.ctx) == research::Ending::paused);
  CHECK(b.clock.now() - start <= Nanos(46s));
  CHECK(state.searches.size() >= 6);
}

TEST_CASE("a search that fails is part of the log; the first one fails the call") {
  Bench b;
  Log log;
  CountingEffects effects(log, b.clock);
  effects.fails = {"exampledrug EXT1 activation hyp-1"};
  State state = research::begin(kept_question());
  REQUIRE(*research::go_on(state, effects, 45s, b.ctx) == research::Ending::finished);
  CHECK(state.searches[1].error == "no source answered");
  CHECK(research::flow_of(state).failed_searches == 1);
  CHECK(research::limitations_of(state).size() > 4);

  Log none;
  CountingEffects broken(none, b.clock);
  broken.fails = {kept_question().question};
  State fresh = research::begin(kept_question());
  const auto ending = research::go_on(fresh, broken, 45s, b.ctx);
  REQUIRE_FALSE(ending);
  CHECK(ending.error().code == Errc::upstream_unavailable);
  CHECK(none.steps.empty());
}

TEST_CASE("a cancelled run keeps what was done") {
  Bench b;
  Log log;
  std::stop_source stop;
  b.ctx.stop = stop.get_token();
  b.ctx.progress = [&](std::string_view, double, double) {
    if (log.steps.size() == 3) stop.request_stop();
  };
  CountingEffects effects(log, b.clock);
  State state = research::begin(kept_question());
  const auto ending = research::go_on(state, effects, 45s, b.ctx);
  if (!ending) CHECK(ending.error().code == Errc::cancelled);
  CHECK(log.steps.size() >= 3);
  CHECK(log.steps.size() <= 4);
}

TEST_CASE("the flow of records adds up") {
  const State state = read_back(uninterrupted());
  const research::Flow flow = research::flow_of(state);
  CHECK(flow.searches == static_cast<int>(state.searches.size()));
  CHECK(flow.identified == flow.duplicates + flow.records);
  CHECK(flow.cited == 70);
  CHECK(flow.identified_by_source.at("pubmed") == flow.identified);
  CHECK(research::stop_sentence(state) == "All 3 rounds asked for were made.");
}

TEST_CASE("a run that met an outage is known by it, and its repetition has a name of its own") {
  State state;
  CHECK_FALSE(research::met_outage(state));
  for (const char* fine : {"ok", "skipped", "partial"}) {
    state.searches = {SearchRun{.sources = {{.source = "pubmed", .status = fine}}}};
    CHECK_FALSE(research::met_outage(state));
  }
  for (const char* silent : {"error", "timeout", "rate_limited", "blocked"}) {
    INFO(silent);
    state.searches = {SearchRun{.sources = {{.source = "europepmc", .status = "ok"}}},
                      SearchRun{.sources = {{.source = "pubmed", .status = silent}}}};
    CHECK(research::met_outage(state));
  }
  state.searches = {SearchRun{.error = "no source answered"}};
  CHECK(research::met_outage(state));

  const std::string first = research::run_id({});
  const std::string second = research::run_id_after(first);
  CHECK(second.size() == first.size());
  CHECK(second.rfind("run-", 0) == 0);
  CHECK(second != first);
  CHECK(research::run_id_after(second) != first);
}
