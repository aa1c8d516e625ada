#include "pipeline/extract/lexicon.hpp"
#include "pipeline/extract/pico_features.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <bit>

namespace ev::extract {

namespace {

bool is_content(const Sentence& sentence, std::size_t token) {
  constexpr WordKinds kGrammar = kind::determiner | kind::preposition | kind::conjunction |
                                 kind::auxiliary | kind::adverb | kind::pronoun;
  return (sentence.kinds[token] & kGrammar) == 0 && sentence.tokens[token].folded.size() > 2 &&
         !doc::is_digit(sentence.tokens[token].folded.front());
}

unsigned strength_of(double confidence) {
  return confidence >= 0.75 ? 3 : confidence >= 0.55 ? 2 : 1;
}

std::uint8_t with_strength(std::uint8_t strengths, std::size_t kind, unsigned strength) {
  return static_cast<std::uint8_t>((strengths & ~(3u << 2 * kind)) | strength << 2 * kind);
}

}  // namespace

PicoHints::PicoHints(const RecordText& record, const std::array<const Findings*, 3>& found) {
  add_words(record);
  for (std::size_t kind = 0; kind < found.size(); ++kind) {
    for (const Candidate& candidate : found[kind]->candidates) {
      if (candidate.ground.span) add_phrase(record, candidate.ground, kind);
    }
  }
}

void PicoHints::add_words(const RecordText& record) {
  std::size_t tokens = 0;
  for (const Sentence& sentence : record.sentences()) tokens += sentence.tokens.size();
  places_.resize(std::bit_ceil(2 * tokens + 1));
  known_.reserve(tokens / 2 + 1);
  known_.resize(1);
  strengths_.reserve(record.sentences().size());
  words_.reserve(record.sentences().size());
  for (const Sentence& sentence : record.sentences()) {
    strengths_.emplace_back(sentence.tokens.size());
    std::vector<std::uint32_t>& row = words_.emplace_back(sentence.tokens.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (!is_content(sentence, i)) continue;
      std::uint32_t& number = places_[place_of(sentence.tokens[i].hash)];
      if (number == 0) {
        number = static_cast<std::uint32_t>(known_.size());
        known_.push_back({.hash = sentence.tokens[i].hash});
      }
      row[i] = number;
      ++known_[number].mentions;
      known_[number].in_title = known_[number].in_title || sentence.is_title();
    }
  }
}

void PicoHints::add_phrase(const RecordText& record, const Ground& ground, std::size_t kind) {
  for (std::size_t l = 0; l < record.sentences().size(); ++l) {
    const Sentence& sentence = record.sentences()[l];
    const doc::Span& whole = sentence.span();
    if (whole.field != ground.span->field || ground.span->begin < whole.begin ||
        ground.span->begin >= whole.end) {
      continue;
    }
    for (std::size_t i = sentence.token_from(ground.span->begin - whole.begin);
         i < sentence.tokens.size() && whole.begin + sentence.tokens[i].end <= ground.span->end;
         ++i) {
      std::uint8_t& strengths = strengths_[l][i];
      const unsigned strength =
          std::max(strength_in(strengths, kind), strength_of(ground.confidence));
      strengths = with_strength(strengths, kind, strength);
      if (words_[l][i] != 0) known_[words_[l][i]].kinds |= std::size_t{1} << kind;
    }
  }
}

std::size_t PicoHints::place_of(std::uint32_t hash) const {
  const std::size_t last = places_.size() - 1;
  std::size_t at = hash & last;
  while (places_[at] != 0 && known_[places_[at]].hash != hash) at = (at + 1) & last;
  return at;
}

}  // namespace ev::extract
