#include "pipeline/appraise/terms.hpp"

#include "base/text.hpp"
#include "pipeline/appraise/porter.hpp"
#include "pipeline/text/document.hpp"

#include <algorithm>
#include <array>

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

// Calls `use(folded)` for every token. ASCII words, nearly all of an abstract, are lowered in
// place; a run that touches other characters goes through the document model's tokenizer.
template <class Use>
void each_token(std::string_view s, Use use) {
  std::string buffer;
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
    if (!ascii) {
      for (const doc::Token& token : doc::tokenize(s.substr(begin, i - begin))) use(token.folded);
      continue;
    }
    buffer.assign(s.substr(begin, i - begin));
    for (char& letter : buffer) {
      if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    }
    use(buffer);
  }
}

// FNV-1a, its halves folded together.
std::uint32_t hash_of_word(std::string_view word) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : word) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3u;
  }
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

}  // namespace

bool is_stop_word(std::string_view folded) {
  return std::binary_search(kStopWords.begin(), kStopWords.end(), folded);
}

std::vector<std::string> folded_tokens(std::string_view text) {
  std::vector<std::string> out;
  each_token(text, [&](const std::string& token) { out.push_back(token); });
  return out;
}

std::size_t WordTable::place_of(std::string_view word, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.size == 0) return at;
    if (slot.hash != hash || slot.size != word.size()) continue;
    if (std::string_view(letters_).substr(slot.begin, slot.size) == word) return at;
  }
}

const std::int32_t* WordTable::find(std::string_view word) const {
  const Slot& slot = slots_[place_of(word, hash_of_word(word))];
  return slot.size == 0 ? nullptr : &slot.value;
}

void WordTable::add(std::string_view word, std::int32_t value) {
  if (++used_ * 2 > slots_.size()) {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.size == 0) continue;
      slots_[place_of(std::string_view(letters_).substr(slot.begin, slot.size), slot.hash)] = slot;
    }
  }
  const std::uint32_t hash = hash_of_word(word);
  slots_[place_of(word, hash)] = {hash, static_cast<std::uint32_t>(letters_.size()),
                                  static_cast<std::uint32_t>(word.size()), value};
  letters_ += word;
}

Vocabulary::Id Vocabulary::intern(std::string_view folded) {
  if (const Id* known = words_.find(folded)) return *known;
  Id id = kNone;
  if (!is_stop_word(folded)) {
    std::string stem = porter_stem(folded);
    const auto [it, added] = stems_.try_emplace(stem, static_cast<Id>(terms_.size()));
    if (added) terms_.push_back(std::move(stem));
    id = it->second;
  }
  words_.add(folded, id);
  return id;
}

void Vocabulary::add(std::string_view text, std::vector<Id>& out) {
  each_token(text, [&](const std::string& token) {
    const Id id = intern(token);
    if (id != kNone) out.push_back(id);
  });
}

std::vector<Vocabulary::Id> Vocabulary::find(std::string_view text,
                                             std::vector<std::string>& unknown) const {
  std::vector<Id> out;
  each_token(text, [&](const std::string& token) {
    if (is_stop_word(token)) return;
    std::string stem = porter_stem(token);
    const auto it = stems_.find(stem);
    if (it == stems_.end()) {
      unknown.push_back(std::move(stem));
    } else {
      out.push_back(it->second);
    }
  });
  return out;
}

}  // namespace ev::appraise
