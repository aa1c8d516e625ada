#include "pipeline/answer/sentence_numbers.hpp"

#include "pipeline/answer/figures.hpp"
#include "pipeline/answer/null_reading.hpp"
#include "pipeline/answer/question_overlap.hpp"
#include "pipeline/answer/record_stance.hpp"
#include "pipeline/answer/sentence_cues.hpp"
#include "pipeline/answer/sentence_reading.hpp"
#include "pipeline/mechanism/aims.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace ev::answer {
namespace {

using question::QuestionFrame;

double count(const Places& places) {
  return static_cast<double>(places.size());
}

// What is the same for every sentence of the record.
struct RecordFacts {
  double arm = 0, comparator = 0, arm_in_title = 0, outcome_in_title = 0;
  double with_outcome = 0, with_both = 0;  // sentences past the methods
};

class SentenceMeasure {
 public:
  SentenceMeasure(const QuestionFrame& frame, const SentenceWords& sentence,
                  const RecordWords& record, const SentenceRead& read)
      : f_(frame),
        s_(sentence),
        record_(record),
        read_(read),
        p_(read.places),
        cues_(sentence, read.places.arms) {
    for (const auto& [at, sign] : p_.signs) named_.insert(at);
  }

  nlp::Numbers measure(const RecordFacts& facts, const QuestionOverlap& overlap, std::size_t at) {
    add_place(at);
    add_names();
    add_readings();
    add_cues();
    add_figures();
    add_overlap(overlap, at);
    add_record(facts);
    return std::move(out_);
  }

 private:
  struct Cue {
    double far = 0;
    std::size_t at = 0;
    int side = 0;  // of what it says; 0 where the question's outcome has no side in it
    CueKind kind = CueKind::none;
    bool denied = false;
  };

  void add(double number) { out_.push_back(static_cast<float>(number)); }
  int side(int direction) const { return side_of(f_, direction); }

  void add_place(std::size_t at) {
    const std::size_t all = record_.sentences().size();
    const std::string_view text = record_.document().text(s_.sentence->span);
    add(static_cast<double>(s_.sentence->role));
    add(all < 2 ? 0 : static_cast<double>(at) / static_cast<double>(all - 1));
    add(static_cast<double>(s_.size()));
    add(mechanism::states_an_aim(text) ? 1 : 0);
    add(tells_earlier_work(text) ? 1 : 0);
  }

  void add_names() {
    add(best_directness(p_.outcomes));
    add(best_directness(p_.intervention));
    add(best_directness(p_.comparator));
    add(static_cast<double>(named_.size()));
    add(count(p_.given));
    add(count(p_.against));
    add(count(p_.others));
    add(count(p_.controls));
    add(count(p_.efficacy));
    add(p_.both_by_reference ? 1 : 0);
    std::size_t other = 0;
    for (const question::ConceptSpan& n : s_.names)
      other += n.about->kind == question::ConceptKind::outcome && !is_asked(*n.about) ? 1 : 0;
    add(static_cast<double>(other));
  }
  bool is_asked(const question::Concept& about) const {
    return std::any_of(f_.outcomes.begin(), f_.outcomes.end(),
                       [&about](const auto& asked) { return asked.about == &about; });
  }

  void add_readings() {
    int sum = 0;
    int read = 0;
    int own = 0;
    int doubtful = 0;
    int denials = 0;
    int own_denials = 0;
    for (std::size_t i = 0; i < read_.clauses.size(); ++i) {
      const ClauseView& clause = read_.clauses[i];
      if (const auto& told = read_.of_clauses[i]) {
        ++read;
        sum += side(told->direction);
        own += told->own_arm && !told->inherited_outcome ? side(told->direction) : 0;
        doubtful += told->doubtful_subject || told->only_tends ? 1 : 0;
      }
      if (!null_place(f_, s_, clause, cues_, named_)) continue;
      ++denials;
      own_denials += clause.own_outcome ? 1 : 0;
    }
    const std::optional<SentenceFinding>& finding = read_.finding;
    add(finding ? side(finding->said.direction) : 0);
    add(finding ? static_cast<double>(finding->said.by) : -1);
    add(finding ? finding->said.far : -1);
    add(finding ? static_cast<double>(finding->said.said) : -1);
    add(sum);
    add(read);
    add(own);
    add(doubtful);
    add(denials * side(0));
    add(own_denials * side(0));
  }

