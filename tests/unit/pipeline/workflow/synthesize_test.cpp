#include "pipeline/workflow/synthesize.hpp"

#include "pipeline/workflow/study_results.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::workflow;

namespace {

model::Article trial(std::string pmid, std::string results) {
  model::Article a;
  a.pmid = std::move(pmid);
  a.title = "Zinc or placebo for colds: a randomized trial";
  a.abstract = "We randomly assigned adults to zinc or placebo. " + std::move(results);
  a.publication_types = {"Randomized Controlled Trial"};
  return a;
}

const char* const kSure =
    "Fever occurred in 10 of 100 patients (10%) in the zinc group and 25 of 100 patients (25%) in "
    "the placebo group.";
const char* const kUnsure =
    "Fever occurred in 12 of 90 patients in the zinc group and 20 of 92 patients in the placebo "
    "group.";

SynthesisOutcome made(const std::vector<model::Article>& articles, SynthesisRequest request) {
  request.articles = articles;
  for (const model::Article& article : articles) {
    for (synthesis::StudyResult& row : study_results(article))
      request.read.push_back(std::move(row));
  }
  auto out = synthesize(request, Context{});
  REQUIRE(out);
  return *std::move(out);
}

SynthesisRequest asking(std::string question) {
  SynthesisRequest out;
  out.question = std::move(question);
  out.outcomes = {"fever"};
  return out;
}

}  // namespace

TEST_CASE("Numbers that bear each other out are pooled as provisional, the others proposed") {
  const auto out = made({trial("1", kSure), trial("2", kUnsure)},
                        asking("Does zinc reduce fever compared with placebo?"));
  REQUIRE(out.outcomes[0].studies.size() == 1);
  const synthesis::StudyResult& study = out.outcomes[0].studies[0].study;
  CHECK(study.provisional);
  CHECK(study.borne_out_by == "percentages");
  CHECK(study.quote == kSure);
  REQUIRE(out.proposed.size() == 1);
  CHECK(out.proposed[0].id == "2");
  CHECK(out.proposed[0].unsure == "nothing else in the record bears its numbers out");
}

TEST_CASE("Without a question, or with one of another comparison, nothing read is pooled") {
  const auto none = made({trial("1", kSure)}, asking(""));
  CHECK(none.outcomes[0].studies.empty());
  CHECK(none.proposed[0].unsure == "no question says what is compared");
  const auto other = made({trial("1", kSure)}, asking("Does aspirin reduce fever?"));
  CHECK(other.outcomes[0].studies.empty());
  CHECK(other.proposed.empty());
  REQUIRE(other.left_out.size() == 1);
  CHECK(other.left_out[0].reason == "its result is of another comparison than the one asked for");
}

TEST_CASE("A row of the user's stands instead of what is read in its record") {
  SynthesisRequest request = asking("Does zinc reduce fever compared with placebo?");
  synthesis::StudyResult row{.id = "1", .label = "1", .outcome = "fever"};
  row.intervention = {.name = "zinc", .n = 99, .events = 9};
  row.comparator = {.name = "placebo", .n = 99, .events = 20};
  row.origin = synthesis::Origin::user;
  row.randomized = true;
  request.rows = {row};
  const auto out = made({trial("1", kSure)}, std::move(request));
  REQUIRE(out.outcomes[0].studies.size() == 1);
  CHECK(out.outcomes[0].studies[0].study.intervention.n == 99);
  CHECK_FALSE(out.outcomes[0].studies[0].study.provisional);
}

TEST_CASE("What other places contradict is proposed, not pooled") {
  SynthesisRequest request = asking("Does zinc reduce fever compared with placebo?");
  request.read = study_results(trial("1", kSure));
  request.read[0].conflicts = {"registry: 11 of 100"};
  const auto out = synthesize(request, Context{});
  REQUIRE(out);
  CHECK(out->outcomes[0].studies.empty());
  CHECK(out->proposed[0].unsure == "other places state other numbers: registry: 11 of 100");
}

