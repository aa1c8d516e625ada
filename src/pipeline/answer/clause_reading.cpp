#include "pipeline/answer/clause_reading.hpp"

#include "pipeline/answer/change_phrase.hpp"
#include "pipeline/answer/clause_limits.hpp"
#include "pipeline/answer/clause_subject.hpp"
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

class ClauseReader {
 public:
  ClauseReader(const QuestionFrame& frame, const SentenceWords& sentence,
               const SentencePlaces& places, const ClauseView& clause)
      : f_(frame),
        s_(sentence),
        p_(places),
        c_(clause),
        cues_(sentence, places.arms),
        subject_(frame, sentence, clause, cues_) {
    for (const auto& [at, sign] : places.signs) named_.insert(at);
    targets_ = c_.own_outcome ? c_.outcome : c_.given;
    if (targets_.empty()) targets_ = {c_.begin};
  }

  std::optional<ClauseFinding> read() {
    const bool named = !c_.outcome.empty() || f_.no_outcome;
    if ((!named && c_.efficacy.empty()) || tells_no_result(s_, c_)) return std::nullopt;
    find_candidates();
    std::optional<int> direction;
    // "70% were without pain" denies nothing, and "higher" is there the other way round.
    freed_ = are_rates_of_freedom(s_, c_.outcome);
    if (freed_ && !(direction = by_rates())) return std::nullopt;
    const std::optional<std::size_t> null =
        freed_ ? std::nullopt : null_place(f_, s_, c_, cues_, named_);
    if (null && !is_outweighed(*null)) {
      if (is_excepted(*null)) return std::nullopt;
      direction = is_absence(*null) ? -outcome_sign(kNowhere) : 0;
      out_.by = By::denial;
      out_.far = far_of(*null);
    } else if (!direction) {
      direction = by_word();
    }
    if (!direction) direction = by_rates();
    if (!direction) return std::nullopt;
    direction = by_figures(*direction);
    const int opposed = *direction == 0 && null ? by_opposition(*null) : 0;
    if (opposed != 0) direction = opposed;
    if (*direction != 0 && is_insignificant(s_, c_)) direction = 0;
    out_.direction = *direction;
    out_.said = opposed != 0 ? Said::of_contrast : said(*direction);
    if (*direction == 0 && is_at_baseline(s_, c_)) return std::nullopt;
    if (is_of_another_contrast() || is_of_all_groups()) return std::nullopt;
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
      if (cues_.at(c.at).kind == CueKind::associated || cues_.is_denied(c.at) || is_purpose(c.at))
        continue;
      const double nearer = is_of_next_verb(null, c.at) ? 0 : kMuchNearer;
      return c.far + nearer < static_cast<double>(cues_.distance(null, outcome));
    }
    return false;
  }
  // "Neither raised the heart rate and both lowered pain"
  bool is_of_next_verb(std::size_t null, std::size_t at) const {
    constexpr std::size_t kReach = 3;
    for (std::size_t i = at; i > null && at - i <= kReach; --i) {
      if (s_.text(i) == "and" || s_.text(i) == "but") return true;
    }
    return false;
  }
  // "No more effective … for reducing it": what it is given for, not what it did.
  bool is_purpose(std::size_t at) const {
    constexpr std::string_view kFor[] = {"for", "in", "at", "of"};
    return at > 0 && s_.text(at).ends_with("ing") && is_any_of(kFor, s_.text(at - 1));
  }
  // "No difference in A except B": nothing is said of B.
  bool is_excepted(std::size_t null) const {
    constexpr std::string_view kExcept[] = {"except", "excepting", "apart", "besides", "excluding"};
    for (std::size_t i = null + 1; i < c_.end; ++i) {
      const bool other = s_.text(i) == "other" && s_.text(i + 1) == "than";
      if (is_any_of(kExcept, s_.text(i)) || other) return c_.own_outcome && *c_.outcome.begin() > i;
    }
    return false;
  }

  // "No ulcers occurred with A" is less of them, where "no difference in ulcers" is none.
  bool is_absence(std::size_t null) const {
    constexpr std::string_view kSeen[] = {"occurred", "developed", "seen",     "observed",
                                          "reported", "had",       "recorded", "experienced"};
    if (s_.text(null) != "no" || f_.direction >= 0 || f_.asks_for_no_effect()) return false;
    std::size_t end = null + 1;
    while (end < c_.end && (named_.count(end) > 0 || named_.count(end + 1) > 0)) ++end;
    if (end == null + 1 || c_.given.empty() || outcome_sign(null + 1) < 0) return false;
    for (std::size_t i = end; i < std::min(c_.end, end + 3); ++i) {
      if (is_any_of(kSeen, s_.text(i))) return true;
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
                (s_.text(i) == "same" && is_any_of(kExtent, s_.text(i + 1)));
    }
    if (!opposed) return 0;
    for (const Candidate& c : candidates_) {
      if (c.at > null && cues_.at(c.at).kind != CueKind::associated)
        return -meant(cues_.with_degree(c.at, named_), c.outcome);
    }
    return 0;
  }
  // Set against another drug it tells that there is an effect, never that there is none; where the
  // question names its control it tells nothing.
  bool is_of_another_contrast() const {
    if (out_.said != Said::of_contrast || !is_against_another(f_, c_) || !has_comparative())
      return false;
    return f_.comparator.has_value() || out_.direction != f_.direction;
  }
  bool is_of_all_groups() const {
    return out_.direction != 0 && !has_comparative() && changes_in_all_groups(s_, c_);
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
    if (const auto change = change_phrase_in(s_, c_, cues_, named_)) {
      const std::optional<int> turn = subject_.of(change->said_at);
      out_.doubtful_subject = !turn;
      out_.by = By::direction;
      out_.far = static_cast<double>(cues_.distance(change->said_at, change->outcome));
      return change->sign * outcome_sign(change->outcome) * turn.value_or(1);
    }
    Candidate chosen = live.front();
    const auto said = std::find_if(live.begin(), live.end(),
                                   [this](const Candidate& c) { return is_said_of_outcome(c); });
    if (said != live.end()) {
      chosen = *said;
    } else {
      for (const Candidate& c : live) {
        if (cues_.at(c.at).kind == CueKind::associated || c.far > live.front().far + kAboutAsNear)
          continue;
        chosen = c;
        break;
      }
    }
    const WordCue cue = cues_.with_degree(chosen.at, named_);
    out_.by = cue.kind == CueKind::associated ? By::association
              : cue.kind == CueKind::valued   ? By::value
                                              : By::direction;
    out_.far = chosen.far;
    const std::optional<int> turn = subject_.of(chosen.at);
    out_.doubtful_subject = !turn;
    return meant(cue, chosen.outcome) * turn.value_or(1);
  }

  // "The risk of death, worsening heart failure and stroke was lower with A": what the verb says
  // comes before words that stand nearer but within the subject.
  bool is_said_of_outcome(const Candidate& c) const {
    constexpr std::string_view kBe[] = {"was", "were", "is", "are"};
    constexpr std::size_t kAdverbs = 3;
    if (!c_.own_outcome || c.outcome == kNowhere || c.outcome > c.at) return false;
    if (cues_.at(c.at).kind != CueKind::directed) return false;
    for (std::size_t back = 1; back <= kAdverbs && c.at >= c_.begin + back; ++back) {
      const std::size_t i = c.at - back;
      if (is_any_of(kBe, s_.text(i))) return *c_.outcome.begin() < i;
      if (!s_.text(i).ends_with("ly") && s_.text(i) != "also" && s_.text(i) != "much") return false;
    }
    return false;
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
    return *rates * outcome_sign(kNowhere) * (freed_ ? -1 : 1);
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
      if (sets.comparative.has(s_.words[i]) || subject_.compares(i)) return true;
    }
    return false;
  }
  Said said(int direction) const {
    constexpr std::string_view kOfAll[] = {"between", "groups", "both", "either", "two"};
    bool all = p_.both_by_reference;
    for (std::size_t i = c_.begin; i < c_.end; ++i) all = all || is_any_of(kOfAll, s_.text(i));
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
      out_.only_tends = out_.only_tends || is_any_of(kTends, s_.text(i));
    out_.own_arm = !c_.given.empty() && c_.own_arms;
    out_.inherited_arm = !c_.given.empty() && !c_.own_arms;
    out_.inherited_outcome = !c_.own_outcome;
  }

  const QuestionFrame& f_;
  const SentenceWords& s_;
  const SentencePlaces& p_;
  const ClauseView& c_;
  SentenceCues cues_;
  ClauseSubject subject_;
  Places named_, targets_;  // words of the outcome; those in this clause
  std::vector<Candidate> candidates_;
  ClauseFinding out_;
  bool figures_ = false;
  bool freed_ = false;  // the rates are of those without it
};

}  // namespace

std::optional<ClauseFinding> read_clause(const QuestionFrame& frame, const SentenceWords& sentence,
                                         const SentencePlaces& places, const ClauseView& clause) {
  return ClauseReader(frame, sentence, places, clause).read();
}

}  // namespace ev::answer
