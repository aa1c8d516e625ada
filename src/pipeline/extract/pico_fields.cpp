// The fields population, intervention and outcomes: the rules' best phrase first where the tagger
// agrees, then the tagger's spans by how sure they are. Where it finds nothing the rules stand.
#include "pipeline/extract/compared.hpp"
#include "pipeline/extract/lexicon.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/pico.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "pipeline/extract/rules.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::size_t kMostSpans = 60;

bool overlaps(const doc::Span& a, const doc::Span& b) {
  return a.field == b.field && a.begin < b.end && b.begin < a.end;
}

Findings combined(const Reading& reading, const Findings& rules,
                  const std::vector<PicoSpan>& spans) {
  if (spans.empty()) return rules;
  Findings out;
  for (const PicoSpan& span : spans) {
    if (out.candidates.size() >= kMostSpans) break;
    Candidate candidate = quoted(reading, span.span, std::clamp(span.confidence, 0.3, 0.95));
    candidate.flag = true;
    add_distinct(out, std::move(candidate));
  }
  sort_by_confidence(out);
  if (rules.candidates.empty()) return out;
  const Candidate& best = rules.candidates.front();
  const bool agreed =
      best.ground.span && std::any_of(spans.begin(), spans.end(), [&](const PicoSpan& span) {
        return overlaps(span.span, *best.ground.span);
      });
  if (!agreed) return out;
  std::erase_if(out.candidates, [&](const Candidate& c) { return c.text == best.text; });
  out.candidates.insert(out.candidates.begin(), best);
  return out;
}

// "placebo", "sham acupuncture": nothing of it works.
bool is_inactive(std::string_view words) {
  WordKinds all = 0;
  for (const doc::Token& token : doc::tokenize(words)) all |= word_kinds(token);
  return (all & kind::inactive) != 0 && (all & kind::drug) == 0;
}

}  // namespace

const Findings& population_candidates(const Reading& reading) {
  return reading.facts().population.get([&] { return population_by_rules(reading); });
}

const Findings& intervention_candidates(const Reading& reading) {
  return reading.facts().intervention.get([&] { return intervention_by_rules(reading); });
}

const Findings& outcome_candidates(const Reading& reading) {
  return reading.facts().outcomes.get([&] { return outcomes_by_rules(reading); });
}

PicoHints pico_hints(const Reading& reading) {
  return PicoHints(reading, {&population_candidates(reading), &intervention_candidates(reading),
                             &outcome_candidates(reading)});
}

const PicoSpans& pico_spans(const Reading& reading) {
  return reading.facts().pico.get(
      [&] { return built_in_pico_tagger().tag(reading, pico_hints(reading)); });
}

Findings find_population(const Reading& reading) {
  Findings out = combined(reading, population_candidates(reading), pico_spans(reading)[0]);
  out.single = main_population(reading);
  if (!out.single && !out.candidates.empty()) {
    out.undecided = "no phrase says for certain who was studied";
  }
  return out;
}

Findings find_intervention(const Reading& reading) {
  Findings out = combined(reading, intervention_candidates(reading), pico_spans(reading)[1]);
  // What is compared with comes last, however sure it is.
  if ((reading.listed_kinds() & kind::inactive) != 0) {
    std::stable_partition(out.candidates.begin(), out.candidates.end(),
                          [](const Candidate& c) { return !is_inactive(c.text); });
  }
  out.single = compared_in(reading).intervention;
  if (!out.single && !out.candidates.empty()) {
    out.undecided = "no phrase names for certain what was given";
  }
  return out;
}

Findings find_outcomes(const Reading& reading) {
  return combined(reading, outcome_candidates(reading), pico_spans(reading)[2]);
}

}  // namespace ev::extract
