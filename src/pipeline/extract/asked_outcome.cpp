#include "pipeline/extract/asked_outcome.hpp"

#include "pipeline/extract/chunk.hpp"
#include "pipeline/extract/noun_phrase.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr double kOfTitle = 0.55;
constexpr double kOfAim = 0.5;

const ChunkRule& outcome_phrase() {
  static const Patterns kStops = {
      "in|on|among|during|after|before|following|for|by|with|without|using|when|while|as|at|from|"
      "within|under|between|to|than|versus|vs|compared|but|that|which|who|was|were|is|are|be|been|"
      "had|has|have|did|does|may|can|could|through|via|over|until|we|treated|receiving|undergoing|"
      "induced|randomized|randomised"};
  static const ChunkRule kRule{.stops = &kStops, .max_tokens = 12};
  return kRule;
}

// "small arteries of patients": whose they are is left out.
Chunk without_people(const Line& line, Chunk chunk) {
  for (std::size_t i = chunk.first + 1; i + 1 < chunk.last; ++i) {
    const Chunk rest{i + 1, chunk.last};
    if (line.tokens[i].folded != "of" || (kinds_of(line, rest) & kind::person) == 0) continue;
    return {chunk.first, i};
  }
  return chunk;
}

// "ischemia-induced dysfunction": a hyphen goes on.
Chunk outcome_at(const Line& line, std::size_t first) {
  Chunk chunk = chunk_right(line, first, outcome_phrase());
  while (chunk.last > first && chunk.last < line.tokens.size() &&
         line.text.substr(line.tokens[chunk.last - 1].end,
                          line.tokens[chunk.last].begin - line.tokens[chunk.last - 1].end) == "-") {
    chunk.last = std::max(chunk_right(line, chunk.last, outcome_phrase()).last, chunk.last + 1);
    const std::size_t next = chunk.last;
    if (next < line.tokens.size() && line.tokens[next].begin == line.tokens[next - 1].end + 1 &&
        line.text[line.tokens[next - 1].end] == ' ') {
      chunk.last = chunk_right(line, next, outcome_phrase()).last;
    }
  }
  // "regression of gout and the relation to sleep": another question.
  static const Patterns kAnother = {"and the|its|their|whether"};
  const auto another = find_any(kAnother, std::span(line.tokens).first(chunk.last), first);
  if (another && another->first > first) chunk.last = another->first;
  return trimmed(line, without_people(line, chunk));
}

bool names_outcome(const Line& line, const Chunk& chunk) {
  if (chunk.last <= chunk.first || !has_content(line, chunk)) return false;
  constexpr WordKinds kNot = kind::person | kind::animal | kind::time | kind::unit | kind::verb |
                             kind::adverb | kind::preposition | kind::conjunction |
                             kind::determiner | kind::pronoun | kind::participle | kind::drug |
                             kind::inactive;
  // "bioavailability of aspirin": the first noun says what is measured.
  std::size_t end_of_head = chunk.first + 1;
  while (end_of_head < chunk.last && line.tokens[end_of_head].folded != "of") ++end_of_head;
  const WordKinds head = head_kinds(line, {chunk.first, end_of_head});
  if ((head & kNot) != 0 && (head & (kind::outcome | kind::measure)) == 0) return false;
  // "progression and" of a longer list, "left" of "left ventricular".
  const std::size_t end = line.tokens[chunk.last - 1].end;
  return end >= line.text.size() || line.text[end] != '(';
}

// "effect of tea on sleep", where the first words after the effect name what was given.
std::optional<Chunk> affected_in(const Line& line) {
  constexpr std::size_t kReach = 24;  // tokens from the effect to what it is on
  static const Patterns kEffect = {"effect|effects|impact|influence|effectiveness"};
  static const Patterns kOn = {"on|upon"};
  const auto effect = find_any(kEffect, line);
  // "Sleep with tea, and the effect on mood": the title asks about sleep first.
  static const Patterns kAnd = {"and ?the ?its"};
  const std::size_t before = effect ? std::min<std::size_t>(effect->first, 2) : 0;
  const bool second = before > 0 && line.is_title() &&
                      (kAnd.match_at(line.tokens, effect->first - 1) == effect->first ||
                       kAnd.match_at(line.tokens, effect->first - before) == effect->first);
  if (!effect || second) return std::nullopt;
  const std::size_t reach = std::min(effect->last + kReach, line.tokens.size());
  const auto words = std::span(line.tokens).first(reach);
  const auto on = find_any(kOn, words, effect->last);
  if (!on || on->last >= line.tokens.size()) return std::nullopt;
  std::size_t first = on->last;
  static const Patterns kLead = {"the|a|an|its|their"};
  while (first + 1 < line.tokens.size() && kLead.match_at(line.tokens, first)) ++first;
  const Chunk chunk = outcome_at(line, first);
  return names_outcome(line, chunk) ? std::optional(chunk) : std::nullopt;
}

// "tea to prevent gout", "tea improves sleep", "tea in the eradication of worms".
std::optional<Chunk> aimed_at_in(const Line& line) {
  static const Patterns kBefore = {
      "to prevent|reduce|improve|relieve|decrease|increase|control|lower ?the",
      "improves|reduces|prevents|increases|decreases|lowers|enhances|relieves|attenuates ?the",
      "for|in preventing|reducing|improving|relieving|decreasing ?the",
      "for|in ?the prevention|reduction of ?the"};
  static const Patterns kOf = {"eradication|healing|incidence of"};
  if (const auto told = find_any(kBefore, line); told && told->last < line.tokens.size()) {
    const Chunk chunk = outcome_at(line, told->last);
    if (names_outcome(line, chunk)) return chunk;
  }
  if (const auto told = find_any(kOf, line); told && told->last < line.tokens.size()) {
    const Chunk chunk = outcome_at(line, told->first);
    if (names_outcome(line, chunk)) return chunk;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Candidate> asked_outcome(const Reading& reading) {
  for (const Line& line : reading.lines()) {
    if (!line.is_title()) break;
    auto chunk = affected_in(line);
    if (!chunk) chunk = aimed_at_in(line);
    if (chunk) return quoted(reading, span_of(line, *chunk), kOfTitle);
  }
  for (const Line& line : reading.lines()) {
    if (line.role() != doc::Role::objective) continue;
    if (const auto chunk = affected_in(line)) return quoted(reading, span_of(line, *chunk), kOfAim);
  }
  return std::nullopt;
}

}  // namespace ev::extract
