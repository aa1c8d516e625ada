// Which rows of a table stand under which: a row without values heads those below it, as far as
// indenting and bold print say. Pure values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

struct RowMark {
  std::size_t indent = 0;
  bool bold = false;
  bool operator==(const RowMark&) const = default;
};

// Blanks that cannot break, or wide ones, before a label.
std::size_t indent_of(std::string_view label);
std::string_view without_indent(std::string_view label);

class Sections {
 public:
  void head(const std::string& label, RowMark mark);
  // A row with values: may end sections.
  void row(RowMark mark);
  std::vector<std::string> path() const;

 private:
  struct Open {
    std::string label;
    RowMark mark;
    bool any = false;     // has rows
    bool marked = false;  // has rows that are told from the head by their mark
  };
  std::vector<Open> open_;
};

}  // namespace ev::workflow
