#include "pipeline/answer/question_overlap.hpp"

#include "support/catch.hpp"

using namespace ev;
using namespace ev::answer;

namespace {

model::Article pressure_record(const std::string& abstract) {
  model::Article out;
  out.pmid = "90000001";
  out.title = "Zentolol in blood pressure.";
  out.abstract = abstract;
  return out;
}

}  // namespace

TEST_CASE("a word that few sentences hold counts more than one that all hold") {
  const model::Article article =
      pressure_record("Zentolol lowered systolic pressure. Zentolol lowered diastolic pressure.");
  const doc::RecordAnalysis analysis(article);
  const RecordWords words(analysis);
  REQUIRE(words.sentences().size() == 3);
  const QuestionOverlap overlap(question::read_question("Zentolol lowers systolic pressure"),
                                words);
  // zentolol and pressure stand in all three, systolic in the second alone; "lowers" tells a
  // direction and counts nowhere.
  CHECK(overlap.share(0) == Approx(2.0 / 3));
  CHECK(overlap.share(1) == Approx(1));
  CHECK(overlap.share(2) == Approx(2.0 / 3));
  CHECK(overlap.rare(1) == Approx(1 + 2.0 / 3));
  CHECK(overlap.rare(2) == Approx(2.0 / 3));
  CHECK(overlap.rare_of_most(1) == Approx(1));
  CHECK(overlap.rare_of_most(2) == Approx(0.4));
}

TEST_CASE("a record that repeats nothing of the question has no overlap") {
  const model::Article article = pressure_record("");
  const doc::RecordAnalysis analysis(article);
  const RecordWords words(analysis);
  const QuestionOverlap overlap(question::read_question("Does tea prevent caries?"), words);
  CHECK(overlap.share(0) == 0);
  CHECK(overlap.rare_of_most(0) == 0);
  CHECK(overlap.outcome_of_most(0) == 0);
}
