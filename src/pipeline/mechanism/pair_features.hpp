// Features of two named things in one sentence for the learnt model of links
// (data/weights/links.txt): the words between and around them in order, the cues (link_cues.hpp)
// with their signs and forms, marks of negation and apposition, what kind of thing each name looks
// like, the sentence's role in the record, and what the grammar reads (pair_reading.hpp). Linear in
// the sentence. Pure function.
#pragma once

#include "pipeline/mechanism/pair_reading.hpp"
#include "pipeline/nlp/feature.hpp"

#include <optional>

namespace ev::mechanism {

// Changes with the features; data/weights/links.txt names the one it was made for.
inline constexpr int kPairFeatureVersion = 1;

// `reading`: read_pair() of the same two names. The names must not overlap.
nlp::Features pair_features(const LinkSentence& sentence, doc::Role role, const NameSpan& from,
                            const NameSpan& to, const std::optional<PairReading>& reading);

}  // namespace ev::mechanism
