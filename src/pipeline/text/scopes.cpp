#include "pipeline/text/scopes.hpp"

#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <initializer_list>

namespace ev::doc {

namespace {

constexpr std::size_t kReach = 7;      // tokens a trigger reaches forwards
constexpr std::size_t kBackReach = 4;  // and backwards ("… was not observed")
constexpr std::size_t kHedgeReach = 10;

bool in(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool begins(std::string_view word, std::string_view stem) {
  return word.substr(0, stem.size()) == stem;
}

class Scanner {
 public:
  Scanner(std::string_view s, std::span<const Token> tokens) : s_(s), tokens_(tokens) {}

  // Whether the clause ends between token i and token i + 1.
  bool clause_ends_after(std::size_t i) const {
    if (i + 1 >= tokens_.size()) return true;
    const std::string_view gap = s_.substr(tokens_[i].end, tokens_[i + 1].begin - tokens_[i].end);
    if (gap.find_first_of(";:") != std::string_view::npos) return true;
    if (gap.find(". ") != std::string_view::npos) return true;
    const std::string_view next = word(i + 1);
    if (in(next,
           {"but", "however", "although", "though", "whereas", "despite", "yet", "nevertheless"})) {
      return true;
    }
    const bool comma = gap.find(',') != std::string_view::npos;
    return comma &&
           in(next, {"while", "which", "suggesting", "indicating", "with", "we", "it", "this",
                     "these", "they", "there", "because", "and"}) &&
           !(next == "and" && !starts_clause(i + 2));
  }

  bool negates_forwards(std::size_t i) const {
    const std::string_view w = word(i);
    if (w == "not")
      return !in(word(i + 1), {"only", "just", "merely", "necessarily"}) && !is_excluded(i);
    if (w == "no") return !in(word(i + 1), {"doubt", "longer"}) && !is_number_sign(i);
    if (in(w, {"without", "never", "neither", "nor", "cannot", "lacked", "lacks", "absence"}))
      return true;
    if (in(w, {"failed", "fails", "failing", "unable"})) return word(i + 1) == "to";
    if (w == "failure") return word(i + 1) == "to";
    if (w == "lack") return word(i + 1) == "of";
    if (w == "rather") return word(i + 1) == "than";
    if (w == "t" && i > 0) return in(word(i - 1), {"didn", "doesn", "don", "isn", "wasn", "weren"});
    return w == "nonsignificant" || w == "nonsignificantly" ||
           (w == "non" && begins(word(i + 1), "significant"));
  }

  bool negates_backwards(std::size_t i) const {
    const std::string_view w = word(i);
    if (w == "not" && i > 0) {
      return in(word(i - 1), {"was", "were", "is", "are", "did", "does", "could", "been", "had"}) &&
             in(word(i + 1),
                {"observed",      "found",   "seen",       "detected",  "present", "significant",
                 "statistically", "evident", "confirmed",  "occur",     "be",      "demonstrated",
                 "significantly", "noted",   "identified", "different", "differ",  "reach",
                 "change",        "shown",   "established"});
    }
    if (w == "ruled") return word(i + 1) == "out";
    return in(w, {"absent", "unlikely", "nonsignificant"});
  }

  bool hedges(std::size_t i) const {
    const std::string_view w = word(i);
    if (w == "may") return !(s_[tokens_[i].begin] == 'M' && is_digit_word(i + 1));
    if (in(w, {"might",      "could",       "possible", "possibly",   "perhaps",   "probable",
               "probably",   "likely",      "putative", "presumably", "presumed",  "whether",
               "unclear",    "uncertain",   "unknown",  "speculate",  "tentative", "tentatively",
               "apparently", "conceivably", "if"})) {
      return true;
    }
    if (begins(w, "suggest") || begins(w, "potential") || begins(w, "appear") ||
        begins(w, "seem") || begins(w, "hypothe") || begins(w, "tend")) {
      return w != "tendon" && w != "tender" && w != "tenderness" && w != "tendons" &&
             w != "potentials";
    }
    if (w == "trend" || w == "trends") return in(word(i + 1), {"toward", "towards", "for", "to"});
    return w == "not" && word(i + 1) == "necessarily";
  }

 private:
  std::string_view word(std::size_t i) const {
    return i < tokens_.size() ? std::string_view(tokens_[i].folded) : std::string_view();
  }
  bool is_digit_word(std::size_t i) const {
    return i < tokens_.size() && is_digit(tokens_[i].folded[0]);
  }
  // "No. 5" counts, it does not negate.
  bool is_number_sign(std::size_t i) const {
    return is_digit_word(i + 1) && tokens_[i].end < s_.size() && s_[tokens_[i].end] == '.';
  }
  // "cannot be excluded" leaves the matter open.
  bool is_excluded(std::size_t i) const { return word(i + 1) == "be" && word(i + 2) == "excluded"; }
  // A pronoun, article or "was"-phrase begins a new clause after ", and".
  bool starts_clause(std::size_t i) const {
    return in(word(i),
              {"the", "we", "it", "there", "this", "these", "they", "was", "were", "had", "no"});
  }

  std::string_view s_;
  std::span<const Token> tokens_;
};

}  // namespace

Scope scope_at(std::string_view sentence, std::span<const Token> tokens, std::size_t index) {
  Scope scope;
  if (index >= tokens.size()) return scope;
  const Scanner scanner(sentence, tokens);
  scope.hedged = scanner.hedges(index);
  for (std::size_t back = 1; back <= kHedgeReach && back <= index; ++back) {
    const std::size_t i = index - back;
    if (scanner.clause_ends_after(i)) break;
    if (back <= kReach && scanner.negates_forwards(i)) scope.negated = true;
    if (scanner.hedges(i)) scope.hedged = true;
  }
  for (std::size_t i = index + 1; i < tokens.size() && i <= index + kBackReach; ++i) {
    if (scanner.clause_ends_after(i - 1)) break;
    if (scanner.negates_backwards(i)) scope.negated = true;
    if (scanner.hedges(i)) scope.hedged = true;
  }
  return scope;
}

}  // namespace ev::doc
