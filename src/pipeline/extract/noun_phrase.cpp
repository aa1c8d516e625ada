#include "pipeline/extract/noun_phrase.hpp"

#include "pipeline/text/chars.hpp"

namespace ev::extract {

namespace {

constexpr std::size_t kLongestPhrase = 7;
constexpr WordKinds kFunction = kind::determiner | kind::preposition | kind::conjunction |
                                kind::auxiliary | kind::adverb | kind::pronoun;
constexpr WordKinds kNominal = kind::person | kind::condition | kind::drug | kind::therapy |
                               kind::outcome | kind::measure | kind::generic;

bool breaks_phrase(const Sentence& sentence, std::size_t token) {
  const std::size_t end = sentence.tokens[token].end;
  const std::string_view gap = sentence.text.substr(end, sentence.tokens[token + 1].begin - end);
  if (gap == " ") return false;
  return gap.find_first_of(",;:()[]<>=?!\"") != std::string_view::npos ||
         (gap.find(". ") != std::string_view::npos && !is_initial(sentence, token)) ||
         gap.size() > 4;
}

bool starts_digit(const Sentence& sentence, std::size_t token) {
  return doc::is_digit(sentence.tokens[token].folded.front());
}

// "was reduced", "patients treated with": a participle that acts as a verb.
bool acts_as_verb(const Sentence& sentence, std::size_t token, bool in_phrase) {
  const WordKinds before = token > 0 ? sentence.kinds[token - 1] : 0;
  if ((before & (kind::auxiliary | kind::pronoun)) != 0) return true;
  const bool last = token + 1 >= sentence.tokens.size() || breaks_phrase(sentence, token);
  const WordKinds after = last ? kind::preposition : sentence.kinds[token + 1];
  const bool adverb_before = (before & kind::adverb) != 0;
  const bool closes = (after & kFunction) != 0 || (!last && starts_digit(sentence, token + 1));
  return closes && (in_phrase || adverb_before);
}

bool is_inside(const Sentence& sentence, std::size_t token, bool in_phrase) {
  const WordKinds k = sentence.kinds[token];
  // "use", "test", "measures": nouns after a noun, a determiner or a preposition.
  if ((k & kind::verb) != 0) {
    if ((k & kNominal) == 0) return false;
    const WordKinds before = token > 0 ? sentence.kinds[token - 1] : 0;
    return in_phrase || (before & (kind::determiner | kind::preposition)) != 0;
  }
  if ((k & kFunction) != 0) return false;
  if ((k & kind::participle) != 0 && acts_as_verb(sentence, token, in_phrase)) return false;
  return !(starts_digit(sentence, token) && !in_phrase);
}

}  // namespace

std::vector<Chunk> noun_phrases(const Sentence& sentence) {
  std::vector<Chunk> out;
  out.reserve(sentence.tokens.size() / 3 + 1);
  Chunk open{0, 0};
  const auto close = [&] {
    while (open.last > open.first && starts_digit(sentence, open.last - 1) &&
           sentence.tokens[open.last - 1].begin > sentence.tokens[open.last - 2].end + 1) {
      --open.last;
    }
    if (open.last > open.first) out.push_back(open);
  };
  for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
    const bool joined = open.last == i && open.last > open.first &&
                        !breaks_phrase(sentence, i - 1) && open.last - open.first < kLongestPhrase;
    if (!joined) {
      close();
      open = {i, i};
    }
    const bool unit =
        (sentence.kinds[i] & kind::unit) != 0 && i > 0 && starts_digit(sentence, i - 1);
    if (!unit && is_inside(sentence, i, joined)) {
      open.last = i + 1;
    } else {
      close();
      open = {i + 1, i + 1};
    }
  }
  close();
  return out;
}

WordKinds kinds_of(const Sentence& sentence, const Chunk& chunk) {
  WordKinds out = 0;
  for (std::size_t i = chunk.first; i < chunk.last; ++i) out |= sentence.kinds[i];
  return out;
}

WordKinds head_kinds(const Sentence& sentence, const Chunk& chunk) {
  return chunk.last > chunk.first ? sentence.kinds[chunk.last - 1] : 0;
}

Chunk complement_of(const Sentence& sentence, const std::vector<Chunk>& phrases, std::size_t index,
                    std::string_view joint) {
  if (index + 1 >= phrases.size()) return {0, 0};
  const Chunk& next = phrases[index + 1];
  std::size_t at = phrases[index].last;
  if (at >= next.first || sentence.tokens[at].folded != joint || next.first - at > 2) return {0, 0};
  for (std::size_t i = phrases[index].last; i <= next.first; ++i) {
    if (breaks_phrase(sentence, i - 1)) return {0, 0};
  }
  for (std::size_t i = at + 1; i < next.first; ++i) {
    if ((sentence.kinds[i] & kind::determiner) == 0) return {0, 0};
  }
  return next;
}

}  // namespace ev::extract