  // ---- words of direction, the nearest to the outcome first

  std::vector<Cue> cues() const {
    constexpr double kNowhereNear = 60;
    std::vector<Cue> out;
    for (std::size_t i = 0; i < s_.size(); ++i) {
      const WordCue cue = cues_.with_degree(i, named_);
      if (cue.kind == CueKind::none || named_.count(i) > 0 || cues_.tells_amount(i)) continue;
      const std::size_t outcome = cues_.nearest(i, named_);
      const int sign = outcome == kNowhere ? 1 : p_.signs.at(outcome);
      const int direction = cue.kind == CueKind::valued ? cue.sign * f_.good : cue.sign * sign;
      const bool denied = cues_.is_denied(i);
      out.push_back({.far = outcome == kNowhere ? kNowhereNear
                                                : static_cast<double>(cues_.distance(i, outcome)),
                     .at = i,
                     .side = side(denied ? 0 : direction),
                     .kind = cue.kind,
                     .denied = denied});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Cue& a, const Cue& b) { return a.far < b.far; });
    return out;
  }

  void add_cues() {
    const std::vector<Cue> all = cues();
    constexpr std::size_t kNearest = 2;
    for (std::size_t i = 0; i < kNearest; ++i) {
      const bool is_there = i < all.size();
      add(is_there ? all[i].side : 0);
      add(is_there ? all[i].far : -1);
      add(is_there ? static_cast<double>(all[i].kind) : 0);
      add(is_there && all[i].denied ? 1 : 0);
    }
    double sum = 0;
    double valued = 0;
    double directed = 0;
    double denied = 0;
    for (const Cue& c : all) {
      sum += c.side;
      (c.kind == CueKind::valued ? valued : directed) += c.kind == CueKind::associated ? 0 : c.side;
      denied += c.denied ? 1 : 0;
    }
    add(sum);
    add(valued);
    add(directed);
    add(denied);
    add(static_cast<double>(all.size()));
    const std::size_t at = all.empty() ? kNowhere : all.front().at;
    add(at == kNowhere ? 0 : arm_before(at));
    add(at == kNowhere ? 0 : arm_behind(at));
    add(at == kNowhere ? 0 : is_nearest_asked(at));
  }
  // 1 what is given, 2 what it is compared with, 3 another drug, 4 a control; 0 none.
  int arm_at(std::size_t i) const {
    if (p_.given.count(i) > 0) return 1;
    if (p_.against.count(i) > 0) return 2;
    if (p_.others.count(i) > 0) return 3;
    return p_.controls.count(i) > 0 ? 4 : 0;
  }
  double arm_before(std::size_t at) const {
    for (std::size_t i = at; i-- > 0;) {
      if (arm_at(i) != 0) return arm_at(i);
    }
    return 0;
  }
  double arm_behind(std::size_t at) const {
    for (std::size_t i = at + 1; i < s_.size(); ++i) {
      if (arm_at(i) != 0) return arm_at(i);
    }
    return 0;
  }
  // 1: of the outcomes named, the nearest is the asked one; -1: another is; 0: none is named.
  double is_nearest_asked(std::size_t at) const {
    std::size_t least = kNowhere;
    double out = 0;
    for (const question::ConceptSpan& n : s_.names) {
      if (n.about->kind != question::ConceptKind::outcome) continue;
      const std::size_t far = cues_.distance(at, n.begin);
      if (far >= least) continue;
      least = far;
      out = is_asked(*n.about) ? 1 : -1;
    }
    return out;
  }

