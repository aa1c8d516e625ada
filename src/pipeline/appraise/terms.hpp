// Index terms: text -> folded, stop-worded, stemmed terms as small integers. A token is a maximal
// run of letters and digits; hyphenated words are two. Thread rule: a Vocabulary belongs to one
// thread; the free functions are pure.
#pragma once

#include "pipeline/appraise/folded_words.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ev::appraise {

// Folded tokens in order, nothing dropped, no stemming: what keyword matching compares.
std::vector<std::string> folded_tokens(std::string_view text);
// Function words, question words and the words every abstract has ("study", "results" are kept).
bool is_stop_word(std::string_view folded);

// Words to numbers: open addressing, since every token of every record asks it. The key of a word
// of at most eight bytes, as most are, is the word itself: one look at memory tells.
class WordTable {
 public:
  // A word that is looked for; the word must outlive it.
  struct Sought {
    std::string_view word;  // without zero bytes
    std::uint64_t key = 0;
  };
  WordTable() : slots_(1024) {}
  // Where it would lie is fetched from memory meanwhile.
  Sought sought(const FoldedWords& words, std::size_t i) const {
    const std::string_view word = words[i];
    const std::uint64_t opening = words.opening(i);
    const Sought out{word, is_short(word) ? opening : key_of(word, opening)};
#ifdef __GNUC__
    __builtin_prefetch(&slots_[start_of(out.key)]);
#endif
    return out;
  }
  const std::int32_t* find(const Sought& sought) const {  // nullptr: not there
    for (std::size_t at = start_of(sought.key);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.key == sought.key && is_at(slot, sought.word)) return &slot.value;
      if (slot.key == 0) return nullptr;
    }
  }
  void add(const Sought& sought, std::int32_t value);  // not there yet

 private:
  static constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15u;
  struct Slot {
    std::uint64_t key = 0;    // 0: empty
    std::uint32_t begin = 0;  // of a longer word in letters_, which no word begins
    std::int32_t value = 0;
  };
  static bool is_short(std::string_view word) {
    return word.size() <= 8;
  }
  static std::uint64_t key_of(std::string_view word, std::uint64_t opening);  // of a longer word
  std::size_t start_of(std::uint64_t key) const {
    return ((key ^ key >> 32) * kMix >> 32) & (slots_.size() - 1);
  }
  bool is_at(const Slot& slot, std::string_view word) const {  // of the slot's key
    return is_short(word) ? slot.begin == 0 : slot.begin != 0 && is_long_at(slot, word);
  }
  bool is_long_at(const Slot& slot, std::string_view word) const;
  void put(const Slot& slot);

  std::vector<Slot> slots_;  // a power of two, at most half full
  std::size_t used_ = 0;
  std::string letters_ = std::string(1, '\0');  // longer words, a zero byte behind each
};

class Vocabulary {
 public:
  using Id = std::int32_t;
  static constexpr Id kNone = -1;

  // Room for the words of a text, to be used for many.
  struct Words {
    FoldedWords words;
    std::vector<WordTable::Sought> sought;
  };
  // Appends the ids of the text's terms; unseen terms get new ids.
  void add(std::string_view text, std::vector<Id>& out, Words& room);
  // The ids of a text's terms that are known already, in order; unknown terms are listed.
  std::vector<Id> find(std::string_view text, std::vector<std::string>& unknown) const;
  std::size_t size() const { return terms_.size(); }
  const std::string& term(Id id) const { return terms_[static_cast<std::size_t>(id)]; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
  };
  template <class T>
  using Map = std::unordered_map<std::string, T, Hash, std::equal_to<>>;

  Id add_word(const WordTable::Sought& sought);  // not there yet

  WordTable words_;  // as written (folded) -> term; kNone for stop words
  Map<Id> stems_;
  std::vector<std::string> terms_;
};

}  // namespace ev::appraise
