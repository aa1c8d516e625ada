// Groups that a record calls by letters or numbers: "group A", "arm 2", "Groups I and II". Pure
// functions.
#pragma once

#include "pipeline/read/arms/arm_words.hpp"
#include "pipeline/read/study_reading.hpp"

#include <optional>
#include <vector>

namespace ev::read {

// The tokens of a label: "group A" is [first, last); nothing when none begins at `i`.
struct LabelAt {
  std::size_t last = 0;
  std::string label;
};
std::optional<LabelAt> label_at(const Sentence& sentence, std::size_t i);

// Gives the arms the labels that stand beside their names. Where labels stand by none of them and
// results are told by labels, the labelled groups are the arms.
void add_labels(const doc::Document& document, const std::vector<Sentence>& sentences,
                const std::vector<doc::Abbreviation>& abbreviations, std::vector<Arm>& arms);

}  // namespace ev::read
