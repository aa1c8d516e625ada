// The built-in vocabulary: one row per entity. `terms` are separated by '|'. A term may start with
// '!' (means less of the entity), '-' (says or names an inhibition of it; '-@' the doer) or '+'
// (says or names a stimulation; '+@' the doer). Flags: b less is better, g more is better, d
// condition, h hub, r reagent, v vague, i infection. Common knowledge of pharmacology, written for
// this program.
#pragma once

#include "pipeline/mechanism/entity.hpp"

#include <span>
#include <string_view>

namespace ev::mechanism {

struct BuiltinRow {
  Kind kind;
  std::string_view flags;
  std::string_view name;
  std::string_view terms;
};

std::span<const BuiltinRow> builtin_drugs();
std::span<const BuiltinRow> builtin_targets();
std::span<const BuiltinRow> builtin_pathways();
std::span<const BuiltinRow> builtin_effects();

}  // namespace ev::mechanism
