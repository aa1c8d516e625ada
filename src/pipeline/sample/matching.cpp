#include "pipeline/sample/matching.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <charconv>

namespace ev::sample {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

class BooleanReader {
 public:
  explicit BooleanReader(std::string_view s) : s_(s) {}

  Result<BooleanText> read() {
    EV_TRY(BooleanText out, alternatives());
    skip();
    if (at_ < s_.size()) return wrong("extraneous input ')'");
    return out;
  }

 private:
  static Error wrong(std::string what) {
    return Error{.code = Errc::invalid_query, .message = std::move(what)};
  }
  void skip() {
    while (at_ < s_.size() && is_blank(s_[at_])) ++at_;
  }
  bool ends_word(std::size_t i) const {
    return i >= s_.size() || is_blank(s_[i]) || s_[i] == '(' || s_[i] == ')' || s_[i] == '"';
  }
  bool at_word(std::string_view word) {
    skip();
    return s_.substr(at_, word.size()) == word && ends_word(at_ + word.size());
  }
  bool take_word(std::string_view word) {
    if (!at_word(word)) return false;
    at_ += word.size();
    return true;
  }

  static BooleanText joined(BooleanText::Kind kind, std::vector<BooleanText> parts) {
    if (parts.size() == 1) return std::move(parts.front());
    return {.kind = kind, .text = "", .children = std::move(parts)};
  }

  Result<BooleanText> alternatives() {
    std::vector<BooleanText> parts;
    do {
      EV_TRY(BooleanText part, conjuncts());
      parts.push_back(std::move(part));
    } while (take_word("OR"));
    return joined(BooleanText::Kind::any_of, std::move(parts));
  }

  Result<BooleanText> conjuncts() {
    std::vector<BooleanText> parts;
    while (true) {
      EV_TRY(BooleanText part, operand());
      parts.push_back(std::move(part));
      const bool joined_by_word = take_word("AND");
      skip();
      const bool more = at_ < s_.size() && s_[at_] != ')' && !at_word("OR");
      if (!joined_by_word && !more) break;
    }
    return joined(BooleanText::Kind::all_of, std::move(parts));
  }

  Result<BooleanText> operand() {
    if (++depth_ > kDeepest) return wrong("the expression is nested too deeply");
    auto out = unguarded_operand();
    --depth_;
    return out;
  }

  Result<BooleanText> unguarded_operand() {
    if (take_word("NOT")) {
      EV_TRY(BooleanText part, operand());
      BooleanText out{.kind = BooleanText::Kind::none_of};
      out.children.push_back(std::move(part));
      return out;
    }
    skip();
    if (at_ >= s_.size()) return wrong("missing operand at '<EOF>'");
    if (s_[at_] == ')') return wrong("missing operand at ')'");
    if (s_[at_] == '(') return group();
    BooleanText out{.text = token()};
    const bool prefix = !out.text.empty() && (out.text.back() == ':' || out.text.back() == ']');
    if (!prefix || at_ >= s_.size() || s_[at_] != '(') return out;
    EV_TRY(BooleanText inner, group());
    add_prefix(inner, out.text);
    return inner;
  }

  Result<BooleanText> group() {
    ++at_;
    EV_TRY(BooleanText out, alternatives());
    skip();
    if (at_ >= s_.size() || s_[at_] != ')') return wrong("missing ')' at '<EOF>'");
    ++at_;
    return out;
  }

  static void add_prefix(BooleanText& expression, const std::string& prefix) {
    if (expression.kind == BooleanText::Kind::leaf) expression.text = prefix + expression.text;
    for (BooleanText& child : expression.children) add_prefix(child, prefix);
  }

  // Up to a blank or parenthesis outside of quotes and brackets.
  std::string token() {
    const std::size_t begin = at_;
    bool quoted = false;
    int brackets = 0;
    for (; at_ < s_.size(); ++at_) {
      const char c = s_[at_];
      if (c == '"') quoted = !quoted;
      if (quoted) continue;
      brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (brackets <= 0 && (is_blank(c) || c == '(' || c == ')')) break;
    }
    return std::string(s_.substr(begin, at_ - begin));
  }

