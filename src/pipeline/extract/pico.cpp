#include "pipeline/extract/chunk.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "pipeline/extract/rules.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

struct Cue {
  Pattern pattern;
  double confidence;
};

}  // namespace

Findings find_primary_outcome(const Reading& reading) {
  static const std::vector<Cue> kCues = {
      {"primary|main|principal <2> outcome|endpoint|outcomes|endpoints|point|variable <3> "
       "was|were|is",
       0.92},
      {"main outcome measure|measures", 0.85}};
  Findings findings;
  for (const Line& line : reading.lines()) {
    for (const Cue& cue : kCues) {
      const auto match = find_first(cue.pattern, line);
      if (!match || match->last >= line.tokens.size()) continue;
      static const Patterns kStops = {"and|or|but|with|while|whereas|as|secondary"};
      static const Patterns kAim = {
          "to|establish|determine|assess|evaluate|measure|the|defined|as"};
      std::size_t first = match->last;
      while (first + 1 < line.tokens.size() && kAim.match_at(line.tokens, first)) ++first;
      // "the end point but was associated": no outcome is named there.
      constexpr WordKinds kTold = kind::participle | kind::adverb | kind::auxiliary;
      if ((line.kinds[first] & kTold) != 0 && (line.kinds[first] & kind::outcome) == 0) continue;
      const Chunk chunk = chunk_right(line, first, {.stops = &kStops, .max_tokens = 16});
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
