#include "pipeline/extract/sides.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

// Of a trial of tea against water whether the last sentence tells it of tea.
std::string holds(const std::string& sentence) {
  const model::Article article =
      article_of("METHODS: Nurses were randomly assigned to tea or water. RESULTS: " + sentence,
                 "Tea versus water in nurses");
  const Reading reading(article);
  const Line& line = reading.lines().back();
  const Stretch whole{0, line.text.size()};
  const auto change = change_in(words_in(line, whole));
  if (!change) return "no change";
  const auto found = holds_of_treated(sides_of(reading), line, whole, *change);
  return !found ? "-" : *found ? "tea" : "water";
}

}  // namespace

TEST_CASE("what stands behind the comparing word is compared with") {
  CHECK(holds("Pain was lower with tea than with water.") == "tea");
  CHECK(holds("Pain was lower with water than with tea.") == "water");
  CHECK(holds("Compared with water, pain was lower with tea.") == "tea");
  CHECK(holds("Tea was superior to water in reducing pain.") == "tea");
}

TEST_CASE("than a number is a bound, not a comparison") {
  CHECK(holds("Tea reduced pain to lower than 40 mm.") == "tea");
}

}  // namespace ev::extract
