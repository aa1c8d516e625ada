#include "pipeline/synthesis/synthesis.hpp"

#include "support/catch.hpp"

#include <string>
#include <vector>

using namespace ev;
using namespace ev::synthesis;

namespace {

StudyResult trial(std::string id, double events, double n, double events_comparator,
                  double n_comparator) {
  StudyResult s{.id = id, .label = "Trial " + id, .outcome = "cramps", .randomized = true};
  s.intervention = {.name = "tea", .n = n, .events = events};
  s.comparator = {.name = "water", .n = n_comparator, .events = events_comparator};
  return s;
}

Synthesis made(std::vector<StudyResult> studies, const SynthesisOptions& options = {}) {
  auto out = synthesize(std::move(studies), options, Context{});
  REQUIRE(out);
  return *std::move(out);
}

}  // namespace

TEST_CASE("Studies with events are pooled, the others are named with their reason") {
  StudyResult no_n = trial("3", 5, 40, 9, 41);
  no_n.comparator.n.reset();
  const Synthesis s = made({trial("1", 5, 40, 9, 41), trial("2", 7, 60, 14, 61), no_n});
  CHECK(s.measure == Measure::risk_ratio);
  REQUIRE(s.pooled);
  CHECK(s.pooled->k == 2);
  CHECK(s.participants == 202);
  CHECK(s.studies[0].weight + s.studies[1].weight == Approx(100));
  REQUIRE(s.not_poolable.size() == 1);
  CHECK(s.not_poolable[0].reason ==
        "the number of participants of the comparator arm is not stated");
  CHECK(s.without_each.size() == 2);
  CHECK(s.mantel_haenszel);
  CHECK_FALSE(s.egger);
}

TEST_CASE("The interval is HKSJ from three studies on, unless asked otherwise") {
  const std::vector<StudyResult> three = {trial("1", 5, 40, 9, 41), trial("2", 7, 60, 14, 61),
                                          trial("3", 2, 30, 6, 29)};
  CHECK(made(three).options.interval == IntervalMethod::hksj);
  CHECK(made({three[0], three[1]}).options.interval == IntervalMethod::wald);
  CHECK(made(three, {.interval = IntervalMethod::wald}).options.interval == IntervalMethod::wald);
  const Synthesis one = made({three[0]}, {.interval = IntervalMethod::hksj});
  REQUIRE(one.pooled);
  CHECK(one.notes == std::vector<std::string>{"one study: its own Wald interval"});
}

TEST_CASE("Means and deviations are derived from intervals and quartiles, and say by what") {
  StudyResult s{.id = "1", .label = "Trial 1", .outcome = "days", .randomized = true};
  s.intervention = {.name = "tea", .n = 25, .mean = 5};
  s.intervention.ci_low = 4;
  s.intervention.ci_high = 6;
  s.comparator = {.name = "water", .n = 30};
  s.comparator.median = 7;
  s.comparator.q1 = 5;
  s.comparator.q3 = 9;
  const auto made = effect_of(s, Measure::mean_difference);
  REQUIRE(made);
  CHECK(made->effect.y == Approx(-2));
  REQUIRE(made->derived.size() == 2);
  CHECK(made->derived[0].find("confidence interval of its mean") != std::string::npos);
  CHECK(made->derived[1].find("Luo 2018") != std::string::npos);
  s.comparator.q3.reset();
  CHECK(effect_of(s, Measure::mean_difference).error().message ==
        "the mean of the comparator arm is not stated");
}

TEST_CASE("Rows that share a registration are one study") {
  StudyResult paper = trial("1", 5, 40, 9, 41), registry = trial("NCT09990001", 6, 40, 9, 41);
  paper.registrations = registry.registrations = {"NCT09990001"};
  const Synthesis s = made({paper, registry, trial("2", 7, 60, 14, 61)});
  CHECK(s.studies.size() == 2);
  CHECK(s.not_poolable.size() == 1);
  // A record of several trials shares people with each of them.
  StudyResult several = trial("3", 9, 80, 18, 82);
  several.registrations = {"NCT09990001", "NCT09990002"};
  CHECK(made({paper, several}).studies.size() == 1);
}

TEST_CASE("Percentages become events only when one count alone gives them, and say so") {
  StudyResult s = trial("1", 0, 40, 0, 40);
  s.intervention.events.reset();
  s.intervention.percent = 25;
  s.comparator.events = 20;
  const auto effect = effect_of(s, Measure::risk_ratio);
  REQUIRE(effect);
  CHECK(effect->counts->events == 10);
  CHECK(effect->derived ==
        std::vector<std::string>{"events of the intervention arm from 25 % of 40"});
  s.intervention.n = 400;
  CHECK(effect_of(s, Measure::risk_ratio).error().message ==
        "the events of the intervention arm do not follow from 25 % of 400: several counts of "
        "participants give this percentage");
}

