#include "pipeline/library/csv.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"
#include "pipeline/library/csv_columns.hpp"
#include "pipeline/library/line_reader.hpp"
#include "pipeline/library/loose_record.hpp"

#include <algorithm>

namespace ev::library {

namespace {

constexpr std::size_t kLongestCell = 20'000;  // lines: more of them were never closed

// Follows the quotes of a row over its lines.
class QuoteState {
 public:
  explicit QuoteState(char delimiter) : delimiter_(delimiter) {}

  // Whether the row goes on in the next line.
  bool open_after(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (quoted_) {
        if (c != '"') continue;
        if (i + 1 < line.size() && line[i + 1] == '"') {
          ++i;
        } else {
          quoted_ = false;
        }
      } else if (c == delimiter_) {
        at_start_ = true;
      } else {
        quoted_ = c == '"' && at_start_;
        at_start_ = false;
      }
    }
    return quoted_;
  }

 private:
  char delimiter_;
  bool quoted_ = false;
  bool at_start_ = true;
};

bool is_separator_line(std::string_view line) {
  return line.size() == 5 && line.substr(0, 4) == "sep=";
}

class CsvSource final : public RecordSource {
 public:
  CsvSource(sources::ByteSource& source, char delimiter) : lines_(source), delimiter_(delimiter) {}

  Result<bool> next(std::string& into, RawRecord& record) override {
    while (true) {
      const auto more = row(into, record);
      if (!more || !*more) return more;
      if (header_read_) return true;
      if (!is_separator_line(std::string_view(into).substr(0, 5))) header_read_ = true;
      into.resize(begin_);
    }
  }
  std::uint64_t bytes_read() const override { return lines_.bytes_read(); }

 private:
  // Lines read in vain after a quote come again first.
  struct Again {
    std::string text;
    std::uint64_t number;
    std::uint64_t offset;
  };

  Result<bool> next_line(Line& line) {
    if (again_at_ == again_.size()) return lines_.next(line);
    const Again& a = again_[again_at_++];
    line = {a.text, a.number, a.offset, false};
    return true;
  }

  Result<bool> row(std::string& into, RawRecord& record) {
    begin_ = into.size();
    record = {};
    QuoteState quotes(delimiter_);
    std::vector<Again> taken;  // lines after the first
    bool open = false;
    while (true) {
      Line line;
      const auto more = next_line(line);
      if (!more || !*more) {
        if (open) return unclosed(into, record, std::move(taken));
        return more;
      }
      if (!open && !line.too_long && text::trim(line.text).empty()) continue;
      if (!open) {
        record.line = line.number;
        record.offset = line.offset;
      } else {
        into += '\n';
        taken.push_back({std::string(line.text), line.number, line.offset});
      }
      into += line.text;
      if (line.too_long) record.problem = "a line is longer than the limit of one record";
      const bool goes_on = quotes.open_after(line.text);
      if (!goes_on) return true;
      if (single_lines_) {
        record.problem = "a quoted cell is not closed on its line";
        return true;
      }
      open = true;
      if (into.size() - begin_ > limits::kRecordBytes || taken.size() > kLongestCell)
        return unclosed(into, record, std::move(taken));
    }
  }

  Result<bool> unclosed(std::string& into, RawRecord& record, std::vector<Again> taken) {
    taken.insert(taken.end(), again_.begin() + static_cast<std::ptrdiff_t>(again_at_),
                 again_.end());
    again_ = std::move(taken);
    again_at_ = 0;
    single_lines_ = true;
    into.resize(std::min(into.find('\n', begin_), into.size()));
    record.problem = "a quoted cell is never closed";
    return true;
  }

  LineReader lines_;
  char delimiter_;
  std::size_t begin_ = 0;  // of the row in the caller's buffer
  std::vector<Again> again_;
  std::size_t again_at_ = 0;
  bool header_read_ = false;
  bool single_lines_ = false;
};

std::size_t known_columns(const std::vector<std::string>& columns, bool& telling) {
  std::size_t known = 0;
  for (const std::string& column : columns) {
    const CsvField field = csv_field_of(column);
    known += field == CsvField::other ? 0 : 1;
    telling = telling || field == CsvField::title || field == CsvField::pmid ||
              field == CsvField::doi || field == CsvField::abstract;
  }
  return known;
}

}  // namespace

std::vector<std::string> cells_of(std::string_view row, char delimiter) {
  std::vector<std::string> cells;
  std::string cell;
  std::size_t i = 0;
  while (true) {
    cell.clear();
    if (i < row.size() && row[i] == '"') {
      for (++i; i < row.size(); ++i) {
        if (row[i] != '"') {
          cell += row[i];
        } else if (i + 1 < row.size() && row[i + 1] == '"') {
          cell += row[i++];
        } else {
          ++i;
          break;
        }
      }
    }
    const std::size_t end = std::min(row.find(delimiter, i), row.size());
    cell += row.substr(i, end - i);
    cells.push_back(cell);
    if (end == row.size()) return cells;
    i = end + 1;
  }
}

std::optional<Table> table_of(std::string_view head, bool named) {
  while (true) {
    const std::size_t begin = head.find_first_not_of("\r\n \t");
    if (begin == std::string_view::npos) return std::nullopt;
    // A leading tab is an unnamed first column.
    head.remove_prefix(head.substr(0, begin).find_last_of("\r\n") + 1);
    if (!is_separator_line(text::trim(head.substr(0, head.find_first_of("\r\n"))))) break;
    head.remove_prefix(std::min(head.find_first_of("\r\n"), head.size()));
  }
  const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
  Table best;
  std::size_t most = 0;
  bool telling = false;
  for (const char delimiter : {',', '\t', ';', '|'}) {
    bool tells = false;
    std::vector<std::string> columns = cells_of(line, delimiter);
    if (columns.size() == 1 && delimiter != ',') continue;
    const std::size_t known = known_columns(columns, tells);
    if (known <= most) continue;
    most = known;
    telling = tells;
    best = {delimiter, std::move(columns)};
  }
  const bool enough = (most >= 2 && telling) || (named && most >= 1);
  return enough ? std::optional<Table>(std::move(best)) : std::nullopt;
}

std::unique_ptr<RecordSource> csv_records(sources::ByteSource& source, char delimiter) {
  return std::make_unique<CsvSource>(source, delimiter);
}

ParseRecord csv_parser(const Table& table) {
  std::vector<CsvField> fields;
  for (const std::string& column : table.columns) fields.push_back(csv_field_of(column));
  return [table, fields](std::string_view row, const RawRecord& record,
                         Notes& notes) -> Result<model::Article> {
    std::vector<std::string> cells = cells_of(row, table.delimiter);
    while (cells.size() > fields.size() && text::trim(cells.back()).empty()) cells.pop_back();
    if (cells.size() > fields.size()) {
      return Error{.code = Errc::invalid_argument,
                   .message = "has " + std::to_string(cells.size()) + " cells, the header names " +
                              std::to_string(fields.size()) +
                              " columns (a cell with the delimiter must be quoted)"};
    }
    if (cells.size() < fields.size())
      notes.add("a row has fewer cells than the header", record.line);
    LooseRecord loose;
    CsvCells out(loose);
    for (std::size_t i = 0; i < cells.size(); ++i) out.add(fields[i], table.columns[i], cells[i]);
    return article_of(std::move(loose), record.line, notes);
  };
}

}  // namespace ev::library
