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

class RecordReader {
 public:
  RecordReader(const QuestionFrame& frame, const model::Article& article)
      : f_(frame), document_(article), record_(document_) {
    out_.provenance = mechanism::provenance_of(article);
  }

  RecordVotes read() {
    if (is_about() && is_in_asked_species()) read_sentences();
    return std::move(out_);
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

  void read_sentences() {
    const std::vector<SentenceWords>& sentences = record_.sentences();
    if (sentences.empty()) return;
    arm_in_title_ = !find_arm(f_.intervention, nullptr, sentences.front(), record_).empty();
    const bool own = std::any_of(sentences.begin(), sentences.end(), [](const SentenceWords& s) {
      return s.sentence->role == doc::Role::results;
    });
    for (const SentenceWords& s : sentences) {
      out_.on_topic = out_.on_topic || !find_outcomes(f_, s).empty();
      if (f_.sense_unknown) continue;
      std::optional<double> section = weight_of(s, document_);
      if (!own && s.sentence->role == doc::Role::background &&
          !tells_earlier_work(document_.text(s.sentence->span)) &&
          !mechanism::states_an_aim(document_.text(s.sentence->span)))
        section = 0.3;
      auto finding = section ? read_sentence(f_, s, record_) : std::nullopt;
      if (!finding || !names_enough(*finding, s)) continue;
      const double fit = fit_of(*finding, *section);
      const bool explicitly =
          finding->intervention >= kDirect && finding->outcome >= kDirect && finding->said.own_arm;
      out_.votes.push_back(
          {document_.quote(s.sentence->span), std::move(*finding), fit, explicitly});
    }
    out_.on_topic = out_.on_topic || !out_.votes.empty();
  }

  const QuestionFrame& f_;
  doc::Document document_;
  RecordWords record_;
  RecordVotes out_;
  bool arm_in_title_ = false;
};

}  // namespace

RecordVotes votes_of(const QuestionFrame& frame, const model::Article& article) {
  return RecordReader(frame, article).read();
}

}  // namespace ev::answer
