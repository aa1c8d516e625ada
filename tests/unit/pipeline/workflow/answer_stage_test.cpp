#include "pipeline/workflow/answer_stage.hpp"

#include "support/catch.hpp"

using namespace ev;
using model::EffectDirection;

namespace {

const workflow::ComparisonAsked kAsked{"vensolane", "ostrolane", "pain"};

model::Article record(const char* pmid, const std::string& finding,
                      const std::string& title = "A study.") {
  model::Article article;
  article.pmid = pmid;
  article.title = title + " " + pmid;
  article.abstract = "Forty women took part. " + finding + " All went home.";
  return article;
}

workflow::ComparisonAnswer compared(const std::vector<model::Article>& records,
                                    const workflow::ComparisonAsked& asked = kAsked) {
  return workflow::answer_comparison(asked, records, false, Context{}).value();
}

const std::string kLower = "Pain was significantly lower with vensolane than with ostrolane.";
const std::string kHigher = "Pain was significantly higher with vensolane than with ostrolane.";

}  // namespace

TEST_CASE("records that set the arms against each other decide a comparison") {
  const auto told =
      compared({record("90000001", kLower), record("90000002", kLower),
                record("90000003", "Sleep was longer with vensolane than with ostrolane."),
                record("90000004", "Pain was higher with dorotide than with placebo.")});
  CHECK(told.direction == EffectDirection::decreased);
  CHECK(told.answer.counts.supporting == 2);
  CHECK(told.answer.counts.against == 0);
}

TEST_CASE("a tie between records is no direction, a retracted record has no say") {
  auto higher = record("90000002", kHigher);
  CHECK(compared({record("90000001", kLower), higher}).direction == EffectDirection::unclear);
  higher.retraction.status = model::RetractionStatus::retracted;
  const auto told = compared({record("90000001", kLower), record("90000003", kLower), higher});
  CHECK(told.direction == EffectDirection::decreased);
  CHECK(told.answer.excluded_retracted == std::vector<std::string>{"90000002"});
}

TEST_CASE("a protocol and a change since before have no say in a comparison") {
  const auto told = compared(
      {record("90000001", kLower), record("90000002", kLower),
       record("90000003",
              "Pain increased with vensolane and ostrolane will be a secondary outcome.",
              "Vensolane and ostrolane: a trial protocol."),
       record("90000004", "Vensolane was given. Pain was higher than before (P < 0.001).")});
  CHECK(told.direction == EffectDirection::decreased);
  CHECK(told.answer.counts.against == 0);
}

TEST_CASE("two arms behind one comparison were not set against each other") {
  const std::string third = "Pain was lower with zetolane than with vensolane and ostrolane.";
  const auto told = compared({record("90000001", third), record("90000002", third)});
  CHECK(told.direction == EffectDirection::unclear);
  CHECK(told.answer.counts.read == 0);
}

TEST_CASE("a route that tells the arms apart must be named") {
  const workflow::ComparisonAsked routes{"dermal vensolane", "oral vensolane", "pain"};
  const std::string other = "Pain was higher with oral vensolane than with oral dorotide.";
  CHECK(compared({record("90000001", other), record("90000002", other)}, routes).direction ==
        EffectDirection::unclear);
}
TEST_CASE("the best estimate is pooled where two studies state sure numbers of the asked outcome") {
  const auto counted = [](const char* pmid, const std::string& zinc, const std::string& placebo) {
    model::Article a = record(
        pmid, "Children were randomized to zinc or placebo. Fever occurred in " + zinc +
                  " in the zinc group and " + placebo +
                  " in the placebo group. Fever was significantly less frequent with zinc than "
                  "with placebo.");
    a.publication_types = {"Randomized Controlled Trial"};
    return a;
  };
  const std::vector<model::Article> two = {
      counted("90000001", "10 of 100 patients (10%)", "25 of 100 patients (25%)"),
      counted("90000002", "8 of 80 patients (10%)", "20 of 80 patients (25%)")};
  const auto told =
      workflow::answer_question("Zinc reduces fever compared with placebo", two, true, Context{})
          .value();
  REQUIRE(told);
  REQUIRE(told->best_estimate);
  CHECK(told->best_estimate->starts_with("pooled RR 0.40 ("));
  CHECK(told->best_estimate->find("of 2 studies [90000001, 90000002]") != std::string::npos);
  CHECK(told->text.find("The best estimate is pooled RR 0.40") != std::string::npos);
}
