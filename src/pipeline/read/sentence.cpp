#include "pipeline/read/sentence.hpp"

#include "base/data_table.hpp"

#include <algorithm>

namespace ev::read {

WordSet::WordSet(const char* words) {
  const std::string_view all = words;
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find(' ', at), all.size());
    if (end > at) words_.push_back(all.substr(at, end - at));
    at = end + 1;
  }
  std::sort(words_.begin(), words_.end());
}

WordSet WordSet::listed(std::string_view set) {
  WordSet out("");
  out.words_ = data_words("lexicon/study_reading_words.tsv", "word", "set", set);
  std::sort(out.words_.begin(), out.words_.end());
  return out;
}

bool WordSet::has(std::string_view folded) const {
  return std::binary_search(words_.begin(), words_.end(), folded);
}

std::size_t Sentence::token_from(std::size_t byte) const {
  const auto at = std::lower_bound(
      tokens.begin(), tokens.end(), byte,
      [](const doc::Token& token, std::size_t begin) { return token.begin < begin; });
  return static_cast<std::size_t>(at - tokens.begin());
}

bool Sentence::in_bracket(std::size_t byte) const {
  const std::string_view before = text.substr(0, byte);
  return std::count(before.begin(), before.end(), '(') >
         std::count(before.begin(), before.end(), ')');
}

bool Sentence::has_word(Range range, const WordSet& words) const {
  for (std::size_t i = token_from(range.begin); i < tokens.size() && tokens[i].begin < range.end;
       ++i) {
    if (words.has(tokens[i].folded)) return true;
  }
  return false;
}

std::vector<Sentence> sentences_of(const doc::RecordAnalysis& record) {
  std::vector<Sentence> out;
  out.reserve(record.sentences().size());
  for (std::size_t i = 0; i < record.sentences().size(); ++i) {
    const doc::AnalysedSentence& s = record.sentences()[i];
    if (s.tokens.size() <= kMaxTokens) {
      out.push_back({s.sentence, s.text, s.tokens, record.numbers()[i]});
      continue;
    }
    Sentence& cut = out.emplace_back(
        Sentence{s.sentence, s.text, {s.tokens.begin(), s.tokens.begin() + kMaxTokens}, {}});
    cut.text = cut.text.substr(0, cut.tokens.back().end);
    cut.numbers = doc::find_numbers(cut.text, cut.tokens);
  }
  return out;
}

const WordSet& people_words() {
  static const WordSet kWords = WordSet::listed("people");
  return kWords;
}

const WordSet& preposition_words() {
  static const WordSet kWords = WordSet::listed("preposition");
  return kWords;
}

const WordSet& time_words() {
  static const WordSet kWords = WordSet::listed("time");
  return kWords;
}

}  // namespace ev::read
