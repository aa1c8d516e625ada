// From a field's name (and, failing that, its description) to the rule that fills it. Pure
// function.
#pragma once

#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/schema.hpp"

namespace ev::extract {

// nullptr when no rule knows the field.
Rule rule_for(const FieldSpec& field);

}  // namespace ev::extract
