// The study design of a record, from publication types, then the text, then MeSH. Used by
// extraction, rows, ranking filters and scoring. Pure functions.
#pragma once

#include "base/named_enum.hpp"
#include "pipeline/extract/record_text.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/model/species.hpp"
#include "pipeline/model/study_design.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ev::extract {

using model::Species;
using model::StudyDesign;

struct Design {
  std::optional<StudyDesign> kind;
  std::string record_field;  // "publication_types" or "mesh_terms"; "" when it comes from the text
  std::string record_value;  // the entry that says so
  std::optional<doc::Span> span;  // the words that say so
  double confidence = 0;
};

std::optional<Design> find_design(const RecordText& record);
std::optional<StudyDesign> design_of(const model::Article& article);
// Its name; "" when nothing tells.
std::string study_design(const RecordText& record);
std::string study_design(const model::Article& article);

// Whether the record reports a randomized controlled trial itself: nullopt when neither record nor
// text says anything of randomization. `Design::kind` is not set.
struct Randomization {
  bool is_rct = false;
  Design evidence;
};
std::optional<Randomization> find_randomization(const RecordText& record);
// "A retrospective analysis of eight randomized trials": trials looked at again, and whether more
// than one.
struct Reanalysis {
  doc::Span span;
  bool several = false;
};
std::optional<Reanalysis> find_reanalysis(const RecordText& record);
// How a trial divides its people, where it is not by one group for each treatment.
enum class Allocation { parallel, crossover, cluster };
constexpr auto wire_names(Allocation) {
  return std::to_array<std::string_view>({"", "crossover", "cluster"});
}
Allocation allocation_in(const RecordText& record);
Allocation allocation_of(const model::Article& article);
// Whether subjects of any kind, animals too, were allocated by lot.
bool tells_of_allocation(const RecordText& record);

// "Two trials", "many studies", "in another trial": prose about the trials of others.
bool tells_of_many_studies(const RecordText& record);

// Whether the subjects are animals or cells, by MeSH check tags first.
struct SubjectsFinding {
  Species species = Species::not_stated;
  Design evidence;  // kind unset
};
SubjectsFinding find_subjects(const RecordText& record);

}  // namespace ev::extract
