#include "pipeline/mechanism/outcome_clause.hpp"

#include "pipeline/extract/phrase.hpp"
#include "pipeline/extract/statistics.hpp"
#include "pipeline/mechanism/arm_figures.hpp"
#include "pipeline/mechanism/comparison_words.hpp"
#include "pipeline/mechanism/content_words.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace ev::mechanism {
namespace {

constexpr std::size_t kNoToken = static_cast<std::size_t>(-1);

template <class... Words>
bool is_one(std::string_view word, Words... words) {
  return ((word == words) || ...);
}

struct ComparingWord {
  std::size_t token = 0;
  int sign = 0;
};

struct TokenRange {
  std::size_t begin = 0, end = 0;
};

class ClauseDirection {
 public:
  ClauseDirection(const extract::Sentence& sentence, const ComparedWords& words)
      : sentence_(sentence), w_(words), p_values_(extract::p_values_in(sentence)) {
    const std::set<std::string>& named = w_.outcome.empty() ? w_.measures : w_.outcome;
    for (const doc::Token& t : sentence.tokens) stems_.push_back(stem_of(t.folded));
    find_brackets();
    for (std::size_t i = 0; i < stems_.size(); ++i) {
      if (named.count(stems_[i]) > 0 || (w_.short_forms.count(stems_[i]) > 0))
        outcome_at_.push_back(i);
    }
    for (const std::string& word : w_.outcome_words) {
      ill_ = ill_ || is_ill(word);
      better_ = better_ || word.starts_with("improv");
      lessening_ = lessening_ || word.starts_with("reduc") || word.starts_with("decreas") ||
                   word.starts_with("loss") || word.starts_with("declin");
      names_loss_ = names_loss_ || is_loss(word);
      clocked_ = clocked_ || is_one(word, "time", "duration", "latency", "onset");
    }
  }

  EffectDirection run() {
    TokenRange clause = outcome_clause();
    std::vector<ComparingWord> cues = comparing_words(clause);
    bool denied = denies_difference(sentence_.tokens, clause.begin, clause.end);
    std::vector<bool> tests = tests_in(clause);
    if (cues.empty() && !denied) cues = comparing_words(clause, true);
    if (cues.empty() && !denied) {
      clause = {0, sentence_.tokens.size()};
      cues = comparing_words(clause);
      denied = denies_difference(sentence_.tokens, clause.begin, clause.end);
      tests = tests_in(clause);
    }
    if (const auto later = compared_behind(clause); later && against_another(clause, *later))
      return by_word(*later, comparing_words(*later));
    const bool any_test = std::any_of(tests.begin(), tests.end(), [](bool t) { return t; });
    const bool all_tests = std::all_of(tests.begin(), tests.end(), [](bool t) { return t; });
    if (tests.empty() && later_denied(clause)) return EffectDirection::no_difference;
    if (denied && (tests.empty() || !all_tests || cues.empty() || plainly_denied(clause)))
      return EffectDirection::no_difference;
    if (!tests.empty() && !any_test) return EffectDirection::no_difference;
    if (tests.empty() && only_tends(clause)) return EffectDirection::no_difference;
    if (cues.empty()) return by_figures(clause);
    if (const auto later = compared_behind(clause); later && within_groups(clause, cues))
      return by_word(*later, comparing_words(*later));
    if (left_out(clause)) return EffectDirection::no_difference;
    if (within_groups(clause, cues)) return EffectDirection::no_difference;
    return by_word(clause, cues);
  }

  EffectDirection figures() const { return by_figures(outcome_clause()); }

 private:
  std::string_view word(std::size_t i) const {
    return i < sentence_.tokens.size() ? std::string_view(sentence_.tokens[i].folded)
                                       : std::string_view();
  }
  std::string_view gap_before(std::size_t i) const {
    if (i == 0) return {};
    return sentence_.text.substr(sentence_.tokens[i - 1].end,
                                 sentence_.tokens[i].begin - sentence_.tokens[i - 1].end);
  }

  void find_brackets() {
    int depth = 0;
    std::size_t at = 0;
    for (const doc::Token& t : sentence_.tokens) {
      for (; at < t.begin; ++at) {
        const char c = sentence_.text[at];
        if (c == '(' || c == '[') ++depth;
        if ((c == ')' || c == ']') && depth > 0) --depth;
      }
      in_bracket_.push_back(depth > 0);
    }
  }

