#include "pipeline/extract/chunk.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/main_outcome.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/outcome_phrase.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

struct Cue {
  Pattern pattern;
  double confidence;
};

bool ends_adjectivally(std::string_view word) {
  const auto ends = [&](std::string_view tail) {
    return word.size() > tail.size() && word.substr(word.size() - tail.size()) == tail;
  };
  return ends("tic") || ends("nal") || ends("ive") || ends("ous");
}

// "changes in hip, spine, and total bone density", "change between baseline and week 8": what the
// comma or the conjunction cut off belongs to it.
Chunk whole_outcome(const Sentence& sentence, Chunk chunk, const Patterns& stops) {
  const auto gap_at = [&](std::size_t token) {
    const std::size_t end = sentence.tokens[token - 1].end;
    return sentence.text.substr(end, sentence.tokens[token].begin - end);
  };
  const auto is_and = [&](std::size_t token) {
    return sentence.tokens[token].folded == "and" || sentence.tokens[token].folded == "or";
  };
  Chunk whole = chunk;
  static const Patterns kBetween = {"between|both <3> and"};
  for (std::size_t i = chunk.first; i < chunk.last; ++i) {
    if (kBetween.match_at(sentence.tokens, i) == chunk.last + 1) {
      return {chunk.first,
              chunk_right(sentence, chunk.last + 1, {.stops = &stops, .max_tokens = 6}).last};
    }
  }
  // "Eczema Area and Severity Index".
  const auto capital = [&](std::size_t token) {
    return token < sentence.tokens.size() &&
           doc::is_upper(sentence.text[sentence.tokens[token].begin]);
  };
  if (chunk.last > chunk.first && chunk.last < sentence.tokens.size() && is_and(chunk.last) &&
      capital(chunk.last - 1) && capital(chunk.last + 1)) {
    return {chunk.first,
            chunk_right(sentence, chunk.last + 1, {.stops = &stops, .max_tokens = 4}).last};
  }
  // "development or progression of gout".
  if (chunk.last == chunk.first + 1 && chunk.last + 1 < sentence.tokens.size() &&
      is_and(chunk.last) && gap_at(chunk.last) == " ") {
    return {chunk.first,
            chunk_right(sentence, chunk.last + 1, {.stops = &stops, .max_tokens = 10}).last};
  }
  for (int members = 0; members < 6 && whole.last + 1 < sentence.tokens.size(); ++members) {
    if (gap_at(whole.last) != ", ") return chunk;
    const bool last = is_and(whole.last);
    const std::size_t from = last ? whole.last + 1 : whole.last;
    constexpr WordKinds kTold =
        kind::participle | kind::verb | kind::preposition | kind::pronoun | kind::auxiliary;
    if ((sentence.kinds[from] & kTold) != 0 && (sentence.kinds[from] & kind::outcome) == 0)
      return chunk;
    whole.last = chunk_right(sentence, from, {.stops = &stops, .max_tokens = 10}).last;
    if (whole.last == from) return chunk;
    // "had symptomatic, confirmed gout": the noun of an adjective.
    if (last || (members == 0 && ends_adjectivally(sentence.tokens[chunk.last - 1].folded)))
      return whole;
    if (whole.last < sentence.tokens.size() && is_and(whole.last) && gap_at(whole.last) == " ") {
      whole.last = chunk_right(sentence, whole.last + 1, {.stops = &stops, .max_tokens = 10}).last;
      return whole;
    }
  }
  return chunk;
}

// "confirmed clinical bleeding": a participle before what it describes, not a verb.
bool describes_next(const Sentence& sentence, std::size_t first) {
  constexpr WordKinds kGoesOn = kind::preposition | kind::conjunction | kind::auxiliary |
                                kind::adverb | kind::determiner | kind::pronoun | kind::verb |
                                kind::participle | kind::time | kind::unit;
  return (sentence.kinds[first] & kind::participle) != 0 && first + 1 < sentence.tokens.size() &&
         (sentence.kinds[first + 1] & kGoesOn) == 0 &&
         sentence.tokens[first + 1].begin == sentence.tokens[first].end + 1;
}

