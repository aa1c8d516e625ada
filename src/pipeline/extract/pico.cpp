#include "pipeline/extract/chunk.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

const Patterns& people() {
  static const Patterns kPeople = {
      "patients|participants|subjects|women|men|children|adults|volunteers|individuals|persons|"
      "people|"
      "infants|adolescents|students|outpatients|inpatients|neonates|newborns|survivors|veterans|"
      "girls|boys|"
      "smokers|males|females|mothers|rats|mice|rabbits|dogs"};
  return kPeople;
}

void add_chunk(Findings& findings, const Reading& reading, const Line& line, Chunk chunk,
               double confidence) {
  chunk = trimmed(line, chunk);
  if (chunk.first == chunk.last || !has_content(line, chunk)) return;
  Candidate candidate = quoted(reading, span_of(line, chunk), confidence);
  candidate.flag = true;
  if (findings.candidates.size() < 12) add_distinct(findings, std::move(candidate));
}

// Words before the noun: "120 postmenopausal women".
std::size_t description_begin(const Line& line, std::size_t noun) {
  static const Patterns kStops = {
      "the|a|an|of|in|to|and|or|for|with|were|was|by|from|that|we|these|those|among|between|both|"
      "each|which|"
      "on|at|than|treated|enrolled|included|randomized|randomised|assigned|recruited|compared|"
      "evaluated|"
      "studied|total|when|as|most|our|if|because|no|more|many|some|other|is|are|involved|allocated|"
      "but|"
      "selected|invited|screened|examined|per|these|who|had|have|half|remaining|including|"
      "consecutive"};
  return chunk_left(line, noun, {.stops = &kStops, .max_tokens = 6}).first;
}

// What follows the noun and belongs to it: "with asthma", "aged 18 to 65 years".
std::size_t description_end(const Line& line, std::size_t noun) {
  static const Pattern kBinds(
      "with|aged|undergoing|who|having|suffering|scheduled|requiring|admitted|"
      "hospitalized|hospitalised|diagnosed|older|younger|over|under|at|without|awaiting");
  const std::size_t after = noun + 1;
  if (!kBinds.match_at(line.tokens, after)) return after;
  const std::string_view gap =
      line.text.substr(line.tokens[noun].end, line.tokens[after].begin - line.tokens[noun].end);
  if (gap != " ") return after;
  const Chunk rest =
      chunk_right(line, after + 1, {.stops = &description_stops(), .max_tokens = 12});
  return std::max(rest.last, after);
}

double population_confidence(const Line& line, std::size_t length) {
  double confidence = line.is_title() ? 0.8 : line.role() == doc::Role::methods ? 0.8 : 0.6;
  if (length == 1) confidence -= 0.3;
  if (line.role() == doc::Role::background) confidence -= 0.2;
  return confidence;
}

void stable_by_confidence(Findings& findings) {
  std::stable_sort(findings.candidates.begin(), findings.candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return a.ground.confidence > b.ground.confidence;
                   });
}

struct Cue {
  Pattern pattern;
  double confidence;
};

void add_lists_after(Findings& findings, const Reading& reading, const Line& line,
                     const std::vector<Cue>& cues, const ChunkRule& rule) {
  for (const Cue& cue : cues) {
    std::size_t from = 0;
    while (const auto match = cue.pattern.find(line.tokens, from)) {
      from = match->last;
      for (const Chunk& chunk : list_right(line, match->last, rule)) {
        add_chunk(findings, reading, line, chunk, cue.confidence);
      }
    }
  }
}

const std::vector<Cue>& title_interventions() {
  static const std::vector<Cue> kCues = {{"effect|effects|efficacy|effectiveness|safety|impact|"
                                          "influence|tolerability|pharmacokinetics|trial|"
                                          "comparison|study|evaluation|role|use|value|benefits of",
                                          0.85},
                                         {"treatment|treated|therapy <2> with", 0.8},
                                         {"versus|vs|against", 0.8},
                                         {"compared with|to", 0.75}};
  return kCues;
}

