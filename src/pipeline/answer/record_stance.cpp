#include "pipeline/answer/record_stance.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/answer/naming.hpp"
#include "pipeline/answer/record_words.hpp"
#include "pipeline/answer/sentence_reading.hpp"
#include "pipeline/mechanism/aims.hpp"
#include "pipeline/mechanism/claim.hpp"
#include "pipeline/mechanism/statement.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

namespace ev::answer {
namespace {

using model::EffectDirection;
using model::Stance;
using question::QuestionFrame;

// Chosen on the development claims: the least fit of a sentence that speaks, how steeply a better
// fit counts more, and the share of the weight that makes a side the record's.
constexpr double kLeastFit = 2.9, kSteepness = 1.5, kPrevails = 0.62;
constexpr double kWithoutArm = 1.0, kWithoutComparator = 0.7;

bool tells_earlier_work(std::string_view sentence) {
  static const auto earlier =
      data_words("lexicon/reading_words.tsv", "word", "set", "earlier_work");
  const std::string folded = text::fold(sentence);
  return std::any_of(earlier.begin(), earlier.end(), [&folded](std::string_view words) {
    return folded.find(words) != std::string::npos;
  });
}

bool states_something(const SentenceWords& s) {
  const question::WordSets& sets = question::word_sets();
  const auto any = [&s](const question::WordSet& set) {
    return std::any_of(s.words.begin(), s.words.end(),
                       [&set](const question::Word& w) { return set.has_stem(w); });
  };
  const bool verb = std::any_of(s.words.begin(), s.words.end(), [&sets](const question::Word& w) {
    return sets.title_verb.has(w);
  });
  return verb && (any(sets.up) || any(sets.down) || any(sets.good) || any(sets.bad));
}

// The weight of the section; nullopt: such a sentence is no finding of the record.
std::optional<double> weight_of(const SentenceWords& s, const doc::Document& document) {
  const std::string_view sentence = document.text(s.sentence->span);
  if (tells_earlier_work(sentence)) return std::nullopt;
  switch (s.sentence->role) {
    case doc::Role::title:
      return states_something(s) ? std::optional(0.1) : std::nullopt;
    case doc::Role::background:
    case doc::Role::objective:
    case doc::Role::methods:
      return std::nullopt;
    case doc::Role::conclusions:
      return mechanism::states_an_aim(sentence) ? std::nullopt : std::optional(0.8);
    case doc::Role::results:
    case doc::Role::unknown:
      return mechanism::states_an_aim(sentence) ? std::nullopt : std::optional(0.5);
  }
  return std::nullopt;
}

struct Side {
  double weight = 0, best = 0;
  const SentenceWords* sentence = nullptr;
  SentenceFinding finding;
};

class RecordReader {
 public:
  RecordReader(const QuestionFrame& frame, const model::Article& article)
      : f_(frame), document_(article), record_(document_) {
    out_.id = mechanism::record_id(article);
    out_.provenance = mechanism::provenance_of(article);
  }

  RecordStance read() {
    if (!is_about() || !is_in_asked_species()) return out_;
    read_sentences();
    out_.on_topic = names_outcome_ || !sides_.empty();
    if (sides_.empty()) {
      if (out_.on_topic) out_.stance = Stance::unread;
      return out_;
    }
    double all = 0;
    const Side* first = nullptr;
    for (const auto& [stance, side] : sides_) {
      all += side.weight;
      if (first == nullptr || side.weight > first->weight) {
        first = &side;
        out_.stance = stance;
      }
    }
    if (sides_.size() > 1 && first->weight < kPrevails * all) out_.stance = Stance::mixed;
    out_.quote = document_.quote(first->sentence->sentence->span);
    out_.directness = first->finding.directness;
    out_.direction = first->finding.direction > 0   ? EffectDirection::increased
                     : first->finding.direction < 0 ? EffectDirection::decreased
                                                    : EffectDirection::no_difference;
    return out_;
  }

 private:
  const question::Slot* comparator() const { return f_.comparator ? &*f_.comparator : nullptr; }

