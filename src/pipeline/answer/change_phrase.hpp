// "The mean decrease in X was greater with A", "the rise in X was prevented": a change of the
// outcome, as a noun, of which the clause says something more. Internal to the room; pure function.
#pragma once

#include "pipeline/answer/sentence_cues.hpp"
#include "pipeline/answer/sentence_places.hpp"

#include <cstddef>
#include <optional>

namespace ev::answer {

struct ChangePhrase {
  std::size_t at = 0;  // of the noun
  std::size_t outcome = 0;
  std::size_t said_at = 0;  // of what is said of it
  int sign = 0;             // of the outcome, both taken together
};
// `named`: the words of the outcome. nullopt: there is none, or nothing is said of it.
std::optional<ChangePhrase> change_phrase_in(const SentenceWords& sentence,
                                             const ClauseView& clause, const SentenceCues& cues,
                                             const Places& named);

}  // namespace ev::answer
