#include "pipeline/question/construction.hpp"

#include "support/catch.hpp"

#include <string>

using namespace ev::question;

namespace {

struct Parts {
  std::string given, outcome;
  Effect effect = Effect::light;
};

std::string text_of(const std::vector<Word>& words, const WordRange& range) {
  std::string out;
  for (std::size_t i = range.begin; i < range.end; ++i)
    out += (out.empty() ? "" : " ") + words[i].text;
  return out;
}

Parts parts_of(const char* text) {
  const std::vector<Word> words = words_of(text);
  const std::vector<ConceptSpan> names = ConceptLexicon::built_in().find(words);
  const auto reading = read_construction(words, names, find_predicates(words, names));
  REQUIRE(reading);
  return {text_of(words, reading->given), text_of(words, reading->outcome), reading->effect};
}

}  // namespace

TEST_CASE("what is known of the words tells the slots where the order does not") {
  const Parts active = parts_of("zentolol improves asthma");
  CHECK(active.given == "zentolol");
  CHECK(active.outcome == "asthma");
  CHECK(active.effect == Effect::good);
  const Parts turned = parts_of("asthma improves with zentolol");
  CHECK(turned.given == "zentolol");
  CHECK(turned.outcome == "asthma");
  CHECK(turned.effect == Effect::good);
}

TEST_CASE("of things that nobody knows the construction alone tells") {
  const Parts active = parts_of("foo reduces bar");
  CHECK(active.given == "foo");
  CHECK(active.outcome == "bar");
  const Parts passive = parts_of("bar is reduced by foo");
  CHECK(passive.given == "foo");
  CHECK(passive.outcome == "bar");
  CHECK(passive.effect == Effect::down);
}

TEST_CASE("a nominal form is no predicate of its own, and names hide what is in them") {
  const std::vector<Word> words = words_of("foo causes a reduction of heart rate");
  const auto names = ConceptLexicon::built_in().find(words);
  const auto predicates = find_predicates(words, names);
  REQUIRE(predicates.size() == 2);
  CHECK(predicates[0].form == PredicateForm::verb);
  CHECK(predicates[1].form == PredicateForm::noun);
  CHECK(parts_of("zentolol saves lives").outcome == "saves lives");
}

TEST_CASE("a long text is read within bounds") {
  std::string text = "zentolol reduces pain";
  for (int i = 0; i < 400; ++i) text += " with by in of more less reduces";
  const std::vector<Word> words = words_of(text);
  const auto names = ConceptLexicon::built_in().find(words);
  CHECK_NOTHROW(read_construction(words, names, find_predicates(words, names)));
  CHECK_FALSE(read_construction({}, {}, {}));
}
