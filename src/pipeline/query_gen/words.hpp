// Word lists that tell subject words from the scaffolding of a question. Thread rule: constant
// data.
#pragma once

#include <string_view>

namespace ev::query_gen {

// Question words, verbs of asking, words about research as such: never a concept by themselves.
bool is_scaffolding(std::string_view folded);
// Turns what follows into its absence: without, not, no, non, excluding, except.
bool is_negation(std::string_view folded);
// International drug name stems at the end of a word (INN): -mab, -tinib, -statin, -gliptin …
bool looks_like_drug(std::string_view folded);

// What a writer cuts off a term of medicine to catch all its forms: "laparoscop|y",
// "aspergill|osis".
bool is_ending(std::string_view folded);

// What is measured or feared rather than studied (mortality, safety, prevalence): asked for beside
// the subject, never in its place. `key` as mesh::term_key.
bool is_outcome(std::string_view key);

// A way of giving (oral, topical) or an ordinal's "generation" before what is given.
bool is_modifier(std::string_view folded);

}  // namespace ev::query_gen
