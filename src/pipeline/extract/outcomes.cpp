// What was measured: phrases with a word of outcomes or measures, what "effect on", "measured" and
// "improved" speak of, and everything a sentence on the primary outcome names.
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr double kOutcomeEnough = 0.55;

struct OutcomeCue {
  Pattern pattern;
  double weight;
};

// What follows is measured.
const std::vector<OutcomeCue>& measuring_cues() {
  static const std::vector<OutcomeCue> kCues = {
      {"primary|main|principal|secondary <2> outcome|outcomes|endpoint|endpoints|end|measure <3> "
       "was|were|included|include",
       1.0},
      {"outcome|outcomes|endpoint|endpoints <2> measure|measures|was|were|included|include", 0.9},
      {"effect|effects|influence|impact|effective <8> on|in", 0.6},
      {"difference|differences|change|changes|improvement|improvements|reduction|reductions|"
       "increase|increases|decrease|decreases in|of",
       0.7},
      {"improved|reduced|increased|decreased|reduces|improves|increases|prevented|lowered|"
       "decreases|affected|reduce|improve|increase|decrease|prevent|affect|enhanced|worsened",
       0.5},
      {"incidence|rate|rates|risk|frequency|prevalence|severity|levels|level|concentration|"
       "concentrations|duration|measures|degree|intensity|occurrence|percentage of",
       0.6},
      {"measured|assessed|evaluated|recorded|monitored|assess|measure|evaluate <1> by|for|with",
       0.2},
      {"measured|assessed|evaluated|recorded|monitored|assess|measure|determine", 0.4}};
  return kCues;
}

// What stands before is measured.
const Patterns& measured_after() {
  static const Patterns kVerbs = {
      "was|were|did|is|are|has|have|had <4> measured|assessed|evaluated|determined|recorded|higher|"
      "lower|greater|similar|improved|reduced|increased|decreased|different|differ|observed|longer|"
      "shorter|better|monitored|calculated|unchanged|worse|less|more|comparable|seen|noted|found|"
      "reported|significant|significantly|change|changed|compared|lowest|highest|analyzed|analysed|"
      "examined|occurred|collected|obtained",
      "improved|increased|decreased|declined|fell|rose|differed|changed|occurred|remained"};
  return kVerbs;
}

double measured_role(const Line& line) {
  if (line.is_title()) return -0.1;
  switch (line.role()) {
    case doc::Role::results:
    case doc::Role::methods:
      return 0.1;
    case doc::Role::background:
      return -0.6;
    default:
      return 0;
  }
}

double cue_before(const std::vector<double>& cued, const Chunk& chunk) {
  double out = 0;
  for (std::size_t i = chunk.first; i < chunk.last; ++i) out = std::max(out, cued[i]);
  return out;
}

// Which tokens a measuring cue reaches: the list that follows it.
std::vector<double> cued_tokens(const Line& line) {
  static const Patterns kStops = {
      "was|were|is|are|had|has|have|who|which|that|than|when|while|whereas|but|we|compared|"
      "between|among|after|before|during|at|by|using|from|as|versus|vs|with|did|not|may|should"};
  std::vector<double> out(line.tokens.size(), 0.0);
  for (const OutcomeCue& cue : measuring_cues()) {
    std::size_t from = 0;
    while (const auto match = cue.pattern.find(line.tokens, from)) {
      from = match->last;
      for (const Chunk& member :
           list_right(line, match->last, {.stops = &kStops, .max_tokens = 9})) {
        for (std::size_t i = member.first; i < member.last; ++i) {
          out[i] = std::max(out[i], cue.weight);
        }
      }
    }
  }
  return out;
}

double subject_cue(const Line& line, const Chunk& chunk) {
  return chunk.last < line.tokens.size() && measured_after().match_at(line.tokens, chunk.last)
             ? 0.5
             : 0.0;
}

bool is_measured_thing(const Line& line, const Chunk& chunk) {
  const WordKinds head = head_kinds(line, chunk);
  const WordKinds all = kinds_of(line, chunk);
  const bool treated = (all & kind::treatment) != 0 && (all & (kind::outcome | kind::measure)) == 0;
  return (head & (kind::person | kind::animal | kind::time | kind::unit)) == 0 && !treated;
}

double outcome_words(const Line& line, const Chunk& chunk, bool has_complement) {
  const WordKinds all = kinds_of(line, chunk);
  const WordKinds head = head_kinds(line, chunk);
  double out = 0;
  if ((all & kind::outcome) != 0) out += (head & kind::outcome) != 0 ? 0.6 : 0.4;
  if ((all & kind::measure) != 0) {
    const bool specific = chunk.last - chunk.first > 1 || has_complement;
    out += specific ? 0.4 : 0.1;
  }
  if ((all & kind::treatment) != 0 && (head & (kind::outcome | kind::measure)) == 0) out -= 0.5;
  if ((all & kind::condition) != 0 && (all & kind::outcome) == 0) out -= 0.1;
  return out;
}

bool says_nothing(const Line& line, const Chunk& chunk) {
  for (std::size_t i = chunk.first; i < chunk.last; ++i) {
    constexpr WordKinds kEmpty = kind::generic | kind::time | kind::unit | kind::person;
    const bool number = doc::is_digit(line.tokens[i].folded.front());
    if (!number && (line.kinds[i] & kEmpty) == 0 && line.tokens[i].folded.size() > 1) return false;
  }
  return true;
}

void add_outcomes_of(Findings& findings, const Reading& reading, const Line& line) {
  const std::vector<Chunk> phrases = noun_phrases(line);
  if (phrases.empty()) return;
  const std::vector<double> cued = cued_tokens(line);
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    Chunk chunk = phrases[i];
    const Chunk of = complement_of(line, phrases, i, "of");
    const bool complement = of.last > of.first;
    if (!is_measured_thing(line, chunk)) continue;
    double score = outcome_words(line, chunk, complement) + measured_role(line);
    const Chunk whole{chunk.first, complement ? of.last : chunk.last};
    score += std::max(cue_before(cued, chunk), subject_cue(line, whole));
    const bool joins = complement && (kinds_of(line, chunk) & kind::measure) != 0 &&
                       (kinds_of(line, of) & (kind::person | kind::treatment | kind::time)) == 0;
    if (joins) chunk = whole;
    if (score < kOutcomeEnough || says_nothing(line, chunk)) continue;
    add_phrase(findings, reading, line, trimmed(line, chunk),
               std::clamp(0.3 + 0.35 * score, 0.3, 0.92));
  }
}

}  // namespace

Findings find_outcomes(const Reading& reading) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.sentence.labelled && line.role() == doc::Role::background) continue;
    add_outcomes_of(findings, reading, line);
  }
  sort_by_confidence(findings);
  return findings;
}

}  // namespace ev::extract
