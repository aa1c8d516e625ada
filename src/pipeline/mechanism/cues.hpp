// Cue words: what a word says is done to the thing it governs. A cue is recognised by its stem and
// its ending tells its form, which decides how the grammar reads it. Pure functions.
#pragma once

#include <optional>
#include <string_view>

namespace ev::mechanism {

// up, down: a direction. treat, worsen: a direction once it is known whether less is better.
// produce: carries the direction of its object ("produced a reduction of …"). affect: no direction;
// only its negation tells.
enum class CueType { up, down, treat, worsen, produce, affect };

// "inhibits", "inhibited", "inhibiting", "inhibition", "inhibitor", "inhibitory", "lower than".
enum class CueForm { verb, participle, gerund, noun, agent, adjective, comparative };

struct CueWord {
  CueType type = CueType::up;
  CueForm form = CueForm::verb;
  std::string_view stem;
};

// `word` is folded.
std::optional<CueWord> cue_of(std::string_view word);

// Words that put a name into a prepositional phrase, join names, or end a clause.
bool is_preposition(std::string_view word);
bool is_conjunction(std::string_view word);
bool ends_clause(std::string_view word);
// Articles, adverbs and adjectives that may stand between a cue and its noun.
bool is_filler(std::string_view word);

}  // namespace ev::mechanism
