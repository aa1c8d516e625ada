// Tables of facts (data/**.tsv): a comment that documents the file, one row that names the columns,
// rows of cells divided by tabs. The lines of the comment begin with "# "; some of them are read by
// programs:
//   # source: where the facts come from          # licence: of the facts
//   # key: columns that identify a row ("word", "word, kind")
//   # order: sorted (by the key, as bytes), or why the order of the rows matters
//   # text: lower (no upper case), folded (as text::fold leaves it) or verbatim
// A malformed table in data/ is an error of the program: std::logic_error, and a test that reads
// all. Thread rule: immutable; cells are views into the text, which must outlive them.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ev {

class DataTable {
 public:
  using Cells = std::span<const std::string_view>;

  // The cells of a row by the names of their columns.
  class Row {
   public:
    Row(const DataTable& table, Cells cells) : table_(&table), cells_(cells) {}
    std::string_view operator[](std::string_view column) const {
      return cells_[table_->column_index(column)];
    }
    Cells cells() const { return cells_; }

   private:
    const DataTable* table_;
    Cells cells_;
  };

  // Errc::invalid_argument with the number of the line.
  static Result<DataTable> parse(std::string_view text);

  const std::vector<std::string_view>& columns() const { return columns_; }
  std::size_t size() const { return cells_.size() / columns_.size(); }
  Row row(std::size_t index) const {
    return {*this, Cells(cells_).subspan(index * columns_.size(), columns_.size())};
  }
  std::vector<Row> rows() const&;
  std::vector<Row> rows() const&& = delete;  // rows point into their table
  // Every cell of a column, in the order of the rows.
  std::vector<std::string_view> column(std::string_view name) const;
  // The rest of the comment line "# <name>: …", "" when there is none.
  std::string_view header(std::string_view name) const;
  // The lines of the comment that no program reads.
  const std::vector<std::string_view>& description() const { return description_; }

  // std::logic_error for a column that the table does not have.
  std::size_t column_index(std::string_view name) const;

 private:
  struct Header {
    std::string_view name;
    std::string_view value;
  };
  std::vector<std::string_view> description_;
  std::vector<Header> headers_;
  std::vector<std::string_view> columns_;
  std::vector<std::string_view> cells_;  // row by row
};

// A table of data/, read anew: keep what is made of it.
DataTable data_table(std::string_view file);

// The cells of `column`; with `where`, of the rows whose cell there equals `value`. For lists of
// words.
std::vector<std::string_view> data_words(std::string_view file, std::string_view column = "word");
std::vector<std::string_view> data_words(std::string_view file, std::string_view column,
                                         std::string_view where, std::string_view value);

// What `make` makes of each row, in order.
template <class Make>
auto data_rows(std::string_view file, Make make) {
  const DataTable table = data_table(file);
  std::vector<decltype(make(table.row(0)))> out;
  out.reserve(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) out.push_back(make(table.row(i)));
  return out;
}

// The parts of a cell that holds several values, divided by '|'; none for an empty cell.
std::vector<std::string_view> data_values(std::string_view cell);

}  // namespace ev
