// Roles of sentences whose section does not tell: cue phrases and the usual order of an abstract,
// decided together by the cheapest path through background, objective, methods, results,
// conclusions.
#pragma once

#include "pipeline/text/sections.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace ev::doc {

struct RoleInput {
  std::string_view text;
  RoleMask allowed = 0;  // 0 = any
};

// One role per sentence, each within its `allowed`; `unknown` throughout when no sentence has a
// label or a cue.
std::vector<Role> assign_roles(std::span<const RoleInput> sentences);

}  // namespace ev::doc
