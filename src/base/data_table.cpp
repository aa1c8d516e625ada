#include "base/data_table.hpp"

#include "base/data_file.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace ev {

namespace {

constexpr std::array<std::string_view, 5> kHeaders = {"key", "licence", "order", "source", "text"};

std::vector<std::string_view> divided(std::string_view line, char mark) {
  std::vector<std::string_view> out;
  for (std::size_t from = 0;;) {
    const std::size_t end = line.find(mark, from);
    out.push_back(line.substr(from, end - from));
    if (end == std::string_view::npos) return out;
    from = end + 1;
  }
}

Error malformed(std::size_t line, std::string_view what) {
  return {Errc::invalid_argument, "line " + std::to_string(line) + ": " + std::string(what)};
}

}  // namespace

Result<DataTable> DataTable::parse(std::string_view text) {
  DataTable table;
  if (text.empty() || text.back() != '\n') return malformed(1, "no line end at the end");
  text.remove_suffix(1);
  std::size_t number = 0;
  for (const std::string_view line : divided(text, '\n')) {
    ++number;
    if (table.columns_.empty() && line.starts_with('#')) {
      const std::string_view said = line.substr(std::min<std::size_t>(2, line.size()));
      const std::size_t colon = said.find(": ");
      const std::string_view name = said.substr(0, colon);
      if (colon != std::string_view::npos && std::ranges::find(kHeaders, name) != kHeaders.end()) {
        table.headers_.push_back({name, said.substr(colon + 2)});
      } else {
        table.description_.push_back(said);
      }
      continue;
    }
    if (line.empty()) return malformed(number, "an empty line");
    const auto cells = divided(line, '\t');
    if (table.columns_.empty()) {
      if (std::ranges::find(cells, "") != cells.end())
        return malformed(number, "a column without a name");
      table.columns_ = cells;
      continue;
    }
    if (cells.size() != table.columns_.size()) {
      return malformed(number, std::to_string(cells.size()) + " cells for " +
                                   std::to_string(table.columns_.size()) + " columns");
    }
    table.cells_.insert(table.cells_.end(), cells.begin(), cells.end());
  }
  if (table.columns_.empty()) return malformed(number, "no row that names the columns");
  return table;
}

std::vector<DataTable::Row> DataTable::rows() const& {
  std::vector<Row> out;
  out.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) out.push_back(row(i));
  return out;
}

std::vector<std::string_view> DataTable::column(std::string_view name) const {
  const std::size_t at = column_index(name);
  std::vector<std::string_view> out;
  out.reserve(size());
  for (std::size_t i = at; i < cells_.size(); i += columns_.size()) out.push_back(cells_[i]);
  return out;
}

std::string_view DataTable::header(std::string_view name) const {
  const auto found = std::ranges::find(headers_, name, &Header::name);
  return found == headers_.end() ? std::string_view() : found->value;
}

std::size_t DataTable::column_index(std::string_view name) const {
  const auto found = std::ranges::find(columns_, name);
  if (found == columns_.end()) throw std::logic_error("a table has no column " + std::string(name));
  return static_cast<std::size_t>(found - columns_.begin());
}

DataTable data_table(std::string_view file) {
  auto table = DataTable::parse(data_file(file));
  if (!table) throw std::logic_error("data/" + std::string(file) + ", " + table.error().message);
  return std::move(table).value();
}

std::vector<std::string_view> data_words(std::string_view file, std::string_view column) {
  return data_table(file).column(column);
}

std::vector<std::string_view> data_words(std::string_view file, std::string_view column,
                                         std::string_view where, std::string_view value) {
  std::vector<std::string_view> out;
  const DataTable table = data_table(file);
  for (const DataTable::Row& row : table.rows()) {
    if (row[where] == value) out.push_back(row[column]);
  }
  return out;
}

std::vector<std::string_view> data_values(std::string_view cell) {
  return cell.empty() ? std::vector<std::string_view>() : divided(cell, '|');
}

}  // namespace ev
