// What the span tagger looks at in a word: kinds and shapes of the words around it, which function
// word or word of this room's own lists it is, punctuation, the role of its sentence, and what the
// rules say of it here and elsewhere in the record. No word that is not in our own lists is a
// feature, so that weights can be learned from texts without carrying them. Pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/record_text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ev::extract {

inline constexpr std::size_t kPicoLabels = 4;  // none, population, intervention, outcome

// What the rules found for each of the three, by token, and the record's content words.
class PicoHints {
 public:
  PicoHints(const RecordText& record, const std::array<const Findings*, 3>& found);
  // Of each token of a sentence two bits by kind: 0 = not in a phrase of the rules, else 1-3 by how
  // sure they are.
  const std::vector<std::uint8_t>& strengths(std::size_t sentence) const {
    return strengths_[sentence];
  }
  // What is known of a content word in this record, by its hash.
  struct Word {
    std::uint32_t hash = 0;
    std::size_t kinds = 0;  // bits of the kinds whose phrases hold it
    std::size_t mentions = 0;
    bool in_title = false;
  };
  const Word& word(std::uint32_t hash) const { return known_[places_[place_of(hash)]]; }
  // Numbers of the content words of each sentence, from 1 and the same for each mention; 0 = none.
  const std::vector<std::vector<std::uint32_t>>& words() const { return words_; }
  const Word& numbered(std::uint32_t number) const { return known_[number]; }

 private:
  void add_words(const RecordText& record);
  void add_phrase(const RecordText& record, const Ground& ground, std::size_t kind);
  std::size_t place_of(std::uint32_t hash) const;
  std::vector<std::vector<std::uint8_t>> strengths_;
  std::vector<std::vector<std::uint32_t>> words_;
  std::vector<Word> known_;            // by number
  std::vector<std::uint32_t> places_;  // their numbers by hash
};

inline constexpr std::size_t kHintStrengths = 64;  // of three kinds
inline unsigned strength_in(unsigned strengths, std::size_t kind) {
  return strengths >> 2 * kind & 3u;
}

std::size_t pico_feature_count();

using FeatureIds = std::vector<std::uint16_t>;
// Active features of each token of a sentence.
std::vector<FeatureIds> pico_features(const RecordText& record, std::size_t sentence,
                                      const PicoHints& hints);

using PicoWeightSum = std::array<float, kPicoLabels>;
// Weights in the order in which sentences are summed: what a word is to each of its neighbours and
// to itself lies side by side. Of the lexicon's words and of features that go together the sums are
// kept.
class PicoWeightTable {
 public:
  static constexpr std::size_t kReach = 3;  // words to each side
  static constexpr std::size_t kPlaces = 2 * kReach + 1;
  using Spread = std::array<PicoWeightSum, kPlaces>;  // to the third before the word first
  explicit PicoWeightTable(std::vector<PicoWeightSum> weights);  // by feature
  const PicoWeightSum& of_feature(std::size_t feature) const { return weights_[feature]; }
  const Spread& of_word(std::size_t word_feature) const { return spreads_[word_feature]; }

  // A word of the lexicon written in small letters.
  struct Plain {
    WordKinds kinds = 0;
    Spread spread{};  // with the word's own weight
  };
  const Plain& plain_word(std::size_t lexicon_index) const { return plain_[lexicon_index]; }
  // Sums of features that go together, by what decides them.
  struct Groups {
    std::vector<PicoWeightSum> near_marks, far_marks, places, hints, hints_before, hints_behind,
        records;
  };
  const Groups& groups() const { return groups_; }

 private:
  void add_plain_words();
  void add_groups();
  std::vector<PicoWeightSum> weights_;
  std::vector<Spread> spreads_;
  std::vector<Plain> plain_;
  Groups groups_;
};
// The sum of the weights of each token's features, without listing them: what tagging needs.
std::vector<PicoWeightSum> pico_sums(const RecordText& record, std::size_t sentence,
                                     const PicoHints& hints, const PicoWeightTable& weights);

}  // namespace ev::extract
