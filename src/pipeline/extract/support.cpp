#include "pipeline/extract/support.hpp"

#include "base/text.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/text/fold_map.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>
#include <cmath>

namespace ev::extract {

namespace {

constexpr std::size_t kMostBetween = 6;  // words left out between two words of a value
constexpr std::size_t kStem = 5;         // letters by which forms of a word are told alike

bool is_negator(const std::string& word) {
  static const Pattern kWords(
      "no|not|without|never|neither|nor|cannot|lack*|fail*|non|none|absence|unlikely|rather");
  const doc::Token token = doc::word_token(word);
  return kWords.match_at(std::span(&token, 1), 0).has_value();
}

bool equal_numbers(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

bool same_word(const std::string& a, const std::string& b) {
  if (a == b) return true;
  const auto plural = [](const std::string& one, const std::string& many) {
    return one.size() > 2 && (many == one + "s" || many == one + "es");
  };
  return plural(a, b) || plural(b, a);
}

// A word, or a number with its value.
struct Piece {
  std::string word{};
  double number = 0;
  bool operator==(const Piece& other) const {
    return word.empty() && other.word.empty() ? equal_numbers(number, other.number)
                                              : same_word(word, other.word);
  }
};

void add_pieces(std::vector<Piece>& out, std::span<const doc::Token> tokens,
                std::span<const doc::Number> numbers, std::size_t begin, std::size_t end) {
  std::size_t next = 0;
  for (const doc::Token& token : tokens) {
    if (token.begin < begin || token.end > end) continue;
    while (next < numbers.size() && numbers[next].end <= token.begin) ++next;
    const bool in_number = next < numbers.size() && numbers[next].begin <= token.begin &&
                           token.end <= numbers[next].end;
    if (!in_number) {
      out.push_back({.word = token.folded});
    } else if (next < numbers.size() && numbers[next].begin >= begin && numbers[next].end <= end &&
               token.end == numbers[next].end) {
      out.push_back({.number = numbers[next].value});
    }
  }
}

std::vector<Piece> pieces_of(std::string_view s) {
  std::vector<Piece> out;
  add_pieces(out, doc::tokenize(s), doc::find_numbers(s), 0, s.size());
  return out;
}

// The part of a sentence that lies in the span, as bytes of the sentence.
struct Part {
  const Sentence* sentence = nullptr;
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::vector<Part> parts_of(const RecordText& record, const doc::Span& span) {
  std::vector<Part> out;
  for (const Sentence& sentence : record.sentences()) {
    const doc::Span& own = sentence.span();
    if (own.field != span.field || own.end <= span.begin || own.begin >= span.end) continue;
    out.push_back({&sentence, std::max(span.begin, own.begin) - own.begin,
                   std::min(span.end, own.end) - own.begin});
  }
  return out;
}

bool follows_from(const std::vector<Piece>& text, std::size_t at, const std::vector<Piece>& value) {
  if (!(text[at] == value.front())) return false;
  for (std::size_t i = 1; i < value.size(); ++i) {
    std::size_t next = at + 1;
    while (next < text.size() && next <= at + 1 + kMostBetween && !(text[next] == value[i])) {
      if (is_negator(text[next].word)) return false;
      ++next;
    }
    if (next >= text.size() || next > at + 1 + kMostBetween) return false;
    at = next;
  }
  return true;
}

bool is_negated(const Sentence& sentence, std::size_t token) {
  return doc::scope_at(sentence.text, sentence.tokens, token).negated;
}

// "blinding" and "blinded", "randomized" and "randomization": the same stem.
bool same_stem(const std::string& a, const std::string& b) {
  if (same_word(a, b)) return true;
  const std::size_t length = std::min({a.size(), b.size(), kStem});
  return length >= 4 && a.compare(0, length, b, 0, length) == 0;
}

bool names_topic(const std::string& word) {
  static const Pattern kEmpty(
      "is|was|has|the|a|an|of|or|and|any|whether|study|stated|reported|value|yes|no|true|false|in|"
      "for|if|were|are|trial|paper|authors|used|mentioned|data|article|abstract|number");
  const doc::Token token = doc::word_token(word);
  return word.size() > 2 && !kEmpty.match_at(std::span(&token, 1), 0);
}

// The value stands there letter by letter and cuts no number, its sign included.
bool stands_verbatim(const RecordText& record, const doc::Span& span, std::string_view value) {
  const std::string_view text = record.document().text(span);
  const auto at = doc::FoldMap(text).find(doc::FoldMap(value));
  if (!at) return false;
  const std::size_t begin = span.begin + text::byte_of(text, at->first);
  const std::size_t end = span.begin + text::byte_of(text, at->second);
  for (const Part& part : parts_of(record, span)) {
    const std::size_t base = part.sentence->span().begin;
    for (const doc::Number& number : part.sentence->numbers) {
      const std::size_t from = base + number.begin;
      const std::size_t until = base + number.end;
      const bool overlaps = from < end && until > begin;
      if (overlaps && (from < begin || until > end)) return false;
    }
  }
  return true;
}

}  // namespace

bool states_number(const RecordText& record, const doc::Span& span, double value) {
  for (const Part& part : parts_of(record, span)) {
    for (const doc::Number& number : part.sentence->numbers) {
      const bool inside = number.begin >= part.begin && number.end <= part.end;
      if (inside && equal_numbers(number.value, value)) return true;
    }
  }
  return false;
}

bool states_words(const RecordText& record, const doc::Span& span, std::string_view value) {
  if (stands_verbatim(record, span, value)) return true;
  const std::vector<Piece> wanted = pieces_of(value);
  if (wanted.empty()) return false;
  std::vector<Piece> pieces;
  for (const Part& part : parts_of(record, span)) {
    add_pieces(pieces, part.sentence->tokens, part.sentence->numbers, part.begin, part.end);
  }
  for (std::size_t at = 0; at < pieces.size(); ++at) {
    if (follows_from(pieces, at, wanted)) return true;
  }
  return false;
}

bool states_option(const RecordText& record, const doc::Span& span, std::string_view option) {
  std::string spaced(option);
  std::replace(spaced.begin(), spaced.end(), '_', ' ');
  const std::vector<doc::Token> wanted = doc::tokenize(spaced);
  const bool denies = std::any_of(wanted.begin(), wanted.end(),
                                  [](const doc::Token& t) { return is_negator(t.folded); });
  bool any = false;
  for (const doc::Token& word : wanted) {
    if (is_negator(word.folded)) continue;
    bool found = false;
    for (const Part& part : parts_of(record, span)) {
      const Sentence& sentence = *part.sentence;
      for (std::size_t i = 0; i < sentence.tokens.size() && !found; ++i) {
        const doc::Token& token = sentence.tokens[i];
        const bool inside = token.begin >= part.begin && token.end <= part.end;
        found = inside && same_stem(token.folded, word.folded) && is_negated(sentence, i) == denies;
      }
    }
    if (!found) return false;
    any = true;
  }
  return any;
}

TopicCue cue_of(const RecordText& record, const doc::Span& span, std::string_view topic) {
  std::string spaced(topic);
  std::replace(spaced.begin(), spaced.end(), '_', ' ');
  TopicCue cue = TopicCue::none;
  for (const doc::Token& word : doc::tokenize(spaced)) {
    if (!names_topic(word.folded)) continue;
    for (const Part& part : parts_of(record, span)) {
      const Sentence& sentence = *part.sentence;
      for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
        const doc::Token& token = sentence.tokens[i];
        if (token.begin < part.begin || token.end > part.end) continue;
        if (!same_stem(token.folded, word.folded)) continue;
        if (!is_negated(sentence, i)) return TopicCue::stated;
        cue = TopicCue::denied;
      }
    }
  }
  return cue;
}

}  // namespace ev::extract
