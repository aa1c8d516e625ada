// What is known of a rule beside the names that ask for it: one row for each rule that differs from
// the plain one. Constant table.
#pragma once

#include "pipeline/extract/rules.hpp"

#include <cstdint>
#include <span>

namespace ev::extract {

// The units that a field's name may ask for.
enum class UnitKind : std::uint8_t { none, time, amount, share };
enum class EffectKind : std::uint8_t { none, one, any };

struct RuleTraits {
  Rule rule = nullptr;
  // Words that change nothing beside this rule: "total participants" is the sample size, "total
  // dose" is not the dose.
  const char* beside = "";
  const char* other_than = "";  // neutral words that ask for another thing: the year of a study
  UnitKind unit = UnitKind::none;
  bool prose = false;         // finds sentences, which numbers and yes/no fields cannot hold
  bool of_the_whole = false;  // a definition may ask for a part of it, which it does not find
  bool by_arm = false;        // each arm has its own value, none of which is the study's
  EffectKind effect = EffectKind::none;  // estimates of one kind, or of the kind a definition names
  Rule as_number = nullptr;              // what the name means where a number is asked for
};
std::span<const RuleTraits> rule_traits();
// Those of the plain rule where it has no row.
const RuleTraits& traits_of(Rule rule);

}  // namespace ev::extract