  // Names what is given and what it is given with or compared with, in the asked patients.
  bool is_about() const {
    if (names_arm(f_.intervention, comparator(), record_) == 0 || out_.provenance.plan)
      return false;
    if (f_.against_active() && names_arm(*f_.comparator, &f_.intervention, record_) == 0)
      return false;
    if (!names_companion()) return false;
    return f_.population.empty() ||
           std::any_of(f_.population.begin(), f_.population.end(),
                       [this](const auto& s) { return record_.names(*s.about) != 0; });
  }
  // What animals or cells showed is no result in patients; it is read where the question names them
  // or asks for a mechanism.
  bool is_in_asked_species() const {
    const auto not_people = [](model::Species s) {
      return s == model::Species::animal || s == model::Species::in_vitro;
    };
    if (!not_people(out_.provenance.species)) return true;
    if (question::type_of(f_) == question::QuestionType::mechanism) return true;
    return not_people(mechanism::provenance_of({.title = f_.question}).species);
  }
  bool names_companion() const {
    bool any = false;
    for (const question::ConceptSpan& s : f_.intervention.terms) {
      if (s.begin < f_.intervention.head) continue;
      if (record_.names(*s.about) > 0) return true;
      any = true;
    }
    for (const question::OwnWord& w : f_.intervention.own) {
      if (w.at < f_.intervention.head) continue;
      if (record_.has_stem(w.word.stem)) return true;
      any = true;
    }
    return !any;
  }

  // "No difference" is taken for one of what is asked only where the arms are named beside it.
  bool names_enough(const SentenceFinding& finding) const {
    return finding.direction != 0 ||
           (finding.names_intervention && (finding.names_comparator || !f_.against_active()));
  }

  void read_sentences() {
    const bool in_title =
        !record_.sentences().empty() &&
        !find_arm(f_.intervention, nullptr, record_.sentences().front(), record_).empty();
    for (const SentenceWords& s : record_.sentences()) {
      names_outcome_ = names_outcome_ || !find_outcomes(f_, s).empty();
      const auto weight = weight_of(s, document_);
      const auto finding = weight ? read_sentence(f_, s, record_) : std::nullopt;
      if (!finding || !names_enough(*finding)) continue;
      double fit = finding->fit + *weight;
      if (!finding->names_intervention && !in_title) fit -= kWithoutArm;
      if (f_.against_active() && !finding->names_comparator) fit -= kWithoutComparator;
      if (fit < kLeastFit) continue;
      Side& side = sides_[stance_of_direction(f_, finding->direction)];
      side.weight += std::exp(kSteepness * fit);
      if (side.sentence == nullptr || fit > side.best) {
        side.best = fit;
        side.sentence = &s;
        side.finding = *finding;
      }
    }
  }

  const QuestionFrame& f_;
  doc::Document document_;
  RecordWords record_;
  RecordStance out_;
  std::map<Stance, Side> sides_;
  bool names_outcome_ = false;
};

// What acts on what is asked of sentences that state that link: two names in one sentence, one of
// them beside another drug's class, state none.
RecordStance stance_of_link(const QuestionFrame& frame, const mechanism::Evidence& e,
                            const model::Article& article) {
  RecordStance out{.id = e.id, .stance = e.stance};
  out.provenance = mechanism::provenance_of(article);
  if (e.stance == Stance::mentions) return out;
  out.on_topic = true;
  out.directness = 1;
  out.quote = e.quote;
  const int asked = frame.direction * (e.stance == Stance::supports ? 1 : -1);
  out.direction = e.negated   ? EffectDirection::no_difference
                  : asked > 0 ? EffectDirection::increased
                              : EffectDirection::decreased;
  return out;
}

}  // namespace

Stance stance_of_direction(const QuestionFrame& frame, int direction) {
  const auto when = [](bool holds) { return holds ? Stance::supports : Stance::contradicts; };
  if (frame.asks_for_no_effect()) {
    if (frame.alike || direction == 0) return when(direction == 0);
    return when(!frame.either && direction != frame.direction);
  }
  if (direction == 0) return Stance::contradicts;
  return when(frame.either || direction == frame.direction);
}

RecordStance stance_of(const QuestionFrame& frame, const model::Article& article) {
  if (question::type_of(frame) == question::QuestionType::mechanism) {
    if (const auto linked = mechanism::read_by_link(frame.question, article))
      return stance_of_link(frame, *linked, article);
  }
  return RecordReader(frame, article).read();
}

}  // namespace ev::answer
