#include "pipeline/research/plan.hpp"

#include "base/codec.hpp"
#include "facts_support.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <set>

using namespace ev;
using research::Event;
using research::Options;
using research::SearchRun;
using research::Stage;
using research::State;

namespace {

Options asked() {
  return {.question = "exampledrug example disease",
          .sources = {"pubmed", "europepmc"},
          .as_of = "2026-01-02"};
}

template <class T>
std::string text_of(const T& value) {
  return dump_json(encode(value));
}

Json found(const std::vector<std::string>& ids) {
  SearchRun run{.result_set = "rs-0", .ids = ids};
  run.sources = {
      {.source = "pubmed", .status = "ok", .found = 9, .returned = static_cast<int>(ids.size())}};
  return encode(run);
}

void do_search(State& state, const std::vector<std::string>& ids) {
  Json data = found(ids);
  data["query"] = state.queue.front().query;
  data["requests"] = research::cost_of(state.queue.front(), state);
  data["purpose"] = state.queue.front().purpose;
  research::apply(state, {.stage = state.stage, .data = dump_json(data)});
}

// To the judge of the round, every search finding the ids that `next` gives.
template <class Next>
void do_round(State& state, const research::Findings& findings, const Next& next) {
  while (state.stage != Stage::judge) {
    if (!state.queue.empty()) {
      do_search(state, next());
    } else {
      research::apply(state, {.stage = state.stage, .data = text_of(findings)});
    }
  }
}

research::Findings weak_findings() {
  research::Findings f = test::good_findings();
  f.clinical = {};
  return f;
}

void do_judge(State& state) {
  research::apply(state,
                  {.stage = Stage::judge,
                   .data = text_of(research::judge(*state.findings, research::Rubric::mechanism,
                                                   "exampledrug", research::queries_run(state)))});
}

}  // namespace

TEST_CASE("a round goes through its stages in order and asks no query twice") {
  State state = research::begin(asked());
  REQUIRE(state.stage == Stage::search);
  REQUIRE(state.queue.size() == 1);
  CHECK(state.queue.front().query == asked().question);
  std::vector<Stage> order;
  std::set<std::string> queries;
  int n = 0;
  while (state.stage != Stage::judge) {
    if (order.empty() || order.back() != state.stage) order.push_back(state.stage);
    if (!state.queue.empty()) {
      CHECK(queries.insert(state.queue.front().query).second);
      do_search(state, {std::to_string(++n)});
    } else {
      research::apply(state, {.stage = state.stage, .data = text_of(weak_findings())});
    }
  }
  CHECK(order == std::vector<Stage>{Stage::search, Stage::hypothesise, Stage::targeted,
                                    Stage::test_searches, Stage::test});
  CHECK(queries.count("exampledrug EXT1 activation hyp-1") == 1);
  CHECK(queries.count("EXT1 AND example process AND no effect") == 1);
}

TEST_CASE("tests ask PubMed alone where it is asked at all") {
  State state = research::begin(asked());
  state.findings = test::good_findings();
  state.stage = Stage::test_searches;
  for (const auto& search : research::searches_of(state))
    CHECK(search.sources == std::vector<std::string>{"pubmed"});
  state.options.sources = {"europepmc"};
  CHECK(research::searches_of(state).front().sources == state.options.sources);
}

TEST_CASE("the run ends when the judge is content") {
  State state = research::begin(asked());
  int n = 0;
  do_round(state, test::good_findings(),
           [&] { return std::vector<std::string>{std::to_string(++n)}; });
  do_judge(state);
  CHECK(state.stop_reason == "sufficient");
  CHECK(state.stage == Stage::rank);
}

TEST_CASE("the run ends with its rounds, whatever the judge asks for") {
  Options options = asked();
  options.max_rounds = 2;
  State state = research::begin(options);
  int n = 0;
  for (int round = 1; round <= 2; ++round) {
    CHECK(state.round == round);
    do_round(state, weak_findings(), [&] { return std::vector<std::string>{std::to_string(++n)}; });
    do_judge(state);
  }
  CHECK(state.stop_reason == "max_rounds");
  CHECK(state.rounds.size() == 2);
}

TEST_CASE("a round that brings nothing new ends the run") {
  Options options = asked();
  options.max_rounds = 10;
  options.max_requests = 5000;
  State state = research::begin(options);
  for (int round = 1; round <= 9 && state.stop_reason.empty(); ++round) {
    do_round(state, weak_findings(), [] { return std::vector<std::string>{"1"}; });
    do_judge(state);
  }
  CHECK(state.stop_reason == "nothing_new");
  CHECK(state.rounds.size() == 2);
}

TEST_CASE("a budget of requests is kept and what it leaves out is named") {
  for (const int budget : {3, 5, 10, 20}) {
    CAPTURE(budget);
    Options options = asked();
    options.max_requests = budget;
    State state = research::begin(options);
    int n = 0;
    int steps = 0;
    while (state.stage != Stage::rank && steps++ < 1000) {
      if (!state.queue.empty()) {
        do_search(state, {std::to_string(++n)});
      } else if (state.stage == Stage::judge) {
        if (!state.findings) state.findings = research::Findings{};
        do_judge(state);
      } else {
        research::apply(state, {.stage = state.stage, .data = text_of(weak_findings())});
      }
    }
    CHECK(state.stage == Stage::rank);
    CHECK(state.requests <= budget);
    CHECK(state.stop_reason == "max_requests");
    CHECK_FALSE(state.not_run.empty());
  }
}

TEST_CASE("a budget of time ends the run after the round it was used up in") {
  Options options = asked();
  options.max_seconds = 5;
  State state = research::begin(options);
  Json data = found({"1"});
  research::apply(state, {.stage = Stage::search, .elapsed_ms = 6000, .data = dump_json(data)});
  CHECK(state.stage == Stage::hypothesise);
  research::apply(state, {.stage = Stage::hypothesise, .data = text_of(weak_findings())});
  CHECK(state.stage == Stage::test);
  research::apply(state, {.stage = Stage::test, .data = text_of(weak_findings())});
  do_judge(state);
  CHECK(state.stop_reason == "max_seconds");
}

TEST_CASE("the id of a run names what was asked and how") {
  const std::string id = research::run_id(asked());
  CHECK(id.size() == 16);
  CHECK(id == research::run_id(asked()));
  Options other = asked();
  other.max_rounds = 4;
  CHECK(id != research::run_id(other));
  other = asked();
  other.as_of = "2026-01-03";
  CHECK(id != research::run_id(other));
}

TEST_CASE("words are put to a question in PubMed syntax without breaking it") {
  Options options = asked();
  options.question = "does exampledrug help?";
  CHECK(research::subject_of(options) == "does exampledrug help");
  options.question = "a[tiab] OR b[tiab]";
  CHECK(research::subject_of(options) == "(a[tiab] OR b[tiab]) AND");
}
