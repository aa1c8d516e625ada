#include "pipeline/read/arms/arm_words.hpp"

#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::read {

namespace {

// Words of names that do not tell one arm from another.
const WordSet& filler_words() {
  static const WordSet kWords = WordSet::listed("filler");
  return kWords;
}

}  // namespace

const WordSet& leading_words() {
  static const WordSet kWords = WordSet::listed("leading");
  return kWords;
}

const WordSet& dose_words() {
  static const WordSet kWords = WordSet::listed("dose");
  return kWords;
}

const WordSet& comparator_words() {
  static const WordSet kWords = WordSet::listed("comparator");
  return kWords;
}

const WordSet& group_words() {
  static const WordSet kWords = WordSet::listed("group");
  return kWords;
}

bool is_subset(const Key& part, const Key& whole) {
  return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

Key difference(const Key& a, const Key& b) {
  Key out;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  return out;
}

std::string singular(std::string_view folded) {
  if (folded.size() > 3 && folded.back() == 's' && folded[folded.size() - 2] != 's')
    folded.remove_suffix(1);
  return std::string(folded);
}

ArmVocabulary::ArmVocabulary(const doc::Document& document,
                             const std::vector<doc::Abbreviation>& abbreviations) {
  for (const doc::Abbreviation& definition : abbreviations) {
    Key words;
    const std::string_view text = document.text(definition.long_span);
    for (const doc::Token& token : doc::tokenize(text))
      add_words_of(token, text.substr(token.begin, token.end - token.begin), words);
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    if (!words.empty()) long_forms_.emplace(definition.short_form, std::move(words));
  }
}

void ArmVocabulary::add_words_of(const doc::Token& token, std::string_view written,
                                 Key& out) const {
  const auto known = long_forms_.find(written);
  if (known != long_forms_.end()) {
    out.insert(out.end(), known->second.begin(), known->second.end());
    return;
  }
  if (doc::is_digit(token.folded.front())) {
    if (doses_.count(std::string(written)) > 0) out.push_back(token.folded);
    return;
  }
  if (filler_words().has(token.folded) || dose_words().has(token.folded)) return;
  std::string word = singular(token.folded);
  out.push_back(std::move(word));
}

Key ArmVocabulary::key_of(const Sentence& sentence, std::size_t first, std::size_t last) const {
  Key out;
  for (std::size_t i = first; i < last && i < sentence.tokens.size(); ++i) {
    const doc::Token& token = sentence.tokens[i];
    add_words_of(token, sentence.slice({token.begin, token.end}), out);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace ev::read
