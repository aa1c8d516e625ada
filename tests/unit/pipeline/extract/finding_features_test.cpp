#include "pipeline/extract/finding_features.hpp"

#include "helpers.hpp"
#include "pipeline/extract/finding_weights.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace ev::extract {

namespace {

std::set<std::string> names_of(const std::vector<std::uint16_t>& features) {
  std::set<std::string> out;
  for (const std::uint16_t feature : features) out.insert(finding_feature_name(feature));
  return out;
}

}  // namespace

TEST_CASE("a sentence is seen by its cues, its words and its place") {
  const model::Article article = article_of(
      "Sleep is short. Eighty adults drank tea. These results suggest that tea lengthens sleep.",
      "Tea and sleep");
  const RecordText record(article);
  const std::vector<Stated> stated = stated_sentences(record);
  REQUIRE(stated.size() == 3);
  const std::set<std::string> words = names_of(stated.back().words);
  CHECK(words.count("cue suggest|suggests|suggested|suggesting") == 1);
  CHECK(words.count("word that") == 1);
  CHECK(words.count("first these") == 1);
  CHECK(words.count("title 4") == 1);  // both of its content words
  CHECK(words.count("word tea") == 0);
  const std::set<std::string> place = names_of(stated.back().place);
  CHECK(place.count("from end 0") == 1);
  CHECK(place.count("from start 2") == 1);
  CHECK(names_of(stated[1].place).count("from end 1") == 1);
}

TEST_CASE("features have names of their own, and each weight is of one of them") {
  std::set<std::string> names;
  for (std::size_t i = 0; i < finding_feature_count(); ++i) names.insert(finding_feature_name(i));
  CHECK(names.size() == finding_feature_count());
  const FindingWeights& weights = finding_weights();
  CHECK(std::all_of(weights.of.begin(), weights.of.end(),
                    [&](const FindingWeight& row) { return names.count(row.feature) == 1; }));
  CHECK(weights.of.size() > 100);
}

TEST_CASE("notices, announcements and limits state nothing") {
  const model::Article article = article_of(
      "Tea lengthens sleep. A limitation is the small sample. Larger trials are needed. "
      "Supplementary data are available at the journal.");
  CHECK(stated_sentences(RecordText(article)).size() == 1);
}

}  // namespace ev::extract
