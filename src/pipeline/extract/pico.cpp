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
Chunk whole_outcome(const Line& line, Chunk chunk, const Patterns& stops) {
  const auto gap_at = [&](std::size_t token) {
    const std::size_t end = line.tokens[token - 1].end;
    return line.text.substr(end, line.tokens[token].begin - end);
  };
  const auto is_and = [&](std::size_t token) {
    return line.tokens[token].folded == "and" || line.tokens[token].folded == "or";
  };
  Chunk whole = chunk;
  static const Patterns kBetween = {"between|both <3> and"};
  for (std::size_t i = chunk.first; i < chunk.last; ++i) {
    if (kBetween.match_at(line.tokens, i) == chunk.last + 1) {
      return {chunk.first,
              chunk_right(line, chunk.last + 1, {.stops = &stops, .max_tokens = 6}).last};
    }
  }
  // "Eczema Area and Severity Index".
  const auto capital = [&](std::size_t token) {
    return token < line.tokens.size() && doc::is_upper(line.text[line.tokens[token].begin]);
  };
  if (chunk.last > chunk.first && chunk.last < line.tokens.size() && is_and(chunk.last) &&
      capital(chunk.last - 1) && capital(chunk.last + 1)) {
    return {chunk.first,
            chunk_right(line, chunk.last + 1, {.stops = &stops, .max_tokens = 4}).last};
  }
  // "development or progression of gout".
  if (chunk.last == chunk.first + 1 && chunk.last + 1 < line.tokens.size() && is_and(chunk.last) &&
      gap_at(chunk.last) == " ") {
    return {chunk.first,
            chunk_right(line, chunk.last + 1, {.stops = &stops, .max_tokens = 10}).last};
  }
  for (int members = 0; members < 6 && whole.last + 1 < line.tokens.size(); ++members) {
    if (gap_at(whole.last) != ", ") return chunk;
    const bool last = is_and(whole.last);
    const std::size_t from = last ? whole.last + 1 : whole.last;
    constexpr WordKinds kTold =
        kind::participle | kind::verb | kind::preposition | kind::pronoun | kind::auxiliary;
    if ((line.kinds[from] & kTold) != 0 && (line.kinds[from] & kind::outcome) == 0) return chunk;
    whole.last = chunk_right(line, from, {.stops = &stops, .max_tokens = 10}).last;
    if (whole.last == from) return chunk;
    // "had symptomatic, confirmed gout": the noun of an adjective.
    if (last || (members == 0 && ends_adjectivally(line.tokens[chunk.last - 1].folded)))
      return whole;
    if (whole.last < line.tokens.size() && is_and(whole.last) && gap_at(whole.last) == " ") {
      whole.last = chunk_right(line, whole.last + 1, {.stops = &stops, .max_tokens = 10}).last;
      return whole;
    }
  }
  return chunk;
}

// "confirmed clinical bleeding": a participle before what it describes, not a verb.
bool describes_next(const Line& line, std::size_t first) {
  constexpr WordKinds kGoesOn = kind::preposition | kind::conjunction | kind::auxiliary |
                                kind::adverb | kind::determiner | kind::pronoun | kind::verb |
                                kind::participle | kind::time | kind::unit;
  return (line.kinds[first] & kind::participle) != 0 && first + 1 < line.tokens.size() &&
         (line.kinds[first + 1] & kGoesOn) == 0 &&
         line.tokens[first + 1].begin == line.tokens[first].end + 1;
}

// "mass index and filling velocity." or "death or admission." at the end of a clause: the second
// outcome, too.
Chunk with_second(const Line& line, Chunk chunk, const Patterns& stops) {
  constexpr WordKinds kClause = kind::verb | kind::auxiliary | kind::pronoun | kind::participle;
  if (chunk.last + 1 >= line.tokens.size()) return chunk;
  const std::string& joint = line.tokens[chunk.last].folded;
  if (joint != "and" && joint != "or") return chunk;
  const Chunk second = chunk_right(line, chunk.last + 1, {.stops = &stops, .max_tokens = 12});
  const std::size_t end = second.last > second.first ? line.tokens[second.last - 1].end : 0;
  // "death or admission, analyzed by intention to treat".
  const bool told_how = end > 0 && second.last < line.tokens.size() && line.text[end] == ',' &&
                        (line.kinds[second.last] & kind::participle) != 0;
  const bool ends = end > 0 && (told_how || second.last >= line.tokens.size() ||
                                line.text.substr(end, 1).find_first_of(";:(") == 0);
  for (std::size_t i = second.first; i < second.last; ++i) {
    if ((line.kinds[i] & kClause) != 0 && !describes_next(line, i)) return chunk;
  }
  return ends ? Chunk{chunk.first, second.last} : chunk;
}