  // ---- the clause

  bool starts_clause(std::size_t i) const {
    const std::string_view gap = gap_before(i);
    if (in_bracket_[i]) return false;
    const bool stop = gap.find(". ") != std::string_view::npos && word(i - 1) != "vs";
    if (gap.find(';') != std::string_view::npos || stop) return true;
    const std::string_view w = word(i);
    if (is_one(w, "but", "whereas", "while", "although", "however", "except", "whilst"))
      return !(w == "but" && word(i + 1) == "not");
    if (w == "and" && is_one(word(i + 1), "was", "were")) return true;
    if (w == "as" && word(i + 2) == "by")
      return is_one(word(i + 1), "evidenced", "demonstrated", "indicated", "reflected", "shown");
    return gap.find(',') != std::string_view::npos && w == "and" &&
           is_one(word(i + 1), "the", "there", "a", "no", "significantly", "lower", "higher", "in",
                  "presented", "showed", "had", "was", "were", "more", "fewer", "greater", "at",
                  "similar", "similarly", "comparable", "equally");
  }

  // The outcome's own last word.
  bool names_head(std::size_t begin, std::size_t end) const {
    if (w_.outcome_words.empty()) return false;
    const std::string head = stem_of(w_.outcome_words.back());
    return std::find(stems_.begin() + static_cast<std::ptrdiff_t>(begin),
                     stems_.begin() + static_cast<std::ptrdiff_t>(end),
                     head) != stems_.begin() + static_cast<std::ptrdiff_t>(end);
  }

  TokenRange outcome_clause() const {
    TokenRange best{0, sentence_.tokens.size()};
    std::size_t most = 0;
    std::size_t begin = 0;
    for (std::size_t i = 1; i <= sentence_.tokens.size(); ++i) {
      if (i < sentence_.tokens.size() && !starts_clause(i)) continue;
      std::set<std::string> named;
      for (const std::size_t o : outcome_at_) {
        if (o < begin || o >= i) continue;
        const auto stands = w_.short_forms.find(stems_[o]);
        if (stands == w_.short_forms.end())
          named.insert(stems_[o]);
        else
          named.insert(stands->second.begin(), stands->second.end());
      }
      const bool head =
          named.size() == most && names_head(begin, i) && !names_head(best.begin, best.end);
      if (named.size() > most || head) {
        most = named.size();
        best = {begin, i};
      }
      begin = i;
    }
    return best;
  }

  std::vector<bool> tests_in(const TokenRange& r) const {
    constexpr std::size_t kBehind = 40;  // characters: a P value may stand after the clause
    std::vector<bool> out;
    std::vector<std::size_t> at;
    if (r.begin >= r.end) return out;
    const std::size_t first = sentence_.tokens[r.begin].begin;
    const std::size_t last = sentence_.tokens[r.end - 1].end + kBehind;
    for (const extract::PValue& p : p_values_) {
      // A result that is told as one is meant to be significant at P = 0.05.
      const bool at_limit = p.relation == '=' && p.value == 0.05;
      if (p.begin < first || p.begin >= last) continue;
      out.push_back(p.significant() || at_limit);
      at.push_back(p.begin);
    }
    if (const auto own = own_test(r, at)) return {out[*own]};
    return out.empty() ? intervals_of(r) : out;
  }

  // "(between-group difference, P = …)"
  bool is_between_groups(std::size_t p) const {
    constexpr std::size_t kBefore = 45;
    const std::size_t from = p > kBefore ? p - kBefore : 0;
    const std::string_view before = std::string_view(sentence_.text).substr(from, p - from);
    return before.find("between-group") != std::string_view::npos ||
           before.find("between group") != std::string_view::npos ||
           before.find("between the group") != std::string_view::npos ||
           before.find("between the two group") != std::string_view::npos;
  }

  // Of several P values the one of the difference between the arms, else the first behind the
  // outcome where others stand before it.
  std::optional<std::size_t> own_test(const TokenRange& r,
                                      const std::vector<std::size_t>& at) const {
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (is_between_groups(at[i])) return i;
    }
    std::size_t mention = 0;
    for (const std::size_t o : outcome_at_) {
      if (o >= r.begin && o < r.end) mention = sentence_.tokens[o].begin;
    }
    const auto behind =
        std::find_if(at.begin(), at.end(), [&](std::size_t p) { return p > mention; });
    if (behind == at.begin() || behind == at.end()) return std::nullopt;
    return static_cast<std::size_t>(behind - at.begin());
  }