// "mass index and filling velocity." or "death or admission." at the end of a clause: the second
// outcome, too.
Chunk with_second(const Sentence& sentence, Chunk chunk, const Patterns& stops) {
  constexpr WordKinds kClause = kind::verb | kind::auxiliary | kind::pronoun | kind::participle;
  if (chunk.last + 1 >= sentence.tokens.size()) return chunk;
  const std::string& joint = sentence.tokens[chunk.last].folded;
  if (joint != "and" && joint != "or") return chunk;
  const Chunk second = chunk_right(sentence, chunk.last + 1, {.stops = &stops, .max_tokens = 12});
  const std::size_t end = second.last > second.first ? sentence.tokens[second.last - 1].end : 0;
  // "death or admission, analyzed by intention to treat".
  const bool told_how = end > 0 && second.last < sentence.tokens.size() &&
                        sentence.text[end] == ',' &&
                        (sentence.kinds[second.last] & kind::participle) != 0;
  const bool ends = end > 0 && (told_how || second.last >= sentence.tokens.size() ||
                                sentence.text.substr(end, 1).find_first_of(";:(") == 0);
  for (std::size_t i = second.first; i < second.last; ++i) {
    if ((sentence.kinds[i] & kClause) != 0 && !describes_next(sentence, i)) return chunk;
  }
  return ends ? Chunk{chunk.first, second.last} : chunk;
}

// "death, and admission with angina": what they were admitted for.
Chunk with_cause(const Sentence& sentence, Chunk chunk, const Patterns& stops) {
  static const Patterns kAdmitted = {
      "admission|admissions|readmission|hospitalization|hospitalisation|rehospitalization "
      "with|for"};
  if (chunk.last == chunk.first || !kAdmitted.match_at(sentence.tokens, chunk.last - 1))
    return chunk;
  const Chunk cause = chunk_right(sentence, chunk.last + 1, {.stops = &stops, .max_tokens = 6});
  return cause.last > cause.first ? Chunk{chunk.first, cause.last} : chunk;
}

// "composite of fatal and nonfatal stroke": the noun comes behind "and".
bool ends_in_fatal(const Sentence& sentence, const Chunk& chunk) {
  static const Patterns kFatal = {"fatal|nonfatal|total|major and|or|plus"};
  return chunk.last > chunk.first && kFatal.match_at(sentence.tokens, chunk.last - 1).has_value();
}

// A phrase that the longest length cut inside "frequency-volume" ends before its preposition.
Chunk uncut(const Sentence& sentence, Chunk chunk) {
  const std::size_t end = chunk.last > chunk.first ? sentence.tokens[chunk.last - 1].end : 0;
  if (chunk.last >= sentence.tokens.size() || sentence.text.substr(end, 1) != "-") return chunk;
  for (std::size_t last = chunk.last; last > chunk.first + 1; --last) {
    if ((sentence.kinds[last - 1] & kind::preposition) != 0) return {chunk.first, last - 1};
  }
  return chunk;
}

// "the reduction (week 8 minus week 0) in pain": what it is a reduction in.
Chunk past_bracket(const Sentence& sentence, const Chunk& chunk) {
  if (chunk.last == chunk.first ||
      sentence.text.substr(sentence.tokens[chunk.last - 1].end, 2) != " (")
    return chunk;
  const std::size_t close = sentence.text.find(") in ", sentence.tokens[chunk.last - 1].end);
  const Chunk whole = outcome_phrase_at(sentence, chunk.first);
  const bool longer = close != std::string_view::npos && whole.first <= chunk.first + 1 &&
                      whole.last > chunk.last && sentence.tokens[whole.last - 1].end > close;
  return longer ? whole : chunk;
}