// "death, and admission with angina": what they were admitted for.
Chunk with_cause(const Line& line, Chunk chunk, const Patterns& stops) {
  static const Patterns kAdmitted = {
      "admission|admissions|readmission|hospitalization|hospitalisation|rehospitalization "
      "with|for"};
  if (chunk.last == chunk.first || !kAdmitted.match_at(line.tokens, chunk.last - 1)) return chunk;
  const Chunk cause = chunk_right(line, chunk.last + 1, {.stops = &stops, .max_tokens = 6});
  return cause.last > cause.first ? Chunk{chunk.first, cause.last} : chunk;
}

// "composite of fatal and nonfatal stroke": the noun comes behind "and".
bool ends_in_fatal(const Line& line, const Chunk& chunk) {
  static const Patterns kFatal = {"fatal|nonfatal|total|major and|or|plus"};
  return chunk.last > chunk.first && kFatal.match_at(line.tokens, chunk.last - 1).has_value();
}

// A phrase that the longest length cut inside "frequency-volume" ends before its preposition.
Chunk uncut(const Line& line, Chunk chunk) {
  const std::size_t end = chunk.last > chunk.first ? line.tokens[chunk.last - 1].end : 0;
  if (chunk.last >= line.tokens.size() || line.text.substr(end, 1) != "-") return chunk;
  for (std::size_t last = chunk.last; last > chunk.first + 1; --last) {
    if ((line.kinds[last - 1] & kind::preposition) != 0) return {chunk.first, last - 1};
  }
  return chunk;
}

// "the reduction (week 8 minus week 0) in pain": what it is a reduction in.
Chunk past_bracket(const Line& line, const Chunk& chunk) {
  if (chunk.last == chunk.first || line.text.substr(line.tokens[chunk.last - 1].end, 2) != " (")
    return chunk;
  const std::size_t close = line.text.find(") in ", line.tokens[chunk.last - 1].end);
  const Chunk whole = outcome_phrase_at(line, chunk.first);
  const bool longer = close != std::string_view::npos && whole.first <= chunk.first + 1 &&
                      whole.last > chunk.last && line.tokens[whole.last - 1].end > close;
  return longer ? whole : chunk;
}

// "a comparison of the change in pain": the change.
Chunk without_comparison(const Line& line, const Chunk& chunk) {
  static const Patterns kComparison = {"?a comparison of ?the"};
  const auto behind = kComparison.match_at(line.tokens, chunk.first);
  return behind && *behind < chunk.last ? Chunk{*behind, chunk.last} : chunk;
}

// "The outcomes were pain and sleep (primary outcomes)": what stands before the bracket.
Chunk marked_primary(const Line& line) {
  static const Patterns kMark = {"primary|main outcome|outcomes|endpoint|endpoints",
                                 "primary|main end point|points"};
  static const Patterns kBegins = {
      "was|were|is|are|included|include|comprised|measured|assessed|assess|evaluate|determine|"
      "compare"};
  const auto mark = find_any(kMark, line);
  if (!mark || mark->first == 0) return {0, 0};
  const std::size_t open = line.tokens[mark->first].begin;
  if (open == 0 || line.text[open - 1] != '(' ||
      line.text.substr(line.tokens[mark->last - 1].end, 1) != ")") {
    return {0, 0};
  }
  std::size_t first = mark->first;
  while (first > 0 && !kBegins.match_at(line.tokens, first - 1)) {
    const std::size_t end = line.tokens[first - 1].end;
    const std::string_view gap = line.text.substr(end, line.tokens[first].begin - end);
    if (first < mark->first && gap.find_first_of(",;:()") != std::string_view::npos) break;
    --first;
  }
  return {first, mark->first};
}

