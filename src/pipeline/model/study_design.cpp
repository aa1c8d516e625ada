#include "pipeline/model/study_design.hpp"

#include <iterator>

namespace ev::model {
namespace {

using D = StudyDesign;

// In the order of the enum.
struct Facts {
  double level;
  double statement;                         // what a plain statement of such a record weighs
  std::optional<D> general = std::nullopt;  // the wider kind it belongs to
};
constexpr Facts kFacts[] = {
    {1.0, 0.85, D::review},               // systematic review
    {0.95, 0.9, D::review},               // meta-analysis
    {0.9, 0.9, D::clinical_trial},        // randomized controlled trial
    {0.8, 0.5},                           // guideline
    {0.8, 0.75},                          // clinical trial
    {0.75, 0.75, D::clinical_trial},      // non-randomized trial
    {0.7, 0.65, D::observational_study},  // cohort study
    {0.65, 0.45},                         // mendelian randomization study
    {0.6, 0.6, D::observational_study},   // case-control study
    {0.6, 0.5},                           // diagnostic accuracy study
    {0.6, 0.6},                           // observational study
    {0.55, 0.45, D::review},              // scoping review
    {0.5, 0.5, D::observational_study},   // cross-sectional study
    {0.45, 0.4},                          // case series
    {0.4, 0.35},                          // case report
    {0.4, 0.45},                          // qualitative study
    {0.4, 0.5},                           // review
    {0.35, 0.45},                         // modelling study
    {0.25, 0.5},                          // animal study
    {0.2, 0.45},                          // in vitro study
    {0.2, 0.45},                          // commentary
    {0.2, 0.3},                           // editorial
    {0.2, 0.4},                           // letter
    {0.2, 0.3},                           // comment
    {0.1, 0.45},                          // study protocol
};
static_assert(std::size(kFacts) == wire_names(D{}).size());

constexpr DesignTerm kSettlingTypes[] = {
    {"Meta-Analysis", D::meta_analysis},
    {"Network Meta-Analysis", D::meta_analysis},
    {"Systematic Review", D::systematic_review},
    {"Scoping Review", D::systematic_review},
    {"Clinical Trial Protocol", D::study_protocol},
    {"Practice Guideline", D::guideline},
    {"Guideline", D::guideline},
    {"Consensus Development Conference", D::guideline},
    {"Randomized Controlled Trial", D::randomized_controlled_trial},
    {"Case Reports", D::case_report},
};

constexpr DesignTerm kLooseTypes[] = {
    {"Review", D::review},
    {"Observational Study", D::observational_study},
    {"Controlled Clinical Trial", D::clinical_trial},
    {"Clinical Trial, Phase I", D::clinical_trial},
    {"Clinical Trial, Phase II", D::clinical_trial},
    {"Clinical Trial, Phase III", D::clinical_trial},
    {"Clinical Trial, Phase IV", D::clinical_trial},
    {"Pragmatic Clinical Trial", D::randomized_controlled_trial},
    {"Equivalence Trial", D::randomized_controlled_trial},
    {"Adaptive Clinical Trial", D::randomized_controlled_trial},
    {"Clinical Trial", D::clinical_trial},
    {"Clinical Study", D::clinical_trial},
    {"Editorial", D::editorial},
    {"Letter", D::letter},
    {"Comment", D::comment},
};

constexpr DesignTerm kHeadings[] = {
    {"Case-Control Studies", D::case_control_study},
    {"Cross-Sectional Studies", D::cross_sectional_study},
    {"Cohort Studies", D::cohort_study},
    {"Prospective Studies", D::cohort_study},
    {"Retrospective Studies", D::cohort_study},
    {"Longitudinal Studies", D::cohort_study},
    {"Follow-Up Studies", D::cohort_study},
    {"Qualitative Research", D::qualitative_study},
};

constexpr DesignTerm kWords[] = {
    {"study protocol|trial protocol|review protocol|protocol for|rationale and design|design and "
     "rationale",
     D::study_protocol},
    {"animal|mouse|mice|rat|murine|rodent|zebrafish|in vivo model|rabbit|pig|primate",
     D::animal_study},
    {"in vitro|cell line|cell culture|cultured cell|organoid", D::in_vitro_study},
    {"systematic review|systematically reviewed|systematic literature review|umbrella review|"
     "cochrane review|systematic overview|review systematic",
     D::systematic_review},
    {"meta analys*|metaanalys*|meta analytic|pooled analysis|individual patient data",
     D::meta_analysis},
    {"scoping review|mapping review|rapid review|realist review", D::scoping_review},
    {"guideline|consensus statement|consensus development", D::guideline},
    {"mendelian randomi*", D::mendelian_randomization_study},
    {"non randomi*|nonrandomi*|quasi randomi*|unrandomi*|not randomi*|without randomi*",
     D::non_randomized_trial},
    {"rct|randomi* control*|randomi* trial|randomi* clinical trial|randomi* study|randomi*|"
     "random allocation|randomly assigned|randomly allocated",
     D::randomized_controlled_trial},
    {"clinical trial|controlled trial|clinical study|open label|single arm|crossover|cross over|"
     "phase 1|phase 2|phase 3|phase 4|phase i|phase ii|phase iii|phase iv|placebo|double blind|"
     "single blind|pilot trial|pragmatic trial|equivalence trial|interventional|before "
     "after|trial",
     D::clinical_trial},
    {"case control|case referent|case cohort", D::case_control_study},
    {"cohort|longitudinal|prospective|follow up study|registry study", D::cohort_study},
    {"case series|series of case", D::case_series},
    {"cross sectional|survey|questionnaire study|prevalence study|ecological",
     D::cross_sectional_study},
    {"case report|case study|n of 1", D::case_report},
    {"diagnostic accuracy|diagnostic test|validation study", D::diagnostic_accuracy_study},
    {"observational|retrospective|epidemiolog*|real world|database study|twin study|"
     "chart review|medical record review",
     D::observational_study},
    {"modelling|modeling|simulation|in silico|computational|cost effectiveness|economic evaluation|"
     "machine learning|deep learning|bioinformatic*",
     D::modelling_study},
    {"qualitative|interview|focus group|ethnograph*", D::qualitative_study},
    {"review|overview", D::review},
    {"editorial", D::editorial},
    {"letter|correspondence", D::letter},
    {"comment", D::comment},
    {"commentary|opinion|perspective|viewpoint|news|essay", D::commentary},
};

const Facts& facts_of(StudyDesign design) {
  return kFacts[static_cast<std::size_t>(design)];
}

}  // namespace

double level_of_evidence(StudyDesign design) {
  return facts_of(design).level;
}

double weight_of_statement(StudyDesign design) {
  return facts_of(design).statement;
}

std::span<const DesignTerm> settling_publication_types() {
  return kSettlingTypes;
}

std::span<const DesignTerm> loose_publication_types() {
  return kLooseTypes;
}

std::span<const DesignTerm> design_headings() {
  return kHeadings;
}

std::span<const DesignTerm> design_words() {
  return kWords;
}

bool is_kind_of(StudyDesign design, StudyDesign general) {
  return design == general || facts_of(design).general == general;
}

bool is_opinion(StudyDesign design) {
  return design == D::editorial || design == D::letter || design == D::comment ||
         design == D::commentary;
}

bool is_preclinical(StudyDesign design) {
  return design == D::animal_study || design == D::in_vitro_study;
}

bool is_synthesis(StudyDesign design) {
  return design == D::systematic_review || design == D::meta_analysis;
}

}  // namespace ev::model
