#include "pipeline/extract/arm_terms.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

// Of a trial of tea against placebo whether the last sentence tells it of tea.
std::string holds(const std::string& told) {
  const model::Article article = article_of(
      "OBJECTIVE: To study the effect of tea on pain. METHODS: Nurses were randomly "
      "assigned to tea or placebo. RESULTS: " +
      told);
  const RecordText record(article);
  const Sentence& sentence = record.sentences().back();
  const ByteRange whole{0, sentence.text.size()};
  const auto change = change_in(words_in(sentence, whole));
  if (!change) return "no change";
  const auto found = holds_of_treated(arm_terms_of(record), sentence, whole, *change);
  return !found ? "-" : *found ? "tea" : "placebo";
}

}  // namespace

TEST_CASE("what stands behind the comparing word is compared with") {
  CHECK(holds("Pain was lower with tea than with placebo.") == "tea");
  CHECK(holds("Pain was lower with placebo than with tea.") == "placebo");
  CHECK(holds("Pain was lower with tea plus milk than with tea alone.") == "-");
  CHECK(holds("Compared with placebo, pain was lower with tea.") == "tea");
  CHECK(holds("Tea was superior to placebo in reducing pain.") == "tea");
}

TEST_CASE("than a number is a bound, not a comparison") {
  CHECK(holds("Tea reduced pain to lower than 40 mm.") == "tea");
}

}  // namespace ev::extract