const std::vector<Cue>& abstract_interventions() {
  static const std::vector<Cue> kCues = {
      {"random* <3> to receive <1> either", 0.85},
      {"random* <3> to receive", 0.85},
      {"assigned|allocated|randomized|randomised <1> to <1> either", 0.8},
      {"assigned|allocated|randomized|randomised to", 0.75},
      {"effect|effects|efficacy|effectiveness of", 0.75},
      {"treated|treatment|therapy|supplemented|supplementation|injected with", 0.7},
      {"received|receive|receiving", 0.65},
      {"administration|addition|infusion|injection|dose|doses|use of", 0.6},
      {"versus|vs", 0.55},
      {"compared with|to", 0.4},
      {"were|was given", 0.6}};
  return kCues;
}

const ChunkRule& short_phrase() {
  static const ChunkRule kRule{.stops = &noun_phrase_stops(), .max_tokens = 6};
  return kRule;
}

// "Aspirin versus placebo in …", "Aspirin for …", "Aspirin reduces …" begin with the intervention.
void add_title_head(Findings& findings, const Reading& reading, const Line& line) {
  static const Patterns kTurns = {
      "versus|vs|for|in|improves|reduces|increases|prevents|improve|reduce|plus|"
      "compared|as|does|is|and|or|with"};
  static const Patterns kNoHead = {
      "effect|effects|efficacy|comparison|treatment|prevention|management|"
      "randomized|randomised|controlled|trial|study|a|an|the|double|influence|"
      "impact|evaluation|prognos*|risk|long|short|early|results|clinical"};
  if (line.tokens.empty()) return;
  if (find_any(kNoHead, std::span(line.tokens).subspan(0, 1))) return;
  for (const Chunk& chunk : list_right(line, 0, short_phrase())) {
    if (chunk.last < line.tokens.size() &&
        find_any(kTurns, std::span(line.tokens).subspan(chunk.last, 1))) {
      add_chunk(findings, reading, line, chunk, 0.7);
    }
  }
}

bool states_outcomes(const Line& line) {
  return line.role() == doc::Role::methods || line.role() == doc::Role::results ||
         line.role() == doc::Role::conclusions || line.role() == doc::Role::objective;
}

const std::vector<Cue>& outcome_cues() {
  static const std::vector<Cue> kCues = {
      {"primary|main|principal|secondary <2> outcome|outcomes|endpoint|endpoints|end|measure <3> "
       "was|were|included",
       0.9},
      {"outcome|outcomes|endpoint|endpoints <2> measure|measures|was|were|included|include", 0.8},
      {"effect|effects|influence|impact <5> on", 0.7},
      {"difference|differences|change|changes|improvement|improvements|reduction|reductions|"
       "increase|increases|"
       "decrease|decreases in",
       0.65},
      {"measured|assessed|evaluated|recorded|compared|monitored <1> by|for|were", 0.4},
      {"improved|reduced|increased|decreased|reduces|improves|increases|prevented", 0.5},
      {"incidence|rate|rates|risk|frequency|prevalence|severity|number|levels|level|concentration|"
       "concentrations|"
       "duration of",
       0.55}};
  return kCues;
}

void add_outcome_subjects(Findings& findings, const Reading& reading, const Line& line) {
  static const Pattern kVerb(
      "was|were|did <3> measured|assessed|evaluated|determined|recorded|higher|lower|"
      "greater|similar|improved|reduced|increased|decreased|significantly|different|"
      "differ|observed|associated|longer|shorter|better|monitored|calculated|unchanged");
  static const Patterns kStops = {
      "in|on|for|to|with|by|at|from|during|after|before|among|between|than|as|when|"
      "while|who|which|that|if|but|whereas|was|were|is|are|be|had|has|have|we|they|"
      "it|there|this|these|those|both|all|each|the|a|an|and|or|no"};
  static const Patterns kGroups = {"group|groups|studies|trials|study|randomi*ation|years"};
  std::size_t from = 0;
  while (const auto match = kVerb.find(line.tokens, from)) {
    from = match->first + 1;
    Chunk chunk = chunk_left(line, match->first, {.stops = &kStops, .max_tokens = 6});
    const auto words = std::span(line.tokens).subspan(chunk.first, chunk.last - chunk.first);
    if (find_any(people(), words) || find_any(kGroups, words)) {
      continue;
    }
    add_chunk(findings, reading, line, chunk, 0.5);
  }
}

}  // namespace

