#include "pipeline/text/scopes.hpp"

#include "support/catch.hpp"

#include <string>

namespace ev::doc {

namespace {

Scope scope_of(std::string_view sentence, std::string_view word) {
  const std::vector<Token> tokens = tokenize(sentence);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].folded == word) return scope_at(sentence, tokens, i);
  }
  FAIL("no such word: " << word);
  return {};
}

}  // namespace

TEST_CASE("negation reaches the words it governs") {
  struct Case {
    const char* sentence;
    const char* word;
    bool negated;
  };
  const Case table[] = {
      {"The drug reduced mortality.", "reduced", false},
      {"The drug did not reduce mortality.", "reduce", true},
      {"There was no significant difference in pain.", "difference", true},
      {"No increase in weight was seen.", "increase", true},
      {"Patients without diabetes improved.", "diabetes", true},
      {"It failed to inhibit growth.", "inhibit", true},
      {"Age was not associated with risk.", "associated", true},
      {"There was no change in weight, but sleep improved.", "improved", false},
      {"Pain did not change; mood improved.", "improved", false},
      {"A difference was not observed.", "difference", true},
      {"It not only reduced pain.", "reduced", false},
      {"Neither dose increased risk.", "increased", true},
      {"Protocol no. 5 increased risk.", "increased", false},
      {"Lack of sleep increased risk.", "increased", true},
      {"Infection was ruled out.", "infection", true},
      {"Although pain was not reduced, function improved.", "function", true},
  };
  for (const Case& c : table) {
    CAPTURE(c.sentence, c.word);
    CHECK(scope_of(c.sentence, c.word).negated == c.negated);
  }
}

TEST_CASE("hedges") {
  CHECK(scope_of("The drug may reduce mortality.", "reduce").hedged);
  CHECK(scope_of("These data suggest that it reduces risk.", "reduces").hedged);
  CHECK(scope_of("Reduction appears possible.", "reduction").hedged);
  CHECK(scope_of("We asked whether it reduces risk.", "reduces").hedged);
  CHECK_FALSE(scope_of("The drug reduced mortality.", "reduced").hedged);
  CHECK_FALSE(scope_of("In May 2010 it reduced risk.", "reduced").hedged);
}

TEST_CASE("an index outside the sentence has no scope") {
  CHECK_FALSE(scope_at("", {}, 0).negated);
  CHECK_FALSE(scope_at("x", tokenize("x"), 7).hedged);
}

}  // namespace ev::doc
