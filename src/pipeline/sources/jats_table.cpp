// Tables of JATS, XHTML or OASIS, as rows of text.
#include "base/text.hpp"
#include "pipeline/sources/jats_text.hpp"

#include <algorithm>

namespace ev::sources::jats {

namespace {

using dom::Element;

constexpr int kTableDepth = 16;

std::string_view table_part(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

int span_of(const Element& cell, const char* name, int most) {
  const int span = cell.IntAttribute(name, 1);
  return std::clamp(span, 1, most);
}

// Rows as "cell | cell". A cell that spans rows is repeated in each; of one that spans columns the
// others stay empty, so that cells keep their column.
class TableRows {
 public:
  explicit TableRows(std::vector<std::string>& out) : out_(out) {}

  void read(const Element& e, int depth) {
    const std::string_view name = table_part(dom::name_of(e));
    if (name == "tr" || name == "row") {
      add_row(e);
    } else if (depth <= kTableDepth) {
      if (name == "thead" || name == "tbody" || name == "tfoot") spans_.clear();
      dom::each(&e, [&](const Element& c) { read(c, depth + 1); });
    }
  }

 private:
  struct Span {
    int rows = 0;  // still to come
    std::string text;
  };

  void add_row(const Element& row) {
    std::vector<std::string> cells;
    std::size_t kept = 0;  // empty columns of the last span are not written
    bool blank = true;
    dom::each(&row, [&](const Element& cell) {
      take_spans(cells, kept);
      std::string text = text::join(lines_of(cell), " ");
      blank = blank && text.empty();
      const auto columns = static_cast<std::size_t>(span_of(cell, "colspan", 100));
      const int rows = span_of(cell, "rowspan", 10'000);
      const std::size_t first = cells.size();
      spans_.resize(std::max(spans_.size(), first + columns));
      for (std::size_t i = 0; i < columns; ++i) {
        spans_[first + i] = {rows - 1, i == 0 ? text : ""};
        cells.push_back(i == 0 ? text : "");
      }
      kept = first + 1;
    });
    take_spans(cells, kept);
    cells.resize(kept);
    if (!blank) out_.push_back(text::join(cells, " | "));
  }

  void take_spans(std::vector<std::string>& cells, std::size_t& kept) {
    while (cells.size() < spans_.size() && spans_[cells.size()].rows > 0) {
      Span& span = spans_[cells.size()];
      --span.rows;
      cells.push_back(span.text);
      if (!span.text.empty()) kept = cells.size();
    }
  }

  std::vector<std::string>& out_;
  std::vector<Span> spans_;  // by column
};

}  // namespace

std::vector<std::string> table_rows(const Element& table) {
  std::vector<std::string> rows;
  TableRows(rows).read(table, 0);
  return rows;
}

}  // namespace ev::sources::jats
