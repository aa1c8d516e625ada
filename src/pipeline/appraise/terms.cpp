#include "pipeline/appraise/terms.hpp"

#include "base/data_table.hpp"
#include "pipeline/appraise/word_stem.hpp"

#include <algorithm>

namespace ev::appraise {

bool is_stop_word(std::string_view folded) {
  static const auto words = data_words("lexicon/ranking_stop_words.tsv");  // sorted
  return std::binary_search(words.begin(), words.end(), folded);
}

std::vector<std::string> folded_tokens(std::string_view text) {
  const FoldedWords words(text);
  return {words.begin(), words.end()};
}

std::uint64_t WordTable::key_of(std::string_view word, std::uint64_t opening) {
  const std::size_t size = word.size();
  std::uint64_t key = opening ^ size;
  for (std::size_t at = 8; at + 8 < size; at += 8)
    key = ((key ^ key >> 32) ^ FoldedWords::eight_bytes(word.data() + at)) * kMix;
  key = ((key ^ key >> 32) ^ FoldedWords::eight_bytes(word.data() + size - 8)) * kMix;
  return std::max<std::uint64_t>(key, 1);  // 0 marks an empty slot
}

bool WordTable::is_long_at(const Slot& slot, std::string_view word) const {
  return letters_.compare(slot.begin, word.size(), word) == 0 &&
         letters_[slot.begin + word.size()] == '\0';
}

void WordTable::add(const Sought& sought, std::int32_t value) {
  if (++used_ * 2 > slots_.size()) {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.key != 0) put(slot);
    }
  }
  Slot slot{.key = sought.key, .value = value};
  if (!is_short(sought.word)) {
    slot.begin = static_cast<std::uint32_t>(letters_.size());
    letters_ += sought.word;
    letters_ += '\0';
  }
  put(slot);
}

void WordTable::put(const Slot& slot) {
  std::size_t at = start_of(slot.key);
  while (slots_[at].key != 0) at = (at + 1) & (slots_.size() - 1);
  slots_[at] = slot;
}

Vocabulary::Id Vocabulary::add_word(const WordTable::Sought& sought) {
  Id id = kNone;
  if (!is_stop_word(sought.word)) {
    std::string stem = word_stem(sought.word);
    const auto [it, added] = stems_.try_emplace(stem, static_cast<Id>(terms_.size()));
    if (added) terms_.push_back(std::move(stem));
    id = it->second;
  }
  words_.add(sought, id);
  return id;
}

void Vocabulary::add(std::string_view text, std::vector<Id>& out, Words& room) {
  // All are looked for before the first is asked, so that the waits for memory are one.
  room.words.read(text);
  room.sought.clear();
  for (std::size_t i = 0; i < room.words.size(); ++i)
    room.sought.push_back(words_.sought(room.words, i));
  // Every id is written, and a stop word's is written over: whether the next word is one cannot be
  // foreseen.
  std::size_t end = out.size();
  out.resize(end + room.words.size());
  for (const WordTable::Sought& word : room.sought) {
    const Id* known = words_.find(word);
    const Id id = known != nullptr ? *known : add_word(word);
    out[end] = id;
    end += id != kNone ? 1 : 0;
  }
  out.resize(end);
}

std::vector<Vocabulary::Id> Vocabulary::find(std::string_view text,
                                             std::vector<std::string>& unknown) const {
  std::vector<Id> out;
  for (const std::string_view word : FoldedWords(text)) {
    if (is_stop_word(word)) continue;
    std::string stem = word_stem(word);
    const auto it = stems_.find(stem);
    if (it == stems_.end()) {
      unknown.push_back(std::move(stem));
    } else {
      out.push_back(it->second);
    }
  }
  return out;
}

}  // namespace ev::appraise
