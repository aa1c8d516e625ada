// What the text files of learnt models have in common: a header of "# name: value" lines, then rows
// of cells. Internal to the room; pure functions.
#pragma once

#include "base/result.hpp"
#include "pipeline/nlp/model.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::nlp {

using Header = std::map<std::string_view, std::string_view>;

Error malformed(const Expected& expected, const std::string& what);
// Takes the line, or the header, off the text.
std::string_view next_line(std::string_view& rest);
Header header_of(std::string_view& rest);
// "" where the header has no such name.
std::string_view value_of(const Header& header, std::string_view name);
std::vector<std::string_view> cells_of(std::string_view line);
// What differs from what the code expects; "" when nothing does.
std::string misfit(const Header& header, const Expected& expected);

template <class Number>
bool read(std::string_view cell, Number& out, int base = 10) {
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), out, base);
  return error == std::errc() && end == cell.data() + cell.size();
}
template <class Number>
bool read_all(std::span<const std::string_view> cells, std::vector<Number>& out) {
  return std::all_of(cells.begin(), cells.end(),
                     [&](std::string_view cell) { return read(cell, out.emplace_back()); });
}
// Whole numbers under this name, none when it does not stand there.
bool read_all(const Header& header, std::string_view name, std::vector<std::int32_t>& out);

}  // namespace ev::nlp
