// How the sample's three newer services find words in texts: a Boolean expression with leaves in
// the service's own form, and texts as words. Enough for what translate/ prints and for what people
// type: AND OR NOT in capitals, parentheses, quotes, field:value, AREA[field]value, truncation and
// nearness. Pure functions.
#pragma once

#include "base/result.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::sample {

struct BooleanText {
  enum class Kind { leaf, all_of, any_of, none_of };
  Kind kind = Kind::leaf;
  std::string text;                   // of a leaf, as written
  std::vector<BooleanText> children;  // none_of has one
};

// AND binds stronger than OR; parts side by side are joined by AND. A prefix that stands before a
// parenthesis ("TITLE:(a OR b)") belongs to every leaf in it. Errors: invalid_query with what is
// wrong ("missing ')' at '<EOF>'"), also for an empty text.
Result<BooleanText> parse_boolean(std::string_view text);

using LeafTest = std::function<bool(const std::string& leaf)>;
bool holds(const BooleanText& expression, const LeafTest& test);
// The leaves that are not under a NOT.
std::vector<std::string> wanted_leaves(const BooleanText& expression);

enum class WordForms { exact, stemmed };

// A leaf's value: a word, a "phrase", "words"~5, a trunca*.
struct WordPattern {
  std::vector<std::string> words;
  bool truncated = false;
  std::optional<int> near;
};
WordPattern read_pattern(std::string_view value, WordForms forms);

// The words of one or more texts; a phrase does not run from one text into the next.
class WordList {
 public:
  explicit WordList(WordForms forms = WordForms::exact) : forms_(forms) {}
  void add(std::string_view text);
  bool has(const WordPattern& pattern) const;

 private:
  bool phrase_at(std::size_t at, const WordPattern& pattern) const;
  WordForms forms_;
  std::vector<std::string> words_;  // "" between texts
};

}  // namespace ev::sample
