#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/statistics.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

bool may_report(const Line& line) {
  if (line.is_title()) return true;
  return !(line.sentence.labelled &&
           (line.role() == doc::Role::background || line.role() == doc::Role::objective));
}

// "A P value <.05 was considered significant" sets a threshold.
bool sets_threshold(const Line& line) {
  static const Patterns kThreshold = {"considered <2> significant",
                                      "significance <4> set|defined|level", "defined as",
                                      "significance level", "level of significance"};
  return find_any(kThreshold, line.tokens).has_value();
}

template <class Fill>
void for_each_effect(const Reading& reading, Fill fill) {
  for (const Line& line : reading.lines()) {
    if (!may_report(line)) continue;
    for (const Effect& effect : effects_in(line)) fill(line, effect);
  }
}

// "no significant difference", "was not significantly …"
std::optional<Candidate> significance_of(const Reading& reading, const Line& line) {
  static const Pattern kWord("significant|significantly");
  const auto match = kWord.find(line.tokens);
  if (!match) return std::nullopt;
  static const Patterns kClinical = {"clinically significant",
                                     "significant risk|role|problem|cause|burden"};
  if (find_any(kClinical, line.tokens)) return std::nullopt;
  const doc::Scope scope = doc::scope_at(line.text, line.tokens, match->first);
  if (scope.hedged) return std::nullopt;
  Candidate candidate{.flag = !scope.negated, .ground = ground_at(reading, line.span(), 0.75)};
  candidate.text = scope.negated ? "not significant" : "significant";
  return candidate;
}

bool is_primary(const Line& line) {
  static const Patterns kPrimary = {"primary|main outcome|endpoint|end|efficacy|analysis"};
  return find_any(kPrimary, line.tokens).has_value();
}

}  // namespace

Findings find_p_values(const Reading& reading) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (!may_report(line) || sets_threshold(line)) continue;
    for (const PValue& p : p_values_in(line)) {
      Candidate candidate = quoted(reading, line.span(p.begin, p.end), 0.95);
      if (p.relation != 'n') candidate.number = p.value;
      candidate.flag = p.significant();
      candidate.unit = p.relation == 'n' ? "not significant" : std::string(1, p.relation);
      findings.candidates.push_back(std::move(candidate));
    }
  }
  return findings;
}

Findings find_significance(const Reading& reading) {
  Findings findings;
  // A sentence on the primary outcome decides before all others.
  for (const bool primary : {true, false}) {
    for (const Line& line : reading.lines()) {
      if (line.is_title() || !may_report(line) || sets_threshold(line) ||
          is_primary(line) != primary)
        continue;
      if (line.role() == doc::Role::background || line.role() == doc::Role::objective) continue;
      if (auto candidate = significance_of(reading, line)) {
        findings.candidates.push_back(std::move(*candidate));
        continue;
      }
      const std::vector<PValue> ps = p_values_in(line);
      if (ps.empty()) continue;
      Candidate candidate{.flag = ps.front().significant()};
      candidate.ground = ground_at(reading, line.span(ps.front().begin, ps.front().end), 0.85);
      candidate.text = *candidate.flag ? "significant" : "not significant";
      findings.candidates.push_back(std::move(candidate));
    }
  }
  for_each_effect(reading, [&](const Line&, const Effect& effect) {
    if (findings.conflict.empty() && effect.p) findings.conflict = inconsistency(effect);
  });
  return findings;
}

Findings find_confidence_intervals(const Reading& reading) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (!may_report(line)) continue;
    for (const Interval& interval : intervals_in(line)) {
      findings.candidates.push_back(quoted(reading, line.span(interval.begin, interval.end), 0.93));
      if (findings.conflict.empty() && interval.low > interval.high) {
        findings.conflict = "the interval's lower bound is above its upper bound";
      }
    }
  }
  for_each_effect(reading, [&](const Line&, const Effect& effect) {
    if (findings.conflict.empty()) findings.conflict = inconsistency(effect);
  });
  return findings;
}

Findings find_effect_measure(const Reading& reading) {
  Findings findings;
  for_each_effect(reading, [&](const Line& line, const Effect& effect) {
    Candidate candidate{.text = effect.measure, .number = effect.estimate};
    candidate.ground = ground_at(reading, line.span(effect.begin, effect.end), 0.92);
    add_distinct(findings, std::move(candidate));
  });
  return findings;
}

Findings find_effect_size(const Reading& reading) {
  Findings findings;
  for_each_effect(reading, [&](const Line& line, const Effect& effect) {
    const std::size_t end = effect.interval ? effect.interval->end : effect.end;
    Candidate candidate = quoted(reading, line.span(effect.begin, end), 0.9);
    candidate.number = effect.estimate;
    candidate.unit = effect.measure;
    findings.candidates.push_back(std::move(candidate));
    if (findings.candidates.size() == 1) findings.conflict = inconsistency(effect);
  });
  return findings;
}

Findings find_percentages(const Reading& reading) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.is_title() || !may_report(line) || line.role() == doc::Role::background) continue;
    const std::vector<Interval> intervals = intervals_in(line);
    for (const doc::Number& number : line.numbers) {
      const bool bound = std::any_of(intervals.begin(), intervals.end(), [&](const Interval& ci) {
        return number.begin >= ci.begin && number.end <= ci.end;
      });
      if (!number.percent || number.value < 0 || bound) continue;
      const std::size_t sign = line.text.find('%', number.end);
      const bool near = sign != std::string_view::npos && sign - number.end <= 3;
      Candidate candidate =
          quoted(reading, line.span(number.begin, near ? sign + 1 : number.end), 0.8);
      candidate.number = number.value;
      candidate.unit = "%";
      findings.candidates.push_back(std::move(candidate));
    }
  }
  return findings;
}

}  // namespace ev::extract
