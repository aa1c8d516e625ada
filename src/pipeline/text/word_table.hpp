// What is known of words of our own lists, found by the hash that tokens carry: open addressing,
// the hashes in a block of their own, so that a word that is not listed is known by it alone.
// Filled once, then constant. The words must outlive it. Thread rule: immutable after filling.
#pragma once

#include "pipeline/text/document.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ev::doc {

template <class Known>
class WordTable {
 public:
  // A power of two, at least twice as many slots as words.
  explicit WordTable(std::size_t slots) : marks_(slots), slots_(slots) {}
  // The entry of a word, made when there is none.
  Known& at(std::string_view word) {
    const std::uint32_t hash = word_hash(word);
    const std::size_t place = place_of(word, hash);
    marks_[place] = mark_of(hash);
    slots_[place].word = word;
    return slots_[place].known;
  }
  // A word that is not there has a default entry.
  const Known& of(std::string_view word, std::uint32_t hash) const {
    return slots_[place_of(word, hash)].known;
  }
  std::vector<std::string_view> words() const {
    std::vector<std::string_view> out;
    for (const Slot& slot : slots_) {
      if (!slot.word.empty()) out.push_back(slot.word);
    }
    return out;
  }

 private:
  struct Slot {
    std::string_view word;
    Known known{};
  };
  static std::uint32_t mark_of(std::uint32_t hash) { return hash | 1u; }  // 0 is none
  std::size_t place_of(std::string_view word, std::uint32_t hash) const {
    const std::size_t last = marks_.size() - 1;
    const std::uint32_t mark = mark_of(hash);
    std::size_t at = hash & last;
    while (marks_[at] != 0 && (marks_[at] != mark || slots_[at].word != word)) at = (at + 1) & last;
    return at;
  }
  std::vector<std::uint32_t> marks_;
  std::vector<Slot> slots_;  // parallel
};

}  // namespace ev::doc
