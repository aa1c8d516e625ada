// The figures of two arms that one phrase gives ("24% vs 26%", "24% with tea and 26% with water").
// Pure functions over one sentence; offsets are bytes of it.
#pragma once

#include "pipeline/extract/clauses.hpp"

#include <optional>
#include <vector>

namespace ev::extract {

// A number that the text links with a group: by the word that names it in the sentence, else by the
// arm of the study.
struct ArmFigure {
  std::size_t number = 0;  // of the sentence's numbers
  std::size_t group = 0;   // the same for the same name
  std::optional<std::size_t> arm;
};
std::vector<ArmFigure> arm_figures_in(const RecordText& record, const Sentence& sentence,
                                      const ByteRange& range);

// The figures of two arms: the phrase that joins them, else the clause of the stretch that gives
// each arm its own.
std::optional<ByteRange> figures_in(const RecordText& record, const Sentence& sentence,
                                    const ByteRange& range);

// The changes that a stretch tells: "from 4 to 7".
std::vector<double> changes_told_in(const Sentence& sentence, const ByteRange& range);

}  // namespace ev::extract
