#include "pipeline/extract/trial_record.hpp"

#include "helpers.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

namespace ev::extract {

namespace {

// A registration whose summary says other things than its fields.
model::Article registration() {
  model::Article article = article_of("A survey of 12 people asks for tea.", "Tea and sleep");
  article.trial = model::Trial{.study_type = "INTERVENTIONAL",
                               .allocation = "RANDOMIZED",
                               .enrollment = 240,
                               .enrollment_type = "ACTUAL"};
  model::Trial& trial = *article.trial;
  trial.conditions = {"Insomnia", "Fatigue"};
  trial.arms = {{.label = "Tea", .type = "EXPERIMENTAL"},
                {.label = "Hot water", .type = "PLACEBO_COMPARATOR"}};
  trial.interventions = {{.name = "Green tea", .arms = {"Tea"}},
                         {.name = "Water", .arms = {"Hot water"}}};
  trial.primary_outcomes = {{.measure = "Hours of sleep"}};
  return article;
}

Cell cell_of(const model::Article& article, const char* name, const char* type = "string") {
  const Schema schema = *parse_schema(Json::object({{name, type}}));
  return extract(article, schema).cells.front().second;
}

std::string value_of(const model::Article& article, const char* name) {
  const Cell cell = cell_of(article, name);
  return cell.grounds.empty() ? "-" : cell.grounds.front().quote;
}

}  // namespace

TEST_CASE("the registry's fields count, and name themselves") {
  const model::Article trial = registration();
  CHECK(value_of(trial, "intervention") == "Green tea");
  CHECK(value_of(trial, "comparator") == "Hot water");
  CHECK(value_of(trial, "population") == "Insomnia");
  CHECK(value_of(trial, "primary_outcome") == "Hours of sleep");
  const Cell size = cell_of(trial, "sample_size", "number");
  REQUIRE(size.status == Status::found);
  CHECK(size.grounds.front().quote == "240");
  CHECK(size.grounds.front().text == "trial.enrollment");
  CHECK(size.grounds.front().method == "record");
}

TEST_CASE("a planned enrolment is no sample size, but an alternative") {
  model::Article trial = registration();
  trial.trial->enrollment_type = "ESTIMATED";
  const Cell size = cell_of(trial, "sample_size", "number");
  CHECK(size.status != Status::found);
  CHECK(size.reason.find("planned") != std::string::npos);
  REQUIRE(size.alternatives.size() == 1);
  CHECK(size.alternatives.front().number == 240);
}

TEST_CASE("the design is that of the registration") {
  model::Article trial = registration();
  const auto design = [&](const char* type, const char* allocation, const char* model) {
    trial.trial->study_type = type;
    trial.trial->allocation = allocation;
    trial.trial->observational_model = model;
    return study_design(trial);
  };
  CHECK(design("INTERVENTIONAL", "RANDOMIZED", "") == "randomized controlled trial");
  CHECK(design("INTERVENTIONAL", "NON_RANDOMIZED", "") == "non-randomized trial");
  CHECK(design("INTERVENTIONAL", "NA", "") == "clinical trial");
  CHECK(design("OBSERVATIONAL", "", "CASE_CONTROL") == "case-control study");
  CHECK(design("OBSERVATIONAL", "", "ECOLOGIC_OR_COMMUNITY") == "observational study");
}

TEST_CASE("a silent field leaves the summary to be read") {
  model::Article trial = registration();
  trial.abstract = "METHODS: 36 adults were randomized to tea or water.";
  trial.trial->enrollment.reset();
  CHECK(value_of(trial, "sample_size") == "36 adults");
  CHECK_FALSE(in_trial_record(find_sample_size, article_of("36 adults took part.")));
}

}  // namespace ev::extract
