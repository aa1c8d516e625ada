// What is known of words of our own lists, found by the hash that tokens carry: open addressing in
// one block of memory. Filled once, then constant. The words must outlive it. Thread rule:
// immutable after filling.
#pragma once

#include "pipeline/text/document.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ev::extract {

template <class Known>
class WordTable {
 public:
  // At least twice as many slots as words.
  explicit WordTable(std::size_t slots) : slots_(slots) {}
  // The entry of a word, made when there is none.
  Known& at(std::string_view word) {
    Slot& slot = slots_[place_of(word, doc::word_hash(word))];
    slot.word = word;
    return slot.known;
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
  std::size_t place_of(std::string_view word, std::uint32_t hash) const {
    std::size_t at = hash % slots_.size();
    while (!slots_[at].word.empty() && slots_[at].word != word) at = (at + 1) % slots_.size();
    return at;
  }
  std::vector<Slot> slots_;
};

}  // namespace ev::extract
