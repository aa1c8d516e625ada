#include "pipeline/mechanism/sentence_view.hpp"

#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

// Everything a view borrows, kept together.
struct Viewed {
  explicit Viewed(std::string sentence)
      : text(std::move(sentence)),
        tokens(doc::tokenize(text)),
        mentions(find_mentions(text, tokens, vocabulary)),
        view(text, tokens, mentions, vocabulary) {}
  std::string text;
  Vocabulary vocabulary;
  std::vector<doc::Token> tokens;
  std::vector<Mention> mentions;
  SentenceView view;
};

}  // namespace

TEST_CASE("clauses end at semicolons and contrasts") {
  const Viewed v("Zortolol fell; metformin rose whereas aspirin stayed.");
  CHECK(v.view.clause_begin(3) == 2);
  CHECK(v.view.clause_end(2) == 4);
}

TEST_CASE("cues bound to a name or joined by a hyphen are not free") {
  CHECK(Viewed("The AMPK inhibitor fell.").view.free_cues().size() == 1);
  CHECK(Viewed("Meal-stimulated apoptosis.").view.free_cues().empty());
  CHECK(Viewed("It up-regulates AMPK.").view.free_cues().size() == 1);
}

TEST_CASE("names in prepositional phrases hang on what precedes them") {
  const Viewed v("Metformin in patients with heart failure reduces mortality.");
  REQUIRE(v.mentions.size() == 3);
  CHECK_FALSE(v.view.in_phrase(0, 0));
  CHECK(v.view.in_phrase(1, 0));
  CHECK(v.view.head({0, 1}, 0) == 0);
}

TEST_CASE("comparisons need a control on the other side") {
  CHECK(Viewed("Mortality was lower than with aspirin.").view.compared_with_active(2));
  CHECK_FALSE(Viewed("Mortality was lower than with placebo.").view.compared_with_active(2));
}
