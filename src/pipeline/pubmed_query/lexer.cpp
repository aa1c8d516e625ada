#include "pipeline/pubmed_query/lexer.hpp"

#include "base/text.hpp"
#include "pipeline/pubmed_query/fields.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace ev::pubmed_query {

namespace {

constexpr std::size_t kLongestIdentifier = 300;
constexpr std::size_t kLongestOperator = 3;
constexpr std::size_t kLongestTag = 80;  // with its proximity or explosion mark; the longest has 40

bool is_space(char32_t c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_invisible(char32_t c) {
  return c == 0xAD || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) || c == 0x2060 ||
         c == 0xFEFF;
}

bool is_digit(char32_t c) {
  return c >= '0' && c <= '9';
}

struct Plain {
  char32_t c;
  const char* code = nullptr;  // of the warning, nullptr when there is none
};

// What a character of word processors and web pages is meant as.
Plain plain_form(char32_t c) {
  if ((c >= 0x201C && c <= 0x201F) || c == 0xAB || c == 0xBB) return {'"', "typographic_quotes"};
  if (c == 0x2019) return {'\''};  // an apostrophe in most places
  if (c >= 0x2018 && c <= 0x201B) return {'\'', "typographic_quotes"};
  if ((c >= 0x2010 && c <= 0x2013) || c == 0x2212 || c == 0xFE63 || c == 0xFF0D) {
    return {'-', "unusual_hyphen"};
  }
  if (c == 0x2014 || c == 0x2015) return {' ', "unusual_hyphen"};  // dashes part words
  if (c == 0xA0 || c == 0x2007 || c == 0x202F || c == 0x3000 || c == 0x2009) {
    return {' ', "unusual_space"};
  }
  return {c, is_invisible(c) ? "invisible_character" : nullptr};
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
    for (std::size_t i = 0; i < query.size();) {
      const Plain plain = plain_form(text::next_code_point(query, i));
      if (plain.code != nullptr) warn_character(plain.code, text_.size());
      if (plain.c == '"') places_[0].push_back(text_.size());
      if (plain.c == '[') places_[1].push_back(text_.size());
      if (plain.c == ']') places_[2].push_back(text_.size());
      text_.push_back(plain.c);
    }
    quotes_ = places_[0].size();
  }

  // Each kind once.
  void warn_character(const std::string& code, std::size_t position) {
    for (const Diagnostic& known : out_.warnings) {
      if (known.code == code) return;
    }
    if (code == "typographic_quotes") {
      warn(code, position, "typographic quotation marks are not quotes for PubMed",
           "use plain \" marks");
    } else if (code == "unusual_hyphen") {
      warn(code, position, "a typographic hyphen or dash is no hyphen for PubMed",
           "use the plain - sign");
    } else if (code == "unusual_space") {
      warn(code, position, "a no-break or other special space stands here", "use a plain space");
    } else {
      warn(code, position, "an invisible character stands here", "remove it");
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
    if (at_ < text_.size() && text_[at_] == '(' && identifier(begin)) return;
    std::string content = text_of(begin, at_);
    if (content.empty()) return;  // nothing but invisible characters
    const TokenKind kind = is_operator_word(content) ? TokenKind::op : TokenKind::word;
    if (is_lower_case_operator(content)) {
      warn("lower_case_operator", begin,
           "\"" + content + "\" in lower case is a search word, not an operator",
           "write it in capitals if it is meant as one");
    }
    add(kind, begin, at_, std::move(content));
  }

  // "10.1016/S0140-6736(20)1[doi]": the parentheses belong to the value, which becomes a phrase.
  bool identifier(std::size_t begin) {
    const std::string word = text::to_lower_ascii(text_of(begin, at_));
    std::size_t prefix = 0;
    for (const std::string_view name : {"doi:", "https://doi.org/", "http://doi.org/"}) {
      if (word.starts_with(name)) prefix = name.size();
    }
    const std::size_t end = balanced_end(begin);
    if (end == begin || (!is_doi(begin + prefix) && !tags_identifier(end))) return false;
    if (prefix > 0 && word[prefix - 1] == ':') {
      add(TokenKind::word, begin, begin + prefix, text_of(begin, begin + prefix));
    }
    std::string content = text_of(begin + prefix, end);
    warn("unquoted_identifier", begin, "parentheses cut an identifier in pieces",
         "put quotation marks around it: \"" + content + "\"[aid]");
    add(TokenKind::phrase, begin + prefix, end, std::move(content));
    at_ = end;
    return true;
  }

  // 10.NNNN…/
  bool is_doi(std::size_t from) const {
    if (from + 8 > text_.size() || text_[from] != '1' || text_[from + 1] != '0' ||
        text_[from + 2] != '.') {
      return false;
    }
    std::size_t i = from + 3;
    while (i < text_.size() && i < from + 12 && is_digit(text_[i])) ++i;
    return i >= from + 7 && i < text_.size() && text_[i] == '/';
  }

  bool tags_identifier(std::size_t at) const {
    if (at >= text_.size() || text_[at] != '[') return false;
    const std::string name = text_of(at + 1, first_of(at + 1, U"[]()\""));
    Field field = find_field(name);
    if (field == Field::none) field = find_field(nearest_tag(name));
    return field == Field::aid || field == Field::lid;
  }

  // End of the run without blanks that begins here, its parentheses balanced; `begin` when they are
  // not.
  std::size_t balanced_end(std::size_t begin) const {
    int depth = 0;
    std::size_t i = begin;
    for (; i < text_.size() && i < begin + kLongestIdentifier; ++i) {
      const char32_t c = text_[i];
      if (is_space(c) || c == '"' || c == '[' || c == ']') break;
      if (c == ')' && depth == 0) break;
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
    return depth == 0 ? i : begin;
  }

  // The next " [ or ] at or behind `from`, else the end. Looked up, not searched for: a query of
  // nothing but opening marks would take the square of its length.
  std::size_t find(char32_t c, std::size_t from) const {
    const std::vector<std::size_t>& all = places_.at(c == '"' ? 0 : c == '[' ? 1 : 2);
    const auto it = std::lower_bound(all.begin(), all.end(), from);
    return it == all.end() ? text_.size() : *it;
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
      if (close - i > kLongestTag) continue;
      const std::string name = text_of(i + 1, close);
      if (find_field(name.substr(0, name.find(':'))) != Field::none) return i;
    }
    return to;
  }

  // Start of a capital operator between spaces in [from, to), or `to`.
  std::size_t operator_inside(std::size_t from, std::size_t to) const {
    for (std::size_t i = from; i < to; ++i) {
      if (i > from && !is_space(text_[i - 1])) continue;
      std::size_t end = i;  // no further than the longest operator
      while (end < to && end <= i + kLongestOperator && !is_space(text_[end])) ++end;
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
      if (is_invisible(text_[i])) continue;
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
  void warn(std::string code, std::size_t position, std::string message, std::string fix) {
    out_.warnings.push_back(
        {std::move(code), static_cast<int>(position), std::move(message), std::move(fix)});
  }

  std::u32string text_;
  std::array<std::vector<std::size_t>, 3> places_;  // of " [ ]
  std::size_t at_ = 0;
  std::size_t quotes_ = 0;  // not yet known to be without partner
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
