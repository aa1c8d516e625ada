// Study designs: their names, their level of evidence, and what stands for them in a record
// (publication types, MeSH headings) and in words. Every other place asks here. Levels extend those
// of the origin specification (systematic review 1.0 … commentary 0.2) in the order of OCEBM 2011,
// finer where records tell more. Thread rule: pure functions.
#pragma once

#include "base/named_enum.hpp"

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace ev::model {

// Strongest first.
enum class StudyDesign {
  systematic_review,
  meta_analysis,
  randomized_controlled_trial,
  guideline,
  clinical_trial,
  non_randomized_trial,
  cohort_study,
  mendelian_randomization_study,
  case_control_study,
  diagnostic_accuracy_study,
  observational_study,
  scoping_review,
  cross_sectional_study,
  case_series,
  case_report,
  qualitative_study,
  review,
  modelling_study,
  animal_study,
  in_vitro_study,
  commentary,
  editorial,
  letter,
  comment,
  study_protocol,
};

constexpr auto wire_names(StudyDesign) {
  return std::to_array<std::string_view>({"systematic review",
                                          "meta-analysis",
                                          "randomized controlled trial",
                                          "guideline",
                                          "clinical trial",
                                          "non-randomized trial",
                                          "cohort study",
                                          "mendelian randomization study",
                                          "case-control study",
                                          "diagnostic accuracy study",
                                          "observational study",
                                          "scoping review",
                                          "cross-sectional study",
                                          "case series",
                                          "case report",
                                          "qualitative study",
                                          "review",
                                          "modelling study",
                                          "animal study",
                                          "in vitro study",
                                          "commentary",
                                          "editorial",
                                          "letter",
                                          "comment",
                                          "study protocol"});
}

// "unknown" where no design is told.
constexpr std::string_view label_of(std::optional<StudyDesign> design) {
  return design ? wire_name(*design) : "unknown";
}

// 0-1.
double level_of_evidence(StudyDesign design);
// How much a plain statement of such a record weighs as evidence for a mechanism, 0-1: less steep
// than the levels, as a review or an animal study states a mechanism as well as a trial does.
double weight_of_statement(StudyDesign design);

// A word of a record and the design it stands for.
struct DesignTerm {
  std::string_view term;
  StudyDesign design;
};
// Publication types that settle the design, and those that name a kind loosely, so that the text
// may say it more exactly; in order of precedence, as a record may carry several.
std::span<const DesignTerm> settling_publication_types();
std::span<const DesignTerm> loose_publication_types();
// MeSH headings that name a design, in order of precedence.
std::span<const DesignTerm> design_headings();

// Words that name a design: alternatives by '|', singular, folded; '*' ends a prefix. In order of
// precedence: what a text is about all (a protocol, an animal study) comes before the method words
// it may contain.
std::span<const DesignTerm> design_words();

// A cohort study is an observational study, a randomized controlled trial a clinical trial, a
// systematic review a review; every design is itself.
bool is_kind_of(StudyDesign design, StudyDesign general);
// Says what its author thinks: editorial, letter, comment, commentary.
bool is_opinion(StudyDesign design);
// Done in animals or cells.
bool is_preclinical(StudyDesign design);
// Puts the studies of others together: systematic review, meta-analysis.
bool is_synthesis(StudyDesign design);

}  // namespace ev::model
