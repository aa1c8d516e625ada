// Whether the words around a statistic set the arms of a trial against each other, or tell
// something else: one arm's own change, a correlation, a difference that was there before
// treatment, a trend. Pure functions over one sentence; offsets are bytes of it.
#pragma once

#include "pipeline/extract/clauses.hpp"

namespace ev::extract {

// By words of comparison; by two figures or groups side by side alone; something else; neither.
enum class Told { contrast, figures, other, open };
Told told_in(const RecordText& record, const Sentence& sentence, const ByteRange& range);
// Of the p value at these bytes, with what follows in the sentence where the clause is open.
bool is_between_arms(const RecordText& record, const Sentence& sentence, std::size_t begin,
                     std::size_t end);

// "Fell more with tea than with water (P<.05 vs baseline)": what a bracket behind `from` adds is
// not what the clause compares.
bool is_in_bracket(const Sentence& sentence, std::size_t byte, std::size_t from);

bool tells_harm(const Sentence& sentence);
// Whether the comparator is a placebo or sham.
bool is_against_nothing(const RecordText& record);

}  // namespace ev::extract
