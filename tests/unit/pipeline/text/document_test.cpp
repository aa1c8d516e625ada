#include "pipeline/text/document.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"

namespace ev::doc {

namespace {

model::Article tea_trial() {
  model::Article a;
  a.title = "Tea for caf\u00E9 owners: a trial";
  a.abstract = "AIM: To test tea.\nRESULTS: \u03B2-scores fell by 5 \u00B1 2. Sleep did not.";
  return a;
}

}  // namespace

TEST_CASE("a document is its title and the sentences of its abstract") {
  const model::Article a = tea_trial();
  const Document document(a);
  REQUIRE(document.sentences().size() == 4);
  CHECK(document.sentences()[0].role == Role::title);
  CHECK(document.text(document.sentences()[1].span) == "To test tea.");
  CHECK(document.sentences()[1].role == Role::objective);
  CHECK(document.sentences()[1].labelled);
  CHECK(document.text(document.sentences()[2].span) == "\u03B2-scores fell by 5 \u00B1 2.");
  CHECK(document.sentences()[3].role == Role::results);
}

TEST_CASE("quotes carry code-point offsets and no surrounding space") {
  const model::Article a = tea_trial();
  const Document document(a);
  for (const Sentence& sentence : document.sentences()) {
    Span wide = sentence.span;
    if (wide.begin > 0) --wide.begin;
    const Quote quote = document.quote(wide);
    CHECK(quote.text == text::trim(document.text(wide)));
    CHECK(text::slice(document.text(quote.field), static_cast<std::size_t>(quote.start),
                      static_cast<std::size_t>(quote.end)) == quote.text);
  }
  CHECK(document.quote({Field::abstract, 900, 950}).text.empty());
}

TEST_CASE("sentence_at finds the sentence of a byte; labels belong to none") {
  const model::Article a = tea_trial();
  const Document document(a);
  CHECK(document.sentence_at(Field::abstract, 0) == nullptr);
  CHECK(document.sentence_at(Field::abstract, 6) == &document.sentences()[1]);
  CHECK(document.sentence_at(Field::title, 3) == &document.sentences()[0]);
}

TEST_CASE("empty records have empty documents") {
  const model::Article a;
  CHECK(Document(a).sentences().empty());
}

TEST_CASE("tokens are runs of letters and digits, folded") {
  const auto tokens = tokenize("Caf\u00E9-au-lait, \u03B21 5\u00B15");
  REQUIRE(tokens.size() == 6);
  CHECK(tokens[0].folded == "cafe");
  CHECK(tokens[0].end == 5);
  CHECK(tokens[3].folded == "\u03B21");
  CHECK(tokens[5].folded == "5");
  CHECK_FALSE(tokens[0].small);
  CHECK(tokens[1].small);
  CHECK_FALSE(tokenize("aU").front().small);
}

TEST_CASE("tokens carry the hashes of their word and of its opening") {
  const Token token = tokenize("Teapots").front();
  CHECK(token.hash == word_hash("teapots"));
  CHECK(token.opening == opening_of("teap"));
  CHECK(opening_of("teapot") == opening_of("teapots"));
  CHECK(opening_of("tea") == word_token("tea").opening);
  CHECK(opening_of("5mg") == kDigitOpening);
  CHECK(opening_of("72") == kDigitOpening);
  CHECK(opening_of("") < kOpenings);
}

TEST_CASE("names of fields and roles") {
  CHECK(std::string(to_string(Field::title)) == "title");
  CHECK(std::string(to_string(Role::conclusions)) == "conclusions");
}

}  // namespace ev::doc
