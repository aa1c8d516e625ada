// The constructions by which a question says what acts on what
// (data/lexicon/question_constructions.tsv), laid over its words: every way in which a row fits is
// tried, and the one whose slots hold most fitly what the lexicon knows of their words is the
// reading. Internal to the room; pure functions.
#pragma once

#include "pipeline/question/concept_lexicon.hpp"

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ev::question {

// What a predicate says of the outcome: more or less of it, good or bad, no harm, either way, or
// nothing by itself ("gets", "shows").
enum class Effect { up, down, good, bad, harmless, change, light };
// noun: "reduction", "an increased …"; reversed: "a side effect of" (the outcome comes first);
// mutual: "linked to" (either comes first).
enum class PredicateForm { verb, noun, adjective, reversed, mutual };

struct Predicate {
  std::size_t begin = 0, end = 0;  // words
  Effect effect = Effect::up;
  PredicateForm form = PredicateForm::verb;
};
// Of question_cues.tsv; names longer than a predicate's words hide it.
std::vector<Predicate> find_predicates(std::span<const Word> words,
                                       std::span<const ConceptSpan> names);
bool asks_what(std::span<const Word> words);  // "which drug"
// Of a word that is a predicate by itself.
std::optional<Effect> effect_of(const Word& word);

inline constexpr std::size_t kNoPredicate = std::numeric_limits<std::size_t>::max();
struct WordRange {
  std::size_t begin = 0, end = 0;
};
struct ConstructionMatch {
  WordRange given, outcome, whose;
  std::vector<WordRange> beside;         // what stands between and behind
  std::size_t predicate = kNoPredicate;  // index
  Effect effect = Effect::light;
  bool bare = false;    // names alone
  bool unsaid = false;  // and no word of the construction says anything of the outcome
};
std::optional<ConstructionMatch> read_construction(std::span<const Word> words,
                                                   std::span<const ConceptSpan> names,
                                                   std::span<const Predicate> predicates);

}  // namespace ev::question