  // Without P values: does each interval leave out no effect? Bounds of both signs hold it
  // whatever is measured.
  std::vector<bool> intervals_of(const TokenRange& r) const {
    std::vector<bool> out;
    const std::size_t first = sentence_.tokens[r.begin].begin;
    const std::size_t last = sentence_.tokens[r.end - 1].end;
    for (const extract::Interval& ci : extract::intervals_in(sentence_)) {
      if (ci.begin < first || ci.begin >= last) continue;
      if (ci.low < 0 && ci.high > 0) out.push_back(false);
    }
    for (const extract::Effect& effect : extract::effects_in(sentence_)) {
      if (effect.begin < first || effect.begin >= last) continue;
      if (!effect.interval || !effect.has_null() || !effect.ratio) continue;
      out.push_back(effect.interval->low > 1 || effect.interval->high < 1);
    }
    return out;
  }

  // "… was lower, but the difference was not significant"
  bool later_denied(const TokenRange& r) const {
    static const extract::Patterns kDenial = {
        "not|no|non|without|failed <5> significan*|statistical*|differen*|reach*"};
    if (r.end >= sentence_.tokens.size()) return false;
    const std::vector<doc::Token> rest(
        sentence_.tokens.begin() + static_cast<std::ptrdiff_t>(r.end),
        sentence_.tokens.begin() +
            static_cast<std::ptrdiff_t>(std::min(sentence_.tokens.size(), r.end + 12)));
    const auto found = extract::find_any(kDenial, rest);
    if (!found) return false;
    // Of this outcome, not of the next one.
    for (std::size_t i = 0; i < found->first; ++i) {
      if (!is_one(rest[i].folded, "but", "although", "however", "though", "with", "the", "this",
                  "these", "it", "which", "they", "difference", "differences", "change", "changes",
                  "reduction", "increase", "effect", "trend", "results", "result", "was", "were",
                  "did", "between", "groups", "group", "is", "are", "in", "both", "two"))
        return false;
    }
    return true;
  }

