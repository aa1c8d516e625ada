// What several rules of one record need, read on first use and kept with its record. Types stand
// here by name alone: who reads a fact includes its header. Thread rule: as the RecordText that
// owns it, one thread.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ev::read {
struct StudyReading;
}

namespace ev::extract {

// A value made by `make` when it is asked for first.
template <class T>
class Lazy {
 public:
  template <class Make>
  const T& get(Make make) const {
    if (!value_) value_ = std::make_shared<const T>(make());
    return *value_;
  }

 private:
  mutable std::shared_ptr<const T> value_;
};

// One value for each sentence of the record, likewise.
template <class T>
class LazyBySentence {
 public:
  template <class Make>
  const T& get(std::size_t sentence, Make make) const {
    if (sentence < values_.size() && values_[sentence]) return *values_[sentence];
    auto made = std::make_shared<const T>(make());  // may ask for other sentences
    if (sentence >= values_.size()) values_.resize(sentence + 1);
    values_[sentence] = std::move(made);
    return *values_[sentence];
  }

 private:
  mutable std::vector<std::shared_ptr<const T>> values_;
};

class Arms;
enum class BackMatter;
struct AimContrast;
struct ArmMention;
struct Claim;
struct Compared;
struct Design;
struct DrugUnit;
struct Effect;
struct Findings;
struct FindingSentence;
struct MainOutcome;
struct MainResult;
struct Match;
struct PicoSpans;
struct Randomization;
struct ArmTerms;
struct SubjectsFinding;
struct TitleTreatments;

struct RecordFacts {
  Lazy<read::StudyReading> study;
  Lazy<std::optional<Design>> design;
  Lazy<std::optional<Randomization>> randomization;
  Lazy<SubjectsFinding> subjects;
  Lazy<MainOutcome> main_outcome;
  Lazy<std::optional<MainResult>> main_result;
  Lazy<Arms> arms;
  LazyBySentence<std::vector<ArmMention>> arm_mentions;
  Lazy<TitleTreatments> title_treatments;
  Lazy<std::optional<AimContrast>> aim_contrast;
  LazyBySentence<std::vector<DrugUnit>> drug_units;
  Lazy<std::vector<BackMatter>> back_matter;  // of every sentence
  Lazy<std::vector<Claim>> claims;
  Lazy<std::optional<FindingSentence>> conclusion;
  Lazy<Findings> sample_size;
  Lazy<Findings> population;
  Lazy<Findings> intervention;
  Lazy<Findings> outcomes;
  Lazy<Findings> comparators;
  Lazy<Compared> compared;
  Lazy<ArmTerms> arm_terms;
  Lazy<PicoSpans> pico;
  LazyBySentence<std::vector<Effect>> effects;
  LazyBySentence<int> on_main_outcome;
  LazyBySentence<std::vector<Match>> noun_phrases;
};

}  // namespace ev::extract
