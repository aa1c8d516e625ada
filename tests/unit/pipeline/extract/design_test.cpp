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
  const auto design = find_design(RecordText(article));
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
    const auto found = find_randomization(RecordText(article));
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

TEST_CASE("comparisons of treatments are likely randomized, and marked as doubtful") {
  auto rct = [](std::string abstract, std::string title = "Tea and sleep") {
    const model::Article article = article_of(std::move(abstract), std::move(title));
    return find_randomization(RecordText(article));
  };
  for (const char* abstract :
       {"METHODS: Patients were treated with either tea plus honey (n = 20) or honey alone.",
        "METHODS: Twelve women took part in an open crossover study of tea and mint.",
        "RESULTS: Sleep of the patients differed between the treatment groups.",
        "RESULTS: In women the active treatment prolonged sleep.",
        "METHODS: Ten children received tea. Untreated children served as controls.",
        "METHODS: Group 1 (n = 9) women received tea daily and group 2 (n = 8) women received "
        "mint."}) {
    CAPTURE(abstract);
    const auto found = rct(abstract);
    REQUIRE(found);
    CHECK(found->is_rct);
    CHECK(found->evidence.confidence < 0.5);
    CHECK(found->evidence.span);
  }
  CHECK_FALSE(rct("METHODS: In a cohort of women sleep differed between the treatment groups."));
  CHECK_FALSE(
      rct("METHODS: Records of women in both treatment groups were read in retrospect, a "
          "retrospective study."));
  CHECK_FALSE(rct("METHODS: A case-crossover study of tea in women."));
  CHECK_FALSE(rct("METHODS: Plastic cups were filled with either tea or milk."));
}

TEST_CASE("a design that nothing states is none") {
  const char* prose =
      "Tea is old. It is drunk in most lands. Its leaves hold caffeine. Much depends on water.";
  auto design = [](std::string abstract, std::string title) {
    return find_design(RecordText(article_of(std::move(abstract), std::move(title))));
  };
  CHECK_FALSE(design(prose, "Tea in the new century"));
  CHECK_FALSE(design(prose, "Labels for the leaves of tea"));
  // A title that reviews like counts only where nothing else is known; it is quoted.
  const model::Article titled = article_of(prose, "Role of tea in sleep");
  const RecordText record(titled);
  const auto review = find_design(record);
  REQUIRE(review);
  CHECK(review->kind == StudyDesign::review);
  CHECK(record.document().text(*review->span) == "Role of");
  CHECK(study_design(article_of(prose, "Strategies for the brewing of tea")) == "review");
  CHECK(study_design(article_of("", "Strategies for the brewing of tea")).empty());
  CHECK(study_design(article_of("", "Should tea be given at night?")) == "review");
  CHECK(study_design(article_of("", "Role of tea in sleep")) == "review");
  CHECK(study_design(article_of("Tea was tested.", "Role of tea in sleep")).empty());
}

TEST_CASE("what is reported is an illness, not a method") {
  CHECK(study_design(article_of("We report a method for the brewing of tea.", "Tea")).empty());
  CHECK(study_design(article_of("We describe a controller for kettles.", "Tea")).empty());
  CHECK(study_design(article_of("We describe an unusual hepatitis after tea.", "Tea")) ==
        "case report");
}

TEST_CASE("what is denied is not so") {
  const auto is_rct = [](std::string abstract) {
    const model::Article article = article_of(std::move(abstract), "Tea and sleep");
    const Findings findings = find_is_rct(RecordText(article));
    return findings.candidates.empty() ? std::optional<bool>() : findings.candidates.front().flag;
  };
  CHECK(is_rct("METHODS: The trial was not randomized.") == false);
  CHECK(is_rct("METHODS: Nurses were not randomized to tea or water.") == false);
  CHECK(is_rct("METHODS: Nurses were randomized to tea or water.") == true);
  const auto flag = [](Rule rule, std::string abstract) {
    const model::Article article = article_of(std::move(abstract));
    const Findings findings = rule(RecordText(article));
    return findings.candidates.empty() ? std::optional<bool>() : findings.candidates.front().flag;
  };
  const std::string open = "METHODS: The study was not double-blind and not placebo-controlled.";
  CHECK(flag(find_double_blind, open) == false);
  CHECK(flag(find_placebo_controlled, open) == false);
  CHECK(flag(find_blinding, open) == false);
  CHECK_FALSE(flag(find_open_label, open));
  CHECK(flag(find_blinding, "METHODS: In an open, parallel-group trial they took tea.") == false);
  CHECK(flag(find_blinding, "METHODS: The study was not blinded.") == false);
  CHECK_FALSE(flag(find_double_blind, "RESULTS: No harm was seen before the double-blind weeks.") ==
              false);
}

