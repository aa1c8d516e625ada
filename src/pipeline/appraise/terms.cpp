#include "pipeline/appraise/terms.hpp"

#include "base/text.hpp"
#include "pipeline/appraise/porter.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>

namespace ev::appraise {

namespace {

// Sorted for binary search.
constexpr std::array<std::string_view, 124> kStopWords = {
    "a",       "about",  "above",   "after",   "again",   "all",   "also",   "although", "am",
    "among",   "an",     "and",     "any",     "are",     "as",    "at",     "be",       "because",
    "been",    "before", "being",   "below",   "between", "both",  "but",    "by",       "can",
    "could",   "did",    "do",      "does",    "doing",   "done",  "during", "each",     "either",
    "few",     "for",    "from",    "further", "had",     "has",   "have",   "having",   "he",
    "her",     "here",   "his",     "how",     "however", "i",     "if",     "in",       "into",
    "is",      "it",     "its",     "itself",  "just",    "many",  "may",    "me",       "might",
    "more",    "most",   "must",    "my",      "no",      "nor",   "not",    "of",       "off",
    "on",      "only",   "or",      "other",   "our",     "out",   "over",   "own",      "per",
    "same",    "she",    "should",  "since",   "so",      "some",  "such",   "than",     "that",
    "the",     "their",  "them",    "then",    "there",   "these", "they",   "this",     "those",
    "through", "thus",   "to",      "too",     "under",   "until", "up",     "upon",     "us",
    "use",     "used",   "using",   "very",    "via",     "was",   "we",     "were",     "what",
    "when",    "where",  "whether", "which",   "while",   "who",   "why"};

bool is_ascii_word(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// The folded words of a text. ASCII words, nearly all of an abstract, are lowered with their text;
// a run that touches other characters goes through the document model's tokenizer.
class FoldedWords {
 public:
  explicit FoldedWords(std::string_view s) : lowered_(text::to_lower_ascii(s)) {
    words_.reserve(s.size() / 6);
    for (std::size_t i = 0; i < s.size();) {
      const auto c = static_cast<unsigned char>(s[i]);
      if (c < 0x80 && !is_ascii_word(c)) {
        ++i;
        continue;
      }
      const std::size_t begin = i;
      bool ascii = true;
      for (; i < s.size(); ++i) {
        const auto d = static_cast<unsigned char>(s[i]);
        if (d >= 0x80) {
          ascii = false;
        } else if (!is_ascii_word(d)) {
          break;
        }
      }
      if (ascii) {
        words_.push_back(std::string_view(lowered_).substr(begin, i - begin));
      } else {
        add_tokens(s.substr(begin, i - begin));
      }
    }
  }
  FoldedWords(const FoldedWords&) = delete;  // the words point into it
  FoldedWords& operator=(const FoldedWords&) = delete;
  auto begin() const { return words_.begin(); }
  auto end() const { return words_.end(); }

 private:
  void add_tokens(std::string_view run) {
    for (doc::Token& token : doc::tokenize(run))
      words_.push_back(others_.emplace_back(std::move(token.folded)));
  }
  std::string lowered_;
  std::deque<std::string> others_;
  std::vector<std::string_view> words_;
};

template <class Number>
std::uint64_t bytes_at(std::string_view s, std::size_t at) {
  Number out = 0;
  std::memcpy(&out, s.data() + at, sizeof out);
  return out;
}

// The first eight bytes of a word as a number, zeros behind a shorter one.
std::uint64_t opening_of(std::string_view word) {
  const std::size_t size = word.size();
  if (size >= 8) return bytes_at<std::uint64_t>(word, 0);
  // The two halves overlap, where they hold the same.
  if (size >= 4) {
    return bytes_at<std::uint32_t>(word, 0) | bytes_at<std::uint32_t>(word, size - 4)
                                                  << 8 * (size - 4);
  }
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < size; ++i)
    out |= std::uint64_t{static_cast<unsigned char>(word[i])} << 8 * i;
  return out;
}

}  // namespace

bool is_stop_word(std::string_view folded) {
  return std::binary_search(kStopWords.begin(), kStopWords.end(), folded);
}

std::vector<std::string> folded_tokens(std::string_view text) {
  const FoldedWords words(text);
  return {words.begin(), words.end()};
}

WordTable::Sought WordTable::sought(std::string_view word) const {
  Sought out{word, key_of(word)};
#ifdef __GNUC__
  __builtin_prefetch(&slots_[out.key.hash & (slots_.size() - 1)]);
#endif
  return out;
}

WordTable::Key WordTable::key_of(std::string_view word) {
  constexpr std::uint64_t kMix = 0x9E3779B97F4A7C15u;
  const std::size_t size = word.size();
  Key key{.opening = opening_of(word),
          .closing = size > 8 ? bytes_at<std::uint64_t>(word, size - 8) : 0,
          .size = static_cast<std::uint32_t>(size)};
  std::uint64_t hash = (key.opening ^ size) * kMix;
  for (std::size_t at = 8; at + 8 < size; at += 8)
    hash = ((hash ^ hash >> 32) ^ bytes_at<std::uint64_t>(word, at)) * kMix;
  hash = ((hash ^ hash >> 32) ^ key.closing) * kMix;
  key.hash = static_cast<std::uint32_t>(hash >> 32);
  return key;
}

std::size_t WordTable::place_of(const Sought& sought) const {
  const auto& [word, key] = sought;
  constexpr std::size_t kBothEnds = 16;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = key.hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.key.size == 0) return at;
    if (slot.key != key) continue;
    if (key.size <= kBothEnds) return at;
    if (std::string_view(letters_).substr(slot.begin, key.size) == word) return at;
  }
}

const std::int32_t* WordTable::find(const Sought& sought) const {
  const Slot& slot = slots_[place_of(sought)];
  return slot.key.size == 0 ? nullptr : &slot.value;
}

void WordTable::add(const Sought& sought, std::int32_t value) {
  if (++used_ * 2 > slots_.size()) {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.key.size == 0) continue;
      const std::string_view word = std::string_view(letters_).substr(slot.begin, slot.key.size);
      slots_[place_of({word, slot.key})] = slot;
    }
  }
  slots_[place_of(sought)] = {sought.key, static_cast<std::uint32_t>(letters_.size()), value};
  letters_ += sought.word;
}

Vocabulary::Id Vocabulary::intern(const WordTable::Sought& sought) {
  if (const Id* known = words_.find(sought)) return *known;
  Id id = kNone;
  if (!is_stop_word(sought.word)) {
    std::string stem = porter_stem(sought.word);
    const auto [it, added] = stems_.try_emplace(stem, static_cast<Id>(terms_.size()));
    if (added) terms_.push_back(std::move(stem));
    id = it->second;
  }
  words_.add(sought, id);
  return id;
}

void Vocabulary::add(std::string_view text, std::vector<Id>& out) {
  // All are looked for before the first is asked, so that the waits for memory are one.
  const FoldedWords words(text);
  std::vector<WordTable::Sought> sought;
  sought.reserve(static_cast<std::size_t>(words.end() - words.begin()));
  for (const std::string_view word : words) sought.push_back(words_.sought(word));
  for (const WordTable::Sought& word : sought) {
    const Id id = intern(word);
    if (id != kNone) out.push_back(id);
  }
}

std::vector<Vocabulary::Id> Vocabulary::find(std::string_view text,
                                             std::vector<std::string>& unknown) const {
  std::vector<Id> out;
  for (const std::string_view word : FoldedWords(text)) {
    if (is_stop_word(word)) continue;
    std::string stem = porter_stem(word);
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
