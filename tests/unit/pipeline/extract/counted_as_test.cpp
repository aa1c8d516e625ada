#include "helpers.hpp"
#include "pipeline/extract/convert.hpp"
#include "pipeline/extract/rules.hpp"
#include "support/catch.hpp"

namespace ev::extract {

namespace {

double count_of(Findings (*rule)(const Reading&), const std::string& abstract) {
  const model::Article article = article_of(abstract);
  const Cell cell = to_cell({.name = "n", .type = Type::number}, rule(Reading(article)));
  return cell.status == Status::found ? cell.value.number() : -1;
}

}  // namespace

TEST_CASE("those randomized are the number that the sentence says it of") {
  const auto drawn = [](const std::string& s) { return count_of(find_number_randomized, s); };
  CHECK(drawn("Of 1200 eligible nurses, 300 were randomized: 150 to tea and 150 to milk.") == 300);
  CHECK(drawn("A total of 800 nurses were screened and 200 were randomised.") == 200);
  CHECK(drawn("120 nurses were enrolled; 100 were randomized to tea or milk.") == 100);
  CHECK(drawn("We randomized 90 nurses to tea or milk.") == 90);
  CHECK(drawn("40 nurses were randomized to tea and 42 to milk.") == -1);
  CHECK(drawn("120 nurses were enrolled.") == -1);
}

TEST_CASE("those analysed are the number that the sentence says it of") {
  const auto analysed = [](const std::string& s) { return count_of(find_number_analyzed, s); };
  CHECK(analysed("One hundred nurses were recruited; 96 were analysed.") == 96);
  CHECK(analysed("Of 100 nurses enrolled, 90 were included in the analysis.") == 90);
  CHECK(analysed("One hundred nurses were recruited.") == -1);
}

TEST_CASE("who was screened and what a rate is of are no sample") {
  const auto size = [](const std::string& s) { return count_of(find_sample_size, s); };
  CHECK(size("Of 1200 eligible nurses, 300 were randomized: 150 to tea and 150 to milk.") == 300);
  CHECK(size("Of 1200 eligible nurses, 300 were randomized to tea or milk.") == 300);
  CHECK(size("There were 12 falls per 10,000 persons among 450 participants.") == 450);
  CHECK(size("There were 5.2 falls per 100 women.") == -1);
}

}  // namespace ev::extract
