#include "pipeline/extract/design.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("publication types decide before the text") {
  model::Article article = article_of("Patients were randomized to tea or water.");
  article.publication_types = {"Journal Article", "Meta-Analysis", "Review"};
  CHECK(study_design(article) == "meta-analysis");
  article.publication_types = {"Randomized Controlled Trial"};
  CHECK(study_design(article) == "randomized controlled trial");
  article.publication_types = {"Case Reports"};
  CHECK(study_design(article) == "case report");
  const auto design = find_design(Reading(article));
  REQUIRE(design);
  CHECK(design->record_field == "publication_types");
  CHECK_FALSE(design->span);
}

TEST_CASE("designs from the text") {
  struct Case {
    const char* title;
    const char* abstract;
    const char* label;
  };
  const Case table[] = {
      {"Tea and sleep: a systematic review", "", "systematic review"},
      {"Tea and sleep: a meta-analysis of randomized trials", "", "meta-analysis"},
      {"Tea for sleep", "We searched MEDLINE and EMBASE for trials of tea.", "systematic review"},
      {"Tea for sleep", "METHODS: Patients were randomly assigned to tea or water.",
       "randomized controlled trial"},
      {"Tea for sleep: protocol for a randomised trial", "", "study protocol"},
      {"Tea poisoning: a case report", "", "case report"},
      {"Tea poisoning", "We report the case of a 43-year-old woman who drank tea.", "case report"},
      {"Tea and stroke: a prospective cohort study", "", "cohort study"},
      {"Tea and stroke", "METHODS: In this case-control study of stroke we asked about tea.",
       "case-control study"},
      {"Tea habits: a cross-sectional survey", "", "cross-sectional study"},
      {"Tea in rats", "Wistar rats were randomly divided into groups. The rats drank tea.",
       "animal study"},
      {"Tea inhibits HeLa cells in vitro", "Cell lines were cultured in tea.", "in vitro study"},
      {"A nonrandomized trial of tea", "Patients drank tea.", "non-randomized trial"},
      {"Guidelines for the brewing of tea", "", "guideline"},
      {"Tea", "", ""},
  };
  for (const Case& c : table) {
    CAPTURE(c.title, c.abstract);
    CHECK(study_design(article_of(c.abstract, c.title)) == c.label);
  }
}

TEST_CASE("talk of randomization is not randomization") {
  auto is_rct = [](std::string abstract, std::string title = "Tea and sleep") {
    const model::Article article = article_of(std::move(abstract), std::move(title));
    const auto found = find_randomization(Reading(article));
    return found && found->is_rct;
  };
  CHECK(is_rct("Eighty adults were randomized to tea or water."));
  CHECK(is_rct("DESIGN: Randomised, double-blind, placebo-controlled trial."));
  CHECK(is_rct("In this double-blind study, adults received tea or placebo."));
  CHECK_FALSE(is_rct("Participants were randomly selected from a register."));
  CHECK_FALSE(is_rct("We used Mendelian randomization."));
  CHECK_FALSE(is_rct("CONCLUSIONS: Randomized trials are needed."));
  CHECK_FALSE(is_rct("BACKGROUND: Randomized trials have shown that tea helps."));
  CHECK_FALSE(is_rct("Patients drank tea.", "Tea: a nonrandomized study"));
  CHECK_FALSE(is_rct("Mice were randomly assigned to tea. The mice slept."));
}

TEST_CASE("subjects by check tags, then by the words for them") {
  model::Article article = article_of("Cells were cultured.", "Tea");
  article.mesh_headings = {{.descriptor = "Animals"}, {.descriptor = "Humans"}};
  CHECK(find_subjects(Reading(article)).subjects == Subjects::human);
  article.mesh_headings = {{.descriptor = "Animals"}};
  CHECK(find_subjects(Reading(article)).subjects == Subjects::animal);
  CHECK(find_subjects(Reading(article_of("Patients drank tea."))).subjects == Subjects::human);
  CHECK(find_subjects(Reading(article_of("Tea is a drink."))).subjects == Subjects::unknown);
}

TEST_CASE("every label is one of the canonical ones") {
  for (const std::string_view label : kDesigns) CHECK_FALSE(label.empty());
  const std::string label = study_design(article_of("", "A randomized trial of tea"));
  CHECK(std::find(std::begin(kDesigns), std::end(kDesigns), label) != std::end(kDesigns));
}

}  // namespace ev::extract
