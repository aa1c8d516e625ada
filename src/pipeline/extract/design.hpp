// The study design of a record as one canonical label (kDesigns), from publication types, then the
// text, then MeSH. Used by extraction, rows, ranking filters and scoring. Pure functions.
#pragma once

#include "pipeline/extract/reading.hpp"
#include "pipeline/model/article.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ev::extract {

inline constexpr std::string_view kDesigns[] = {"meta-analysis",
                                                "systematic review",
                                                "guideline",
                                                "randomized controlled trial",
                                                "non-randomized trial",
                                                "clinical trial",
                                                "cohort study",
                                                "case-control study",
                                                "cross-sectional study",
                                                "diagnostic accuracy study",
                                                "observational study",
                                                "qualitative study",
                                                "case series",
                                                "case report",
                                                "review",
                                                "study protocol",
                                                "editorial",
                                                "letter",
                                                "comment",
                                                "animal study",
                                                "in vitro study"};

struct Design {
  std::string label;         // one of kDesigns
  std::string record_field;  // "publication_types" or "mesh_terms"; "" when it comes from the text
  std::string record_value;  // the entry that says so
  std::optional<doc::Span> span;  // the words that say so
  double confidence = 0;
};

std::optional<Design> find_design(const Reading& reading);
// The label alone; "" when nothing tells.
std::string study_design(const model::Article& article);

// Whether the record reports a randomized controlled trial itself: nullopt when neither record nor
// text says anything of randomization. `Design::label` is not set.
struct Randomization {
  bool is_rct = false;
  Design evidence;
};
std::optional<Randomization> find_randomization(const Reading& reading);
// "A retrospective analysis of eight randomized trials": trials looked at again, and whether more
// than one.
struct Reanalysis {
  doc::Span span;
  bool several = false;
};
std::optional<Reanalysis> find_reanalysis(const Reading& reading);
// Whether subjects of any kind, animals too, were allocated by lot.
bool tells_of_allocation(const Reading& reading);

// "Two trials", "many studies", "in another trial": prose about the trials of others.
bool tells_of_many_studies(const Reading& reading);

// Whether the subjects are animals or cells, by MeSH check tags first.
enum class Subjects { human, animal, in_vitro, unknown };
struct SubjectsFinding {
  Subjects subjects = Subjects::unknown;
  Design evidence;  // label unset
};
SubjectsFinding find_subjects(const Reading& reading);

}  // namespace ev::extract
