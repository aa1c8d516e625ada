// A table of an article as a grid: which cell stands at which row and column, spans spread out.
// Thread rule: plain values.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ev::sources {

struct TableCell {
  std::string text;  // blanks that cannot break, which indent a label, are kept
  bool head = false;
  bool bold = false;                // all of it
  std::size_t row = 0, column = 0;  // of its upper left corner
  bool operator==(const TableCell&) const = default;
};

struct Table {
  std::string label;    // "Table 2"
  std::string caption;  // title and paragraphs
  std::vector<std::string> notes;
  std::size_t head_rows = 0;  // leading rows of the grid that are heads
  std::vector<TableCell> cells;
  static constexpr std::size_t kNothing = static_cast<std::size_t>(-1);
  // By row, then column: place in `cells`, kNothing where a row is shorter. Rows without text are
  // left out.
  std::vector<std::vector<std::size_t>> grid;
  bool whole = true;  // false: too large, cut

  const TableCell* at(std::size_t row, std::size_t column) const {
    if (row >= grid.size() || column >= grid[row].size()) return nullptr;
    const std::size_t cell = grid[row][column];
    return cell == kNothing ? nullptr : &cells[cell];
  }
  bool operator==(const Table&) const = default;
};

}  // namespace ev::sources
