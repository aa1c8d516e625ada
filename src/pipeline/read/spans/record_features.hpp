// The features of every word of a record, made once for its taggers: those of word_features.hpp and
// how likely each word and its neighbours name a population, an intervention or an outcome, by a
// learnt chain (data/weights/pico_words.txt). Pure function.
#pragma once

#include "pipeline/read/spans/word_features.hpp"

#include <vector>

namespace ev::read {

// By sentence and word.
using RecordFeatures = std::vector<std::vector<nlp::Features>>;

RecordFeatures record_features(const std::vector<Sentence>& sentences);

}  // namespace ev::read
