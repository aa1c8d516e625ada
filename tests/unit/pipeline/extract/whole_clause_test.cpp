#include "pipeline/extract/whole_clause.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

// What is told of the bytes [begin, end) of a sentence.
std::string told(const std::string& sentence, std::size_t begin, std::size_t end) {
  const model::Article article = article_of("RESULTS: " + sentence);
  const RecordText record(article);
  const Sentence& text = record.sentences().back();
  const auto clause = whole_clause(text, {begin, end});
  return clause ? std::string(text.text.substr(clause->begin, clause->end - clause->begin)) : "-";
}

}  // namespace

TEST_CASE("a clause is told without the words that join it to another") {
  const std::string text = "Pulse stayed, but grip rose with tea (9 vs 5 kg).";
  CHECK(told(text, 13, text.size()) == "grip rose with tea (9 vs 5 kg)");
  CHECK(told(text, 0, 12) == "Pulse stayed");
}

TEST_CASE("a long clause is told as far as the bracket of its p value") {
  const std::string rest = " and in all the other wards of the house" + std::string(300, 'x') + ".";
  const std::string text = "Falls were rarer with tea (15% vs 41%, P = .02)";
  CHECK(told(text + rest, 0, text.size() + rest.size()) == text);
  CHECK(told("Falls were rarer with tea" + rest, 0, 25 + rest.size()) == "-");
}

}  // namespace ev::extract
