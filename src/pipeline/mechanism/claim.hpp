// What one record that somebody chose says to a claim or yes/no question, by its conclusion (its
// last statements where none is labelled): each sentence affirms or denies, weighed by how many of
// the claim's words it takes up and by its place; "although …" counts little, "further studies …"
// not at all. A denial of what the question doubts is an affirmation ("no increase in
// complications" says that it is safe), and "similar" denies a difference. Several records are read
// by the question's frame (answer/). Thread rule: pure functions.
#pragma once

#include "pipeline/mechanism/testing.hpp"
#include "pipeline/text/record_analysis.hpp"

#include <optional>
#include <string_view>

namespace ev::mechanism {

// Who is said to do what to whom ("A reduces B in C": A, -, B); nullopt for claims of other forms.
std::optional<LinkToTest> link_of_claim(std::string_view claim);

// "Does A lower B?": what can be answered with yes or no.
bool asks_yes_or_no(std::string_view question);

// A claim of who does what to whom by the sentences that state that link, wherever they stand;
// mentions where none does. nullopt for claims of other forms.
std::optional<Evidence> read_by_link(std::string_view claim, const doc::RecordAnalysis& record);

// stance supports | contradicts | mixed | mentions.
Evidence read_by_conclusion(std::string_view claim, const doc::RecordAnalysis& record);

}  // namespace ev::mechanism
