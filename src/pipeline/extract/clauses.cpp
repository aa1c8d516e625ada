#include "pipeline/extract/clauses.hpp"

#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace ev::extract {

namespace {

constexpr std::string_view kTurns[] = {" but ", " whereas ", " while ", " although "};

// Brackets and all that a turn can begin with: most bytes are neither.
bool tells(char c) {
  static constexpr auto kTells = [] {
    std::array<bool, 256> out{};
    for (const char mark : {'(', ')', '[', ']', ' ', ',', ';'})
      out[static_cast<unsigned char>(mark)] = true;
    return out;
  }();
  return kTells[static_cast<unsigned char>(c)];
}

bool holds_p(std::string_view bracket) {
  for (std::size_t i = 0; i + 1 < bracket.size(); ++i) {
    const bool letter = bracket[i] == 'p' || bracket[i] == 'P';
    const bool alone = i == 0 || !doc::is_letter(static_cast<unsigned char>(bracket[i - 1]));
    if (letter && alone && std::string_view(" =<>").find(bracket[i + 1]) != std::string_view::npos)
      return true;
  }
  return false;
}

// Most words are told from these by their first letter alone.
bool stands_at(std::string_view text, std::size_t at, std::string_view turn) {
  return at + 1 < text.size() && text[at + 1] == turn[1] && text[at] == turn[0] &&
         text.substr(at, turn.size()) == turn;
}

template <std::size_t N>
bool stands_any(std::string_view text, std::size_t at, const std::string_view (&turns)[N]) {
  for (const std::string_view turn : turns) {
    if (stands_at(text, at, turn)) return true;
  }
  return false;
}

bool turns_at(std::string_view text, std::size_t at) {
  return text[at] == ';' || (text[at] == ' ' && stands_any(text, at, kTurns));
}

// Where the bracket that holds this byte opens; npos outside of brackets.
std::size_t bracket_around(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i-- > 0;) {
    if (!tells(text[i])) continue;
    if (text[i] == ')' || text[i] == ']') ++depth;
    if (text[i] != '(' && text[i] != '[') continue;
    if (depth == 0) return i;
    --depth;
  }
  return std::string_view::npos;
}

std::size_t clause_begin(std::string_view text, std::size_t before) {
  std::size_t begin = 0;
  std::size_t open = 0;
  int depth = 0;
  for (std::size_t i = 0; i < before; ++i) {
    if (!tells(text[i])) continue;
    if (text[i] == '(' || text[i] == '[') {
      if (depth++ == 0) open = i;
    } else if ((text[i] == ')' || text[i] == ']') && depth > 0) {
      if (--depth == 0 && holds_p(text.substr(open, i - open))) begin = i + 1;
    } else if (depth == 0 && turns_at(text, i)) {
      begin = i + 1;
    }
  }
  return begin;
}

std::size_t clause_end(std::string_view text, std::size_t from) {
  std::size_t i = from;
  const std::size_t close = close_of(text, from);
  if (close < text.size()) {
    const std::string_view after = text.substr(close + 1);
    if (after.starts_with(",") || after.starts_with(" and ")) return close + 1;
    i = close + 1;
  }
  while (i < text.size()) {
    if (!tells(text[i])) {
      ++i;
      continue;
    }
    if (turns_at(text, i)) break;
    if (text[i] == '(' || text[i] == '[') {
      const std::size_t end = close_of(text, i + 1);
      if (holds_p(text.substr(i, end - i))) return i;
      i = end;
    } else {
      ++i;
    }
  }
  return std::min(i, text.size());
}

}  // namespace

std::size_t close_of(std::string_view text, std::size_t from) {
  int depth = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    if (!tells(text[i])) continue;
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] != ')' && text[i] != ']') continue;
    if (depth == 0) return i;
    --depth;
  }
  return text.size();
}

Words words_in(const Sentence& sentence, const ByteRange& range) {
  const std::size_t first = sentence.token_from(range.begin);
  const std::size_t last = std::max(first, sentence.token_from(range.end));
  return Words(sentence.tokens).subspan(first, last - first);
}

ByteRange clause_of(const Sentence& sentence, std::size_t begin, std::size_t end) {
  const std::size_t bracket = bracket_around(sentence.text, begin);
  const std::size_t from = bracket == std::string_view::npos ? begin : bracket;
  return {clause_begin(sentence.text, from), clause_end(sentence.text, end)};
}

std::vector<ByteRange> clauses_of(const Sentence& sentence) {
  static constexpr std::string_view kTurns[] = {"; ",         " but ",      ", and ",  " whereas ",
                                                " although ", " however, ", ", while "};
  std::vector<ByteRange> out;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < sentence.text.size(); ++i) {
    if (!tells(sentence.text[i])) continue;
    if (sentence.text[i] == '(' || sentence.text[i] == '[') ++depth;
    if ((sentence.text[i] == ')' || sentence.text[i] == ']') && depth > 0) --depth;
    const char c = sentence.text[i];
    if (depth != 0 || (c != ' ' && c != ',' && c != ';')) continue;
    if (!stands_any(sentence.text, i, kTurns)) continue;
    out.push_back({begin, i});
    begin = i + 1;
  }
  out.push_back({begin, sentence.text.size()});
  return out;
}

}  // namespace ev::extract
