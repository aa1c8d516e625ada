#include "pipeline/extract/clauses.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

std::string joined_clauses(const std::string& told) {
  const model::Article article = article_of("RESULTS: " + told);
  const RecordText record(article);
  const Sentence& sentence = record.sentences().back();
  std::string out;
  for (const ByteRange& clause : clauses_of(sentence))
    out += "[" + std::string(sentence.text.substr(clause.begin, clause.end - clause.begin)) + "]";
  return out;
}

}  // namespace

TEST_CASE("clauses end at turning words and semicolons outside of brackets") {
  CHECK(joined_clauses("Pain fell with tea, whereas sleep rose; naps did not.") ==
        "[Pain fell with tea,][whereas sleep rose][ naps did not.]");
  CHECK(joined_clauses("Pain was lower with tea (4 vs 6; P=.02) but sleep was not.") ==
        "[Pain was lower with tea (4 vs 6; P=.02)][but sleep was not.]");
}

}  // namespace ev::extract
