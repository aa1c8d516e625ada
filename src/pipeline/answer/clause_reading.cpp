#include "pipeline/answer/clause_reading.hpp"

#include "pipeline/answer/figures.hpp"
#include "pipeline/answer/null_reading.hpp"
#include "pipeline/answer/sentence_cues.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>

namespace ev::answer {
namespace {

using question::QuestionFrame;

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

template <std::size_t N>
bool any_is(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

bool starts_with_digit(const std::string& word) {
  return !word.empty() && word.front() >= '0' && word.front() <= '9';
}

class ClauseReader {
 public:
  ClauseReader(const QuestionFrame& frame, const SentenceWords& sentence,
               const SentencePlaces& places, const ClauseView& clause)
      : f_(frame), s_(sentence), p_(places), c_(clause), cues_(sentence, places.arms) {
    for (const auto& [at, sign] : places.signs) named_.insert(at);
    targets_ = c_.own_outcome ? c_.outcome : c_.given;
    if (targets_.empty()) targets_ = {c_.begin};
  }

  std::optional<ClauseFinding> read() {
    const bool named = !c_.outcome.empty() || f_.no_outcome;
    if ((!named && c_.efficacy.empty()) || lacks_evidence()) return std::nullopt;
    find_candidates();
    std::optional<int> direction;
    const std::optional<std::size_t> null = null_place(f_, s_, c_, cues_, named_);
    if (null && !is_outweighed(*null)) {
      if (is_excepted(*null)) return std::nullopt;
      direction = 0;
      out_.by = By::denial;
      out_.far = far_of(*null);
    } else {
      direction = by_word();
    }
    if (!direction) direction = by_rates();
    if (!direction) return std::nullopt;
    direction = by_figures(*direction);
    const int opposed = *direction == 0 && null ? by_opposition(*null) : 0;
    if (opposed != 0) direction = opposed;
    if (*direction != 0 && is_insignificant()) direction = 0;
    out_.direction = *direction;
    out_.said = opposed != 0 ? Said::of_contrast : said(*direction);
    if (*direction == 0 && is_at_baseline()) return std::nullopt;
    if (is_of_another_contrast() || is_of_both_groups()) return std::nullopt;
    tell();
    return out_;
  }

 private:
  struct Candidate {
    double far = 0;
    std::size_t at = 0;
    std::size_t outcome = kNowhere;  // the nearest
    bool operator<(const Candidate& o) const { return std::tie(far, at) < std::tie(o.far, o.at); }
  };

  void find_candidates() {
    constexpr double kAssociation = 3, kOfIntervention = 0.4;
    constexpr std::size_t kFarthest = 20;
    for (std::size_t i = c_.begin; i < c_.end; ++i) {
      const WordCue cue = cues_.at(i);
      if (!c_.efficacy.empty() && c_.efficacy.count(i) == 0) continue;
      if (cue.kind == CueKind::none || named_.count(i) > 0 || cues_.tells_amount(i)) continue;
      const std::size_t outcome = cues_.nearest(i, targets_);
      if (outcome == kNowhere) continue;
      double far = static_cast<double>(cues_.distance(i, outcome));
      if (cue.kind == CueKind::associated) far += kAssociation;
      const std::size_t given = cues_.nearest(i, c_.given);
      if (given != kNowhere && c_.own_arms)
        far += kOfIntervention * static_cast<double>(std::min(cues_.distance(i, given), kFarthest));
      candidates_.push_back({far, i, c_.own_outcome ? outcome : kNowhere});
    }
    std::sort(candidates_.begin(), candidates_.end());
  }

  // A plain direction much nearer to the outcome than what is denied.
  bool is_outweighed(std::size_t null) const {
    constexpr double kMuchNearer = 6;
    if (s_.text(null) == "as" || !c_.own_outcome) return false;
    const std::size_t outcome = cues_.nearest(null, targets_);
    for (const Candidate& c : candidates_) {
      if (cues_.at(c.at).kind == CueKind::associated || cues_.is_denied(c.at)) continue;
      return c.far + kMuchNearer < static_cast<double>(cues_.distance(null, outcome));
    }
    return false;
  }
  // "No difference in A except B": nothing is said of B.
  bool is_excepted(std::size_t null) const {
    constexpr std::string_view kExcept[] = {"except", "excepting", "apart", "besides", "excluding"};
    for (std::size_t i = null + 1; i < c_.end; ++i) {
      const bool other = s_.text(i) == "other" && s_.text(i + 1) == "than";
      if (any_is(kExcept, s_.text(i)) || other) return c_.own_outcome && *c_.outcome.begin() > i;
    }
    return false;
  }

  // "Not associated with a rise, in contrast to B", "did not raise it to the same extent as B":
  // denied of A alone, it sets A below B.
  int by_opposition(std::size_t null) const {
    constexpr std::string_view kExtent[] = {"extent", "degree"};
    if (!f_.against_active() || !is_negation(s_, null) || p_.given.empty() || p_.against.empty())
      return 0;
    bool opposed = false;
    for (std::size_t i = 0; i < s_.size(); ++i) {
      opposed = opposed || s_.text(i) == "unlike" ||
                (s_.text(i) == "contrast" && s_.text(i + 1) == "to") ||
                (s_.text(i) == "same" && any_is(kExtent, s_.text(i + 1)));
    }
    if (!opposed) return 0;
    for (const Candidate& c : candidates_) {
      if (c.at > null && cues_.at(c.at).kind != CueKind::associated)
        return -meant(cues_.with_degree(c.at, named_), c.outcome);
    }
    return 0;
  }
  // "Higher with A than with B, but the difference was not significant", in this clause or the
  // next.
  bool is_insignificant() const {
    constexpr std::size_t kBefore = 8;
    for (std::size_t i = c_.begin; i < s_.size() && s_.clause[i] <= s_.clause[c_.begin] + 1; ++i) {
      const bool significance = s_.words[i].stem.starts_with("significan");
      if (!significance || s_.text(i + 1) == "increased" || s_.text(i + 1) == "reduced") continue;
      bool denied = false;
      bool difference = false;
      for (std::size_t k = i > kBefore ? i - kBefore : 0; k < i; ++k) {
        denied = denied || is_negation(s_, k);
        difference = difference || s_.words[k].stem.starts_with("differ") || s_.text(k) == "this";
      }
      const bool behind = i + 1 >= s_.size() || s_.words[i + 1].mark;
      if (denied && difference && behind && (c_.outcome.empty() || i > *c_.outcome.begin()))
        return true;
    }
    return false;
  }
  bool lacks_evidence() const {
    constexpr std::string_view kLittle[] = {"lacking", "insufficient", "limited", "inconclusive",
                                            "scarce",  "weak",         "sparse"};
    bool evidence = false;
    bool little = false;
    for (std::size_t i = c_.begin; i < c_.end; ++i) {
      evidence = evidence || s_.text(i) == "evidence" || s_.text(i) == "data";
      little = little || any_is(kLittle, s_.text(i));
    }
    return evidence && little;
  }
  // "No difference between the groups at baseline" tells of how they were made.
  bool is_at_baseline() const {
    constexpr std::string_view kStart[] = {"baseline", "beginning", "entry", "start"};
    for (std::size_t i = c_.begin; i < c_.end; ++i) {
      if (s_.text(i) != "at") continue;
      if (any_is(kStart, s_.text(i + 1)) || any_is(kStart, s_.text(i + 2))) return true;
    }
    return false;
  }
  // Set against another drug it tells that there is an effect, never that there is none; where the
  // question names its control it tells nothing.
  bool is_of_another_contrast() const {
    if (out_.said != Said::of_contrast || !is_against_another(f_, c_) || !has_comparative())
      return false;
    return f_.comparator.has_value() || out_.direction != f_.direction;
  }
  // "Improved in both groups" is a change in time.
  bool is_of_both_groups() const {
    constexpr std::string_view kEach[] = {"both", "all", "each", "two", "either"};
    constexpr std::string_view kGroups[] = {"groups", "arms", "group", "treatments", "drugs"};
    if (out_.direction == 0 || has_comparative()) return false;
    for (std::size_t i = c_.begin; i < c_.end; ++i) {
      if (any_is(kEach, s_.text(i)) &&
          (any_is(kGroups, s_.text(i + 1)) || any_is(kGroups, s_.text(i + 2))))
        return true;
    }
    return false;
  }

  // ---- the word

  int meant(const WordCue& cue, std::size_t outcome) const {
    if (cue.kind == CueKind::valued) return cue.sign * f_.good;
    return cue.sign * outcome_sign(outcome);
  }
  double far_of(std::size_t at) const {
    const std::size_t outcome = cues_.nearest(at, targets_);
    return outcome == kNowhere ? 0 : static_cast<double>(cues_.distance(at, outcome));
  }
  int outcome_sign(std::size_t at) const {
    if (at == kNowhere && !c_.outcome.empty()) at = *c_.outcome.begin();
    const auto found = p_.signs.find(at);
    return found == p_.signs.end() ? 1 : found->second;
  }

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
    if (live.empty()) {
      out_.by = By::denial;
      return any_denied ? std::optional(0) : std::nullopt;
    }
    Candidate chosen = live.front();
    for (const Candidate& c : live) {
      if (cues_.at(c.at).kind == CueKind::associated || c.far > live.front().far + kAboutAsNear)
        continue;
      chosen = c;
      break;
    }
    const WordCue cue = cues_.with_degree(chosen.at, named_);
    out_.by = cue.kind == CueKind::associated ? By::association
              : cue.kind == CueKind::valued   ? By::value
                                              : By::direction;
    out_.far = chosen.far;
    const std::optional<int> turn = subject(chosen.at);
    out_.doubtful_subject = !turn;
    return meant(cue, chosen.outcome) * turn.value_or(1);
  }

  bool compares(std::size_t i) const {
    constexpr std::string_view kWords[] = {"than",     "versus",   "vs",        "over",
                                           "compared", "relative", "comparison"};
    if (s_.text(i) == "than" && starts_with_digit(s_.text(i + 1))) return false;
    const bool ranks = s_.text(i) == "to" && i > 0 &&
                       (s_.text(i - 1) == "superior" || s_.text(i - 1) == "inferior");
    return ranks || any_is(kWords, s_.text(i));
  }
  std::size_t comparing_word(std::size_t cue) const {
    constexpr std::size_t kReach = 12;
    constexpr std::string_view kBehindOnly[] = {"versus", "vs", "over", "relative"};
    for (std::size_t i = cue + 1; i < c_.end; ++i) {
      if (compares(i)) return i;
    }
    std::size_t out = kNowhere;
    for (std::size_t i = c_.begin; i < cue; ++i) {
      if (!compares(i) || any_is(kBehindOnly, s_.text(i))) continue;
      if (s_.text(i) == "than" && cue - i >= kReach) continue;
      out = i;
    }
    return out;
  }

  // 1 when it is said of the intervention, -1 of what it is compared with, nullopt of something
  // else.
  std::optional<int> subject(std::size_t cue) const {
    if (!c_.own_arms) return inherited_subject();
    const std::size_t than = comparing_word(cue);
    if (than == kNowhere) return subject_beside(cue);
    constexpr std::size_t kReach = 14;
    const auto first = [&](const Places& places) {
      const auto at = places.upper_bound(than);
      return at == places.end() || *at >= than + kReach ? kNowhere : *at;
    };
    const std::size_t given = first(c_.given);
    const std::size_t base = std::min(first(c_.against), first(c_.controls));
    const bool before = !c_.given.empty() && *c_.given.begin() < than;
    if (than < cue) {
      const bool leads = s_.text(than) != "than" && s_.text(than) != "to";
      if (given >= base) return 1;
      if (leads) return f_.comparator ? -1 : 1;
      if (!f_.comparator && !before) return std::nullopt;
      return -1;
    }
    if (!f_.comparator && given != kNowhere && !before) return std::nullopt;
    // "Lower with C than with A and B": a third is set against both.
    const bool other_before = !c_.against.empty() && *c_.against.begin() < than;
    if (f_.against_active() && given != kNowhere && first(c_.against) != kNowhere && !before &&
        !other_before)
      return std::nullopt;
    return given < base && !(before && c_.against.empty()) ? -1 : 1;
  }
  // The first arm of the clause before is the subject of this one.
  std::optional<int> inherited_subject() const {
    const auto first = [](const Places& places) {
      return places.empty() ? kNowhere : *places.begin();
    };
    const std::size_t given = first(c_.given);
    const std::size_t against = first(c_.against);
    const std::size_t other = first(c_.others);
    if (given == kNowhere && against == kNowhere && other == kNowhere) return 1;
    // "B, with an efficacy comparable to that of A but without …" is said of B.
    constexpr std::size_t kReach = 4;
    for (std::size_t i = given != kNowhere && given > kReach ? given - kReach : 0;
         !f_.comparator && given != kNowhere && i < given; ++i) {
      if (s_.text(i) == "than" || (s_.text(i) == "that" && s_.text(i + 1) == "of"))
        return std::nullopt;
    }
    if (given < against && given < other) return 1;
    if (against < other) return f_.comparator ? std::optional(-1) : std::nullopt;
    return std::nullopt;
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
    for (const std::size_t i : c_.given) arms.push_back({cues_.distance(cue, i), 0, i});
    for (const std::size_t i : c_.against) arms.push_back({cues_.distance(cue, i), 1, i});
    // "A was as effective as B in …" is said of A.
    const auto first_as = as_as(s_, c_, cue);
    if (first_as && !c_.given.empty() && *c_.given.begin() < *first_as) return 1;
    for (const std::size_t i : c_.others) arms.push_back({cues_.distance(cue, i) + 1, 2, i});
    if (arms.empty()) return 1;
    std::sort(arms.begin(), arms.end());
    Arm chosen = arms.front();
    for (const Arm& arm : arms) {
      if (arm.at <= cue || arm.at - cue >= kReach) continue;
      bool led = false;
      for (std::size_t i = cue + 1; i < arm.at; ++i) led = led || any_is(kLeads, s_.text(i));
      if (!led) continue;
      chosen = arm;
      break;
    }
    if (chosen.kind == 1) return f_.comparator ? -1 : 1;
    if (chosen.kind == 2 && (c_.given.empty() || !f_.comparator)) return std::nullopt;
    return 1;
  }

  // ---- figures

  Places arms_of_base() const {
    Places base = c_.against;
    if (!f_.comparator) base.insert(c_.others.begin(), c_.others.end());
    if (!f_.against_active()) base.insert(c_.controls.begin(), c_.controls.end());
    return base;
  }
  // Significantly different rates of two arms tell without a word of direction.
  std::optional<int> by_rates() {
    constexpr double kSignificant = 0.05;
    const std::optional<double> p = p_value_in(s_);
    if (c_.outcome.empty() || !p || *p > kSignificant) return std::nullopt;
    const std::optional<int> rates = percentages_in(s_, c_.given, arms_of_base());
    if (!rates) return std::nullopt;
    out_.by = By::percentages;
    return *rates * outcome_sign(kNowhere);
  }

  int by_figures(int direction) {
    const Places base = arms_of_base();
    const std::optional<int> figures = percentages_in(s_, c_.given, base);
    figures_ = figures.has_value();
    if (figures && out_.by == By::association) {
      direction = *figures * outcome_sign(kNowhere);
      out_.by = By::percentages;
    }
    const std::optional<int> ratio = ratio_in(s_, {s_.clause[c_.begin]});
    if (!ratio || f_.against_active()) return direction;
    out_.by = By::ratio;
    return *ratio * outcome_sign(kNowhere);
  }

  // ---- of whom, and how sure

  bool has_comparative() const {
    const question::WordSets& sets = question::word_sets();
    for (std::size_t i = c_.begin; i < c_.end; ++i) {
      if (sets.comparative.has(s_.words[i]) || compares(i)) return true;
    }
    return false;
  }
  Said said(int direction) const {
    constexpr std::string_view kOfAll[] = {"between", "groups", "both", "either", "two"};
    bool all = p_.both_by_reference;
    for (std::size_t i = c_.begin; i < c_.end; ++i) all = all || any_is(kOfAll, s_.text(i));
    const bool both = !c_.given.empty() && !c_.against.empty();
    if (has_comparative() || figures_ || (direction == 0 && (all || both)))
      return Said::of_contrast;
    if (!c_.given.empty()) return Said::of_given;
    return c_.against.empty() ? Said::of_contrast : Said::of_against;
  }

  void tell() {
    constexpr std::string_view kTends[] = {"tended", "tendency",       "trend",
                                           "trends", "nonsignificant", "nonsignificantly"};
    for (std::size_t i = c_.begin; i < c_.end; ++i)
      out_.only_tends = out_.only_tends || any_is(kTends, s_.text(i));
    out_.own_arm = !c_.given.empty() && c_.own_arms;
    out_.inherited_arm = !c_.given.empty() && !c_.own_arms;
    out_.inherited_outcome = !c_.own_outcome;
  }

  const QuestionFrame& f_;
  const SentenceWords& s_;
  const SentencePlaces& p_;
  const ClauseView& c_;
  SentenceCues cues_;
  Places named_, targets_;  // words of the outcome; those in this clause
  std::vector<Candidate> candidates_;
  ClauseFinding out_;
  bool figures_ = false;
};

}  // namespace

std::optional<ClauseFinding> read_clause(const QuestionFrame& frame, const SentenceWords& sentence,
                                         const SentencePlaces& places, const ClauseView& clause) {
  return ClauseReader(frame, sentence, places, clause).read();
}

}  // namespace ev::answer