  void add_figures() {
    const auto p = p_value_in(s_);
    add(p ? *p : -1);
    std::set<std::size_t> clauses(s_.clause.begin(), s_.clause.end());
    const int sign = p_.signs.empty() ? 1 : p_.signs.begin()->second;
    const auto ratio = ratio_in(s_, clauses);
    add(ratio ? side(*ratio * sign) : 0);
    const auto rates = percentages_in(s_, p_.given, p_.against.empty() ? p_.controls : p_.against);
    add(rates ? side(*rates * sign) : 0);
    const question::WordSets& sets = question::word_sets();
    int negations = 0;
    int likenesses = 0;
    int comparatives = 0;
    int hedges = 0;
    for (std::size_t i = 0; i < s_.size(); ++i) {
      negations += is_negation(s_, i) ? 1 : 0;
      likenesses += sets.same.has(s_.words[i]) || sets.alike.has(s_.words[i]) ? 1 : 0;
      comparatives += sets.comparative.has(s_.words[i]) ? 1 : 0;
      hedges += sets.hedge.has(s_.words[i]) ? 1 : 0;
    }
    add(negations);
    add(likenesses);
    add(comparatives);
    add(hedges);
  }

  void add_overlap(const QuestionOverlap& overlap, std::size_t at) {
    add(overlap.share(at));
    add(overlap.rare(at));
    add(overlap.rare_of_most(at));
    add(overlap.outcome_share(at));
    add(overlap.outcome_of_most(at));
  }

  // Nothing else of how the question is worded: whoever writes claims to be labelled gives away by
  // their wording which of them are false, and nobody who asks does.
  void add_record(const RecordFacts& facts) {
    add(f_.comparator ? 1 : 0);
    add(facts.arm);
    add(facts.comparator);
    add(facts.arm_in_title);
    add(facts.outcome_in_title);
    add(facts.with_outcome);
    add(facts.with_both);
  }

  const QuestionFrame& f_;
  const SentenceWords& s_;
  const RecordWords& record_;
  const SentenceRead& read_;
  const SentencePlaces& p_;
  SentenceCues cues_;
  Places named_;
  nlp::Numbers out_;
};

RecordFacts facts_of(const QuestionFrame& frame, const RecordWords& record,
                     const std::vector<SentenceRead>& read) {
  RecordFacts out;
  const question::Slot* other = frame.comparator ? &*frame.comparator : nullptr;
  out.arm = names_arm(frame.intervention, other, record);
  if (other != nullptr) out.comparator = names_arm(*other, &frame.intervention, record);
  for (std::size_t i = 0; i < read.size(); ++i) {
    const SentencePlaces& p = read[i].places;
    switch (record.sentences()[i].sentence->role) {
      case doc::Role::title:
        out.arm_in_title = best_directness(p.intervention);
        out.outcome_in_title = best_directness(p.outcomes);
        break;
      case doc::Role::results:
      case doc::Role::conclusions:
      case doc::Role::unknown:
        out.with_outcome += p.signs.empty() ? 0 : 1;
        out.with_both += p.signs.empty() || p.given.empty() ? 0 : 1;
        break;
      default:
        break;
    }
  }
  return out;
}

}  // namespace

int side_of(const QuestionFrame& frame, int direction) {
  return stance_of_direction(frame, direction) == model::Stance::supports ? 1 : -1;
}

std::vector<nlp::Numbers> sentence_numbers(const QuestionFrame& frame, const RecordWords& record,
                                           const std::vector<SentenceRead>& read) {
  const RecordFacts facts = facts_of(frame, record, read);
  const QuestionOverlap overlap(frame, record);
  std::vector<nlp::Numbers> out;
  for (std::size_t i = 0; i < read.size(); ++i) {
    const SentenceWords& s = record.sentences()[i];
    out.push_back(SentenceMeasure(frame, s, record, read[i]).measure(facts, overlap, i));
  }
  return out;
}

}  // namespace ev::answer
