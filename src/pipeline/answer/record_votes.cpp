#include "pipeline/answer/record_votes.hpp"

#include "base/data_table.hpp"
#include "base/text.hpp"
#include "pipeline/answer/naming.hpp"
#include "pipeline/answer/record_words.hpp"
#include "pipeline/mechanism/aims.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace ev::answer {
namespace {

using question::QuestionFrame;

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

class RecordReader {
 public:
  RecordReader(const QuestionFrame& frame, const RecordWords& record)
      : f_(frame), document_(record.document()), record_(record) {
    out_.provenance = mechanism::provenance_of(document_.article());
  }

  RecordVotes read() {
    out_.of_asked_kind =
        !out_.provenance.plan && is_in_asked_species() && names_companion() && names_patients();
    if (!out_.of_asked_kind) return std::move(out_);
    for (const SentenceWords& s : record_.sentences())
      out_.sentences.push_back(read_sentence(f_, s, record_));
    if (names_arms()) take_votes();
    return std::move(out_);
  }

 private:
  const question::Slot* comparator() const { return f_.comparator ? &*f_.comparator : nullptr; }

  bool names_arms() const {
    if (names_arm(f_.intervention, comparator(), record_) == 0) return false;
    return !f_.against_active() || names_arm(*f_.comparator, &f_.intervention, record_) != 0;
  }
  bool names_patients() const {
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

  // Chosen on the development claims: what a sentence lacks that names no arm in a record whose
  // title does not either, and one that does not name what it is compared with; words such as
  // "occurred" and "associated with" were wrong about twice as often as words of direction.
  static constexpr double kWithoutArm = 1.0, kWithoutComparator = 0.7, kByAssociation = 0.4;
  static constexpr double kDirect = 0.85;

  // "No difference" is taken for one of what is asked only where the arms are named beside it.
  bool names_enough(const SentenceFinding& v, const SentenceWords& s) const {
    return v.said.direction != 0 || (!f_.comparator && arm_in_title_ && denies_of_all(s)) ||
           (v.intervention > 0 && (v.comparator > 0 || !f_.against_active()));
  }
  // "No patient had …", "there was no worsening": of all who were treated.
  static bool denies_of_all(const SentenceWords& s) {
    const auto opens = [&s](std::string_view a, std::string_view b, std::string_view c) {
      return s.text(0) == a && (b.empty() || s.text(1) == b) && (c.empty() || s.text(2) == c);
    };
    return opens("no", "patient", "") || opens("no", "patients", "") || opens("none", "of", "");
  }
  double fit_of(const SentenceFinding& v, double section) const {
    double fit = 1 + v.intervention + v.outcome + section;
    if (v.said.by == By::association) fit -= kByAssociation;
    if (v.intervention == 0 && !arm_in_title_) fit -= kWithoutArm;
    if (!f_.against_active()) return fit;
    return fit + v.comparator - (v.comparator == 0 ? kWithoutComparator : 0);
  }

  void take_votes() {
    const std::vector<SentenceWords>& sentences = record_.sentences();
    if (sentences.empty()) return;
    arm_in_title_ = !find_arm(f_.intervention, nullptr, sentences.front(), record_).empty();
    const bool without_results = is_without_results(record_);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const SentenceWords& s = sentences[i];
      out_.on_topic = out_.on_topic || !find_outcomes(f_, s).empty();
      if (f_.sense_unknown) continue;
      const auto section = weight_of(s, document_, without_results);
      const std::optional<SentenceFinding>& finding = out_.sentences[i].finding;
      if (!section || !finding || !names_enough(*finding, s)) continue;
      const double fit = fit_of(*finding, *section);
      const bool explicitly =
          finding->intervention >= kDirect && finding->outcome >= kDirect && finding->said.own_arm;
      out_.votes.push_back({document_.quote(s.sentence->span), *finding, fit, explicitly});
    }
    out_.on_topic = out_.on_topic || !out_.votes.empty();
  }

  const QuestionFrame& f_;
  const doc::Document& document_;
  const RecordWords& record_;
  RecordVotes out_;
  bool arm_in_title_ = false;
};

}  // namespace

bool tells_earlier_work(std::string_view sentence) {
  static const auto earlier =
      data_words("lexicon/reading_words.tsv", "word", "set", "earlier_work");
  const std::string folded = text::fold(sentence);
  return std::any_of(earlier.begin(), earlier.end(), [&folded](std::string_view words) {
    return folded.find(words) != std::string::npos;
  });
}

std::optional<double> weight_of(const SentenceWords& s, const doc::Document& document,
                                bool without_results) {
  constexpr double kTitle = 0.1, kBackground = 0.3, kResults = 0.5, kConclusions = 0.8;
  const std::string_view sentence = document.text(s.sentence->span);
  if (tells_earlier_work(sentence)) return std::nullopt;
  const doc::Role role = s.sentence->role;
  if (role == doc::Role::title) return states_something(s) ? std::optional(kTitle) : std::nullopt;
  if (role == doc::Role::objective || role == doc::Role::methods ||
      mechanism::states_an_aim(sentence))
    return std::nullopt;
  if (role == doc::Role::background)
    return without_results ? std::optional(kBackground) : std::nullopt;
  return role == doc::Role::conclusions ? kConclusions : kResults;
}

bool is_without_results(const RecordWords& record) {
  return std::none_of(
      record.sentences().begin(), record.sentences().end(),
      [](const SentenceWords& s) { return s.sentence->role == doc::Role::results; });
}

RecordVotes votes_of(const QuestionFrame& frame, const RecordWords& record) {
  return RecordReader(frame, record).read();
}

}  // namespace ev::answer
