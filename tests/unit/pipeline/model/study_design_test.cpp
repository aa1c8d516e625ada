#include "pipeline/model/study_design.hpp"

#include "support/catch.hpp"

#include <set>

using namespace ev;
using namespace ev::model;

TEST_CASE("Designs stand in the order of their level of evidence", "[study_design]") {
  const auto names = wire_names(StudyDesign{});
  double last = 1;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto design = static_cast<StudyDesign>(i);
    INFO(names[i]);
    CHECK(from_wire_name<StudyDesign>(names[i]) == design);
    const double level = level_of_evidence(design);
    CHECK(level > 0);
    CHECK(level <= last);
    last = level;
  }
  CHECK(level_of_evidence(StudyDesign::systematic_review) == 1.0);
  CHECK(level_of_evidence(StudyDesign::randomized_controlled_trial) == 0.9);
  CHECK(level_of_evidence(StudyDesign::study_protocol) == 0.1);
}

TEST_CASE("a statement weighs by the design of its record") {
  for (std::size_t i = 0; i < wire_names(StudyDesign{}).size(); ++i) {
    const double weight = weight_of_statement(static_cast<StudyDesign>(i));
    CHECK((weight >= 0.3 && weight <= 0.9));
  }
  CHECK(weight_of_statement(StudyDesign::randomized_controlled_trial) == 0.9);
  CHECK(weight_of_statement(StudyDesign::animal_study) == 0.5);
  CHECK(weight_of_statement(StudyDesign::editorial) == 0.3);
}

TEST_CASE("A term stands for one design", "[study_design]") {
  std::set<std::string_view> seen;
  for (const auto& terms :
       {settling_publication_types(), loose_publication_types(), design_headings()}) {
    for (const DesignTerm& t : terms) {
      INFO(t.term);
      CHECK(seen.insert(t.term).second);
    }
  }
  std::set<StudyDesign> worded;
  for (const DesignTerm& t : design_words()) CHECK(worded.insert(t.design).second);
  CHECK(worded.size() == wire_names(StudyDesign{}).size());
}

TEST_CASE("Kinds of designs", "[study_design]") {
  using D = StudyDesign;
  CHECK(is_kind_of(D::cohort_study, D::observational_study));
  CHECK(is_kind_of(D::cohort_study, D::cohort_study));
  CHECK_FALSE(is_kind_of(D::observational_study, D::cohort_study));
  CHECK(is_kind_of(D::randomized_controlled_trial, D::clinical_trial));
  CHECK(is_kind_of(D::scoping_review, D::review));
  CHECK(is_opinion(D::letter));
  CHECK_FALSE(is_opinion(D::review));
  CHECK(is_preclinical(D::in_vitro_study));
  CHECK(is_synthesis(D::meta_analysis));
  CHECK_FALSE(is_synthesis(D::review));
}
