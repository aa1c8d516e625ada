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

Findings combined(const RecordText& record, const Findings& rules,
                  const std::vector<PicoSpan>& spans) {
  if (spans.empty()) return rules;
  Findings out;
  for (const PicoSpan& span : spans) {
    if (out.candidates.size() >= kMostSpans) break;
    Candidate candidate = quoted(record, span.span, std::clamp(span.confidence, 0.3, 0.95));
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

const Findings& population_candidates(const RecordText& record) {
  return record.facts().population.get([&] { return population_by_rules(record); });
}

const Findings& intervention_candidates(const RecordText& record) {
  return record.facts().intervention.get([&] { return intervention_by_rules(record); });
}

const Findings& outcome_candidates(const RecordText& record) {
  return record.facts().outcomes.get([&] { return outcomes_by_rules(record); });
}

PicoHints pico_hints(const RecordText& record) {
  return PicoHints(record, {&population_candidates(record), &intervention_candidates(record),
                            &outcome_candidates(record)});
}

const PicoSpans& pico_spans(const RecordText& record) {
  return record.facts().pico.get(
      [&] { return built_in_pico_tagger().tag(record, pico_hints(record)); });
}

Findings find_population(const RecordText& record) {
  Findings out = combined(record, population_candidates(record), pico_spans(record)[0]);
  out.single = main_population(record);
  if (!out.single && !out.candidates.empty()) {
    out.undecided = "no phrase says for certain who was studied";
  }
  return out;
}

Findings find_intervention(const RecordText& record) {
  Findings out = combined(record, intervention_candidates(record), pico_spans(record)[1]);
  // What is compared with comes last, however sure it is.
  if ((record.listed_kinds() & kind::inactive) != 0) {
    std::stable_partition(out.candidates.begin(), out.candidates.end(),
                          [](const Candidate& c) { return !is_inactive(c.text); });
  }
  out.single = compared_in(record).intervention;
  if (!out.single && !out.candidates.empty()) {
    out.undecided = "no phrase names for certain what was given";
  }
  return out;
}

Findings find_outcomes(const RecordText& record) {
  return combined(record, outcome_candidates(record), pico_spans(record)[2]);
}

}  // namespace ev::extract