// "a comparison of the change in pain": the change.
Chunk without_comparison(const Sentence& sentence, const Chunk& chunk) {
  static const Patterns kComparison = {"?a comparison of ?the"};
  const auto behind = kComparison.match_at(sentence.tokens, chunk.first);
  return behind && *behind < chunk.last ? Chunk{*behind, chunk.last} : chunk;
}

// "The outcomes were pain and sleep (primary outcomes)": what stands before the bracket.
Chunk marked_primary(const Sentence& sentence) {
  static const Patterns kMark = {"primary|main outcome|outcomes|endpoint|endpoints",
                                 "primary|main end point|points"};
  static const Patterns kBegins = {
      "was|were|is|are|included|include|comprised|measured|assessed|assess|evaluate|determine|"
      "compare"};
  const auto mark = find_any(kMark, sentence);
  if (!mark || mark->first == 0) return {0, 0};
  const std::size_t open = sentence.tokens[mark->first].begin;
  if (open == 0 || sentence.text[open - 1] != '(' ||
      sentence.text.substr(sentence.tokens[mark->last - 1].end, 1) != ")") {
    return {0, 0};
  }
  std::size_t first = mark->first;
  while (first > 0 && !kBegins.match_at(sentence.tokens, first - 1)) {
    const std::size_t end = sentence.tokens[first - 1].end;
    const std::string_view gap = sentence.text.substr(end, sentence.tokens[first].begin - end);
    if (first < mark->first && gap.find_first_of(",;:()") != std::string_view::npos) break;
    --first;
  }
  return {first, mark->first};
}

// "Quality of life, which was the primary endpoint, improved", "the primary endpoint of death
// occurred".
Chunk told_primary(const Sentence& sentence) {
  static const Patterns kWhich = {
      "which|that was|were|is the|a|our primary|main <2> "
      "outcome|outcomes|endpoint|endpoints|point"};
  static const Patterns kOf = {"primary|main <1> outcome|endpoint|point of"};
  // "Sleep, our primary outcome, was longer".
  static const Patterns kApposed = {
      "our|the|a primary|main|principal <1> outcome|endpoint|point|variable|parameter|criterion "
      "?variable ?measure"};
  // "The protocol defined sleep as the primary outcome".
  static const Patterns kDefined = {
      "defined|used|chose|chosen|selected|considered|specified|designated|took|regarded <20> as "
      "?the|our|a primary|main|principal <2> outcome|endpoint|point|variable|parameter|criterion"};
  if (const auto apposed = find_any(kApposed, sentence); apposed && apposed->first > 0) {
    const std::size_t end = sentence.tokens[apposed->first - 1].end;
    const std::size_t behind = sentence.tokens[apposed->last - 1].end;
    const bool between =
        sentence.text.substr(end, 2) == ", " && sentence.text.substr(behind, 2) == ", ";
    if (between) return outcome_phrase_before(sentence, apposed->first);
  }
  if (const auto defined = find_any(kDefined, sentence)) {
    std::size_t as = defined->last - 1;
    while (sentence.tokens[as].folded != "as") --as;
    const bool passive = as == defined->first + 1;  // "Sleep was defined as"
    if (!passive) return {defined->first + 1, as};
    if (defined->first > 1) return outcome_phrase_before(sentence, defined->first - 1);
  }
  if (const auto which = find_any(kWhich, sentence); which && which->first > 0)
    return outcome_phrase_before(sentence, which->first);
  const auto of = find_any(kOf, sentence);
  return of && of->last < sentence.tokens.size() ? outcome_phrase_at(sentence, of->last)
                                                 : Chunk{0, 0};
}

