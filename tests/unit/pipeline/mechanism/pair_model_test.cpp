#include "pipeline/mechanism/pair_model.hpp"

#include "pipeline/mechanism/link_names.hpp"
#include "support/catch.hpp"

using namespace ev::mechanism;

namespace {

SignOdds odds_in(const std::string& text) {
  const LinkSentence sentence = link_sentence(text);
  const auto from = LinkNames("vensolane").find(text, sentence.tokens);
  const auto to = LinkNames("zetokine").find(text, sentence.tokens);
  REQUIRE(from.size() == 1);
  REQUIRE(to.size() == 1);
  return sign_odds(sentence, ev::doc::Role::results, from[0], to[0],
                   read_pair(sentence, from[0], to[0], false));
}

}  // namespace

TEST_CASE("the model tells what is raised from what is lowered") {
  CHECK(odds_in("Vensolane inhibits zetokine.").sign() == -1);
  CHECK(odds_in("Vensolane, a selective zetokine antagonist, was infused.").sign() == -1);
  CHECK(odds_in("Vensolane increased the expression of zetokine.").sign() == 1);
  CHECK(odds_in("Vensolane-induced activation of zetokine was seen.").sign() == 1);
}

TEST_CASE("names without a statement have lower odds than a statement") {
  const double stated = odds_in("Vensolane inhibits zetokine.").either();
  CHECK(odds_in("Vensolane and zetokine were measured.").either() < stated / 2);
  CHECK(stated > 0.35);
  CHECK(stated <= 1);
}
