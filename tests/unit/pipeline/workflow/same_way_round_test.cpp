#include "pipeline/workflow/same_way_round.hpp"

#include "pipeline/workflow/synthesize.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::workflow;
using synthesis::StudyResult;

namespace {

StudyResult between(std::string first, std::string second) {
  StudyResult s{.id = first + second, .label = "Trial", .outcome = "fever"};
  s.intervention.name = std::move(first);
  s.comparator.name = std::move(second);
  return s;
}

WayRound way(const char* first, const char* second, const StudyResult& reference) {
  return way_round(between(first, second), reference);
}

StudyResult counted(const char* id, const char* first, double events, const char* second,
                    double events_comparator) {
  StudyResult s = between(first, second);
  s.id = s.label = id;
  s.intervention.n = s.comparator.n = 100;
  s.intervention.events = events;
  s.comparator.events = events_comparator;
  s.randomized = true;
  s.origin = synthesis::Origin::user;
  return s;
}

}  // namespace

TEST_CASE("The same two treatments the other way round are told by their names") {
  const StudyResult zinc = between("zinc", "placebo");
  CHECK(way("placebo", "zinc", zinc) == WayRound::turned);
  CHECK(way("Placebo group", "Zinc group", zinc) == WayRound::turned);
  CHECK(way("control", "zinc acetate", zinc) == WayRound::turned);
  CHECK(way("usual care", "intervention", zinc) == WayRound::turned);
  CHECK(way("zinc acetate", "usual care", zinc) == WayRound::as_given);
  CHECK(way("zinc 80 mg", "placebo", zinc) == WayRound::as_given);
  const StudyResult active = between("omeprazole", "ranitidine");
  CHECK(way("ranitidine 150 mg", "omeprazole 20 mg", active) == WayRound::turned);
  CHECK(way("omeprazole 40 mg", "ranitidine", active) == WayRound::as_given);
  const StudyResult added = between("aspirin plus clopidogrel", "aspirin");
  CHECK(way("aspirin alone", "aspirin and clopidogrel", added) == WayRound::turned);
  CHECK(way("clopidogrel and aspirin", "aspirin", added) == WayRound::as_given);
}

TEST_CASE("Doses of one drug are told by what their names have of their own") {
  const StudyResult doses = between("aspirin 300 mg", "aspirin 100 mg");
  CHECK(way("aspirin 100 mg", "aspirin 300 mg", doses) == WayRound::turned);
  CHECK(way("100 mg of aspirin", "300 mg of aspirin", doses) == WayRound::turned);
  CHECK(way("aspirin 300 mg daily", "aspirin 100 mg daily", doses) == WayRound::as_given);
  CHECK(way("high-dose aspirin", "low-dose aspirin", doses) == WayRound::untold);
}

TEST_CASE("One arm that is the reference's other does not tell the way round") {
  const StudyResult active = between("omeprazole", "ranitidine");
  CHECK(way("ranitidine", "famotidine", active) == WayRound::untold);
  CHECK(way("famotidine", "omeprazole", active) == WayRound::untold);
}

TEST_CASE("Other comparisons, and arms without names, are as they are given") {
  const StudyResult active = between("omeprazole", "ranitidine");
  CHECK(way("zinc", "copper", active) == WayRound::as_given);
  CHECK(way("lansoprazole", "ranitidine", active) == WayRound::as_given);
  CHECK(way("", "", active) == WayRound::as_given);
  CHECK(way("omeprazole", "ranitidine", between("", "")) == WayRound::as_given);
}

TEST_CASE("Cells are exchanged, ratios inverted and differences negated with their intervals") {
  StudyResult ratio = between("placebo", "zinc");
  ratio.effect = synthesis::StatedEffect{synthesis::Measure::risk_ratio, {2, 1.25, 4}};
  StudyResult difference = between("placebo", "zinc");
  difference.effect = synthesis::StatedEffect{synthesis::Measure::mean_difference, {2, 1, 4}};
  const auto out = same_way_round({counted("1", "zinc", 10, "placebo", 20),
                                   counted("2", "placebo", 30, "zinc", 12), ratio, difference});
  REQUIRE(out.studies.size() == 4);
  CHECK(out.studies[1].intervention.events == 12);
  CHECK(out.studies[1].comparator.events == 30);
  CHECK(out.studies[2].effect->interval.estimate == Approx(0.5));
  CHECK(out.studies[2].effect->interval.low == Approx(0.25));
  CHECK(out.studies[2].effect->interval.high == Approx(0.8));
  CHECK(out.studies[3].effect->interval.estimate == -2);
  CHECK(out.studies[3].effect->interval.low == -4);
  CHECK(out.notes.size() == 3);
  CHECK(out.notes[0] == "2: stated of placebo against zinc, turned round");
}

TEST_CASE("Rows of both orientations are pooled as one, and what is untold is left out") {
  SynthesisRequest request;
  request.rows = {counted("1", "omeprazole", 10, "ranitidine", 20),
                  counted("2", "ranitidine", 22, "omeprazole", 11),
                  counted("3", "ranitidine", 22, "famotidine", 11)};
  const auto out = synthesize(request, Context{});
  REQUIRE(out);
  const synthesis::Synthesis& made = out->outcomes[0];
  REQUIRE(made.studies.size() == 2);
  CHECK(made.pooled->estimate == Approx(std::log(0.5)).margin(0.01));
  REQUIRE(made.not_poolable.size() == 1);
  CHECK(made.not_poolable[0].reason ==
        "which way round its arms are cannot be told: ranitidine against famotidine, beside "
        "omeprazole against ranitidine");
  CHECK(made.directions.lower == 2);
  CHECK(made.directions.higher == 0);
}

TEST_CASE("A question says which way round the user's rows are taken") {
  SynthesisRequest request;
  request.question = "Does zinc reduce fever compared with placebo?";
  request.rows = {counted("1", "placebo", 20, "zinc", 10), counted("2", "zinc", 11, "placebo", 22)};
  const auto out = synthesize(request, Context{});
  REQUIRE(out);
  CHECK(out->outcomes[0].pooled->estimate == Approx(std::log(0.5)).margin(0.01));
}
