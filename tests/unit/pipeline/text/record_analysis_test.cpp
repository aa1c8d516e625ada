#include "pipeline/text/record_analysis.hpp"

#include "support/catch.hpp"

namespace ev::doc {

TEST_CASE("a record is analysed once for all readers") {
  model::Article article;
  article.title = "Tea and chronic lung disease (CLD)";
  article.abstract = "In 60 adults tea helped CLD. Sleep was 1.5 h longer.";
  const RecordAnalysis record(article);
  REQUIRE(record.sentences().size() == record.document().sentences().size());
  REQUIRE(record.sentences().size() == 3);
  CHECK(record.sentences()[0].sentence.role == Role::title);
  CHECK(record.sentences()[1].text == "In 60 adults tea helped CLD.");
  CHECK(record.sentences()[1].tokens.size() == 6);
  CHECK(record.sentences()[1].tokens.back().folded == "cld");

  REQUIRE(record.numbers().size() == 3);
  CHECK(record.numbers()[0].empty());
  CHECK(record.numbers()[1].at(0).value == 60);
  CHECK(record.numbers()[2].at(0).value == 1.5);
  CHECK(&record.numbers() == &record.numbers());  // found once

  REQUIRE(record.abbreviations().size() == 1);
  CHECK(record.abbreviations()[0].short_form == "CLD");
  CHECK(record.document().text(record.abbreviations()[0].long_span) == "chronic lung disease");
}

TEST_CASE("an analysis that is moved still reads its record") {
  model::Article article;
  article.abstract = "Tea helped 12 adults.";
  RecordAnalysis first(article);
  const RecordAnalysis record(std::move(first));
  CHECK(&record.article() == &article);
  CHECK(record.sentences().at(0).text == "Tea helped 12 adults.");
  CHECK(record.numbers().at(0).at(0).value == 12);
}

TEST_CASE("a record without text has no sentences") {
  const model::Article article;
  const RecordAnalysis record(article);
  CHECK(record.sentences().empty());
  CHECK(record.numbers().empty());
  CHECK(record.abbreviations().empty());
}

}  // namespace ev::doc
