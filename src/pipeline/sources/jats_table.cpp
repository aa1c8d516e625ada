// Tables of JATS, XHTML or OASIS: as a grid, and that as rows of text.
#include "base/text.hpp"
#include "pipeline/sources/jats_text.hpp"

#include <algorithm>

namespace ev::sources::jats {

namespace {

using dom::Element;

constexpr int kTableDepth = 16;
constexpr std::size_t kMostColumns = 1000;
constexpr std::size_t kMostPlaces = 200'000;  // of a grid: rows times columns
// A longer text is written where it stands, not again in every row it spans.
constexpr std::size_t kRepeatedBytes = 300;

std::string_view table_part(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::size_t span_of(const Element& cell, const char* name, int most) {
  return static_cast<std::size_t>(std::clamp(cell.IntAttribute(name, 1), 1, most));
}

// <td><bold>…</bold></td>
bool is_bold(const Element& cell) {
  const Element* only = cell.FirstChildElement();
  return only != nullptr && only == cell.LastChildElement() && dom::is(*only, "bold") &&
         dom::text_of(only) == dom::text_of(&cell);
}

class GridReader {
 public:
  explicit GridReader(Table& out) : out_(out) {}

  void read(const Element& e, int depth, bool head) {
    const std::string_view name = table_part(dom::name_of(e));
    if (name == "tr" || name == "row") {
      add_row(e, head);
    } else if (depth <= kTableDepth) {
      if (name == "thead" || name == "tbody" || name == "tfoot") spans_.clear();
      dom::each(&e, [&](const Element& c) { read(c, depth + 1, head || name == "thead"); });
    }
  }

 private:
  struct Span {
    std::size_t rows = 0;  // still to come
    std::size_t cell = Table::kNothing;
  };

  void add_row(const Element& row, bool head) {
    std::vector<std::size_t> places;
    bool blank = true, all_head = true;
    dom::each(&row, [&](const Element& cell) {
      take_spans(places);
      if (places.size() >= kMostColumns) {
        out_.whole = false;
        return;
      }
      TableCell made{.text = text::join(lines_of(cell), " "),
                     .head = head || table_part(dom::name_of(cell)) == "th",
                     .bold = is_bold(cell),
                     .row = out_.grid.size(),
                     .column = places.size()};
      blank = blank && made.text.empty();
      all_head = all_head && made.head;
      add_cell(cell, std::move(made), places);
    });
    take_spans(places);
    if (blank) return;
    places_ += places.size();
    if (places_ > kMostPlaces) {
      out_.whole = false;
      return;
    }
    if (all_head && out_.head_rows == out_.grid.size()) ++out_.head_rows;
    out_.grid.push_back(std::move(places));
  }

  void add_cell(const Element& cell, TableCell made, std::vector<std::size_t>& places) {
    const std::size_t columns =
        std::min(span_of(cell, "colspan", 100), kMostColumns - places.size());
    const std::size_t rows = span_of(cell, "rowspan", 10'000);
    spans_.resize(std::max(spans_.size(), places.size() + columns));
    for (std::size_t i = 0; i < columns; ++i) {
      spans_[places.size()] = {rows - 1, out_.cells.size()};
      places.push_back(out_.cells.size());
    }
    out_.cells.push_back(std::move(made));
  }

  void take_spans(std::vector<std::size_t>& places) {
    while (places.size() < spans_.size() && spans_[places.size()].rows > 0) {
      Span& span = spans_[places.size()];
      --span.rows;
      places.push_back(span.cell);
    }
  }

  Table& out_;
  std::vector<Span> spans_;  // by column
  std::size_t places_ = 0;
};

Table grid_of(const Element& table) {
  Table out;
  GridReader(out).read(table, 0, false);
  return out;
}

bool is_grid(const Element& e) {
  const std::string_view name = table_part(dom::name_of(e));
  return name == "table" || name == "tgroup" || name == "array";
}

void collect_grids(const Element& e, int depth, std::vector<Table>& out) {
  if (is_grid(e)) {
    out.push_back(grid_of(e));
  } else if (depth <= kTableDepth) {
    dom::each(&e, [&](const Element& c) { collect_grids(c, depth + 1, out); });
  }
}

}  // namespace

// A cell that spans rows is repeated in each; of one that spans columns the others stay empty, so
// that cells keep their column. Columns without a cell of their own at the end are not written.
std::vector<std::string> table_rows(const Element& table) {
  const Table grid = grid_of(table);
  std::vector<std::string> rows;
  for (std::size_t r = 0; r < grid.grid.size(); ++r) {
    std::vector<std::string> cells;
    std::size_t kept = 0;
    for (std::size_t c = 0; c < grid.grid[r].size(); ++c) {
      const TableCell& cell = *grid.at(r, c);
      const bool own = cell.row == r;
      const bool shown = cell.column == c && (own || cell.text.size() <= kRepeatedBytes);
      cells.push_back(shown ? cell.text : "");
      if (cell.column == c && (own || !cell.text.empty())) kept = c + 1;
    }
    cells.resize(kept);
    rows.push_back(text::join(cells, " | "));
  }
  return rows;
}

std::vector<Table> tables_in(const Element& wrap) {
  std::vector<Table> out;
  collect_grids(wrap, 0, out);
  std::string caption;
  dom::each(&wrap, "caption", [&](const Element& c) {
    caption += (caption.empty() ? "" : " ") + text::join(lines_of(c), " ");
  });
  std::vector<std::string> notes;
  dom::each(&wrap, "table-wrap-foot", [&](const Element& foot) { notes = lines_of(foot); });
  for (Table& table : out) {
    table.label = dom::text_of(&wrap, "label");
    table.caption = caption;
    table.notes = notes;
  }
  std::erase_if(out, [](const Table& table) { return table.grid.empty(); });
  return out;
}

}  // namespace ev::sources::jats
