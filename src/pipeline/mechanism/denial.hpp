// What stands around a cause and its verb and takes back what the verb says, where no negation
// reaches the verb itself: "A is ineffective in preventing B", "no evidence was found that A
// reduces B", "A is no alternative to C in lowering B". Internal to the room; pure functions.
#pragma once

#include "pipeline/mechanism/pair_reading.hpp"

#include <cstddef>
#include <span>

namespace ev::mechanism {

enum class Denial {
  none,
  open,    // it neither affirms nor denies: "insufficient evidence that", "A plus C", "unlike A"
  denied,  // "ineffective in", "no better than placebo in", "the claim that … was refuted"
};
// For a reading at token `cue` of one of the spans `from`; `to` ends what is said.
Denial denial_around(const LinkSentence& sentence, std::span<const NameSpan> from,
                     std::span<const NameSpan> to, std::size_t cue);

// "Unlike A, C …": what the sentence says is said of another.
bool is_set_apart(const LinkSentence& sentence, const NameSpan& name);

// "A without C reduced B" says of A that it did: the only negation before the verb is of C.
bool only_without_another(const LinkSentence& sentence, std::span<const NameSpan> from,
                          std::size_t cue);

}  // namespace ev::mechanism
