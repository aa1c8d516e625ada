#include "pipeline/text/scopes.hpp"

#include "pipeline/text/chars.hpp"
#include "pipeline/text/word_table.hpp"

#include <algorithm>
#include <cstdint>
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
  return word.starts_with(stem);
}

// What a word may do, as bits: most words do nothing and are passed by on that.
using Uses = std::uint8_t;
namespace use {
constexpr Uses turn = 1;
constexpr Uses turn_at_comma = 2;
constexpr Uses negation = 4;            // of what follows
constexpr Uses negation_of_before = 8;  // of what stands before
constexpr Uses hedge = 16;
}  // namespace use

struct UsedWords {
  Uses uses;
  std::string_view words;  // by blanks
};
constexpr UsedWords kUsedWords[] = {
    {use::turn, "but however although though whereas despite yet nevertheless"},
    {use::turn_at_comma,
     "while which suggesting indicating with we it this these they there because and"},
    {use::negation,
     "without never neither nor cannot lacked lacks absence failed fails failing unable failure "
     "lack rather t nonsignificant nonsignificantly non not no"},
    {use::negation_of_before, "not ruled absent unlikely nonsignificant"},
    {use::hedge,
     "might could possible possibly perhaps probable probably likely putative presumably presumed "
     "whether unclear uncertain unknown speculate tentative tentatively apparently conceivably if "
     "may trend trends not"}};

Uses uses_of(const Token& token) {
  static const auto kUses = [] {
    WordTable<Uses> out(256);
    for (const UsedWords& list : kUsedWords) {
      for (std::string_view rest = list.words; !rest.empty();) {
        const std::size_t blank = std::min(rest.find(' '), rest.size());
        Uses& uses = out.at(rest.substr(0, blank));
        uses = static_cast<Uses>(uses | list.uses);
        rest.remove_prefix(std::min(blank + 1, rest.size()));
      }
    }
    return out;
  }();
  return kUses.of(token.folded, token.hash);
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
    if (may(i + 1, use::turn)) return true;
    const bool comma = gap.find(',') != std::string_view::npos;
    return comma && may(i + 1, use::turn_at_comma) &&
           !(word(i + 1) == "and" && !starts_clause(i + 2));
  }

  bool negates_forwards(std::size_t i) const {
    if (!may(i, use::negation)) return false;
    const std::string_view w = word(i);
    if (w == "not")
      return !in(word(i + 1), {"only", "just", "merely", "necessarily"}) && !is_excluded(i);
    if (w == "no") return !in(word(i + 1), {"doubt", "longer"}) && !is_number_sign(i);
    if (in(w, {"failed", "fails", "failing", "unable"})) return word(i + 1) == "to";
    if (w == "failure") return word(i + 1) == "to";
    if (w == "lack") return word(i + 1) == "of";
    if (w == "rather") return word(i + 1) == "than";
    if (w == "t") return i > 0 && in(word(i - 1), {"didn", "doesn", "don", "isn", "wasn", "weren"});
    return w != "non" || begins(word(i + 1), "significant");
  }

  bool negates_backwards(std::size_t i) const {
    if (!may(i, use::negation_of_before)) return false;
    const std::string_view w = word(i);
    if (w == "not") {
      return i > 0 &&
             in(word(i - 1), {"was", "were", "is", "are", "did", "does", "could", "been", "had"}) &&
             in(word(i + 1),
                {"observed",      "found",   "seen",       "detected",  "present", "significant",
                 "statistically", "evident", "confirmed",  "occur",     "be",      "demonstrated",
                 "significantly", "noted",   "identified", "different", "differ",  "reach",
                 "change",        "shown",   "established"});
    }
    if (w == "ruled") return word(i + 1) == "out";
    return true;
  }

  bool hedges(std::size_t i) const {
    const std::string_view w = word(i);
    if (!may(i, use::hedge)) {
      return (begins(w, "suggest") || begins(w, "potential") || begins(w, "appear") ||
              begins(w, "seem") || begins(w, "hypothe") || begins(w, "tend")) &&
             w != "tendon" && w != "tender" && w != "tenderness" && w != "tendons" &&
             w != "potentials";
    }
    if (w == "may") return !(s_[tokens_[i].begin] == 'M' && is_digit_word(i + 1));
    if (w == "trend" || w == "trends") return in(word(i + 1), {"toward", "towards", "for", "to"});
    return w != "not" || word(i + 1) == "necessarily";
  }

 private:
  bool may(std::size_t i, Uses uses) const { return (uses_of(tokens_[i]) & uses) != 0; }
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
