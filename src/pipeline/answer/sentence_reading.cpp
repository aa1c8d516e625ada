#include "pipeline/answer/sentence_reading.hpp"

#include "pipeline/answer/figures.hpp"
#include "pipeline/answer/naming.hpp"
#include "pipeline/answer/sentence_cues.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace ev::answer {
namespace {

using question::QuestionFrame;
using Places = std::set<std::size_t>;

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

template <std::size_t N>
bool is_among(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

Places places_of(const std::vector<Named>& names) {
  Places out;
  for (const Named& n : names) {
    for (std::size_t i = n.begin; i < n.end; ++i) out.insert(i);
  }
  return out;
}

double best_directness(const std::vector<Named>& names) {
  double best = 0;
  for (const Named& n : names) best = std::max(best, n.directness);
  return best;
}

class SentenceReader {
 public:
  SentenceReader(const QuestionFrame& frame, const SentenceWords& sentence,
                 const RecordWords& record)
      : f_(frame),
        s_(sentence),
        intervention_(find_arm(frame.intervention, frame.comparator ? &*frame.comparator : nullptr,
                               sentence, record)),
        outcomes_(find_outcomes(frame, sentence)),
        cues_(sentence, arms_) {
    if (frame.comparator)
      comparator_ = find_arm(*frame.comparator, &frame.intervention, sentence, record);
    given_ = places_of(intervention_);
    against_ = places_of(comparator_);
    for (const std::size_t i : given_) against_.erase(i);
    arms_ = given_;
    arms_.insert(against_.begin(), against_.end());
    place_outcomes();
    find_others();
    choose_clauses();
  }

  std::optional<SentenceFinding> read() {
    if (signs_.empty() && !f_.no_outcome) return std::nullopt;
    find_candidates();
    const std::size_t null = null_place();
    std::optional<int> direction;
    if (null != kNone && !is_outweighed(null))
      direction = 0;
    else
      direction = by_word();
    const bool none = null != kNone && direction && *direction == 0;
    if (!direction) return std::nullopt;
    const std::optional<int> figures = percentages_in(s_, given_, base_of_figures());
    if (figures && !none && by_association_) direction = *figures * outcome_sign();
    if (f_.against_active() && !is_contrast(*direction, none, figures.has_value()))
      return std::nullopt;
    if (only_tends() || (intervention_.empty() && !others_.empty() && !f_.comparator))
      return std::nullopt;
    const std::optional<int> ratio = ratio_in(s_, clauses_);
    if (ratio && !f_.against_active()) direction = *ratio * outcome_sign();
    return finding(*direction);
  }

 private:
  struct Candidate {
    double far = 0;
    std::size_t at = 0;
    std::size_t outcome = kNone;  // the nearest
    bool operator<(const Candidate& o) const { return std::tie(far, at) < std::tie(o.far, o.at); }
  };

  // ---- what is named where

  void place_outcomes() {
    std::vector<Named> by_length = outcomes_;
    std::stable_sort(by_length.begin(), by_length.end(), [](const Named& a, const Named& b) {
      return std::make_tuple(a.end - a.begin, a.directness) <
             std::make_tuple(b.end - b.begin, b.directness);
    });
    for (const Named& n : by_length) {
      for (std::size_t i = n.begin; i < n.end; ++i) {
        signs_[i] = n.sign;
        outcome_all_.insert(i);
      }
    }
    outcome_at_ = outcome_all_;
  }

  void find_others() {
    const question::WordSets& sets = question::word_sets();
    for (std::size_t i = 0; i < s_.size(); ++i) {
      if (s_.words[i].mark) continue;
      if (sets.control.has_stem(s_.words[i])) controls_.insert(i);
      if (arms_.count(i) == 0 && question::ConceptLexicon::built_in().is_drug(s_.words[i]))
        others_.insert(i);
    }
  }

  // The clauses that name both; else those of the outcome.
  void choose_clauses() {
    Places of_outcome;
    Places of_given;
    for (const std::size_t i : outcome_at_) of_outcome.insert(s_.clause[i]);
    for (const std::size_t i : given_) of_given.insert(s_.clause[i]);
    for (const std::size_t c : of_outcome) {
      if (of_given.count(c) > 0) clauses_.insert(c);
    }
    if (!clauses_.empty()) {
      std::erase_if(outcome_at_, [this](std::size_t i) { return !in_clauses(i); });
    } else {
      clauses_ = outcome_at_.empty() ? of_given : of_outcome;
    }
    targets_ = !outcome_at_.empty() ? outcome_at_ : given_;
    if (targets_.empty() && s_.size() > 0) targets_.insert(0);
  }
  bool in_clauses(std::size_t i) const { return clauses_.count(s_.clause[i]) > 0; }

  void find_candidates() {
    constexpr double kAssociation = 3, kOfIntervention = 0.4;
    constexpr std::size_t kFarthest = 20;
    for (std::size_t i = 0; i < s_.size(); ++i) {
      const WordCue cue = cues_.at(i);
      if (cue.kind == CueKind::none || outcome_all_.count(i) > 0 || cues_.tells_amount(i)) continue;
      const std::size_t outcome = cues_.nearest(i, targets_);
      if (outcome == kNone) continue;
      double far = static_cast<double>(cues_.distance(i, outcome));
      if (cue.kind == CueKind::associated) far += kAssociation;
      const std::size_t given = cues_.nearest(i, given_);
      if (given != kNone)
        far += kOfIntervention * static_cast<double>(std::min(cues_.distance(i, given), kFarthest));
      candidates_.push_back({far, i, outcome});
    }
    std::sort(candidates_.begin(), candidates_.end());
  }

  // ---- no difference

  bool likens(std::size_t i) const {
    constexpr std::size_t kBase = 8;
    constexpr std::string_view kOfTime[] = {"time", "patients", "period"};
    if (s_.text(i) == "as" && s_.text(i + 2) == "as" && i > 0 && i + 2 < s_.size())
      return cues_.at(i + 1).kind != CueKind::none;
    if (!question::word_sets().same.has_stem(s_.words[i])) return false;
    if (s_.text(i) == "same" && is_among(kOfTime, s_.text(i + 1))) return false;
    const bool to_other = !f_.comparator && (s_.text(i + 1) == "to" || s_.text(i + 1) == "with");
    if (!to_other) return true;
    const auto base = controls_.lower_bound(i + 2);
    return base != controls_.end() && *base < i + kBase;
  }

  bool denies(std::size_t i) const {
    constexpr std::size_t kReach = 9, kApart = 6, kDiffers = 5, kWithout = 7;
    const std::string& w = s_.text(i);
    if (!is_negation(s_, i) || (w == "not" && s_.text(i + 1) == "only")) return false;
    if (w == "not" && i > 0 && s_.text(i - 1) == "but") {  // "but not A"
      const auto arm = given_.lower_bound(i);
      return arm != given_.end() && *arm < i + kApart;
    }
    const auto differs = [this, i] {
      for (std::size_t k = i + 1; k < std::min(s_.size(), i + kDiffers); ++k) {
        if (s_.text(k).starts_with("differ")) return true;
      }
      return false;
    };
    if (!f_.comparator && controls_.empty() && (!others_.empty() || tells_doses()) && differs())
      return false;
    if (w == "without") {  // "prevents B without C": of what follows alone
      const auto outcome = outcome_at_.upper_bound(i);
      if (outcome == outcome_at_.end() || *outcome >= i + kWithout) return false;
    }
    for (std::size_t k = i + 1; k < std::min(s_.size(), i + kReach); ++k) {
      const CueKind kind = cues_.at(k).kind;
      if (question::word_sets().denied.has_stem(s_.words[k]) || outcome_all_.count(k) > 0 ||
          kind == CueKind::directed || kind == CueKind::valued)
        return true;
    }
    return false;
  }
  bool tells_doses() const {
    constexpr std::string_view kDoses[] = {"dose", "doses", "dosage"};
    for (std::size_t i = 0; i < s_.size(); ++i) {
      if (is_among(kDoses, s_.text(i))) return true;
    }
    return false;
  }

  std::size_t null_place() const {
    for (std::size_t i = 0; i < s_.size(); ++i) {
      if (in_clauses(i) && !s_.words[i].mark && (likens(i) || denies(i))) return i;
    }
    return kNone;
  }

  // A plain direction much nearer to the outcome than what is denied.
  bool is_outweighed(std::size_t null) const {
    constexpr double kMuchNearer = 6;
    if (s_.text(null) == "as") return false;
    const std::size_t outcome = cues_.nearest(null, targets_);
    if (outcome == kNone) return false;
    for (const Candidate& c : candidates_) {
      if (cues_.at(c.at).kind == CueKind::associated || cues_.is_denied(c.at) || !in_clauses(c.at))
        continue;
      return c.far + kMuchNearer < static_cast<double>(cues_.distance(null, outcome));
    }
    return false;
  }

  // ---- the word

  std::optional<int> by_word() {
    constexpr double kNear = 18, kAboutAsNear = 4;
    std::vector<Candidate> live;
    bool any_denied = false;
    for (const Candidate& c : candidates_) {
      if (c.far > kNear && &c != &candidates_.front()) continue;
      if (cues_.is_denied(c.at))
        any_denied = true;
      else
        live.push_back(c);
    }
    if (live.empty()) return any_denied ? std::optional(0) : std::nullopt;
    Candidate chosen = live.front();
    for (const Candidate& c : live) {
      if (cues_.at(c.at).kind == CueKind::associated || c.far > live.front().far + kAboutAsNear)
        continue;
      chosen = c;
      break;
    }
    const WordCue cue = cues_.with_degree(chosen.at, outcome_all_);
    by_association_ = cue.kind == CueKind::associated;
    const auto named = signs_.find(chosen.outcome);
    int sign = cue.sign;
    sign *= cue.kind == CueKind::valued ? f_.good : named == signs_.end() ? 1 : named->second;
    const std::optional<int> turn = subject(chosen.at);
    if (!turn) return std::nullopt;
    return sign * *turn;
  }

  bool compares(std::size_t i) const {
    constexpr std::string_view kWords[] = {"than",     "versus",   "vs",        "over",
                                           "compared", "relative", "comparison"};
    const bool ranks = s_.text(i) == "to" && i > 0 &&
                       (s_.text(i - 1) == "superior" || s_.text(i - 1) == "inferior");
    return ranks || is_among(kWords, s_.text(i));
  }
  std::size_t comparing_word(std::size_t cue) const {
    constexpr std::size_t kReach = 12;
    for (std::size_t i = cue + 1; i < s_.size(); ++i) {
      if (compares(i)) return i;
    }
    std::size_t out = kNone;
    for (std::size_t i = 0; i < cue; ++i) {
      if (!compares(i) || s_.text(i) == "versus" || s_.text(i) == "vs" || s_.text(i) == "over" ||
          s_.text(i) == "relative")
        continue;
      if (s_.text(i) == "than" && (cue - i >= kReach || s_.clause[i] != s_.clause[cue])) continue;
      out = i;
    }
    return out;
  }

  // 1 when it is said of the intervention, -1 of what it is compared with, nullopt of something
  // else.
  std::optional<int> subject(std::size_t cue) const {
    const std::size_t than = comparing_word(cue);
    if (than == kNone) return subject_beside(cue);
    constexpr std::size_t kReach = 14;
    const auto first = [&](const Places& places) {
      const auto at = places.upper_bound(than);
      return at == places.end() || *at >= than + kReach ? kNone : *at;
    };
    const std::size_t given = first(given_);
    const std::size_t base = std::min(first(against_), first(controls_));
    const bool before = !given_.empty() && *given_.begin() < than;
    if (than < cue) {
      const bool leads = s_.text(than) != "than" && s_.text(than) != "to";
      if (given >= base) return 1;
      if (leads) return f_.comparator ? -1 : 1;
      if (!f_.comparator && !before) return std::nullopt;
      return -1;
    }
    if (!f_.comparator && given != kNone && !before) return std::nullopt;
    return given < base && !(before && against_.empty()) ? -1 : 1;
  }

  // By the arm nearest to the word, those led to by "with", "by" … first.
  std::optional<int> subject_beside(std::size_t cue) const {
    constexpr std::string_view kLeads[] = {"with", "by",    "in",    "for", "of",
                                           "on",   "after", "among", "to",  "under"};
    constexpr std::size_t kReach = 8;
    struct Arm {
      std::size_t far, kind, at;
      bool operator<(const Arm& o) const {
        return std::tie(far, kind, at) < std::tie(o.far, o.kind, o.at);
      }
    };
    std::vector<Arm> arms;
    for (const std::size_t i : given_) arms.push_back({cues_.distance(cue, i), 0, i});
    for (const std::size_t i : against_) arms.push_back({cues_.distance(cue, i), 1, i});
    for (const std::size_t i : others_) arms.push_back({cues_.distance(cue, i) + 1, 2, i});
    if (arms.empty()) return 1;
    std::sort(arms.begin(), arms.end());
    Arm chosen = arms.front();
    for (const Arm& arm : arms) {
      if (arm.at <= cue || arm.at - cue >= kReach) continue;
      bool led = false;
      for (std::size_t i = cue + 1; i < arm.at; ++i) led = led || is_among(kLeads, s_.text(i));
      if (!led) continue;
      chosen = arm;
      break;
    }
    if (chosen.kind == 1) return f_.comparator ? -1 : 1;
    const bool given_here = std::any_of(given_.begin(), given_.end(), [&](std::size_t i) {
      return s_.clause[i] == s_.clause[cue];
    });
    if (chosen.kind == 2 && !f_.comparator && !given_here) return std::nullopt;
    return 1;
  }

  // ---- what else decides

  int outcome_sign() const { return outcome_at_.empty() ? 1 : signs_.at(*outcome_at_.begin()); }
  Places base_of_figures() const {
    Places out = against_;
    if (!f_.comparator) out.insert(others_.begin(), others_.end());
    if (!f_.against_active()) out.insert(controls_.begin(), controls_.end());
    return out;
  }
  template <std::size_t N>
  bool says_any(const std::string_view (&list)[N]) const {
    return std::any_of(s_.words.begin(), s_.words.end(),
                       [&list](const question::Word& w) { return is_among(list, w.text); });
  }
  bool is_contrast(int direction, bool none, bool figures) const {
    constexpr std::string_view kEvery[] = {"both", "either", "each"};
    constexpr std::string_view kSets[] = {"versus", "vs",  "compared", "whereas",
                                          "while",  "but", "contrast", "unlike"};
    const question::WordSets& sets = question::word_sets();
    const bool comparative =
        std::any_of(s_.words.begin(), s_.words.end(),
                    [&sets](const question::Word& w) { return sets.comparative.has(w); });
    const bool every = says_any(kEvery);
    if (against_.empty()) return (comparative || none) && others_.empty() && !every;
    if (!comparative && !none && !figures && !says_any(kSets)) return false;
    return direction == 0 || figures || comparative || !every;
  }
  bool only_tends() const {
    constexpr std::string_view kTends[] = {"tended", "tendency", "trend", "nonsignificant",
                                           "nonsignificantly"};
    for (std::size_t i = 0; i < s_.size(); ++i) {
      if (in_clauses(i) && is_among(kTends, s_.text(i))) return true;
    }
    return false;
  }

  SentenceFinding finding(int direction) const {
    SentenceFinding out{.direction = direction};
    const double given = best_directness(intervention_);
    const double base = f_.comparator ? best_directness(comparator_) : 0;
    const double outcome = best_directness(outcomes_);
    out.fit = 1 + given + base + outcome;
    out.directness = std::min(given > 0 ? given : 1, outcome > 0 ? outcome : 1);
    out.names_intervention = !intervention_.empty();
    out.names_comparator = !comparator_.empty();
    out.names_outcome = !outcomes_.empty();
    return out;
  }

  const QuestionFrame& f_;
  const SentenceWords& s_;
  std::vector<Named> intervention_, comparator_, outcomes_;
  Places given_, against_, arms_, others_, controls_;
  std::map<std::size_t, int> signs_;  // of the words that name the outcome
  Places outcome_all_, outcome_at_;   // … and of those in the clauses read
  Places clauses_, targets_;
  std::vector<Candidate> candidates_;
  bool by_association_ = false;
  SentenceCues cues_;
};

}  // namespace

std::optional<SentenceFinding> read_sentence(const QuestionFrame& frame,
                                             const SentenceWords& sentence,
                                             const RecordWords& record) {
  return SentenceReader(frame, sentence, record).read();
}

}  // namespace ev::answer
