// Questions that leave a place open ("What are the risk factors for X?"): which place, and the side
// of the literature that fills it. Cues are phrases of data/lexicon/open_questions.tsv. Thread
// rule: pure functions.
#pragma once

#include "base/named_enum.hpp"
#include "pipeline/query_gen/question_type.hpp"

#include <array>
#include <optional>
#include <string_view>

namespace ev::query_gen {

enum class OpenPlace {
  risk_factors,
  causes,
  mechanism,
  frequency,
  treatment,
  diagnosis,
  prognosis,
  prevention,
  reason
};
constexpr auto wire_names(OpenPlace) {
  return std::to_array<std::string_view>({"risk_factors", "causes", "mechanism", "frequency",
                                          "treatment", "diagnosis", "prognosis", "prevention",
                                          "reason"});
}

// Of a topic without a verb ("risk factors for X") too. nullopt: nothing is open, as in "Does A
// help in B?" or in a claim.
std::optional<OpenPlace> open_place(std::string_view text);

// nullopt: anything may be a reason.
std::optional<Facet> facet_of(OpenPlace place);

}  // namespace ev::query_gen
