#include "pipeline/workflow/printed_cell.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace ev::workflow {

namespace {

bool is_cell_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

std::string plain_signs(std::string_view s) {
  static constexpr std::array<std::pair<std::string_view, char>, 16> kPlain = {{{"\u00A0", ' '},
                                                                                {"\u2009", ' '},
                                                                                {"\u202F", ' '},
                                                                                {"\u2003", ' '},
                                                                                {"\u2002", ' '},
                                                                                {"\u2212", '-'},
                                                                                {"\u2013", '-'},
                                                                                {"\u2014", '-'},
                                                                                {"\u2010", '-'},
                                                                                {"\u2011", '-'},
                                                                                {"\u00B7", '.'},
                                                                                {"\u2219", '.'},
                                                                                {"\uFF05", '%'},
                                                                                {"\u2005", ' '},
                                                                                {"\u2007", ' '},
                                                                                {"\u2044", '/'}}};
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    bool known = false;
    for (const auto& [from, to] : kPlain) {
      if (s.substr(i, from.size()) != from) continue;
      out += to;
      i += from.size();
      known = true;
      break;
    }
    if (!known) out += s[i++];
  }
  return out;
}

namespace {

// Reads a cell from left to right.
class CellScanner {
 public:
  explicit CellScanner(std::string_view s) : s_(s) {}

  bool at_end() {
    skip_marks();
    return i_ == s_.size();
  }

  bool take(std::string_view part) {
    skip_blanks();
    if (s_.substr(i_, part.size()) != part) return false;
    i_ += part.size();
    return true;
  }

  std::optional<PrintedNumber> number() {
    skip_blanks();
    std::size_t i = i_;
    std::string digits;
    if (i < s_.size() && (s_[i] == '-' || s_[i] == '+')) digits += s_[i++];
    if (digits == "+") digits.clear();
    const std::size_t begin = i;
    while (i < s_.size() && (is_cell_digit(s_[i]) || is_thousands(i, begin))) {
      if (is_cell_digit(s_[i])) digits += s_[i];
      ++i;
    }
    const bool whole = i > begin;
    PrintedNumber out;
    if (i + 1 < s_.size() && s_[i] == '.' && is_cell_digit(s_[i + 1])) {
      digits += '.';
      for (++i; i < s_.size() && is_cell_digit(s_[i]); ++i) {
        digits += s_[i];
        ++out.decimals;
      }
    } else if (!whole) {
      return std::nullopt;
    }
    if (digits.size() > 18) return std::nullopt;
    // A comma or a letter that touches the digits: another notation than is read here.
    if (i + 1 < s_.size() && s_[i] == ',' && is_cell_digit(s_[i + 1])) return std::nullopt;
    i_ = i;
    out.value = std::strtod(digits.c_str(), nullptr);
    return out;
  }

  // "*", "†", "^(a)", a raised letter or number, or a letter behind the digits at the end.
  void skip_marks() {
    while (true) {
      skip_blanks();
      const std::size_t before = i_;
      static constexpr std::array<std::string_view, 14> kMarks = {
          "*", "†", "‡", "§", "¶", "#", "‖", "∥", "$", "&", "|", "∗", "⁎", "\\"};
      for (const std::string_view mark : kMarks) {
        if (s_.substr(i_, mark.size()) == mark) i_ += mark.size();
      }
      if (s_.substr(i_, 2) == "^(") {
        const std::size_t close = s_.find(')', i_);
        if (close != std::string_view::npos && close - i_ < 12) i_ = close + 1;
      }
      if (i_ + 1 < s_.size() && s_[i_] == '^') i_ += 2;
      skip_raised();
      if (i_ == before) break;
    }
    if (i_ + 1 == s_.size() && i_ > 0 && s_[i_] >= 'a' && s_[i_] <= 'h') ++i_;
  }

 private:
  // Raised letters and digits of Unicode: ⁰–⁹, ᵃ–ᶻ, ¹²³.
  void skip_raised() {
    const auto byte = [&](std::size_t k) {
      return i_ + k < s_.size() ? static_cast<unsigned char>(s_[i_ + k]) : 0U;
    };
    if (byte(0) == 0xC2 && (byte(1) == 0xB9 || byte(1) == 0xB2 || byte(1) == 0xB3)) i_ += 2;
    if (byte(0) == 0xE2 && byte(1) == 0x81 && byte(2) >= 0xB0) i_ += 3;
    if (byte(0) == 0xE1 && (byte(1) == 0xB4 || byte(1) == 0xB5 || byte(1) == 0xB6)) i_ += 3;
  }

