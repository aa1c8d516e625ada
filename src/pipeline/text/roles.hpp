// Roles of sentences whose section does not tell: a learnt chain (conditional random field) over
// words, pairs of words and places of the sentences of an abstract (data/weights/roles.txt, learnt
// from abstracts with the authors' headings). Pure functions.
#pragma once

#include "pipeline/nlp/feature.hpp"
#include "pipeline/text/sections.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace ev::doc {

struct RoleInput {
  std::string_view text;
  RoleMask allowed = 0;  // 0 = any
};

struct AssignedRole {
  Role role = Role::unknown;
  RoleOdds odds{};
};

// One role per sentence, each within its `allowed`; `unknown` where no role is likely.
std::vector<AssignedRole> assign_roles(std::span<const RoleInput> sentences);

// What the model was learnt from and reads, one per sentence of an abstract.
std::vector<nlp::Features> role_features(std::span<const RoleInput> sentences);

}  // namespace ev::doc
