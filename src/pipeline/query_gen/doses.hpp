// How much of a treatment a goal names ("low-dose", "75 mg"): beside the treatment, never in its
// place. Thread rule: pure functions.
#pragma once

#include "pipeline/query_gen/concepts.hpp"
#include "pipeline/text/document.hpp"

#include <string_view>
#include <vector>

namespace ev::query_gen {

std::vector<Concept> doses_in(std::string_view goal, const std::vector<doc::Token>& tokens);

}  // namespace ev::query_gen
