// Whether the words around a statistic set the arms of a trial against each other, or tell
// something else: one arm's own change, a correlation, a difference that was there before
// treatment, a trend. Also the figures of two arms that one phrase gives ("24% vs 26%"). Pure
// functions over one line; offsets are bytes of it.
#pragma once

#include "pipeline/extract/reading.hpp"

#include <optional>
#include <span>

namespace ev::extract {

struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The clause that bytes [begin, end) belong to: until ";", "but", "whereas", "while" and the
// bracket of another p value.
Stretch clause_of(const Line& line, std::size_t begin, std::size_t end);

// By words of comparison; by two figures or groups side by side alone; something else; neither.
enum class Told { contrast, figures, other, open };
Told told_in(const Reading& reading, const Line& line, const Stretch& stretch);
// Of the p value at these bytes, with what follows in the sentence where the clause is open.
bool is_between_arms(const Reading& reading, const Line& line, std::size_t begin, std::size_t end);

// The figures of two arms in one phrase of the stretch.
std::optional<Stretch> figures_in(const Reading& reading, const Line& line, const Stretch& stretch);

std::span<const doc::Token> words_in(const Line& line, const Stretch& stretch);

bool tells_harm(const Line& line);
// Whether the comparator is a placebo or sham.
bool is_against_nothing(const Reading& reading);

}  // namespace ev::extract
