// What the span tagger looks at in a word: kinds and shapes of the words around it, which function
// word or word of this room's own lists it is, punctuation, the role of its sentence, and what the
// rules say of it here and elsewhere in the record. No word that is not in our own lists is a
// feature, so that weights can be learned from texts without carrying them. Pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"
#include "pipeline/extract/reading.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ev::extract {

inline constexpr std::size_t kPicoLabels = 4;  // none, population, intervention, outcome

// What the rules found for each of the three, by token.
class PicoHints {
 public:
  PicoHints(const Reading& reading, const std::array<const Findings*, 3>& found);
  // 0 = not in a phrase of the rules, else 1-3 by how sure they are. `kind` is 0-2.
  int strength(std::size_t line, std::size_t token, std::size_t kind) const {
    return strengths_[line][token][kind];
  }
  bool is_word_of(std::size_t kind, const std::string& folded) const {
    return words_[kind].count(folded) != 0;
  }
  bool in_title(const std::string& folded) const { return title_.count(folded) != 0; }
  std::size_t mentions(const std::string& folded) const;

 private:
  std::vector<std::vector<std::array<int, 3>>> strengths_;
  std::array<std::set<std::string>, 3> words_;
  std::set<std::string> title_;
  std::vector<std::string> all_;  // content words, sorted
};

std::size_t pico_feature_count();

using FeatureIds = std::vector<std::uint16_t>;
// Active features of each token of a line.
std::vector<FeatureIds> pico_features(const Reading& reading, std::size_t line,
                                      const PicoHints& hints);

}  // namespace ev::extract