TEST_CASE("The figures of a sentence's second outcome are not those of its first") {
  const auto rows = study_results(
      trial("1",
            "Fever occurred in 41% (48/118) with zinc and 26% (96/370) with placebo, leading to "
            "more medication (zinc 66/118, 56% versus placebo 118/370, 32%)."));
  for (const synthesis::StudyResult& row : rows) {
    if (row.outcome.find("ever") == std::string::npos || !row.unsure.empty()) continue;
    CHECK((row.intervention.events == 48 || row.intervention.events == 96));
  }
}

TEST_CASE("The answer's own estimate takes two sure studies") {
  const model::Article one = trial("1", kSure);
  const model::Article two = trial(
      "2",
      "Fever occurred in 8 of 80 patients (10%) in the zinc group and 20 of 80 patients (25%) "
      "in the placebo group.");
  const auto asked = question::read_question("Does zinc reduce fever compared with placebo?");
  const std::vector<const model::Article*> both = {&one, &two}, single = {&one};
  const auto pooled = pooled_answer(asked, both, Context{});
  REQUIRE(pooled);
  REQUIRE(pooled->has_value());
  CHECK((*pooled)->studies.size() == 2);
  CHECK_FALSE(pooled_answer(asked, single, Context{})->has_value());
}

TEST_CASE("One arm's figures at two times are no two arms") {
  const auto figures = [](const char* sentence) {
    std::vector<std::pair<double, double>> out;
    for (const synthesis::StudyResult& row : study_results(trial("90000007", sentence))) {
      if (row.intervention.percent && row.comparator.percent)
        out.emplace_back(*row.intervention.percent, *row.comparator.percent);
    }
    return out;
  };
  for (const char* sentence :
       {"Recovery was achieved after 4 and 8 weeks in 69 and 82% (zinc) and 57 and 67% (placebo).",
        "Recovery rates at 4 and 8 weeks were 69 and 82%, respectively, with zinc, and 57 and 67%, "
        "respectively, with placebo.",
        "Recovery rates after 2 and 4 weeks were 61.3% and 97.3%, respectively, in the zinc group, "
        "and 50.7% and 76.9% in the placebo group."}) {
    INFO(sentence);
    for (const auto& [a, b] : figures(sentence)) {
      CHECK(std::pair(a, b) != std::pair(69.0, 82.0));
      CHECK(std::pair(a, b) != std::pair(82.0, 69.0));
      CHECK(std::pair(a, b) != std::pair(61.3, 97.3));
    }
  }
  // One time, two arms.
  CHECK(figures(
            "Recovery rates after 4 weeks were 81 and 53% with zinc and placebo, respectively.") ==
        std::vector<std::pair<double, double>>{{81, 53}});
}

TEST_CASE("An effect that its own figures contradict keeps a row from being pooled unseen") {
  const auto only = [](const std::string& results) {
    const auto rows = study_results(trial("1", results));
    REQUIRE(rows.size() == 1);
    return rows[0].unsure;
  };
  const std::string figures =
      "Fever occurred in 40 of 100 patients (40%) in the zinc group and 20 of 100 patients (20%) "
      "in the placebo group (";
  const char* const other_way = "goes the other way than its own arms";
  CHECK(only(figures + "relative risk 0.50, 95% CI 0.32 to 0.79).").find(other_way) !=
        std::string::npos);
  CHECK(only(figures + "odds ratio 0.40; 95% CI 0.20 to 0.71).").find(other_way) !=
        std::string::npos);
  CHECK(only(figures + "relative risk 0.50; P = 0.003).").find(other_way) != std::string::npos);
  CHECK(only(figures + "relative risk 2.00, 95% CI 2.10 to 3.20).") ==
        "the confidence interval does not contain the estimate");
  CHECK(only(figures + "relative risk 2.00, 95% CI 1.27 to 3.16).").empty());
  CHECK(only(figures + "relative risk for cough 0.50, 95% CI 0.30 to 0.80).").empty());
}
