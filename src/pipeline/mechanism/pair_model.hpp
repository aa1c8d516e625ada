// What a learnt model (data/weights/links.txt) says of two named things in one sentence: how likely
// the sentence states that the one raises or lowers the other. Logistic regression over
// pair_features.hpp; the grammar's reading is one of its features. Thread rule: pure function, the
// model is loaded at its first use.
#pragma once

#include "pipeline/mechanism/pair_reading.hpp"

#include <optional>

namespace ev::mechanism {

// Probabilities, 0-1; what remains is: no relation, or one without a sign.
struct SignOdds {
  double plus = 0, minus = 0;
  double either() const { return plus + minus; }
  int sign() const { return plus > minus ? 1 : -1; }
};

SignOdds sign_odds(const LinkSentence& sentence, doc::Role role, const NameSpan& from,
                   const NameSpan& to, const std::optional<PairReading>& reading);

}  // namespace ev::mechanism