  static constexpr int kDeepest = 200;
  std::string_view s_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

// Common English endings; enough to let "inhibits" find "inhibited".
std::string stem_of(std::string word) {
  const auto drop = [&word](std::string_view ending, std::size_t least) {
    if (word.size() < ending.size() + least || !word.ends_with(ending)) return false;
    word.resize(word.size() - ending.size());
    return true;
  };
  if (drop("ies", 2)) return word + "y";
  if (!word.ends_with("ss")) drop("s", 3);
  if (!drop("ing", 4)) drop("ed", 4);
  drop("e", 4);
  return word;
}

std::vector<std::string> folded_words(std::string_view text, WordForms forms) {
  std::vector<std::string> out;
  std::string word;
  const auto end = [&] {
    if (word.empty()) return;
    out.push_back(forms == WordForms::stemmed ? stem_of(std::move(word)) : std::move(word));
    word.clear();
  };
  for (const char c : text::fold(text)) {
    const bool part =
        (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    if (part) {
      word += c;
    } else {
      end();
    }
  }
  end();
  return out;
}

void gather_wanted(const BooleanText& expression, std::vector<std::string>& out) {
  if (expression.kind == BooleanText::Kind::none_of) return;
  if (expression.kind == BooleanText::Kind::leaf) out.push_back(expression.text);
  for (const BooleanText& child : expression.children) gather_wanted(child, out);
}

}  // namespace

Result<BooleanText> parse_boolean(std::string_view text) {
  return BooleanReader(text).read();
}

bool holds(const BooleanText& expression, const LeafTest& test) {
  const auto child_holds = [&test](const BooleanText& child) { return holds(child, test); };
  const auto& children = expression.children;
  switch (expression.kind) {
    case BooleanText::Kind::leaf:
      return test(expression.text);
    case BooleanText::Kind::all_of:
      return std::all_of(children.begin(), children.end(), child_holds);
    case BooleanText::Kind::any_of:
      return std::any_of(children.begin(), children.end(), child_holds);
    case BooleanText::Kind::none_of:
      return !holds(children.front(), test);
  }
  return false;
}

std::vector<std::string> wanted_leaves(const BooleanText& expression) {
  std::vector<std::string> out;
  gather_wanted(expression, out);
  return out;
}

WordPattern read_pattern(std::string_view value, WordForms forms) {
  WordPattern out;
  value = text::trim(value);
  const std::size_t tilde = value.rfind('~');
  if (tilde != std::string_view::npos && tilde > 0 && value[tilde - 1] == '"') {
    int distance = 0;
    const std::string_view digits = value.substr(tilde + 1);
    std::from_chars(digits.data(), digits.data() + digits.size(), distance);
    out.near = distance;
    value = value.substr(0, tilde);
  }
  if (value.size() > 1 && value.front() == '"' && value.back() == '"') {
    value = value.substr(1, value.size() - 2);
  }
  out.truncated = value.ends_with('*');
  out.words = folded_words(value, out.truncated ? WordForms::exact : forms);
  return out;
}

void WordList::add(std::string_view text) {
  if (!words_.empty()) words_.emplace_back();
  for (std::string& word : folded_words(text, forms_)) words_.push_back(std::move(word));
}

bool WordList::phrase_at(std::size_t at, const WordPattern& pattern) const {
  if (pattern.near) {
    const std::size_t window = pattern.words.size() + static_cast<std::size_t>(*pattern.near);
    const auto begin = words_.begin() + static_cast<std::ptrdiff_t>(at);
    auto end = words_.begin() + static_cast<std::ptrdiff_t>(std::min(at + window, words_.size()));
    end = std::find(begin, end, std::string());
    return std::all_of(pattern.words.begin(), pattern.words.end(),
                       [&](const std::string& word) { return std::find(begin, end, word) != end; });
  }
  for (std::size_t i = 0; i < pattern.words.size(); ++i) {
    if (at + i >= words_.size()) return false;
    const std::string& word = words_[at + i];
    const bool stem = pattern.truncated && i + 1 == pattern.words.size();
    if (stem ? !word.starts_with(pattern.words[i]) : word != pattern.words[i]) return false;
  }
  return true;
}

bool WordList::has(const WordPattern& pattern) const {
  if (pattern.words.empty()) return false;
  for (std::size_t at = 0; at < words_.size(); ++at) {
    if (phrase_at(at, pattern)) return true;
  }
  return false;
}

}  // namespace ev::sample