// Whether the section that this sentence begins is headed by these words, of outcomes.
bool begins_outcome_section(const RecordText& record, const Sentence& sentence,
                            const Patterns& label) {
  constexpr std::size_t kLongestLabel = 48;  // bytes
  const doc::Span& span = sentence.span();
  if (!sentence.labelled() || sentence.is_title() || span.begin < 8) return false;
  const std::size_t from = span.begin > kLongestLabel ? span.begin - kLongestLabel : 0;
  std::string_view before = record.document().text(doc::Span{span.field, from, span.begin});
  const std::size_t colon = before.find_last_not_of(" \n");
  if (colon == std::string_view::npos || before[colon] != ':') return false;
  before = before.substr(0, colon);
  if (before.find("tcome") == std::string_view::npos &&
      before.find("TCOME") == std::string_view::npos &&
      before.find("oint") == std::string_view::npos &&
      before.find("OINT") == std::string_view::npos) {
    return false;
  }
  const std::size_t stop = before.find_last_of(".\n;?");
  if (stop != std::string_view::npos) before.remove_prefix(stop + 1);
  return find_any(label, doc::tokenize(before)).has_value();
}

// All that such a section's first sentence lists, where it is no clause of its own; a long list
// ends with a whole member.
std::optional<Chunk> listed_outcomes(const Sentence& sentence) {
  constexpr std::size_t kLongest = 220;  // bytes
  static const Patterns kAim = {"to|establish|determine|assess|evaluate|measure|the"};
  static const Patterns kSays = {"was|were|is|are|measured|assessed|evaluated|analyzed|analysed"};
  if (sentence.tokens.empty()) return std::nullopt;
  // "sleep, as measured by a diary" is no clause of its own.
  if (const auto says = find_any(kSays, sentence);
      says && (says->first == 0 || sentence.tokens[says->first - 1].folded != "as")) {
    return std::nullopt;
  }
  std::size_t first = 0;
  while (first + 1 < sentence.tokens.size() && kAim.match_at(sentence.tokens, first)) ++first;
  std::size_t last = sentence.tokens.size();
  while (last > first && sentence.tokens[last - 1].end - sentence.tokens[first].begin > kLongest) {
    do {
      --last;
    } while (last > first &&
             sentence.text.substr(sentence.tokens[last - 1].end, 1).find_first_of(",;") != 0);
  }
  if (last <= first) return std::nullopt;
  // A bracket is quoted whole or left out.
  const std::size_t begin = sentence.tokens[first].begin;
  const std::string_view words = sentence.text.substr(begin, sentence.tokens[last - 1].end - begin);
  const std::size_t open = words.find_last_of('(');
  const bool cut =
      open != std::string_view::npos && open > 0 && words.find(')', open) == std::string_view::npos;
  if (cut) last = sentence.token_from(begin + open);
  return Chunk{first, last};
}

// What a section of outcomes lists, and what these cues are followed by.
Findings named_outcomes(const RecordText& record, const Patterns& label,
                        const std::vector<Cue>& cues, const Patterns& stops) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (begins_outcome_section(record, sentence, label)) {
      if (const auto listed = listed_outcomes(sentence))
        add_phrase(findings, record, sentence, *listed, 0.85);
    }
    for (const Cue& cue : cues) {
      const auto match = find_first(cue.pattern, sentence);
      if (!match || match->last >= sentence.tokens.size()) continue;
      // "Sleep, our primary outcome, was longer": it stands before.
      if (sentence.text[sentence.tokens[match->last - 2].end] == ',' && match->first > 1) continue;
      static const Patterns kAim = {
          "to|establish|determine|assess|evaluate|measure|the|defined|as|be"};
      std::size_t first = match->last;
      while (first + 1 < sentence.tokens.size() && kAim.match_at(sentence.tokens, first)) ++first;
      // "the end point but was associated": no outcome is named there.
      constexpr WordKinds kTold = kind::participle | kind::adverb | kind::auxiliary;
      if ((sentence.kinds[first] & kTold) != 0 && (sentence.kinds[first] & kind::outcome) == 0 &&
          !describes_next(sentence, first)) {
        continue;
      }
      static const Patterns kSaid = {
          "obtained|available|similar|identical|met|reached|achieved|attained|observed|not|"
          "significantly"};
      if (kSaid.match_at(sentence.tokens, first)) continue;
      Chunk chunk = whole_outcome(
          sentence, chunk_right(sentence, first, {.stops = &stops, .max_tokens = 16}), stops);
      if (ends_in_fatal(sentence, chunk)) chunk = outcome_phrase_at(sentence, first);
      Chunk named = past_bracket(sentence, with_second(sentence, uncut(sentence, chunk), stops));
      named = with_cause(sentence, named, stops);
      // "variables combined with ratings".
      if (named.last > named.first + 1 &&
          (sentence.kinds[named.last - 1] & kind::participle) != 0 &&
          named.last < sentence.tokens.size() && sentence.kinds[named.last] == kind::preposition) {
        --named.last;
      }
      add_chunk(findings, record, sentence, without_comparison(sentence, named), cue.confidence);
    }
  }
  sort_by_confidence(findings);
  return findings;
}

}  // namespace

