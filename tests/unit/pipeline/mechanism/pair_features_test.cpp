#include "pipeline/mechanism/pair_features.hpp"

#include "support/catch.hpp"

#include <algorithm>

using namespace ev::mechanism;

namespace {

ev::nlp::Features features_in(const std::string& text, const NameSpan& from, const NameSpan& to) {
  const LinkSentence sentence = link_sentence(text);
  ev::nlp::Features out = pair_features(sentence, ev::doc::Role::results, from, to, std::nullopt);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

TEST_CASE("features tell the order, the words between and the sign of cues") {
  const auto lowers = features_in("Vensolane inhibits zetokine.", {0, 0}, {2, 2});
  CHECK(lowers == features_in("Vensolane inhibits zetokine.", {0, 0}, {2, 2}));
  CHECK(lowers != features_in("Vensolane inhibits zetokine.", {2, 2}, {0, 0}));
  CHECK(lowers != features_in("Vensolane activates zetokine.", {0, 0}, {2, 2}));
  CHECK(lowers != features_in("Vensolane, inhibits zetokine.", {0, 0}, {2, 2}));
}

TEST_CASE("names at the ends of a sentence and long gaps are read within bounds") {
  std::string text = "Vensolane";
  for (int i = 0; i < 400; ++i) text += " word";
  text += " zetokine";
  CHECK(features_in(text, {0, 0}, {401, 401}).size() < 400);
  CHECK_FALSE(features_in("Vensolane zetokine", {0, 0}, {1, 1}).empty());
}
