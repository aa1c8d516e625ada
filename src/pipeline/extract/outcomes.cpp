// What was measured: phrases with a word of outcomes or measures, what "effect on", "measured" and
// "improved" speak of, and everything a sentence on the primary outcome names.
#include "base/text.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/noun_phrase.hpp"
#include "pipeline/extract/pico.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>
#include <set>

namespace ev::extract {

namespace {

constexpr double kOutcomeEnough = 0.45;

// What follows is measured.
const WeightedCues& measuring_cues() {
  static const WeightedCues kCues({
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
      {"measured|assessed|evaluated|recorded|monitored|assess|measure|determine", 0.4},
  });
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

double measured_role(const Sentence& sentence) {
  if (sentence.is_title()) return -0.1;
  switch (sentence.role()) {
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
std::vector<double> cued_tokens(const Sentence& sentence) {
  static const Patterns kStops = {
      "was|were|is|are|had|has|have|who|which|that|than|when|while|whereas|but|we|compared|"
      "between|among|after|before|during|at|by|using|from|as|versus|vs|with|did|not|may|should"};
  std::vector<double> out(sentence.tokens.size(), 0.0);
  measuring_cues().each_end_in(sentence, [&](std::size_t end, double weight) {
    for (const Chunk& member : list_right(sentence, end, {.stops = &kStops, .max_tokens = 9})) {
      for (std::size_t i = member.first; i < member.last; ++i) out[i] = std::max(out[i], weight);
    }
  });
  return out;
}

double subject_cue(const Sentence& sentence, const Chunk& chunk) {
  return chunk.last < sentence.tokens.size() &&
                 measured_after().match_at(sentence.tokens, chunk.last)
             ? 0.5
             : 0.0;
}

bool is_measured_thing(const Sentence& sentence, const Chunk& chunk) {
  const WordKinds head = head_kinds(sentence, chunk);
  const WordKinds all = kinds_of(sentence, chunk);
  const bool treated = (all & kind::treatment) != 0 && (all & (kind::outcome | kind::measure)) == 0;
  return (head & (kind::person | kind::animal | kind::time | kind::unit)) == 0 && !treated;
}

double outcome_words(const Sentence& sentence, const Chunk& chunk, bool has_complement) {
  const WordKinds all = kinds_of(sentence, chunk);
  const WordKinds head = head_kinds(sentence, chunk);
  double out = 0;
  if ((all & kind::outcome) != 0) out += (head & kind::outcome) != 0 ? 0.6 : 0.4;
  if ((all & kind::measure) != 0) {
    const bool specific = chunk.last - chunk.first > 1 || has_complement;
    out += specific ? 0.4 : 0.1;
  }
  if ((all & kind::treatment) != 0 && (head & (kind::outcome | kind::measure)) == 0) out -= 0.5;
  if ((head & kind::condition) != 0 && (all & kind::outcome) == 0) out -= 0.3;
  return out;
}

// "primary outcome", "significant changes", "times": named, but nothing in particular.
bool says_nothing(const Sentence& sentence, const Chunk& chunk) {
  static const Patterns kEmptyWords = {
      "outcome|outcomes|endpoint|endpoints|measure|measures|significant|improvement|improvements|"
      "change|changes|reduction|reductions|point|points|parameters|parameter|control|condition|"
      "conditions|times|levels|level|rates|scores|response|responses|major|secondary|key|"
      "variables|variable|characteristics|marked|important|profile|pattern|patterns|days"};
  for (std::size_t i = chunk.first; i < chunk.last; ++i) {
    constexpr WordKinds kEmpty = kind::generic | kind::time | kind::unit | kind::person;
    const bool number = doc::is_digit(sentence.tokens[i].folded.front());
    const bool empty =
        (sentence.kinds[i] & kEmpty) != 0 || kEmptyWords.match_at(sentence.tokens, i);
    if (!number && !empty && sentence.tokens[i].folded.size() > 1) return false;
  }
  return true;
}

struct ScoredOutcome {
  Chunk chunk;
  double score = 0;
};

// "nausea and vomiting": two phrases and nothing but a conjunction between them.
void join_pairs(const Sentence& sentence, std::vector<ScoredOutcome>& found) {
  for (std::size_t i = 1; i < found.size();) {
    ScoredOutcome& left = found[i - 1];
    const ScoredOutcome& right = found[i];
    const bool pair = right.chunk.first == left.chunk.last + 1 &&
                      (sentence.tokens[left.chunk.last].folded == "and" ||
                       sentence.tokens[left.chunk.last].folded == "or") &&
                      right.chunk.last - left.chunk.first <= 8 &&
                      sentence.text[sentence.tokens[left.chunk.last - 1].end] == ' ';
    if (!pair) {
      ++i;
      continue;
    }
    left.chunk.last = right.chunk.last;
    left.score = std::max(left.score, right.score);
    found.erase(found.begin() + static_cast<long>(i));
  }
}

void add_outcomes_of(Findings& findings, const RecordText& record, const Sentence& sentence,
                     const std::set<std::string>& given) {
  const std::vector<Chunk>& phrases = record.noun_phrases_of(sentence);
  if (phrases.empty()) return;
  const std::vector<double> cued = cued_tokens(sentence);
  std::vector<ScoredOutcome> found;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    Chunk chunk = phrases[i];
    const Chunk of = complement_of(sentence, phrases, i, "of");
    const bool complement = of.last > of.first;
    if (!is_measured_thing(sentence, chunk)) continue;
    double score = outcome_words(sentence, chunk, complement) + measured_role(sentence);
    const Chunk whole{chunk.first, complement ? of.last : chunk.last};
    score += std::max(cue_before(cued, chunk), subject_cue(sentence, whole));
    const bool joins =
        complement && (kinds_of(sentence, chunk) & kind::measure) != 0 &&
        (kinds_of(sentence, of) & (kind::person | kind::treatment | kind::time)) == 0;
    if (joins) chunk = whole;
    chunk = trimmed(sentence, chunk);
    if (score < kOutcomeEnough || says_nothing(sentence, chunk)) continue;
    const bool named = (kinds_of(sentence, chunk) & kind::outcome) == 0 &&
                       given.count(folded_text(sentence, chunk)) != 0;
    if (named) continue;
    found.push_back({chunk, score});
  }
  join_pairs(sentence, found);
  for (const ScoredOutcome& measured : found) {
    add_phrase(findings, record, sentence, measured.chunk,
               std::clamp(0.3 + 0.35 * measured.score, 0.3, 0.92));
  }
}

}  // namespace

Findings outcomes_by_rules(const RecordText& record) {
  std::set<std::string> given;
  for (const Candidate& candidate : intervention_candidates(record).candidates) {
    given.insert(text::fold(candidate.text));
  }
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.labelled() && sentence.role() == doc::Role::background) continue;
    add_outcomes_of(findings, record, sentence, given);
  }
  static const Patterns kTolerated = {"well tolerated"};
  for (Candidate& candidate :
       all_matches(record, kTolerated, {.confidence = 0.6, .skip_background = true}).candidates) {
    add_distinct(findings, std::move(candidate));
  }
  sort_by_confidence(findings);
  return findings;
}

}  // namespace ev::extract
