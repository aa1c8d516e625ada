// Finds marks of HTML, JATS and MathML in text that may hold comparisons as well. An opening mark
// counts only when it is well-formed and either stands alone by nature (<br>, <p>) or is closed
// further on. Linear in the text. Pure; the text is borrowed.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

enum class MarkKind {
  heading,
  block,    // ends a paragraph
  blank,    // a blank in running text
  raised,   // <sup>
  lowered,  // <sub>
  math,     // a formula as a whole
  dropped,  // goes with its content
  stripped  // only the mark goes
};

struct Mark {
  MarkKind kind = MarkKind::stripped;
  std::string name;  // lower case, with its prefix
  bool closing = false;
  bool empty = false;  // <br/>
  std::size_t end = 0;
};

class MarkScanner {
 public:
  explicit MarkScanner(std::string_view text);
  // The mark that starts at `i`, where text[i] is '<'; nullopt when it is none.
  std::optional<Mark> at(std::size_t i) const;
  // Past the closing mark of an element that was opened by `mark`.
  std::size_t end_of_element(const Mark& mark) const;

 private:
  std::string_view text_;
  std::size_t last_comment_end_ = 0;
  std::map<std::string, std::vector<std::size_t>, std::less<>> closings_;  // ends, ascending
};

// Character references decoded, twice where they were escaped twice. A number needs no semicolon.
std::string decoded_entities(std::string_view text);
// A MathML element on one line: 10⁻³, (a+b)/2.
std::string math_as_text(std::string_view element);

}  // namespace ev::sources