// "Quality of life, which was the primary endpoint, improved", "the primary endpoint of death
// occurred".
Chunk told_primary(const Line& line) {
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
  if (const auto apposed = find_any(kApposed, line); apposed && apposed->first > 0) {
    const std::size_t end = line.tokens[apposed->first - 1].end;
    const std::size_t behind = line.tokens[apposed->last - 1].end;
    const bool between = line.text.substr(end, 2) == ", " && line.text.substr(behind, 2) == ", ";
    if (between) return outcome_phrase_before(line, apposed->first);
  }
  if (const auto defined = find_any(kDefined, line)) {
    std::size_t as = defined->last - 1;
    while (line.tokens[as].folded != "as") --as;
    const bool passive = as == defined->first + 1;  // "Sleep was defined as"
    if (!passive) return {defined->first + 1, as};
    if (defined->first > 1) return outcome_phrase_before(line, defined->first - 1);
  }
  if (const auto which = find_any(kWhich, line); which && which->first > 0)
    return outcome_phrase_before(line, which->first);
  const auto of = find_any(kOf, line);
  return of && of->last < line.tokens.size() ? outcome_phrase_at(line, of->last) : Chunk{0, 0};
}

// Whether the section that this line begins is headed by these words, of outcomes.
bool begins_outcome_section(const Reading& reading, const Line& line, const Patterns& label) {
  constexpr std::size_t kLongestLabel = 48;  // bytes
  const doc::Span& span = line.sentence.span;
  if (!line.sentence.labelled || line.is_title() || span.begin < 8) return false;
  const std::size_t from = span.begin > kLongestLabel ? span.begin - kLongestLabel : 0;
  std::string_view before = reading.document().text(doc::Span{span.field, from, span.begin});
  const std::size_t colon = before.find_last_not_of(" \n");
  if (colon == std::string_view::npos || before[colon] != ':') return false;
  before = before.substr(0, colon);
  if (before.find("tcome") == std::string_view::npos &&
      before.find("TCOME") == std::string_view::npos &&
      before.find("oint") == std::string_view::npos &&
      before.find("OINT") == std::string_view::npos) {
    return false;
  }
  const std::size_t sentence = before.find_last_of(".\n;?");
  if (sentence != std::string_view::npos) before.remove_prefix(sentence + 1);
  return find_any(label, doc::tokenize(before)).has_value();
}

// All that such a section's first sentence lists, where it is no clause of its own; a long list
// ends with a whole member.
std::optional<Chunk> listed_outcomes(const Line& line) {
  constexpr std::size_t kLongest = 220;  // bytes
  static const Patterns kAim = {"to|establish|determine|assess|evaluate|measure|the"};
  static const Patterns kSays = {"was|were|is|are|measured|assessed|evaluated|analyzed|analysed"};
  if (line.tokens.empty()) return std::nullopt;
  // "sleep, as measured by a diary" is no clause of its own.
  if (const auto says = find_any(kSays, line);
      says && (says->first == 0 || line.tokens[says->first - 1].folded != "as")) {
    return std::nullopt;
  }
  std::size_t first = 0;
  while (first + 1 < line.tokens.size() && kAim.match_at(line.tokens, first)) ++first;
  std::size_t last = line.tokens.size();
  while (last > first && line.tokens[last - 1].end - line.tokens[first].begin > kLongest) {
    do {
      --last;
    } while (last > first &&
             line.text.substr(line.tokens[last - 1].end, 1).find_first_of(",;") != 0);
  }
  if (last <= first) return std::nullopt;
  // A bracket is quoted whole or left out.
  const std::size_t begin = line.tokens[first].begin;
  const std::string_view words = line.text.substr(begin, line.tokens[last - 1].end - begin);
  const std::size_t open = words.find_last_of('(');
  const bool cut =
      open != std::string_view::npos && open > 0 && words.find(')', open) == std::string_view::npos;
  if (cut) last = line.token_from(begin + open);
  return Chunk{first, last};
}

