// What a concept is to a search: its subject, whom it is about, what stands beside it. Thread rule:
// pure functions.
#pragma once

#include "pipeline/query_gen/concepts.hpp"

#include <string_view>

namespace ev::query_gen {

// Weight from which a concept has a heading, or is a drug or symbol (concepts.cpp).
inline constexpr double kFirm = 3;
// Weight from which a concept is a facet of the goal by itself: at least two words that belong
// together.
inline constexpr double kTelling = 2.5;

// What a search may be about; what is measured and who was looked at stands beside it (Cochrane
// Handbook 4.4.2: outcomes are not searched for).
bool is_subject(const Concept& c);

// Whom the question is about, as an indexer ticks it (aged, female, rats) or by a group of people:
// required where it is named, but no alternative to what was studied.
bool tells_whom(const Concept& c);

// Words that set two treatments against or beside each other: both are meant.
bool joins_treatments(std::string_view goal);

// A facet asks for the concept of its own name.
bool is_asked_by(std::string_view facet, std::string_view concept_text);

// What is given up last where a goal names more than is combined: medicines and names, then what
// has a heading or is told by several words, then who was looked at, then single words and what is
// measured.
int rank_of(const Concept& c);

}  // namespace ev::query_gen
