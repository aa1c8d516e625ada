#include "pipeline/appraise/study_design.hpp"

#include "support.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::appraise;

TEST_CASE("wordings of a design are recognised") {
  struct Row {
    const char* text;
    const char* design;
  };
  const Row rows[] = {
      {"Randomized Controlled Trial", "randomized controlled trial"},
      {"randomised controlled trials", "randomized controlled trial"},
      {"RCT", "randomized controlled trial"},
      {"cluster-randomised trial", "randomized controlled trial"},
      {"double-blind, patients were randomly assigned", "randomized controlled trial"},
      {"non-randomized controlled trial", "non-randomized trial"},
      {"quasi-randomised study", "non-randomized trial"},
      {"two-sample Mendelian randomization", "mendelian randomization study"},
      {"per-protocol analysis of a randomized trial", "randomized controlled trial"},
      {"Protocol for a randomized controlled trial", "study protocol"},
      {"systematic review and meta-analysis of randomized trials", "systematic review"},
      {"Network meta-analyses", "meta-analysis"},
      {"Clinical Trial, Phase II", "clinical trial"},
      {"Prospective cohort studies", "cohort study"},
      {"retrospective chart review", "observational study"},
      {"Case-Control Study", "case-control study"},
      {"cross-sectional surveys", "cross-sectional study"},
      {"Case Reports", "case report"},
      {"case study", "case report"},
      {"case series", "case series"},
      {"narrative review", "review"},
      {"in vitro", "in vitro study"},
      {"randomized study in mice", "animal study"},
      {"Editorial", "editorial"},
      {"commentaries", "commentary"}};
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const auto design = design_of_text(row.text);
    REQUIRE(design);
    CHECK(wire_name(*design) == row.design);
  }
  for (const char* none : {"", "deep thought", "rate", "casein", "Journal Article", "trialist"}) {
    CAPTURE(none);
    CHECK_FALSE(design_of_text(none));
  }
}

TEST_CASE("levels follow the hierarchy") {
  const auto level = [](const char* text) { return level_of_evidence(*design_of_text(text)); };
  CHECK(level("systematic review") == 1.0);
  CHECK(level("meta-analysis") == 0.95);
  CHECK(level("RCT") == 0.9);
  CHECK(level("clinical trial") == 0.8);
  CHECK(level("cohort") > level("case-control"));
  CHECK(level("observational study") == 0.6);
  CHECK(level("case study") == 0.4);
  CHECK(level("commentary") == 0.2);
}

TEST_CASE("a record's design comes first, the extraction's second") {
  model::Article a = test::article("1", "Zinc in adults");
  const model::Value::Object features = {{"study_type", model::Value("cohort study")}};
  CHECK_FALSE(design_of_record(a));
  CHECK(design_of(a, &features) == StudyDesign::cohort_study);
  CHECK_FALSE(design_of(a, nullptr));
  a.publication_types = {"Journal Article", "Meta-Analysis"};
  CHECK(design_of(a, &features) == StudyDesign::meta_analysis);
}
