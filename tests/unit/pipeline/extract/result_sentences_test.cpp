#include "pipeline/extract/result_sentences.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

// Whether the rule holds of the last sentence.
template <class Test>
bool holds(Test test, const std::string& sentence) {
  const model::Article article = article_of("RESULTS: " + sentence);
  const RecordText record(article);
  return test(record.sentences().back());
}

bool trial(const std::string& abstract) {
  const model::Article article = article_of(abstract);
  return reports_trial(RecordText(article));
}

}  // namespace

TEST_CASE("thresholds, ratios of ratios and conclusions report no result") {
  CHECK(holds(sets_threshold, "A P value <.05 was considered significant."));
  CHECK_FALSE(holds(may_report, "The ratio of the odds ratios was 0.7."));
  CHECK(holds(reports_results, "Pain was lower with tea (P=.02)."));
  CHECK_FALSE(holds(reports_results, "These results suggest that tea helps."));
}

TEST_CASE("groups before treatment") {
  CHECK(holds(tells_baseline, "The groups were alike in demographic characteristics."));
  CHECK(holds(tells_baseline, "Before starting treatment pain was similar in both groups."));
  CHECK_FALSE(holds(tells_baseline, "Pain was lower than before treatment."));
}

TEST_CASE("groups by what people are") {
  CHECK(holds(compares_kinds_of_people, "Falls were rarer in gout than that in asthma."));
  CHECK(holds(compares_kinds_of_people,
              "Relief was similar to that in patients who had a full response."));
  CHECK(holds(compares_kinds_of_people,
              "Ferritin was lower in nurses with gout than in those "
              "without (1 vs 2 mg)."));
  CHECK(holds(compares_kinds_of_people, "Nurses who slept were significantly older (59 vs 49)."));
  CHECK_FALSE(holds(compares_kinds_of_people, "Falls were rarer than in the water group."));
  CHECK_FALSE(holds(compares_kinds_of_people, "Falls were rarer than in patients given water."));
}

TEST_CASE("a trial is told by its design or by lots") {
  CHECK(trial("METHODS: In a randomized controlled trial nurses were randomly assigned to tea."));
  CHECK_FALSE(trial("METHODS: In a cohort study we followed nurses who drank tea."));
}

}  // namespace ev::extract
