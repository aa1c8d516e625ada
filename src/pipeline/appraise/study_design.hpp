// The design of a record or of a description; model/study_design.hpp has the hierarchy. Synonyms,
// abbreviations and plurals are recognised, "non-randomized", "per protocol" and "Mendelian
// randomization" are not what they contain. A text is read as one design. Pure functions.
#pragma once

#include "pipeline/model/article.hpp"
#include "pipeline/model/study_design.hpp"
#include "pipeline/model/value.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ev::appraise {

using model::StudyDesign;

// What a description says; nullopt when it names no design.
std::optional<StudyDesign> design_of_text(std::string_view description);
// What extract::design_of finds in publication types, text and headings.
std::optional<StudyDesign> design_of_record(const model::Article& article);

// The record's, else what the extraction says under study_design, study_type or design.
std::optional<StudyDesign> design_of(const model::Article& article,
                                     const model::Value::Object* features);

}  // namespace ev::appraise