TEST_CASE("A stated effect with its interval comes before one computed from the arms") {
  StudyResult s = trial("1", 5, 40, 9, 41);
  s.effect = StatedEffect{Measure::risk_ratio, {0.5, 0.2, 1.25}};
  CHECK(effect_of(s, Measure::risk_ratio)->basis == "stated effect");
  CHECK(effect_of(s, Measure::odds_ratio)->basis == "events");
  CHECK(effect_of(s, Measure::hazard_ratio).error().message == "no HR with its interval is stated");
}

TEST_CASE("A standard error becomes a standard deviation, and says so") {
  StudyResult s{.id = "1", .label = "Trial 1", .outcome = "pain", .randomized = true};
  s.intervention = {.name = "tea", .n = 25, .mean = 3, .se = 0.4};
  s.comparator = {.name = "water", .n = 25, .mean = 4, .sd = 2};
  const auto effect = effect_of(s, Measure::mean_difference);
  REQUIRE(effect);
  CHECK(effect->effect.y == Approx(-1));
  CHECK(effect->effect.v == Approx(4.0 / 25 + 4.0 / 25));
  CHECK(effect->derived.size() == 1);
}

TEST_CASE("A study counts once, whatever its arms") {
  const Synthesis s =
      made({trial("1", 5, 40, 9, 41), trial("1", 6, 42, 9, 41), trial("2", 7, 60, 14, 61)});
  CHECK(s.pooled->k == 2);
  REQUIRE(s.not_poolable.size() == 1);
  CHECK(s.not_poolable[0].reason ==
        "another comparison of a study that is pooled already: its participants are counted once");
}

TEST_CASE("Designs are not mixed unless asked") {
  StudyResult cohort = trial("2", 7, 60, 14, 61);
  cohort.randomized = false;
  StudyResult crossover = trial("3", 2, 30, 6, 29);
  crossover.unlike_parallel = "crossover";
  const std::vector<StudyResult> all = {trial("1", 5, 40, 9, 41), cohort, crossover};
  const Synthesis apart = made(all);
  CHECK(apart.pooled->k == 1);
  REQUIRE(apart.not_poolable.size() == 2);
  CHECK(apart.not_poolable[0].reason == "not randomized; not mixed with randomized trials");
  CHECK(apart.not_poolable[1].reason == "crossover design; not mixed with parallel groups");
  CHECK(made(all, {.mix_designs = true}).pooled->k == 3);
  CHECK(made({cohort}).pooled->k == 1);
}

TEST_CASE("Subgroups are compared when there are two") {
  std::vector<StudyResult> all = {trial("1", 5, 40, 9, 41), trial("2", 7, 60, 14, 61),
                                  trial("3", 20, 30, 6, 29)};
  all[2].subgroup = "children";
  const Synthesis s = made(all, {.by_subgroup = true});
  REQUIRE(s.subgroups.size() == 2);
  CHECK(s.subgroups[0].name == "not stated");
  CHECK(s.subgroups[1].name == "children");
  CHECK(s.subgroup_test->df == 1);
  CHECK(made({all[0], all[1]}, {.by_subgroup = true}).notes ==
        std::vector<std::string>{"the studies pooled are all of one subgroup"});
}

TEST_CASE("Directions are counted over all studies, pooled or not") {
  StudyResult only_rates = trial("2", 0, 0, 0, 0);
  only_rates.intervention = {.name = "tea", .percent = 10};
  only_rates.comparator = {.name = "water", .percent = 30};
  const Synthesis s = made({trial("1", 5, 40, 9, 41), only_rates});
  CHECK(s.directions.lower == 2);
  CHECK(s.directions.higher == 0);
  CHECK(s.directions.p == 0.5);
}

TEST_CASE("Nothing that can be pooled is no estimate") {
  const Synthesis none = made({});
  CHECK_FALSE(none.pooled);
  StudyResult bare{.id = "1", .label = "Trial 1", .outcome = "cramps"};
  const Synthesis one = made({bare});
  CHECK_FALSE(one.pooled);
  CHECK(one.not_poolable.size() == 1);
}

TEST_CASE("Among very many studies none is left out in turn, and that is said") {
  std::vector<StudyResult> many;
  for (std::size_t i = 0; i <= kLeaveOneOutMost; ++i) {
    const double more = static_cast<double>(i % 7);
    many.push_back(trial(std::to_string(i), 5 + more, 60 + more, 9 + more, 61));
  }
  const Synthesis s = made(many);
  CHECK(s.studies.size() == many.size());
  CHECK(s.without_each.empty());
  CHECK(s.notes == std::vector<std::string>{"more than 200 studies: none was left out in turn"});
  many.pop_back();
  CHECK(made(many).without_each.size() == kLeaveOneOutMost);
}
