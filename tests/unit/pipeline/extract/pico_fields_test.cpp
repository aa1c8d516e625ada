#include "helpers.hpp"
#include "pipeline/extract/pico.hpp"
#include "support/catch.hpp"

#include <algorithm>

namespace ev::extract {

TEST_CASE("the rules' best phrase leads where the tagger agrees") {
  const model::Article article = article_of(
      "METHODS: Sixty women with chronic insomnia were randomized to receive aspirin or placebo. "
      "RESULTS: Aspirin reduced pain scores.",
      "Aspirin for insomnia");
  const RecordText record(article);
  const Findings population = find_population(record);
  REQUIRE_FALSE(population.candidates.empty());
  CHECK(population.candidates.front().text ==
        population_candidates(record).candidates.front().text);
  // Each phrase once, and each stands on itself.
  for (const Findings& findings :
       {find_population(record), find_intervention(record), find_outcomes(record)}) {
    std::vector<std::string> texts;
    for (const Candidate& candidate : findings.candidates) {
      CHECK(candidate.text == candidate.ground.quote);
      CHECK(candidate.flag == true);
      texts.push_back(candidate.text);
    }
    std::sort(texts.begin(), texts.end());
    CHECK(std::adjacent_find(texts.begin(), texts.end()) == texts.end());
  }
}

TEST_CASE("a text without trial words gives nothing") {
  const model::Article article = article_of("");
  const RecordText record(article);
  CHECK(find_population(record).candidates.empty());
  CHECK(find_outcomes(record).candidates.empty());
}

}  // namespace ev::extract
