#include "pipeline/pubmed_query/lexer.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/fields.hpp"

#include <algorithm>
#include <utility>

namespace ev::pubmed_query {

namespace {

bool is_space(char32_t c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class Lexer {
 public:
  explicit Lexer(std::string_view query) { decode(query); }

  Lexed run() {
    while (at_ < text_.size()) step();
    out_.length = static_cast<int>(text_.size());
    return std::move(out_);
  }

 private:
  void decode(std::string_view query) {
    bool odd_quote = false;
    bool odd_space = false;
    for (std::size_t i = 0; i < query.size();) {
      char32_t c = text::next_code_point(query, i);
      const std::size_t position = text_.size();
      if (c == 0x201C || c == 0x201D || c == 0x201E || c == 0x201F || c == 0xAB || c == 0xBB) {
        if (!odd_quote) {
          warn("typographic_quotes", position,
               "typographic quotation marks are not quotes for PubMed", "use plain \" marks");
        }
        odd_quote = true;
        c = '"';
      } else if (c == 0xA0 || c == 0x2007 || c == 0x202F || c == 0x3000 || c == 0x2009) {
        if (!odd_space) {
          warn("unusual_space", position, "a no-break or other special space stands here",
               "use a plain space");
        }
        odd_space = true;
        c = ' ';
      }
      text_.push_back(c);
      quotes_ += c == '"' ? 1 : 0;
    }
  }

  void step() {
    const char32_t c = text_[at_];
    if (is_space(c)) {
      ++at_;
    } else if (c == '(' || c == ')') {
      add(c == '(' ? TokenKind::open : TokenKind::close, at_, at_ + 1, c == '(' ? "(" : ")");
      ++at_;
    } else if (c == '"') {
      phrase();
    } else if (c == '[') {
      tag();
    } else if (c == ']') {
      error("stray_bracket", at_, "this ] closes nothing", "remove it or add the [ before the tag");
      ++at_;
    } else {
      word();
    }
  }

  void phrase() {
    const std::size_t begin = at_;
    const std::size_t close = find('"', begin + 1);
    std::size_t end = close;
    // A quote that swallows a field tag, or an operator while the marks do not pair up, was left
    // open.
    const std::size_t tag_at = tag_inside(begin + 1, close);
    const std::size_t op_at = quotes_ % 2 == 1 ? operator_inside(begin + 1, close) : close;
    const bool open = close == text_.size() || tag_at < close || op_at < close;
    if (open) {
      end = std::min(tag_at, op_at);
      if (end == text_.size()) end = first_of(begin + 1, U"[()");
      error("unclosed_quote", begin, "this quotation mark has no partner", "close it with \"");
      --quotes_;
    }
    const std::string content = text_of(begin + 1, end);
    at_ = open ? end : end + 1;
    if (open && content.empty()) return;  // a closing mark whose opening one is missing
    add(TokenKind::phrase, begin, at_, content);
  }

  void tag() {
    const std::size_t begin = at_;
    const std::size_t close = find(']', begin + 1);
    const std::size_t other = find('[', begin + 1);
    if (close < text_.size() && other > close) {
      add(TokenKind::tag, begin, close + 1, text_of(begin + 1, close));
      at_ = close + 1;
      return;
    }
    error("unclosed_tag", begin, "this [ is not closed", "close the tag with ]");
    // "gdm[tiab) OR": what follows is the tag if it names a field.
    const std::size_t end = first_of(begin + 1, U"[]()\" \t\n");
    const std::string name = text_of(begin + 1, end);
    at_ = begin + 1;
    if (find_field(name) == Field::none) return;
    add(TokenKind::tag, begin, end, name);
    at_ = end;
  }

  void word() {
    const std::size_t begin = at_;
    at_ = first_of(begin, U"()[]\" \t\n\r");
    std::string content = text_of(begin, at_);
    const TokenKind kind = is_operator_word(content) ? TokenKind::op : TokenKind::word;
    if (is_lower_case_operator(content)) {
      warn("lower_case_operator", begin,
           "\"" + content + "\" in lower case is a search word, not an operator",
           "write it in capitals if it is meant as one");
    }
    add(kind, begin, at_, std::move(content));
  }

  std::size_t find(char32_t c, std::size_t from) const {
    const auto it = std::find(
        text_.begin() + static_cast<std::ptrdiff_t>(std::min(from, text_.size())), text_.end(), c);
    return static_cast<std::size_t>(it - text_.begin());
  }

  std::size_t first_of(std::size_t from, std::u32string_view stops) const {
    while (from < text_.size() && stops.find(text_[from]) == std::u32string_view::npos) ++from;
    return from;
  }

  // Start of a known field tag in [from, to), or `to`.
  std::size_t tag_inside(std::size_t from, std::size_t to) const {
    for (std::size_t i = find('[', from); i < to; i = find('[', i + 1)) {
      const std::size_t close = find(']', i + 1);
      if (close >= text_.size()) break;
      const std::string name = text_of(i + 1, close);
      if (find_field(name.substr(0, name.find(':'))) != Field::none) return i;
    }
    return to;
  }

  // Start of a capital operator between spaces in [from, to), or `to`.
  std::size_t operator_inside(std::size_t from, std::size_t to) const {
    for (std::size_t i = from; i < to; ++i) {
      if (i > from && !is_space(text_[i - 1])) continue;
      const std::size_t end = std::min(first_of(i, U" \t\n"), to);
      if (is_operator_word(text_of(i, end))) return i;
    }
    return to;
  }

  // White space squeezed and trimmed.
  std::string text_of(std::size_t begin, std::size_t end) const {
    std::string out;
    bool gap = false;
    for (std::size_t i = begin; i < end && i < text_.size(); ++i) {
      if (is_space(text_[i])) {
        gap = !out.empty();
        continue;
      }
      if (gap) out += ' ';
      gap = false;
      text::append_utf8(out, text_[i]);
    }
    return out;
  }

  void add(TokenKind kind, std::size_t begin, std::size_t end, std::string content) {
    out_.tokens.push_back(
        {kind, std::move(content), static_cast<int>(begin), static_cast<int>(end)});
  }
  void error(const char* code, std::size_t position, std::string message, std::string fix) {
    out_.errors.push_back({code, static_cast<int>(position), std::move(message), std::move(fix)});
  }
  void warn(const char* code, std::size_t position, std::string message, std::string fix) {
    out_.warnings.push_back({code, static_cast<int>(position), std::move(message), std::move(fix)});
  }

  std::u32string text_;
  std::size_t at_ = 0;
  int quotes_ = 0;
  Lexed out_;
};

}  // namespace

bool is_operator_word(std::string_view word) {
  return word == "AND" || word == "OR" || word == "NOT";
}

bool is_lower_case_operator(std::string_view word) {
  if (word.size() > 3 || is_operator_word(word)) return false;
  const std::string lower = text::to_lower_ascii(word);
  return lower == "and" || lower == "or" || lower == "not";
}

Lexed lex(std::string_view query) {
  return Lexer(query).run();
}

}  // namespace ev::pubmed_query
