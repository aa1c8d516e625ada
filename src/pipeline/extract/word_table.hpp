// What is known of words of our own lists, found by the hash that tokens carry: open addressing,
// the hashes in a block of their own, so that a word that is not listed is known by it alone.
// Filled once, then constant. The words must outlive it. Thread rule: immutable after filling.
#pragma once

#include "pipeline/text/document.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ev::extract {

template <class Known>
class WordTable {
 public:
  // A power of two, at least twice as many slots as words.
  explicit WordTable(std::size_t slots) : marks_(slots), slots_(slots) {}
  // The entry of a word, made when there is none.
  Known& at(std::string_view word) {
    const doc::Token token = doc::word_token(std::string(word));
    const std::size_t place = place_of(token);
    marks_[place] = mark_of(token.hash);
    slots_[place].word = word;
    slots_[place].head = token.head;
    return slots_[place].known;
  }
  // A word that is not there has a default entry.
  const Known& of(const doc::Token& token) const { return slots_[place_of(token)].known; }
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
    std::uint64_t head = 0;
    Known known{};
    bool is(const doc::Token& token) const {
      return head == token.head && word.size() == token.folded.size() &&
             (word.size() <= doc::kHeadLetters || word == token.folded);
    }
  };
  static std::uint32_t mark_of(std::uint32_t hash) { return hash | 1u; }  // 0 is none
  std::size_t place_of(const doc::Token& token) const {
    const std::size_t last = marks_.size() - 1;
    const std::uint32_t mark = mark_of(token.hash);
    std::size_t at = token.hash & last;
    while (marks_[at] != 0 && (marks_[at] != mark || !slots_[at].is(token))) at = (at + 1) & last;
    return at;
  }
  std::vector<std::uint32_t> marks_;
  std::vector<Slot> slots_;  // parallel
};

}  // namespace ev::extract
