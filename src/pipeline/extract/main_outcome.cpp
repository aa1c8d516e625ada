#include "pipeline/extract/main_outcome.hpp"

#include "pipeline/extract/inferred_outcome.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

double confidence_of(OutcomeSource source) {
  return source == OutcomeSource::aim ? 0.5 : 0.4;
}

const char* caveat_of(OutcomeSource source) {
  switch (source) {
    case OutcomeSource::aim:
      return "inferred from the aim: no sentence calls an outcome primary";
    case OutcomeSource::methods:
      return "inferred from what the methods measure first: no sentence calls an outcome primary";
    default:
      return "inferred from what the results tell first: no sentence calls an outcome primary";
  }
}

// Where a short form is told in full.
std::optional<Phrase> in_full(const RecordText& record, const Phrase& phrase) {
  const Sentence& sentence = *phrase.sentence;
  if (phrase.chunk.last != phrase.chunk.first + 1) return phrase;
  const doc::Token& word = sentence.tokens[phrase.chunk.first];
  const std::string_view written = sentence.text.substr(word.begin, word.end - word.begin);
  for (const doc::Abbreviation& form : record.abbreviations()) {
    if (form.short_form == written || form.short_form + "s" == written)
      return phrase_at(record, form.long_span);
  }
  static const Patterns kKnown = {"hba1c|bp|ldl|hdl|bmi|fev1|gfr|qtc|inr|iop"};
  const bool spelled =
      written.size() < 7 && std::count_if(written.begin(), written.end(), doc::is_upper) > 1;
  return spelled && !kKnown.match_at(sentence.tokens, phrase.chunk.first) ? std::nullopt
                                                                          : std::optional(phrase);
}

MainOutcome find_main_outcome(const RecordText& record) {
  MainOutcome out{.named = outcomes_called_primary(record), .members = {}};
  out.called_primary = !out.named.candidates.empty();
  if (out.called_primary) {
    const auto& span = out.named.candidates.front().ground.span;
    if (const auto at = span ? phrase_at(record, *span) : std::nullopt)
      out.members = outcome_words_of(record, *at);
    return out;
  }
  const auto inferred = inferred_outcome(record);
  if (!inferred) return out;
  const Phrase& phrase = inferred->phrase;
  const auto named = in_full(record, phrase);
  if (!named) return out;
  add_phrase(out.named, record, *named->sentence, named->chunk, confidence_of(inferred->source));
  out.named.reason.clear();
  out.named.caveat = caveat_of(inferred->source);
  out.members = outcome_words_of(record, phrase);
  return out;
}

}  // namespace

const MainOutcome& main_outcome(const RecordText& record) {
  return record.facts().main_outcome.get([&] { return find_main_outcome(record); });
}

int speaks_of_main_outcome(const RecordText& record, std::span<const doc::Token> words) {
  const MainOutcome& outcome = main_outcome(record);
  for (std::size_t i = 0; i < outcome.members.size(); ++i) {
    if (speaks_of(words, outcome.members[i])) return i == 0 ? 2 : 1;
  }
  return 0;
}

int speaks_of_main_outcome(const RecordText& record, const Sentence& sentence) {
  return record.facts().on_main_outcome.get(
      record.index_of(sentence), [&] { return speaks_of_main_outcome(record, sentence.tokens); });
}

Findings find_primary_outcome(const RecordText& record) {
  return main_outcome(record).named;
}

}  // namespace ev::extract
