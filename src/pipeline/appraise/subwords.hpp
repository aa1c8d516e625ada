// Subwords: the four-letter pieces of the terms of a corpus ("_hyp", "hype", … of "hypertens", with
// its edges marked), indexed like terms. They let "hypertensive" meet "antihypertensive" and
// "cardiac" meet "cardiology" without a dictionary (McNamee & Mayfield 2004). Thread rule:
// immutable after construction.
#pragma once

#include "pipeline/appraise/term_index.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ev::appraise {

class Vocabulary;

class Subwords {
 public:
  using Id = std::int32_t;
  explicit Subwords(const Vocabulary& vocabulary);

  std::size_t size() const { return ids_.size(); }
  // The pieces of a term of the vocabulary.
  std::span<const Id> of(std::int32_t term) const;
  // The known pieces of any term; unknown ones are counted.
  std::vector<Id> find(std::string_view term, int& unknown) const;

  TermIndex index;  // filled by the corpus

 private:
  std::unordered_map<std::uint32_t, Id> ids_;  // by the piece's four bytes
  std::vector<Id> pieces_;                     // terms one after the other
  std::vector<std::size_t> first_;
};

}  // namespace ev::appraise
