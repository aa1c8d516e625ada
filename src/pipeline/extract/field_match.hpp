// From a field's name (and, failing that, its description) to the rule that fills it. A rule is
// taken only when every telling word of the name is its own or changes nothing: "control",
// "previous", "minimum" beside a rule that does not know them leave the field without one. Pure
// functions.
#pragma once

#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/schema.hpp"

#include <string>
#include <string_view>

namespace ev::extract {

struct FieldRule {
  Rule rule = nullptr;
  std::string unit;    // the one the name asks for ("week"), "" when it asks for none
  std::string reason;  // why there is no rule
};
FieldRule match_field(const FieldSpec& field);

// The rule alone; nullptr when no rule knows the field.
Rule rule_for(const FieldSpec& field);

// Whether a unit as the text writes it ("wks") is the unit asked for ("week").
bool units_agree(std::string_view stated, std::string_view asked);

}  // namespace ev::extract
