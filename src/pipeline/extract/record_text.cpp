#include "pipeline/extract/record_text.hpp"

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
bool is_dosed_name(const Sentence& sentence, std::size_t at) {
  constexpr std::size_t kShortest = 6;
  const doc::Token& token = sentence.tokens[at];
  const doc::Token& number = sentence.tokens[at + 1];
  if (sentence.kinds[at] != 0 || token.folded.size() < kShortest) return false;
  if (!doc::is_digit(number.folded.front()) || doc::is_digit(token.folded.front())) return false;
  // "hydrochloride" of a drug's name.
  if (at > 0 && (sentence.kinds[at - 1] & kind::drug) != 0) return false;
  const std::string_view gap = sentence.text.substr(token.end, number.begin - token.end);
  if (gap != " " && gap != " (") return false;
  std::size_t unit = at + 2;
  while (unit < sentence.tokens.size() && doc::is_digit(sentence.tokens[unit].folded.front()) &&
         unit < at + 4) {
    ++unit;  // "2.5"
  }
  const auto is = [&](std::size_t i, std::initializer_list<std::string_view> words) {
    return i < sentence.tokens.size() &&
           std::find(words.begin(), words.end(), sentence.tokens[i].folded) != words.end();
  };
  // Blood holds so many mg per dl of anything.
  return is(unit, {"mg", "microg", "mcg", "ug"}) && !is(unit + 1, {"dl", "l", "ml", "100"});
}

}  // namespace

std::size_t Sentence::token_from(std::size_t byte) const {
  // Halving without a branch: which half it is cannot be guessed.
  std::size_t at = 0;
  for (std::size_t left = tokens.size(); left > 0;) {
    const std::size_t half = (left + 1) / 2;
    at += tokens[at + half - 1].begin < byte ? half : 0;
    left -= half;
  }
  return at;
}

std::optional<Match> find_any(const Patterns& patterns, const Sentence& sentence,
                              std::size_t from) {
  if (!patterns.telling_words().admits_any(sentence.words)) return std::nullopt;
  return find_any(patterns, sentence.tokens, from);
}

std::optional<Match> find_any(const Patterns& patterns, const Sentence& sentence,
                              std::span<const doc::Token> words) {
  if (!patterns.telling_words().admits_any(sentence.words)) return std::nullopt;
  return find_any(patterns, words);
}

std::optional<Match> find_first(const Pattern& pattern, const Sentence& sentence,
                                std::size_t from) {
  if (!pattern.telling_words().admits_any(sentence.words)) return std::nullopt;
  return pattern.find(sentence.tokens, from);
}

std::vector<std::uint16_t> found_in(const Patterns& patterns, const Sentence& sentence) {
  if (!patterns.telling_words().admits_any(sentence.words)) return {};
  return patterns.found_in(sentence.tokens);
}

RecordText::RecordText(const model::Article& article)
    : RecordText(std::make_shared<const doc::RecordAnalysis>(article)) {}

RecordText::RecordText(std::shared_ptr<const doc::RecordAnalysis> analysis)
    : analysis_(std::move(analysis)) {
  const std::vector<doc::AnalysedSentence>& sentences = analysis_->sentences();
  sentences_.reserve(sentences.size());
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const doc::AnalysedSentence& s = sentences[i];
    Sentence& sentence = sentences_.emplace_back(
        Sentence{s.sentence, s.text, s.tokens, analysis_->numbers()[i], {}, {}});
    sentence.kinds.reserve(sentence.tokens.size());
    for (const doc::Token& token : sentence.tokens) {
      sentence.kinds.push_back(word_kinds(token));
      listed_kinds_ |= sentence.kinds.back();
      sentence.words.add(token);
    }
  }
  name_unlisted_drugs();
  name_short_forms();
}

void RecordText::name_unlisted_drugs() {
  std::vector<const doc::Token*> names;
  for (const Sentence& sentence : sentences_) {
    for (std::size_t i = 0; i + 2 < sentence.tokens.size(); ++i) {
      if (is_dosed_name(sentence, i)) names.push_back(&sentence.tokens[i]);
    }
  }
  if (names.empty()) return;
  for (Sentence& sentence : sentences_) {
    for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
      if (sentence.kinds[i] != 0) continue;
      const bool named = std::any_of(names.begin(), names.end(), [&](const doc::Token* name) {
        return name->hash == sentence.tokens[i].hash && name->folded == sentence.tokens[i].folded;
      });
      if (named) sentence.kinds[i] = kind::drug;
    }
  }
}

void RecordText::name_short_forms() {
  for (const doc::Abbreviation& definition : abbreviations()) {
    const std::string& form = definition.short_form;
    const std::vector<doc::Token> words = doc::tokenize(form);
    if (words.size() != 1 || words.front().end - words.front().begin != form.size()) continue;
    const doc::Token several = doc::word_token(words.front().folded + "s");
    const WordKinds kinds = kinds_of_long_form(document().text(definition.long_span));
    for (Sentence& sentence : sentences_) {
      if (!sentence.words.holds_word(words.front()) && !sentence.words.holds_word(several))
        continue;
      for (std::size_t i = 0; i < sentence.tokens.size(); ++i) {
        const std::size_t size = sentence.tokens[i].end - sentence.tokens[i].begin;
        const bool plural =
            size == form.size() + 1 && sentence.text[sentence.tokens[i].end - 1] == 's';
        if (size != form.size() && !plural) continue;
        // "IT" is no pronoun where it is defined.
        if (sentence.text.compare(sentence.tokens[i].begin, form.size(), form) == 0)
          sentence.kinds[i] = kinds;
      }
    }
  }
}

const std::vector<Chunk>& RecordText::noun_phrases_of(const Sentence& sentence) const {
  return facts_.noun_phrases.get(index_of(sentence), [&] { return noun_phrases(sentence); });
}

bool RecordText::has_abstract() const {
  return std::any_of(sentences_.begin(), sentences_.end(),
                     [](const Sentence& sentence) { return !sentence.is_title(); });
}

std::optional<Phrase> phrase_at(const RecordText& record, const doc::Span& span) {
  for (const Sentence& sentence : record.sentences()) {
    const doc::Span own = sentence.span();
    if (own.field != span.field || span.begin < own.begin || span.end > own.end) continue;
    const Chunk chunk{sentence.token_from(span.begin - own.begin),
                      sentence.token_from(span.end - own.begin)};
    if (chunk.first < chunk.last) return Phrase{&sentence, chunk};
  }
  return std::nullopt;
}

}  // namespace ev::extract