  void skip_blanks() {
    while (i_ < s_.size() && s_[i_] == ' ') ++i_;
  }

  // "1,204" or "1 204": one to three digits, then just three.
  bool is_thousands(std::size_t i, std::size_t begin) const {
    if (i == begin || i - begin > 7 || (s_[i] != ',' && s_[i] != ' ')) return false;
    const auto digit = [&](std::size_t k) { return k < s_.size() && is_cell_digit(s_[k]); };
    return digit(i + 1) && digit(i + 2) && digit(i + 3) && !digit(i + 4);
  }

  std::string_view s_;
  std::size_t i_ = 0;
};

// The separator of two bounds.
bool take_to(CellScanner& in) {
  return in.take("to") || in.take("-") || in.take(",") || in.take(";");
}

PrintedCell none() {
  return {};
}

// What stands in brackets: a number, a share or an interval.
PrintedCell bracketed(CellScanner& in, PrintedCell out, std::string_view close) {
  for (const char* words : {"95% CI:", "95% CI,", "95% CI", "SD", "SE"}) {
    if (in.take(words)) break;
  }
  in.take("±");
  const auto second = in.number();
  if (!second) return none();
  out.second = *second;
  out.second_percent = in.take("%");
  out.shape = PrintedCell::Shape::bracket;
  if (take_to(in)) {
    const auto third = in.number();
    if (!third) return none();
    in.take("%");
    out.third = *third;
    out.shape = PrintedCell::Shape::interval;
  }
  in.skip_marks();
  if (!in.take(close)) return none();
  return in.at_end() ? out : none();
}

}  // namespace

PrintedCell read_cell(std::string_view text) {
  if (text.size() > 80) return none();
  const std::string s = plain_signs(text);
  CellScanner in(s);
  in.skip_marks();
  PrintedCell out;
  const auto first = in.number();
  if (!first) return none();
  out.first = *first;
  out.first_percent = in.take("%");
  in.skip_marks();
  if (in.at_end()) {
    out.shape = PrintedCell::Shape::number;
    return out;
  }
  if (in.take("/")) {
    const auto second = in.number();
    if (!second || out.first_percent) return none();
    out.second = *second;
    out.shape = PrintedCell::Shape::fraction;
    if (in.at_end()) return out;
    const bool bracket = in.take("(") || in.take("[");
    if (!bracket && !in.take(",")) return none();
    const auto third = in.number();
    if (!third) return none();
    in.take("%");
    out.third = *third;
    out.third_there = true;
    if (bracket && !in.take(")") && !in.take("]")) return none();
    return in.at_end() ? out : none();
  }
  if (in.take("±") || in.take("+/-") || in.take("+-")) {
    const auto second = in.number();
    if (!second) return none();
    out.second = *second;
    in.take("%");
    out.shape = PrintedCell::Shape::plus_minus;
    in.skip_marks();
    // "5.2 ± 1.1 (3.1 to 7.0)", "5.2 ± 1.1 (40)": range or people beside it are left.
    if (in.take("(") || in.take("[")) {
      if (!in.number() || (take_to(in) && !in.number())) return none();
      if (!in.take(")") && !in.take("]")) return none();
    }
    return in.at_end() ? out : none();
  }
  if (in.take("(")) return bracketed(in, out, ")");
  if (in.take("[")) return bracketed(in, out, "]");
  return none();
}

std::optional<double> people_in_head(std::string_view head) {
  const std::string folded = text::fold(plain_signs(head));
  std::optional<double> found;
  for (std::size_t at = folded.find('n'); at != std::string::npos; at = folded.find('n', at + 1)) {
    const bool word = at == 0 || !((folded[at - 1] >= 'a' && folded[at - 1] <= 'z') ||
                                   is_cell_digit(folded[at - 1]));
    std::size_t i = at + 1;
    // "N* = 40": a mark of a note may stand between.
    while (i < folded.size() && (folded[i] == ' ' || folded[i] == '*')) ++i;
    if (!word || i >= folded.size() || (folded[i] != '=' && folded[i] != ':')) continue;
    CellScanner in(std::string_view(folded).substr(i + 1));
    const auto number = in.number();
    if (!number || number->decimals > 0 || !(number->value > 0)) continue;
    if (found && *found != number->value) return std::nullopt;
    found = number->value;
  }
  return found;
}

}  // namespace ev::workflow
