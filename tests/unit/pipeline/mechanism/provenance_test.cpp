#include "pipeline/mechanism/provenance.hpp"

#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;
using mechanism::test::record;

TEST_CASE("publication types come before words") {
  model::Article article = record("1", "A double-blind study in patients.");
  article.publication_types = {"Journal Article", "Meta-Analysis"};
  CHECK(provenance_of(article).design == StudyDesign::meta_analysis);
  article.publication_types.clear();
  CHECK(provenance_of(article).design == StudyDesign::randomized_controlled_trial);
}

TEST_CASE("species from check tags, then from words, else not stated") {
  model::Article article = record("1", "Cells were grown.");
  CHECK(provenance_of(article).species == Species::in_vitro);
  article.mesh_headings = {{.descriptor = "Animals"}};
  CHECK(provenance_of(article).species == Species::animal);
  CHECK(provenance_of(record("2", "Twelve mice were kept.")).species == Species::animal);
  CHECK(provenance_of(record("2", "Twelve mice were kept.")).design == StudyDesign::animal_study);
  CHECK(provenance_of(record("3", "Forty patients took part.")).species == Species::human);
  CHECK(provenance_of(record("4", "A note.")).species == Species::not_stated);
  CHECK(provenance_of(record("4", "A note.")).design == std::nullopt);
}

TEST_CASE("an expression of concern halves the weight of what a record states") {
  model::Article article = record("1", "A randomized trial.");
  const double sound = provenance_of(article).weight;
  article.retraction.status = model::RetractionStatus::expression_of_concern;
  CHECK(provenance_of(article).weight == sound / 2);
  article.retraction.status = model::RetractionStatus::corrected;
  CHECK(provenance_of(article).weight == sound);
}

TEST_CASE("what only plans is a plan, by the extraction's design") {
  const Provenance plan = provenance_of(
      record("1", "Ethics approval was given.", "Vensolane for gout: a trial protocol."));
  CHECK(plan.design == StudyDesign::study_protocol);
  CHECK(plan.plan);
  CHECK_FALSE(provenance_of(record("2", "A randomized trial.")).plan);
}
