// Where a sentence speaks of an arm: by the words that tell it, its short form, or a reference such
// as "the treated group" that only one arm can be. The Arms must outlive it. Thread rule: constant.
#pragma once

#include "pipeline/read/arms/arm_words.hpp"
#include "pipeline/read/study_reading.hpp"

#include <optional>
#include <vector>

namespace ev::read {

struct ArmMention {
  std::size_t arm = 0;
  Range at;  // with "the", "group" and "patients" of the same phrase
  bool operator==(const ArmMention&) const = default;
};

class ArmMentions {
 public:
  ArmMentions(const doc::Document& document, const std::vector<Arm>& arms,
              const std::vector<doc::Abbreviation>& abbreviations);
  // In text order, not overlapping. Words that may stand for several arms are none.
  std::vector<ArmMention> in(const Sentence& sentence) const;

 private:
  std::vector<ArmMention> found_in(const Sentence& s) const;
  struct Told {
    std::size_t arm = 0;
    Key key;
    bool combined = false;
    bool comparator = false;
    bool by_contrast = false;  // its name holds a word that no part of it may lack
    std::string label;
    bool alias = false;  // another name of an arm told before
  };
  bool is_known(const Key& key) const;
  // The last token of the name that begins at `i` with `words`, which take in what follows;
  // `joined` where "plus" or "and" stands between.
  std::size_t last_of_name(const Sentence& s, std::size_t i, Key& words, bool& joined) const;
  std::optional<std::size_t> arm_with(const Key& words, bool joined) const;
  std::optional<std::size_t> arm_referred_to(const Sentence& sentence, std::size_t& i) const;
  std::optional<std::size_t> only(bool (*is)(const Told&)) const;
  std::optional<std::size_t> first(bool (*is)(const Told&)) const;

  ArmVocabulary vocabulary_;
  std::vector<Told> told_;
};

}  // namespace ev::read
