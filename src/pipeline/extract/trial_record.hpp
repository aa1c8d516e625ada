// What a registration says in the registry's own fields, which count more than its brief summary:
// size, design, arms, conditions and primary outcomes. Values stand on the field's text as the
// registry writes it. An enrolment that is only planned is no sample size: it is an alternative.
// Pure functions.
#pragma once

#include "pipeline/extract/design.hpp"
#include "pipeline/extract/rules.hpp"

#include <optional>

namespace ev::extract {

// nullopt: no registration, or one that is silent on what the rule asks; the rule reads the text.
std::optional<Findings> in_trial_record(Rule rule, const model::Article& article);

std::optional<Design> registered_design(const model::Article& article);

}  // namespace ev::extract