TEST_CASE("chance words make no design") {
  struct Case {
    const char* title;
    const char* abstract;
    const char* label;
  };
  const Case table[] = {
      {"Tea and sleep", "No link was found with either the dose of tea or the time.", ""},
      {"Tea in the home", "The experimental conditions of patients were three teas.", ""},
      {"Tea: the patients' perspective", "Tea was drunk by 70 patients.", ""},
      {"Tea in gout", "Thirty-two adults drank tea. We discuss the brew.", ""},
      {"Tea in gout", "The history of tea is discussed. It is old.", "review"},
      {"Tea in gout: results in 32 patients", "Patients with gout were reviewed.", "case series"},
      {"End points", "Prospective statements of analysis plans matter.", ""},
      {"Conduct", "The rules of clinical trial conduct matter.", ""},
      {"Recommendations for tea based on a model", "We used a model.", ""},
      {"Recommendations for the diagnosis of gout", "", "guideline"},
      {"Tea", "Three small studies used tea in gout. Another trial, double-blind, used milk.",
       "review"},
  };
  for (const Case& c : table) {
    CAPTURE(c.title, c.abstract);
    CHECK(study_design(article_of(c.abstract, c.title)) == c.label);
  }
}

TEST_CASE("cases by their numbers and by a harm with a drug") {
  CHECK(study_design(article_of("We report on the brewing of tea in four women with gout.",
                                "Tea")) == "case series");
  CHECK(study_design(article_of("", "Gout in a tea-drinking woman")) == "case report");
  CHECK(study_design(article_of("", "Severe hepatitis with carbamazepine")) == "case report");
  CHECK(study_design(article_of("", "Hepatitis in spring")).empty());
}

TEST_CASE("subjects by check tags, then by the words for them") {
  model::Article article = article_of("Cells were cultured.", "Tea");
  article.mesh_headings = {{.descriptor = "Animals"}, {.descriptor = "Humans"}};
  CHECK(find_subjects(RecordText(article)).species == Species::human);
  article.mesh_headings = {{.descriptor = "Animals"}};
  CHECK(find_subjects(RecordText(article)).species == Species::animal);
  // Cultures of animal cells have the tag as well.
  article.abstract = "In cell lines tea slowed growth.";
  CHECK(find_subjects(RecordText(article)).species == Species::in_vitro);
  article.abstract = "Rats drank tea. Their cell lines grew.";
  CHECK(find_subjects(RecordText(article)).species == Species::animal);
  CHECK(find_subjects(RecordText(article_of("Patients drank tea."))).species == Species::human);
  CHECK(find_subjects(RecordText(article_of("Tea is a drink."))).species == Species::not_stated);
}

TEST_CASE("animals drawn by lot are told of as such, a population of adults is no case") {
  CHECK(best_text(find_study_design, "Wistar rats were randomly divided into groups. Rats drank.",
                  "Tea in rats") == "randomized animal study");
  CHECK(best_text(find_study_design, "The rats drank tea.", "Tea in rats") == "animal study");
  CHECK(best_text(find_study_design, "Cross-sectional analysis.",
                  "Sleep in a rural adult population") == "cross-sectional study");
}