  // "showed a trend towards", "tended to be lower"
  bool only_tends(const TokenRange& r) const {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      if (is_one(word(i), "tended", "tendency")) return true;
      if (is_one(word(i), "trend", "trended") && word(i - 1) != "for") return true;
    }
    return false;
  }

  bool plainly_denied(const TokenRange& r) const {
    for (std::size_t i = r.begin; i < r.end; ++i) {
      if (is_one(word(i), "no", "not", "similar", "comparable", "neither")) return true;
    }
    return false;
  }

  // "fell in both groups" compares nothing.
  bool within_groups(const TokenRange& r, const std::vector<ComparingWord>& cues) const {
    static const extract::Patterns kGroups = {
        "both|all|each|either|two|three ?the ?study ?treatment ?of ?the "
        "group|groups|arm|arms|treatments|conditions|regimens|drugs"};
    static const extract::Patterns kCompares = {"than|versus|vs|compared|comparison|between"};
    const std::vector<doc::Token> tokens(
        sentence_.tokens.begin() + static_cast<std::ptrdiff_t>(r.begin),
        sentence_.tokens.begin() + static_cast<std::ptrdiff_t>(r.end));
    if (!extract::find_any(kGroups, tokens) || extract::find_any(kCompares, tokens)) return false;
    return std::none_of(cues.begin(), cues.end(), [&](const ComparingWord& c) {
      return is_one(word(c.token), "higher", "lower", "greater", "more", "less", "better", "worse",
                    "fewer", "shorter", "longer", "smaller", "larger", "superior");
    });
  }

  // "fell in both groups, but more so with A": the clause behind that compares the arms.
  std::optional<TokenRange> compared_behind(const TokenRange& r) const {
    const TokenRange rest{r.end, sentence_.tokens.size()};
    if (rest.begin >= rest.end || denies_difference(sentence_.tokens, rest.begin, rest.end))
      return {};
    const std::vector<ComparingWord> cues = comparing_words(rest);
    const bool compares = std::any_of(cues.begin(), cues.end(), [&](const ComparingWord& c) {
      return is_one(word(c.token), "more", "less", "greater", "larger", "smaller", "fewer");
    });
    return compares && first_arm(rest.begin, rest.end) != kNoToken ? std::optional(rest)
                                                                   : std::nullopt;
  }

  // "B with A did not differ from placebo and was less than with C."
  bool against_another(const TokenRange& r, const TokenRange& later) const {
    if (w_.against_control || first_comparator(r.begin, r.end) != kNoToken ||
        first_comparator(later.begin, later.end) == kNoToken)
      return false;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      if (is_one(word(i), "placebo", "vehicle", "sham")) return true;
    }
    return false;
  }

  // ---- the word

  // Words of the outcome compare only where they are asked to ("improvement in sleep" was).
  std::vector<ComparingWord> comparing_words(const TokenRange& r, bool of_outcome = false) const {
    std::vector<ComparingWord> out;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const bool own = std::find(outcome_at_.begin(), outcome_at_.end(), i) != outcome_at_.end();
      if (own && !of_outcome) continue;
      int sign = comparing_word(word(i));
      const bool amount = word(i) == "more" && word(i + 1) == "than" && !word(i + 2).empty() &&
                          word(i + 2)[0] >= '0' && word(i + 2)[0] <= '9';
      if (amount) sign = 0;
      if (i > 0 && word(i - 1) == "or" &&
          is_one(word(i), "more", "less", "fewer", "greater", "higher", "longer", "lower"))
        sign = 0;
      if (i > 0 && is_one(word(i - 1), "significantly", "statistically") &&
          is_one(word(i), "low", "high"))
        sign = word(i) == "high" ? 1 : -1;
      if (word(i) == "more" && is_one(word(i + 1), "limited", "modest", "restricted")) sign = -1;
      const bool lessened =
          i > 0 && word(i - 1) == "less" &&
          is_one(word(i), "improvement", "increase", "gain", "effective", "reduction", "frequent");
      if (lessened) sign = -1;
      if (sign != 0) out.push_back({i, sign});
    }
    // What stands in brackets explains; it decides only alone.
    const auto aside = [&](const ComparingWord& c) { return in_bracket_[c.token]; };
    if (!std::all_of(out.begin(), out.end(), aside)) std::erase_if(out, aside);
    return out;
  }

  // Before its noun at the distance in words, behind it further unless a verb ties them.
  std::size_t distance(std::size_t cue, std::size_t outcome) const {
    if (outcome > cue) return outcome - cue;
    for (std::size_t i = outcome; i < cue; ++i) {
      if (is_one(word(i), "was", "were", "is", "are", "had", "has", "in", "significantly", "after",
                 "with", "by"))
        return cue - outcome;
    }
    return cue - outcome + 3;
  }

  ComparingWord nearest(const TokenRange& r, std::vector<ComparingWord> cues) const {
    std::vector<std::size_t> at;
    for (const std::size_t o : outcome_at_) {
      if (o >= r.begin && o < r.end) at.push_back(o);
    }
    if (at.empty()) at = outcome_at_;
    const auto far = [&](const ComparingWord& c) {
      std::size_t best = kNoToken;
      for (const std::size_t o : at) best = std::min(best, distance(c.token, o));
      return best;
    };
    std::stable_sort(cues.begin(), cues.end(), [&](const ComparingWord& a, const ComparingWord& b) {
      return far(a) < far(b);
    });
    return cues.front();
  }

  bool praises_less() const { return ill_ && !better_; }

  int sign_of(const ComparingWord& cue, const std::vector<ComparingWord>& cues) const {
    const std::string_view w = word(cue.token);
    int sign = cue.sign;
    if (clocked_ && is_one(w, "earlier", "sooner", "faster")) sign = -1;
    if ((is_praise(w) || is_blame(w)) && praises_less()) sign = -sign;
    if (is_one(w, "more", "less") &&
        is_one(word(cue.token + 1), "effective", "efficacious", "beneficial") && praises_less())
      sign = -sign;
    if (const std::size_t loss = loss_beside_outcome(); loss != kNoToken) {
      // "reduced cognitive decline": less of an outcome that is a loss, more of one that is lost.
      for (const ComparingWord& verb : cues) {
        const bool governs = verb.token < loss && verb.token + 4 > loss;
        if (governs) return names_loss_ ? verb.sign : -verb.sign;
      }
      if (cue.token != loss && names_loss_) return sign;
    }
    for (const ComparingWord& other : cues) {  // "greater reduction", "less improvement"
      const std::size_t apart =
          other.token > cue.token ? other.token - cue.token : cue.token - other.token;
      if (apart == 0 || apart > 2) continue;
      const bool here = is_change_noun(w);
      if (!here && !is_change_noun(word(other.token))) continue;
      const std::string_view noun = here ? w : word(other.token);
      const std::string_view degree = here ? word(other.token) : w;
      int change = comparing_word(noun) < 0 && !lessening_ ? -1 : 1;
      if (is_one(degree, "less", "smaller", "lower", "fewer")) change = -change;
      if (noun.starts_with("improvement") && praises_less()) change = -change;
      return change;
    }
    if (is_reduction(w) && lessening_) sign = 1;
    return sign;
  }

  static bool is_loss(std::string_view word) {
    return word == "loss" || word == "losses" || word.starts_with("declin") ||
           word.starts_with("deteriorat");
  }
  // "cognitive decline", "the decline in lung function".
  std::size_t loss_beside_outcome() const {
    constexpr std::size_t kNear = 3;
    for (std::size_t i = 0; i < stems_.size(); ++i) {
      if (!is_loss(word(i)) || word(i) == "declined" || word(i) == "deteriorated") continue;
      for (const std::size_t o : outcome_at_) {
        if (o < i + kNear && i < o + kNear + 1) return i;
      }
    }
    return kNoToken;
  }

  // ---- of which arm it is said

  enum class Arm { none, intervention, comparator };
  Arm arm_at(std::size_t i) const {
    const bool none = i > 0 && is_one(word(i - 1), "non", "without", "no", "un");
    if (!w_.intervention_label.empty() || !w_.comparator_label.empty()) {
      if (word(i) == w_.intervention_label && is_label(i)) return Arm::intervention;
      if (word(i) == w_.comparator_label && is_label(i)) return Arm::comparator;
    }
    if (w_.against_control && is_one(word(i), "control", "controls")) return Arm::comparator;
    if (w_.intervention.count(stems_[i]) > 0) return none ? Arm::comparator : Arm::intervention;
    if (w_.comparator.count(stems_[i]) > 0) return none ? Arm::intervention : Arm::comparator;
    return Arm::none;
  }
  // "group A", the B of "groups A and B", "Group A vs. B".
  bool is_label(std::size_t i) const {
    if (word(i).size() == 1 && doc::is_lower(sentence_.text[sentence_.tokens[i].begin]))
      return false;
    for (std::size_t back = 1; back <= 4 && back <= i; ++back) {
      const std::string_view w = word(i - back);
      if (is_one(w, "group", "groups", "arm", "arms", "phase")) return true;
      if (w.size() > 3) return false;
    }
    return false;
  }
  // "A was longer, but not B": of B nothing is said but that.
  bool left_out(const TokenRange& r) const {
    for (std::size_t i = 0; i + 1 < stems_.size(); ++i) {
      if (word(i) != "but" || word(i + 1) != "not") continue;
      const std::size_t arm = first_arm(i + 2, i + 8);
      if (arm == kNoToken || arm_at(arm) != Arm::intervention || i < r.begin) continue;
      return first_intervention(0, i) == kNoToken;
    }
    return false;
  }
  std::size_t first_intervention(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (arm_at(i) == Arm::intervention) return i;
    }
    return kNoToken;
  }
  std::size_t first_comparator(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (arm_at(i) == Arm::comparator) return i;
    }
    return kNoToken;
  }
  std::size_t first_arm(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < std::min(end, stems_.size()); ++i) {
      if (arm_at(i) != Arm::none) return i;
    }
    return kNoToken;
  }
  // "Superior to C"
  bool ranks(std::size_t i) const {
    return word(i + 1) == "to" && is_one(word(i), "superior", "inferior", "preferable");
  }
  bool compares_here(std::size_t i) const {
    if (!ranks(i) &&
        !is_one(word(i), "than", "versus", "vs", "compared", "comparison", "over", "relative"))
      return false;
    constexpr std::size_t kReach = 6;
    for (std::size_t k = i + 1; k < std::min(stems_.size(), i + kReach); ++k) {
      if (is_one(word(k), "baseline", "before", "pretreatment", "preoperative", "prior"))
        return false;  // with itself, earlier
      if (arm_at(k) != Arm::none) return true;
    }
    return true;
  }
  // "A, but not B, …": nothing is said of B.
  bool set_apart(std::size_t i) const {
    for (std::size_t back = 1; back <= 4 && back + 1 <= i; ++back) {
      if (word(i - back) == "not" && is_one(word(i - back - 1), "but", "and")) return true;
      if (arm_at(i - back) != Arm::none && arm_at(i - back) != arm_at(i)) return false;
    }
    return false;
  }

  Arm subject_of(std::size_t cue) const {
    std::size_t than = kNoToken;
    for (std::size_t i = ranks(cue) ? cue : cue + 1; i < stems_.size() && than == kNoToken; ++i) {
      if (compares_here(i) && in_bracket_[i] <= in_bracket_[cue]) than = i;
    }
    if (than != kNoToken) {
      std::size_t end = than + 1;
      while (end < std::min(stems_.size(), than + 12) && !starts_clause(end)) ++end;
      const std::size_t after = first_arm(than, end);
      if (first_comparator(than, end) != kNoToken) return Arm::intervention;
      if (after != kNoToken) return Arm::comparator;
    }
    std::size_t end = than != kNoToken ? than : cue + 14;
    for (std::size_t i = cue + 1; i < std::min(end, stems_.size()); ++i) {
      if (is_one(word(i), "whereas", "whilst")) end = i;  // of the other arm
    }
    std::size_t behind = first_arm(cue, end);
    while (behind != kNoToken && in_bracket_[behind] && !in_bracket_[cue])
      behind = first_arm(behind + 1, end);
    std::size_t ahead = kNoToken;
    for (std::size_t i = cue + 1; i-- > 0 && cue - i < 25 && ahead == kNoToken;) {
      if (arm_at(i) != Arm::none && !(set_apart(i))) ahead = i;
    }
    if (behind == kNoToken && ahead == kNoToken) return Arm::intervention;
    if (behind == kNoToken) return arm_at(ahead);
    if (ahead == kNoToken) return arm_at(behind);
    bool led = behind - cue <= cue - ahead;
    for (std::size_t i = cue; i < behind; ++i)
      led = led || is_one(word(i), "in", "with", "for", "among", "by");
    return arm_at(led ? behind : ahead);
  }

  // "Compared with C, … was lower" says it of A.
  bool set_against_comparator(std::size_t cue) const {
    for (std::size_t i = cue; i-- > 0;) {
      if (!compares_here(i)) continue;
      const std::size_t arm = first_arm(i, std::min(cue, i + 10));
      if (arm == kNoToken) continue;
      return arm != kNoToken && arm_at(arm) == Arm::comparator;
    }
    return false;
  }

  EffectDirection by_word(const TokenRange& clause, const std::vector<ComparingWord>& cues) const {
    const ComparingWord cue = nearest(clause, cues);
    int sign = sign_of(cue, cues);
    if (subject_of(cue.token) == Arm::comparator && !set_against_comparator(cue.token))
      sign = -sign;
    return sign > 0 ? EffectDirection::increased : EffectDirection::decreased;
  }

  EffectDirection by_figures(const TokenRange& clause) const {
    if (clause.begin >= clause.end) return EffectDirection::unclear;
    std::vector<ArmMention> arms;
    for (std::size_t i = clause.begin; i < clause.end; ++i) {
      const Arm arm = arm_at(i);
      if (arm != Arm::none) arms.push_back({sentence_.tokens[i].begin, arm == Arm::intervention});
    }
    const int sign = compare_figures(sentence_, sentence_.tokens[clause.begin].begin,
                                     sentence_.tokens[clause.end - 1].end, arms);
    if (sign == 0) return EffectDirection::unclear;
    return sign > 0 ? EffectDirection::increased : EffectDirection::decreased;
  }

  const extract::Sentence& sentence_;
  const ComparedWords& w_;
  std::vector<extract::PValue> p_values_;
  std::vector<std::string> stems_;
  std::vector<std::size_t> outcome_at_;
  std::vector<bool> in_bracket_;
  bool ill_ = false, better_ = false, lessening_ = false, clocked_ = false, names_loss_ = false;
};

}  // namespace

EffectDirection direction_in(const extract::Sentence& sentence, const ComparedWords& words) {
  return ClauseDirection(sentence, words).run();
}

EffectDirection figures_in(const extract::Sentence& sentence, const ComparedWords& words) {
  return ClauseDirection(sentence, words).figures();
}

}  // namespace ev::mechanism
