// The evidence hierarchy: free text or a record's publication types -> a design and its level in
// 0-1. Levels extend those of the origin specification (systematic review 1.0 … commentary 0.2) in
// the order of OCEBM 2011, finer where records tell more; synonyms, abbreviations and plurals are
// recognised, "non-randomized", "per protocol" and "Mendelian randomization" are not what they
// contain. A text is read as one design. Pure functions.
#pragma once

#include "pipeline/model/article.hpp"
#include "pipeline/model/value.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::appraise {

struct Design {
  std::string_view name;  // canonical, e.g. "randomized controlled trial"
  double level = 0;
};

// All designs, strongest first: for error messages and documentation.
const std::vector<Design>& designs();
// Exact canonical name.
std::optional<Design> design_by_name(std::string_view name);
// What a description says; nullopt when it names no design.
std::optional<Design> design_of_text(std::string_view description);
// What extract::study_design finds in publication types, text and headings.
std::optional<Design> design_of_record(const model::Article& article);

// The record's, else what the extraction says under study_design, study_type or design.
std::optional<Design> design_of(const model::Article& article,
                                const model::Value::Object* features);
// editorial, letter, comment, commentary
bool is_opinion(const Design& design);

}  // namespace ev::appraise
