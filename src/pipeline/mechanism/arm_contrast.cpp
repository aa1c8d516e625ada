#include "pipeline/mechanism/arm_contrast.hpp"

#include "pipeline/extract/phrase.hpp"
#include "pipeline/mechanism/aims.hpp"
#include "pipeline/mechanism/comparison_words.hpp"
#include "pipeline/mechanism/content_words.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <string_view>
#include <vector>

namespace ev::mechanism {
namespace {

template <std::size_t N>
bool contains_word(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

bool is_number(std::string_view word) {
  return !word.empty() && word.front() >= '0' && word.front() <= '9';
}

bool is_control_word(std::string_view word) {
  constexpr std::string_view kWords[] = {"control", "controls", "placebo", "sham"};
  return contains_word(kWords, word);
}

struct Sides {
  bool intervention = false, comparator = false;
};

class SentenceArms {
 public:
  SentenceArms(const extract::Line& line, const ComparedWords& words,
               const extract::Line* before = nullptr)
      : line_(line), w_(words), before_(before) {
    for (const doc::Token& t : line.tokens) stems_.push_back(stem_of(t.folded));
  }

  Contrast contrast() const {
    bool joined = false;   // a word that compares
    bool foreign = false;  // … with a third thing
    for (std::size_t j = 0; j < size(); ++j) {
      if (!compares(j)) continue;
      const std::size_t end = baseline_end(j);
      const bool leads = j <= clause_begin(j) + 1 && end < size();
      const Sides base = sides(j + 1, end);
      const Sides front = leads ? sides(end, clause_end(end)) : front_of(j);
      if (opposed(front, base)) return Contrast::direct;
      joined = true;
      foreign = foreign || !generic(j + 1, end);
    }
    const Sides all = sides(0, size());
    if (all.intervention && all.comparator)
      return (!foreign && (in_two_clauses() || between_arms() || alike())) || figures_decide()
                 ? Contrast::direct
                 : Contrast::none;
    if (!all.intervention || foreign || (!joined && !has_degree())) return Contrast::none;
    return within_every_group() ? Contrast::none : Contrast::one_arm;
  }

 private:
  std::size_t size() const { return line_.tokens.size(); }
  std::string_view word(std::size_t i) const {
    return i < size() ? std::string_view(line_.tokens[i].folded) : std::string_view();
  }
  std::string_view gap(std::size_t i) const {
    if (i == 0 || i >= size()) return {};
    return line_.text.substr(line_.tokens[i - 1].end,
                             line_.tokens[i].begin - line_.tokens[i - 1].end);
  }

  bool compares(std::size_t i) const {
    constexpr std::string_view kWords[] = {"than", "versus", "vs", "compared", "comparison"};
    if (contains_word(kWords, word(i))) return !(word(i) == "than" && is_number(word(i + 1)));
    constexpr std::string_view kBeforeTo[] = {"superior",   "inferior",   "relative",
                                              "preferable", "equivalent", "equal",
                                              "similar",    "comparable", "identical"};
    if (word(i) == "as" && i > 1 && word(i - 2) == "as") return true;  // "as effective as"
    return contains_word(kBeforeTo, word(i)) && word(i + 1) == "to";
  }
  bool breaks(std::size_t i) const {
    constexpr std::string_view kWords[] = {"but", "whereas", "while", "although", "whilst"};
    if (gap(i).find(';') != std::string_view::npos || contains_word(kWords, word(i))) return true;
    // ", and zetolane had …"
    return gap(i).find(',') != std::string_view::npos && has_verb(i, i + 4);
  }
  bool has_verb(std::size_t begin, std::size_t end) const {
    constexpr std::string_view kVerbs[] = {"was", "were", "had",    "has",
                                           "is",  "are",  "showed", "did"};
    for (std::size_t i = begin; i < std::min(end, size()); ++i) {
      if (contains_word(kVerbs, word(i))) return true;
    }
    return false;
  }
  // Before the word that compares. A clause without subject ("but less gout than") has the one of
  // the clause before; "this was lower than" speaks of what the sentence before told.
  Sides front_of(std::size_t j) const {
    constexpr std::string_view kBack[] = {"this", "these", "it", "they"};
    const std::size_t begin = clause_begin(j);
    Sides out = sides(begin, j);
    if (out.intervention || out.comparator) return out;
    if (begin > 0 && !has_verb(begin, j)) return sides(0, j);
    if (before_ != nullptr && begin == 0 && contains_word(kBack, word(0))) {
      const SentenceArms told(*before_, w_);
      return told.sides(0, told.size());
    }
    return out;
  }
  std::size_t clause_begin(std::size_t i) const {
    while (i > 0 && !breaks(i)) --i;
    return i;
  }
  std::size_t clause_end(std::size_t i) const {
    std::size_t end = i + 1;
    while (end < size() && !breaks(end)) ++end;
    return std::min(end, size());
  }
  // Up to the comma, the bracket, the clause's end or the next word that compares.
  std::size_t baseline_end(std::size_t j) const {
    constexpr std::size_t kLongest = 14;
    std::size_t end = j + 1;
    while (end < size() && end < j + kLongest && !breaks(end) && !compares(end) &&
           (end == j + 1 || gap(end).find_first_of(",(:") == std::string_view::npos))
      ++end;
    return end;
  }

  // 1: the intervention, -1: the comparator. An arm whose words the other one has, too, is named
  // where the other's own word is not near.
  int arm_at(std::size_t i) const {
    if (w_.intervention.count(stems_[i]) > 0) return 1;
    if (w_.comparator.count(stems_[i]) > 0) return -1;
    if (w_.against_control && is_control_word(word(i))) return -1;
    if (w_.shared.count(stems_[i]) == 0) return 0;
    if (w_.comparator.empty() && !near(i, w_.intervention)) return -1;
    if (w_.intervention.empty() && !near(i, w_.comparator)) return 1;
    return 0;
  }
  bool near(std::size_t i, const std::set<std::string>& own) const {
    constexpr std::size_t kNear = 2;
    for (std::size_t k = i > kNear ? i - kNear : 0; k < size() && k <= i + kNear; ++k) {
      if (own.count(stems_[k]) > 0) return true;
    }
    return false;
  }
  Sides sides(std::size_t begin, std::size_t end) const {
    Sides out;
    for (std::size_t i = begin; i < std::min(end, size()); ++i) {
      out.intervention = out.intervention || arm_at(i) > 0;
      out.comparator = out.comparator || arm_at(i) < 0;
    }
    return out;
  }
  static bool opposed(const Sides& a, const Sides& b) {
    return a.intervention != a.comparator && b.intervention != b.comparator &&
           a.intervention != b.intervention;
  }

  // "than the other groups", "than those without": no third thing.
  bool generic(std::size_t begin, std::size_t end) const {
    constexpr std::string_view kWords[] = {"other", "others", "another", "either"};
    for (std::size_t i = begin; i < end; ++i) {
      if (contains_word(kWords, word(i))) return true;
    }
    return false;
  }

  bool in_two_clauses() const {
    bool first = false;
    bool second = false;
    for (std::size_t begin = 0; begin < size();) {
      const std::size_t end = clause_end(begin);
      const Sides s = sides(begin, end);
      if (word(begin) == "but" && word(begin + 1) == "not") return false;
      first = first || (s.intervention && !s.comparator);
      second = second || (s.comparator && !s.intervention);
      begin = end;
    }
    return first && second;
  }
  bool between_arms() const {
    constexpr std::size_t kReach = 14;
    for (std::size_t i = 0; i < size(); ++i) {
      const Sides s = word(i) == "between" ? sides(i, i + kReach) : Sides{};
      if (s.intervention && s.comparator) return true;
    }
    return false;
  }
  bool alike() const {
    static const extract::Patterns kAlike = {
        "similar|similarly|comparable|equal|equally|equivalent|identical|same",
        "no|not <4> differ|differed|different|difference|differences"};
    return extract::find_any(kAlike, line_.tokens).has_value();
  }
  bool figures_decide() const { return figures_in(line_, w_) != EffectDirection::unclear; }
  bool has_degree() const {
    static const extract::Patterns kDegrees = {
        "more|less|fewer|greater|higher|lower|larger|smaller|similar|comparable|differ|difference"};
    return extract::find_any(kDegrees, line_.tokens).has_value();
  }
  bool within_every_group() const {
    static const extract::Patterns kEvery = {"both|all|each|either <2> group*|arm|arms|drug*"};
    return extract::find_any(kEvery, line_.tokens).has_value();
  }

  const extract::Line& line_;
  const ComparedWords& w_;
  const extract::Line* before_ = nullptr;
  std::vector<std::string> stems_;
};

// The word that always stands behind this one, if it says more than of whom or how much.
bool always_followed(const std::string& stem, const extract::Reading& reading) {
  constexpr std::string_view kPlain[] = {
      "group",     "groups",        "treatment",      "treated",  "induced",  "monotherapy",
      "arm",       "recipients",    "associated",     "users",    "tartrate", "succinate",
      "sodium",    "hydrochloride", "sulfate",        "sulphate", "maleate",  "acetate",
      "phosphate", "extended",      "sustained",      "slow",     "release",  "controlled",
      "oral",      "dose",          "doses",          "compared", "versus",   "produced",
      "caused",    "therapies",     "administration", "mesylate", "calcium"};
  constexpr std::size_t kShort = 4;  // CR, XL, SR
  std::map<std::string, std::size_t> next;
  std::size_t times = 0;
  for (const extract::Line& line : reading.lines()) {
    for (std::size_t i = 0; i < line.tokens.size(); ++i) {
      if (stem_of(line.tokens[i].folded) != stem) continue;
      ++times;
      if (i + 1 >= line.tokens.size()) return false;
      const doc::Token& after = line.tokens[i + 1];
      if (after.begin != line.tokens[i].end + 1 || after.folded.size() < kShort) return false;
      if (is_function_word(after.folded) || is_common_outcome_word(after.folded) ||
          is_measure_word(after.folded) || comparing_word(after.folded) != 0 ||
          contains_word(kPlain, after.folded))
        return false;
      ++next[after.folded];
    }
  }
  return times > 1 && next.size() == 1;
}

bool arm_is_named(const std::set<std::string>& own, const std::set<std::string>& shared,
                  const std::set<std::string>& record, const extract::Reading& reading) {
  constexpr std::size_t kFew = 3;
  constexpr double kMost = 0.6;
  std::set<std::string> telling;
  for (const std::string& w : own) {
    if (!is_number(w)) telling.insert(w);
  }
  if (telling.empty()) telling = own;
  if (telling.empty() && shared.empty()) return false;
  const double share = telling.empty() ? 1 : overlap_share(telling, record);
  if (telling.size() <= kFew ? share < 1 : share < kMost) return false;
  if (!shared.empty() && overlap_share(shared, record) == 0) return false;
  const std::set<std::string>& name = telling.empty() ? shared : telling;
  return name.size() > 1 || !always_followed(*name.begin(), reading);
}

}  // namespace

Contrast contrast_in(const extract::Line& line, const ComparedWords& words,
                     const extract::Line* before) {
  return SentenceArms(line, words, before).contrast();
}

bool states_no_result(std::string_view sentence) {
  static const extract::Patterns kWishes = {
      "should|must|ought",
      "have|has|need|needs|remain|remains to be",
      "option|options",
      "future|further|additional <3> study|studies|research|trial|trials|investigation",
      "is|are|be recommended|needed|warranted",
      "was|were assumed",
      "assigned"};
  return states_an_aim(sentence) || extract::find_any(kWishes, doc::tokenize(sentence)).has_value();
}

bool tells_no_direction(const extract::Line& line, const std::set<std::string>& outcome) {
  static const extract::Patterns kInfluences = {
      "affected|influenced|predict*|determinant*|covariate*"};
  if (extract::find_any(kInfluences, line.tokens)) return true;
  constexpr std::size_t kBehind = 4;
  std::size_t except = line.tokens.size();
  for (std::size_t i = 0; i < line.tokens.size(); ++i) {
    const std::string_view w = line.tokens[i].folded;
    if (w == "except" || w == "excluding") except = i;
    if (outcome.count(stem_of(w)) > 0) return i > except && i <= except + kBehind;
  }
  return false;
}

ArmsNamed arms_named(const extract::Reading& reading, const ComparedWords& words) {
  std::set<std::string> record;
  bool control = false;
  for (const extract::Line& line : reading.lines()) {
    for (const doc::Token& t : line.tokens) {
      record.insert(stem_of(t.folded));
      control = control || is_control_word(t.folded);
    }
  }
  ArmsNamed out;
  out.intervention = arm_is_named(words.intervention, words.shared, record, reading);
  out.comparator = arm_is_named(words.comparator, words.shared, record, reading);
  if (words.against_control && words.comparator.empty()) out.comparator = control;
  return out;
}

}  // namespace ev::mechanism