Findings find_population(const Reading& reading) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    std::size_t from = 0;
    while (const auto noun = find_any(people(), line.tokens, from)) {
      const std::size_t end = description_end(line, noun->first);
      from = std::max(end, noun->last);
      const Chunk chunk{description_begin(line, noun->first), std::max(end, noun->last)};
      const std::size_t length = chunk.last - chunk.first;
      // A bare "patients" says nothing; a count or a description does.
      if (length < 2 || findings.candidates.size() >= 10) continue;
      Candidate candidate =
          quoted(reading, span_of(line, chunk), population_confidence(line, length));
      add_distinct(findings, std::move(candidate));
    }
  }
  stable_by_confidence(findings);
  return findings;
}

Findings find_intervention(const Reading& reading) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (!line.is_title()) continue;
    add_title_head(findings, reading, line);
    add_lists_after(findings, reading, line, title_interventions(), short_phrase());
  }
  for (const Line& line : reading.lines()) {
    if (line.is_title() || line.role() == doc::Role::background) continue;
    add_lists_after(findings, reading, line, abstract_interventions(), short_phrase());
  }
  std::erase_if(findings.candidates, [](const Candidate& c) {
    const std::vector<doc::Token> tokens = doc::tokenize(c.text);
    return find_any(people(), tokens).has_value();
  });
  return findings;
}

Findings find_comparator(const Reading& reading) {
  static const std::vector<Cue> kCues = {{"versus|vs", 0.8}, {"compared|comparison with|to", 0.7}};
  static const Patterns kUsual = {"placebo",
                                  "sham ?control|acupuncture|procedure|stimulation|surgery",
                                  "usual|standard|routine|conventional care|therapy|treatment",
                                  "no treatment",
                                  "wait|waiting list ?control",
                                  "vehicle",
                                  "control group"};
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.role() == doc::Role::background) continue;
    for (const Cue& cue : kCues) {
      if (const auto match = cue.pattern.find(line.tokens)) {
        const Chunk chunk = chunk_right(line, match->last, short_phrase());
        const bool numeric =
            chunk.first < line.tokens.size() && line.tokens[chunk.first].folded[0] <= '9';
        const bool person =
            find_any(people(),
                     std::span(line.tokens).subspan(chunk.first, chunk.last - chunk.first))
                .has_value();
        if (!numeric && !person) add_chunk(findings, reading, line, chunk, cue.confidence);
      }
    }
  }
  for (Candidate& candidate :
       all_matches(reading, kUsual, {.confidence = 0.85, .skip_background = true}).candidates) {
    add_distinct(findings, std::move(candidate));
  }
  stable_by_confidence(findings);
  return findings;
}

Findings find_outcomes(const Reading& reading) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.is_title()) {
      add_lists_after(findings, reading, line, {outcome_cues()[2]}, short_phrase());
      continue;
    }
    if (!states_outcomes(line)) continue;
    add_lists_after(findings, reading, line, outcome_cues(), short_phrase());
    add_outcome_subjects(findings, reading, line);
  }
  stable_by_confidence(findings);
  return findings;
}

Findings find_primary_outcome(const Reading& reading) {
  static const std::vector<Cue> kCues = {
      {"primary|main|principal <2> outcome|endpoint|outcomes|endpoints|point|variable <3> "
       "was|were|is",
       0.92},
      {"main outcome measure|measures", 0.85}};
  Findings findings;
  for (const Line& line : reading.lines()) {
    for (const Cue& cue : kCues) {
      const auto match = cue.pattern.find(line.tokens);
      if (!match || match->last >= line.tokens.size()) continue;
      static const Patterns kStops = {"and|or|but|with|while|whereas|as|secondary"};
      const Chunk chunk = chunk_right(line, match->last, {.stops = &kStops, .max_tokens = 16});
      add_chunk(findings, reading, line, chunk, cue.confidence);
    }
  }
  if (findings.candidates.empty()) findings.reason = "no sentence names a primary outcome";
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
      const auto match = cue.pattern.find(line.tokens);
      if (!match) continue;
      const Chunk chunk = chunk_right(line, match->last, {.stops = &kStops, .max_tokens = 8});
      add_chunk(findings, reading, line, chunk, cue.confidence + (line.is_title() ? 0.1 : 0.0));
    }
  }
  stable_by_confidence(findings);
  return findings;
}

}  // namespace ev::extract