TEST_CASE("a trial is told of with how it divides its people") {
  CHECK(best_text(find_study_design, "A randomized, double-blind, crossover study in 20 adults.",
                  "Tea and sleep") == "randomized crossover trial");
  CHECK(best_text(find_study_design, "Adults took tea and water in a randomised cross-over design.",
                  "Tea and sleep") == "randomized crossover trial");
  CHECK(best_text(find_study_design,
                  "Twenty wards were cluster randomized to tea or water. Adults slept.",
                  "Tea and sleep") == "cluster randomized trial");
  CHECK(best_text(find_study_design,
                  "Adults were randomized to tea or water. After a year, patients could cross over "
                  "to tea.",
                  "Tea and sleep") == "randomized controlled trial");
  CHECK(best_text(find_study_design,
                  "Adults were randomized to tea or water. Tea crossed the placenta.",
                  "Tea and sleep") == "randomized controlled trial");
  CHECK(best_text(find_study_design, "We did a case-crossover study of adults who fell.",
                  "Tea and falls") == "case-control study");
}

TEST_CASE("studies of records and claims are observations") {
  CHECK(study_design(article_of("We analyzed a national cohort of nurses.", "Tea and falls")) ==
        "cohort study");
  CHECK(study_design(article_of("Sleep was assessed retrospectively in nurses.", "Tea")) ==
        "cohort study");
  CHECK(study_design(article_of("Costs were taken from insurance claims of nurses.", "Tea")) ==
        "observational study");
  CHECK(study_design(article_of("This observational study was of nurses.", "Tea")) ==
        "observational study");
}

TEST_CASE("a design has its name") {
  const model::Article article = article_of("", "A randomized trial of tea");
  CHECK(design_of(article) == StudyDesign::randomized_controlled_trial);
  CHECK(study_design(article) == "randomized controlled trial");
}

TEST_CASE("a trial whose title names others or costs is a trial all the same") {
  CHECK(study_design(article_of("Adults with gout were randomized to tea or water.",
                                "Cost-effectiveness of tea")) == "randomized controlled trial");
  CHECK(study_design(article_of("The Tea Study is an open, randomised, controlled trial in adults.",
                                "The Tea Study and previous trials")) ==
        "randomized controlled trial");
  CHECK(study_design(article_of("Two double-blind, randomized crossover studies were carried out "
                                "in 16 adults.",
                                "Tea and sleep")) == "randomized controlled trial");
  CHECK(study_design(article_of("We enrolled 60 adults to receive, randomly, tea or water.",
                                "Tea and sleep")) == "randomized controlled trial");
}

TEST_CASE("a cohort taken from a trial is a cohort") {
  CHECK(study_design(article_of("Cohort study derived from a randomized, controlled trial. Adults "
                                "were randomized to tea or water.",
                                "Tea and sleep")) == "cohort study");
}

TEST_CASE("trials looked at again are trials, several of them pooled") {
  CHECK(best_text(find_study_design,
                  "We did a retrospective analysis of 8 randomised, "
                  "placebo-controlled trials of tea in adults.") ==
        "pooled analysis of randomized controlled trials");
  CHECK(best_text(find_study_design,
                  "Costs were compared retrospectively by using data from a "
                  "randomized, controlled trial of tea.") ==
        "secondary analysis of a randomized controlled trial");
  CHECK(study_design(article_of("Meta-analyses were performed of three trials. Adults were "
                                "randomized to tea or water.")) == "meta-analysis");
}

TEST_CASE("people in a crossover trial are no cells, trials with many words on people are trials") {
  CHECK(study_design(article_of("Two randomized, three-way crossover trials examined doses of tea. "
                                "In vitro uptake was alike.",
                                "Tea patches: in vitro and in vivo")) ==
        "randomized controlled trial");
  CHECK(study_design(article_of("Adults with gout of one joint or more at the first visit in the "
                                "clinic or with gout in the past were randomly assigned to tea or "
                                "water.",
                                "Tea for gout: results of three trials")) ==
        "randomized controlled trial");
}

TEST_CASE("what is told of another trial or of the drugs given makes no trial") {
  CHECK(study_design(
            article_of("Tea is thought to help. It would help in the recent Leaf trial where "
                       "adults were randomly allocated to tea or milk.",
                       "Does tea help?")) != "randomized controlled trial");
  CHECK(
      study_design(article_of("Sleep was recorded in 37 adults on completion of randomly assigned "
                              "treatment.",
                              "Records of sleep")) != "randomized controlled trial");
  CHECK(study_design(article_of("Tea was better than water in published trials.",
                                "Spotlight on tea in insomnia")) == "review");
}

}  // namespace ev::extract