Findings outcomes_called_primary(const RecordText& record) {
  static const Patterns kLabel = {
      "main|primary|principal <2> outcome|outcomes|endpoint|endpoints|end|variable"};
  static const std::vector<Cue> kCues = {
      {"primary|main|principal <2> "
       "outcome|endpoint|outcomes|endpoints|point|points|variable|variables|criterion|criteria|"
       "measure|measures|parameter|parameters <4> was|were|is|are|included|include|will",
       0.92},
      {"main outcome measure|measures", 0.85}};
  static const Patterns kStops = {"and|or|but|with|while|whereas|as|secondary|compared"};
  Findings findings = named_outcomes(record, kLabel, kCues, kStops);
  for (const Sentence& sentence : record.sentences()) {
    if (!findings.candidates.empty()) break;
    add_chunk(findings, record, sentence, marked_primary(sentence), 0.88);
    add_chunk(findings, record, sentence, told_primary(sentence), 0.85);
  }
  if (findings.candidates.empty()) findings.reason = "no sentence names a primary outcome";
  return findings;
}

Findings find_secondary_outcomes(const RecordText& record) {
  static const Patterns kLabel = {"secondary <1> outcome|outcomes|endpoint|endpoints|end"};
  static const std::vector<Cue> kCues = {
      {"secondary <1> outcome|outcomes|endpoint|endpoints|end|variables ?point|points "
       "?measure|measures was|were|is|are|included|include|comprised",
       0.9}};
  static const Patterns kStops = {"and|or|but|with|while|whereas|as|primary"};
  // "Secondary outcomes were better with tea" tells how they were, not what.
  static const Patterns kHow = {
      "comparable|higher|lower|better|worse|consistent|different|no|unchanged|improved|reduced|in|"
      "more|less|generally|favorable|favourable|balanced|exploratory|all|as|likewise|mixed"};
  Findings findings = named_outcomes(record, kLabel, kCues, kStops);
  std::erase_if(findings.candidates, [](const Candidate& c) {
    const std::vector<doc::Token> words = doc::tokenize(c.text);
    return kHow.match_at(words, 0).has_value();
  });
  if (findings.candidates.empty()) findings.reason = "no sentence names a secondary outcome";
  return findings;
}

Findings find_condition(const RecordText& record) {
  static const std::vector<Cue> kCues = {
      {"patients|participants|subjects|women|men|children|adults|people|individuals|persons with",
       0.8},
      {"treatment|management|prevention|diagnosis|therapy of", 0.7}};
  static const Patterns kStops = {
      "was|were|is|are|had|has|have|who|which|that|to|in|on|at|by|from|after|during|"
      "treated|receiving|undergoing|randomly|randomized|randomised|using|with|a|an|"
      "compared|versus|vs|enrolled|received"};
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    for (const Cue& cue : kCues) {
      const auto match = find_first(cue.pattern, sentence);
      if (!match) continue;
      const Chunk chunk = chunk_right(sentence, match->last, {.stops = &kStops, .max_tokens = 8});
      add_chunk(findings, record, sentence, chunk,
                cue.confidence + (sentence.is_title() ? 0.1 : 0.0));
    }
  }
  sort_by_confidence(findings);
  return findings;
}

}  // namespace ev::extract
