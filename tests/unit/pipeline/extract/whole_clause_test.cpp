#include "pipeline/extract/whole_clause.hpp"

#include "helpers.hpp"
#include "pipeline/extract/figures.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

std::string told_figures(const std::string& results) {
  const model::Article article = article_of("RESULTS: " + results);
  const RecordText record(article);
  const Sentence& sentence = record.sentences().back();
  const ByteRange whole{0, sentence.text.size()};
  const auto found = figures_in(record, sentence, whole);
  if (!found) return "-";
  const ByteRange told =
      with_what_they_tell(sentence, *found, clause_of(sentence, found->begin, found->end));
  return std::string(sentence.text.substr(told.begin, told.end - told.begin));
}

}  // namespace

TEST_CASE("figures come with the words that say what was counted") {
  CHECK(told_figures("Falls were rarer with tea (15% vs. 41%, P = .02).") ==
        "Falls were rarer with tea (15% vs. 41%, P = .02)");
  CHECK(told_figures("Although not for certain, tea led to more naps (15%) vs. water (11%).") ==
        "Although not for certain, tea led to more naps (15%) vs. water (11%)");
  CHECK(told_figures("Grip rose in both groups (P<.01), but more with tea (9 vs 5 kg, P = .02).") ==
        "Grip rose in both groups (P<.01), but more with tea (9 vs 5 kg, P = .02)");
  CHECK(told_figures("At noon either grip (9 vs 5 kg; P = .02) and pulse (60 vs 70/min; P = .03) "
                     "were changed by tea.") ==
        "At noon either grip (9 vs 5 kg; P = .02) and pulse (60 vs 70/min; P = .03) were changed "
        "by tea");
}

TEST_CASE("figures are told with the next arm's and with what takes them back") {
  CHECK(
      told_figures("Rest was found in 9 of 10 (90%) in the tea group, 2 of 10 (20%) in the water "
                   "group (P<.01) and 3 of 10 (30%) in the milk group (P<.01).") ==
      "Rest was found in 9 of 10 (90%) in the tea group, 2 of 10 (20%) in the water group (P<.01) "
      "and 3 of 10 (30%) in the milk group (P<.01)");
  CHECK(
      told_figures("Pain was 13 vs 27 mm (P = .006) and grip 6 vs 12 kg (P = .008) with water and "
                   "tea, respectively.") ==
      "Pain was 13 vs 27 mm (P = .006) and grip 6 vs 12 kg (P = .008) with water and tea, "
      "respectively");
  CHECK(told_figures("Scores were lower with tea (4.5 vs 6), but this was not significant.") ==
        "Scores were lower with tea (4.5 vs 6), but this was not significant");
}

}  // namespace ev::extract
