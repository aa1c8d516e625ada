// What a tagger looks at in each word of a sentence: the words around it, shape and ends, marks
// between words, its place in the record and what the sentence compares. Of words only hashes are
// kept. Thread rule: constant.
#pragma once

#include "pipeline/nlp/feature.hpp"
#include "pipeline/read/sentence.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ev::read {

// Kinds of features from here on are those of whoever adds some.
inline constexpr std::uint32_t kOwnFeatures = 64;

class WordFeatures {
 public:
  explicit WordFeatures(const std::vector<Sentence>& sentences);
  // Of each word of a sentence; sentences[index] is one of those given.
  std::vector<nlp::Features> of(const std::vector<Sentence>& sentences, std::size_t index) const;

 private:
  std::unordered_map<std::uint32_t, std::size_t> counts_;  // of words in the abstract
  std::unordered_map<std::uint32_t, std::size_t> title_;
};

}  // namespace ev::read
