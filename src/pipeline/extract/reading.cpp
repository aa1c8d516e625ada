#include "pipeline/extract/reading.hpp"

#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr WordKinds kMeaning = kind::person | kind::animal | kind::condition | kind::treatment |
                               kind::outcome | kind::measure | kind::generic | kind::time |
                               kind::unit;

// The kind of thing a long form names: its head word's ("loss of appetite": loss), else that of
// all its words.
WordKinds kinds_of_long_form(std::string_view words) {
  WordKinds head = 0;
  WordKinds all = 0;
  bool complement = false;
  for (const doc::Token& token : doc::tokenize(words)) {
    const WordKinds kinds = word_kinds(token);
    complement = complement || (kinds & kind::preposition) != 0;
    all |= kinds;
    if (!complement) head = kinds;
  }
  return (head & kMeaning) != 0 ? head & kMeaning : all & kMeaning & ~kind::generic;
}

// "zorblat 20 mg", "zorblat (20 mg": what has a dose is a drug, whatever it is called.
bool is_dosed_name(const Line& line, std::size_t at) {
  constexpr std::size_t kShortest = 6;
  const doc::Token& token = line.tokens[at];
  const doc::Token& number = line.tokens[at + 1];
  if (line.kinds[at] != 0 || token.folded.size() < kShortest) return false;
  if (!doc::is_digit(number.folded.front()) || doc::is_digit(token.folded.front())) return false;
  // "hydrochloride" of a drug's name.
  if (at > 0 && (line.kinds[at - 1] & kind::drug) != 0) return false;
  const std::string_view gap = line.text.substr(token.end, number.begin - token.end);
  if (gap != " " && gap != " (") return false;
  std::size_t unit = at + 2;
  while (unit < line.tokens.size() && doc::is_digit(line.tokens[unit].folded.front()) &&
         unit < at + 4) {
    ++unit;  // "2.5"
  }
  const auto is = [&](std::size_t i, std::initializer_list<std::string_view> words) {
    return i < line.tokens.size() &&
           std::find(words.begin(), words.end(), line.tokens[i].folded) != words.end();
  };
  // Blood holds so many mg per dl of anything.
  return is(unit, {"mg", "microg", "mcg", "ug"}) && !is(unit + 1, {"dl", "l", "ml", "100"});
}

}  // namespace

std::size_t Line::token_from(std::size_t byte) const {
  // Halving without a branch: which half it is cannot be guessed.
  std::size_t at = 0;
  for (std::size_t left = tokens.size(); left > 0;) {
    const std::size_t half = (left + 1) / 2;
    at += tokens[at + half - 1].begin < byte ? half : 0;
    left -= half;
  }
  return at;
}

std::optional<Match> find_any(const Patterns& patterns, const Line& line, std::size_t from) {
  if (!patterns.telling_words().admits_any(line.words)) return std::nullopt;
  return find_any(patterns, line.tokens, from);
}

std::optional<Match> find_any(const Patterns& patterns, const Line& line,
                              std::span<const doc::Token> words) {
  if (!patterns.telling_words().admits_any(line.words)) return std::nullopt;
  return find_any(patterns, words);
}

std::optional<Match> find_first(const Pattern& pattern, const Line& line, std::size_t from) {
  if (!pattern.telling_words().admits_any(line.words)) return std::nullopt;
  return pattern.find(line.tokens, from);
}

std::vector<std::uint16_t> found_in(const Patterns& patterns, const Line& line) {
  if (!patterns.telling_words().admits_any(line.words)) return {};
  return patterns.found_in(line.tokens);
}

Reading::Reading(const model::Article& article)
    : Reading(std::make_shared<const doc::RecordAnalysis>(article)) {}

Reading::Reading(std::shared_ptr<const doc::RecordAnalysis> analysis)
    : analysis_(std::move(analysis)) {
  const std::vector<doc::AnalysedSentence>& sentences = analysis_->sentences();
  lines_.reserve(sentences.size());
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const doc::AnalysedSentence& s = sentences[i];
    Line& line =
        lines_.emplace_back(Line{s.sentence, s.text, s.tokens, analysis_->numbers()[i], {}, {}});
    line.kinds.reserve(line.tokens.size());
    for (const doc::Token& token : line.tokens) {
      line.kinds.push_back(word_kinds(token));
      listed_kinds_ |= line.kinds.back();
      line.words.add(token);
    }
  }
  name_unlisted_drugs();
  name_short_forms();
}

void Reading::name_unlisted_drugs() {
  std::vector<const doc::Token*> names;
  for (const Line& line : lines_) {
    for (std::size_t i = 0; i + 2 < line.tokens.size(); ++i) {
      if (is_dosed_name(line, i)) names.push_back(&line.tokens[i]);
    }
  }
  if (names.empty()) return;
  for (Line& line : lines_) {
    for (std::size_t i = 0; i < line.tokens.size(); ++i) {
      if (line.kinds[i] != 0) continue;
      const bool named = std::any_of(names.begin(), names.end(), [&](const doc::Token* name) {
        return name->hash == line.tokens[i].hash && name->folded == line.tokens[i].folded;
      });
      if (named) line.kinds[i] = kind::drug;
    }
  }
}

void Reading::name_short_forms() {
  for (const doc::Abbreviation& definition : abbreviations()) {
    const std::string& form = definition.short_form;
    const std::vector<doc::Token> words = doc::tokenize(form);
    if (words.size() != 1 || words.front().end - words.front().begin != form.size()) continue;
    const doc::Token several = doc::word_token(words.front().folded + "s");
    const WordKinds kinds = kinds_of_long_form(document().text(definition.long_span));
    for (Line& line : lines_) {
      if (!line.words.holds_word(words.front()) && !line.words.holds_word(several)) continue;
      for (std::size_t i = 0; i < line.tokens.size(); ++i) {
        const std::size_t size = line.tokens[i].end - line.tokens[i].begin;
        const bool plural = size == form.size() + 1 && line.text[line.tokens[i].end - 1] == 's';
        if (size != form.size() && !plural) continue;
        // "IT" is no pronoun where it is defined.
        if (line.text.compare(line.tokens[i].begin, form.size(), form) == 0) line.kinds[i] = kinds;
      }
    }
  }
}

const std::vector<Chunk>& Reading::noun_phrases_of(const Line& line) const {
  return facts_.noun_phrases.get(index_of(line), [&] { return noun_phrases(line); });
}

bool Reading::has_abstract() const {
  return std::any_of(lines_.begin(), lines_.end(),
                     [](const Line& line) { return !line.is_title(); });
}

std::optional<Phrase> phrase_at(const Reading& reading, const doc::Span& span) {
  for (const Line& line : reading.lines()) {
    const doc::Span own = line.span();
    if (own.field != span.field || span.begin < own.begin || span.end > own.end) continue;
    const Chunk chunk{line.token_from(span.begin - own.begin),
                      line.token_from(span.end - own.begin)};
    if (chunk.first < chunk.last) return Phrase{&line, chunk};
  }
  return std::nullopt;
}

}  // namespace ev::extract
