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

// What is done with the hands, or has grown wrong: ligation, shunt, hypertrophy. The words before
// it say how and where.
bool is_described_noun(std::string_view folded);
// The noun that completes a term ("sickle cell disease"): part of it behind subject words, nothing
// by itself.
bool is_head_noun(std::string_view folded);
// Nouns of the same kind that name what is done rather than what there is ("gene therapy"): the
// term is asked for with them, and searched without where nobody knows it so.
bool is_loose_head(std::string_view folded);
// Words inside a term that are no subject by themselves ("graft versus host disease").
bool joins_a_term(std::string_view folded);

// More or less of something (lower, higher, raised): part of a term only before a subject word.
bool is_comparative(std::string_view folded);

// A way of giving (oral, topical) or an ordinal's "generation" before what is given.
bool is_modifier(std::string_view folded);

// How much or how far (severe, advanced, common): may begin a term ("common cold"), no subject by
// itself.
bool is_degree(std::string_view folded);
// Words that together mean nothing that can be searched for, whatever each of them is ("gold
// standard"). `key` as mesh::term_key.
bool is_idiom(std::string_view key);

}  // namespace ev::query_gen
