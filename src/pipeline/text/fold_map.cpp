#include "pipeline/text/fold_map.hpp"

#include "base/text.hpp"
#include "pipeline/text/chars.hpp"

namespace ev::doc {

namespace {

bool is_space(char32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

bool is_dash(char32_t c) {
  return c == '-' || (c >= 0x2010 && c <= 0x2015) || c == 0x2212 || c == 0xFE58 || c == 0xFE63 ||
         c == 0xFF0D;
}

char32_t quotation_mark(char32_t c) {
  if (c == 0x2018 || c == 0x2019 || c == 0x201A || c == 0x201B || c == 0x2032 || c == 0x60 ||
      c == 0xB4) {
    return '\'';
  }
  if (c >= 0x201C && c <= 0x201F) return '"';
  return c == 0x2033 || c == 0xAB || c == 0xBB ? U'"' : U'\0';
}

bool is_raised_point(char32_t c) {
  return c == 0xB7 || c == 0x2027 || c == 0x2219 || c == 0x22C5;
}

// Compatibility decomposition would change what these say.
bool keeps_itself(char32_t c) {
  const bool raised = c == 0xB2 || c == 0xB3 || c == 0xB9 || (c >= 0x2070 && c <= 0x209C);
  const bool fraction = (c >= 0xBC && c <= 0xBE) || (c >= 0x2150 && c <= 0x215F) || c == 0x2189;
  const bool enclosed = c >= 0x2460 && c <= 0x24FF;
  const bool symbol = c >= 0x2190 && c <= 0x22FF;
  return raised || fraction || enclosed || symbol;
}

bool is_ascii_digit(char32_t c) {
  return c >= '0' && c <= '9';
}

}  // namespace

FoldMap::FoldMap(std::string_view text) {
  std::size_t index = 0;
  for (std::size_t i = 0; i < text.size(); ++index) {
    const std::size_t begin = i;
    const char32_t c = text::next_code_point(text, i);
    if (is_space(c)) {
      if (folded_.empty() || folded_.back() != ' ') add(' ', index);
    } else if (c >= 'A' && c <= 'Z') {
      add(c + ('a' - 'A'), index);
    } else if (is_dash(c)) {
      add('-', index);
    } else if (const char32_t mark = quotation_mark(c); mark != 0) {
      add(mark, index);
    } else if (is_raised_point(c) && !folded_.empty() && is_ascii_digit(folded_.back()) &&
               i < text.size() && is_digit(text[i])) {
      add('.', index);
    } else if (c < 0x80 || keeps_itself(c)) {
      if (c >= 0x20 && c != 0x7F) add(c, index);
    } else if (!text::displayable(text.substr(begin, i - begin)).empty()) {
      const std::string folded = text::fold(text.substr(begin, i - begin));
      for (std::size_t k = 0; k < folded.size();) add(text::next_code_point(folded, k), index);
    }
  }
  while (!folded_.empty() && folded_.back() == ' ') {
    folded_.pop_back();
    source_.pop_back();
  }
  source_.push_back(index);
}

void FoldMap::add(char32_t c, std::size_t source) {
  folded_ += c;
  source_.push_back(source);
}

// Between two code points of the original, of which not both belong to one word or number.
bool FoldMap::is_boundary(std::size_t at) const {
  if (at == 0 || at >= folded_.size()) return true;
  if (source_[at] == source_[at - 1]) return false;
  const char32_t before = folded_[at - 1];
  const char32_t after = folded_[at];
  const auto in_word = [](char32_t c) { return is_ascii_digit(c) || is_letter(c); };
  if (in_word(before) && in_word(after)) return false;
  if (at + 1 >= folded_.size() || at < 2) return true;
  // "1.5" and "1,200" are not cut at their point.
  const bool after_point = (before == '.' || before == ',') && is_ascii_digit(folded_[at - 2]);
  const bool before_point = (after == '.' || after == ',') && is_ascii_digit(folded_[at + 1]);
  return !(after_point && is_ascii_digit(after)) && !(before_point && is_ascii_digit(before));
}

std::optional<std::pair<std::size_t, std::size_t>> FoldMap::find(const FoldMap& needle) const {
  const auto places = find_all(needle, 1);
  return places.empty() ? std::nullopt : std::optional(places.front());
}

std::vector<std::pair<std::size_t, std::size_t>> FoldMap::find_all(const FoldMap& needle,
                                                                   std::size_t most) const {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  std::u32string_view wanted = needle.folded_;
  if (!wanted.empty() && wanted.front() == ' ') wanted.remove_prefix(1);
  if (wanted.empty()) return out;
  for (std::size_t at = folded_.find(wanted); at != std::u32string::npos && out.size() < most;
       at = folded_.find(wanted, at + 1)) {
    const std::size_t end = at + wanted.size();
    // Hidden characters and dropped accents after the last one belong to nothing.
    if (is_boundary(at) && is_boundary(end)) out.emplace_back(source_[at], source_[end - 1] + 1);
  }
  return out;
}

}  // namespace ev::doc