// What a section of outcomes lists, and what these cues are followed by.
Findings named_outcomes(const Reading& reading, const Patterns& label, const std::vector<Cue>& cues,
                        const Patterns& stops) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (begins_outcome_section(reading, line, label)) {
      if (const auto listed = listed_outcomes(line))
        add_phrase(findings, reading, line, *listed, 0.85);
    }
    for (const Cue& cue : cues) {
      const auto match = find_first(cue.pattern, line);
      if (!match || match->last >= line.tokens.size()) continue;
      // "Sleep, our primary outcome, was longer": it stands before.
      if (line.text[line.tokens[match->last - 2].end] == ',' && match->first > 1) continue;
      static const Patterns kAim = {
          "to|establish|determine|assess|evaluate|measure|the|defined|as|be"};
      std::size_t first = match->last;
      while (first + 1 < line.tokens.size() && kAim.match_at(line.tokens, first)) ++first;
      // "the end point but was associated": no outcome is named there.
      constexpr WordKinds kTold = kind::participle | kind::adverb | kind::auxiliary;
      if ((line.kinds[first] & kTold) != 0 && (line.kinds[first] & kind::outcome) == 0 &&
          !describes_next(line, first)) {
        continue;
      }
      static const Patterns kSaid = {
          "obtained|available|similar|identical|met|reached|achieved|attained|observed|not|"
          "significantly"};
      if (kSaid.match_at(line.tokens, first)) continue;
      Chunk chunk =
          whole_outcome(line, chunk_right(line, first, {.stops = &stops, .max_tokens = 16}), stops);
      if (ends_in_fatal(line, chunk)) chunk = outcome_phrase_at(line, first);
      Chunk named = past_bracket(line, with_second(line, uncut(line, chunk), stops));
      named = with_cause(line, named, stops);
      // "variables combined with ratings".
      if (named.last > named.first + 1 && (line.kinds[named.last - 1] & kind::participle) != 0 &&
          named.last < line.tokens.size() && line.kinds[named.last] == kind::preposition) {
        --named.last;
      }
      add_chunk(findings, reading, line, without_comparison(line, named), cue.confidence);
    }
  }
  sort_by_confidence(findings);
  return findings;
}

}  // namespace

Findings outcomes_called_primary(const Reading& reading) {
  static const Patterns kLabel = {
      "main|primary|principal <2> outcome|outcomes|endpoint|endpoints|end|variable"};
  static const std::vector<Cue> kCues = {
      {"primary|main|principal <2> "
       "outcome|endpoint|outcomes|endpoints|point|points|variable|variables|criterion|criteria|"
       "measure|measures|parameter|parameters <4> was|were|is|are|included|include|will",
       0.92},
      {"main outcome measure|measures", 0.85}};
  static const Patterns kStops = {"and|or|but|with|while|whereas|as|secondary|compared"};
  Findings findings = named_outcomes(reading, kLabel, kCues, kStops);
  for (const Line& line : reading.lines()) {
    if (!findings.candidates.empty()) break;
    add_chunk(findings, reading, line, marked_primary(line), 0.88);
    add_chunk(findings, reading, line, told_primary(line), 0.85);
  }
  if (findings.candidates.empty()) findings.reason = "no sentence names a primary outcome";
  return findings;
}

Findings find_secondary_outcomes(const Reading& reading) {
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
  Findings findings = named_outcomes(reading, kLabel, kCues, kStops);
  std::erase_if(findings.candidates, [](const Candidate& c) {
    const std::vector<doc::Token> words = doc::tokenize(c.text);
    return kHow.match_at(words, 0).has_value();
  });
  if (findings.candidates.empty()) findings.reason = "no sentence names a secondary outcome";
  return findings;
}

Findings find_condition(const Reading& reading) {
  static const std::vector<Cue> kCues = {
      {"patients|participants|subjects|women|men|children|adults|people|individuals|persons with",
       0.8},
      {"treatment|management|prevention|diagnosis|therapy of", 0.7}};
  static const Patterns kStops = {
      "was|were|is|are|had|has|have|who|which|that|to|in|on|at|by|from|after|during|"
      "treated|receiving|undergoing|randomly|randomized|randomised|using|with|a|an|"
      "compared|versus|vs|enrolled|received"};
  Findings findings;
  for (const Line& line : reading.lines()) {
    for (const Cue& cue : kCues) {
      const auto match = find_first(cue.pattern, line);
      if (!match) continue;
      const Chunk chunk = chunk_right(line, match->last, {.stops = &kStops, .max_tokens = 8});
      add_chunk(findings, reading, line, chunk, cue.confidence + (line.is_title() ? 0.1 : 0.0));
    }
  }
  sort_by_confidence(findings);
  return findings;
}

}  // namespace ev::extract
