#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/main_result.hpp"
#include "pipeline/extract/result_sentences.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/statistics.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

template <class Fill>
void for_each_effect(const RecordText& record, Fill fill) {
  for (const Sentence& sentence : record.sentences()) {
    if (!may_report(sentence)) continue;
    for (const Effect& effect : effects_of(record, sentence)) fill(sentence, effect);
  }
}

// "no significant difference", "was not significantly …"
std::optional<Candidate> verdict_in_words(const RecordText& record, const Sentence& sentence) {
  static const Pattern kWord("significant|significantly");
  const auto match = find_first(kWord, sentence);
  if (!match) return std::nullopt;
  static const Patterns kClinical = {"clinically significant",
                                     "significant risk|role|problem|cause|burden"};
  if (find_any(kClinical, sentence)) return std::nullopt;
  const doc::Scope scope = doc::scope_at(sentence.text, sentence.tokens, match->first);
  if (scope.hedged) return std::nullopt;
  Candidate candidate{.flag = !scope.negated, .ground = ground_at(record, sentence.span(), 0.75)};
  candidate.text = scope.negated ? "not significant" : "significant";
  return candidate;
}

Candidate p_candidate(const RecordText& record, const Sentence& sentence, const PValue& p) {
  Candidate candidate = quoted(record, sentence.span(p.begin, p.end), 0.95);
  // "P < 0. 05" is quoted, but does not state its number as one.
  const bool stated =
      std::any_of(sentence.numbers.begin(), sentence.numbers.end(), [&](const doc::Number& number) {
        return number.begin >= p.begin && number.end == p.end && number.value == p.value;
      });
  if (stated) candidate.number = p.value;
  candidate.flag = p.significant();
  candidate.unit = p.relation == 'n' ? "not significant" : std::string(1, p.relation);
  return candidate;
}

// With the rest of the bracket that the words opened: "hazard ratio 0.8 [95% CI 0.7-0.9; p=.01]".
std::size_t closed_end(const Sentence& sentence, std::size_t begin, std::size_t end) {
  constexpr std::size_t kFar = 80;  // bytes
  int depth = 0;
  for (const char c : sentence.text.substr(begin, end - begin))
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
  if (depth != 1) return end;
  const std::size_t close = close_of(sentence.text, end);
  return close < sentence.text.size() && close - end <= kFar ? close + 1 : end;
}

// "1.5 (95% CI 1.1-2.0) and 1.2 (95% CI 0.9-1.4), respectively": with all that the names stand for.
std::size_t end_with_others(const Sentence& sentence, std::size_t end) {
  constexpr std::size_t kFar = 90;  // bytes
  const std::string_view rest = sentence.text.substr(end);
  if (!rest.starts_with(" and ") && !rest.starts_with(" (") && !rest.starts_with(", ")) return end;
  const std::string_view word = "respectively";
  const std::size_t at = rest.find(word);
  if (at > kFar || rest.substr(0, at).find_first_of(";") != std::string_view::npos) return end;
  return end + at + word.size();
}

Candidate effect_candidate(const RecordText& record, const Arms& arms, const Sentence& sentence,
                           const Effect& effect) {
  const std::size_t end = effect.interval ? effect.interval->end : effect.end;
  Candidate candidate =
      quoted(record,
             sentence.span(effect.begin,
                           end_with_others(sentence, closed_end(sentence, effect.begin, end))),
             0.9);
  candidate.number = effect.estimate;
  candidate.unit = effect.measure;
  arms.link(arms.arm_compared_in(sentence), candidate.ground);
  return candidate;
}

Candidate measure_candidate(const RecordText& record, const Sentence& sentence,
                            const Effect& effect) {
  Candidate candidate{.text = effect.measure, .number = effect.estimate};
  candidate.ground = ground_at(record, sentence.span(effect.begin, effect.end), 0.92);
  return candidate;
}

Candidate interval_candidate(const RecordText& record, const Sentence& sentence,
                             const Interval& interval) {
  return quoted(record, sentence.span(interval.begin, interval.end), 0.93);
}

bool same_place(const Ground& a, const Ground& b) {
  return a.text == b.text && a.start == b.start && a.end == b.end;
}

void put_first(Findings& findings, Candidate candidate) {
  std::erase_if(findings.candidates,
                [&](const Candidate& c) { return same_place(c.ground, candidate.ground); });
  findings.candidates.insert(findings.candidates.begin(), std::move(candidate));
}

// Where the main result stands: the estimate, else the interval, else the p value.
Candidate significance_candidate(const RecordText& record, const MainResult& result, bool holds) {
  const Sentence& sentence = *result.sentence;
  const bool by_p = result.p && significance_of({.sentence = result.sentence, .p = result.p});
  const std::size_t begin = by_p ? result.p->begin : result.effect->begin;
  const std::size_t end = by_p ? result.p->end : result.interval->end;
  Candidate candidate{.flag = holds, .ground = ground_at(record, sentence.span(begin, end), 0.85)};
  candidate.text = holds ? "significant" : "not significant";
  return candidate;
}

// Words of the main result's own sentence count when it has no other result.
bool stands_alone(const MainResult& result) {
  return effects_in(*result.sentence).size() + p_values_in(*result.sentence).size() <= 1;
}

}  // namespace

Findings find_p_values(const RecordText& record) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (!may_report(sentence) || sets_threshold(sentence)) continue;
    for (const PValue& p : p_values_in(sentence))
      findings.candidates.push_back(p_candidate(record, sentence, p));
  }
  const auto result = main_result(record);
  if (result && result->p) {
    put_first(findings, p_candidate(record, *result->sentence, *result->p));
  } else if (result) {
    findings.undecided = "the result that the estimate is taken from states no p value";
  } else if (reports_trial(record)) {
    findings.undecided = "none is stated for certain of one arm against the other";
  }
  return findings;
}

Findings find_significance(const RecordText& record) {
  Findings findings;
  // A sentence on the primary outcome comes before all others.
  for (const bool primary : {true, false}) {
    for (const Sentence& sentence : record.sentences()) {
      if (sentence.is_title() || !may_report(sentence) || sets_threshold(sentence) ||
          is_on_primary_outcome(sentence.tokens) != primary)
        continue;
      if (sentence.role() == doc::Role::background || sentence.role() == doc::Role::objective)
        continue;
      if (auto candidate = verdict_in_words(record, sentence)) {
        findings.candidates.push_back(std::move(*candidate));
        continue;
      }
      const std::vector<PValue> ps = p_values_in(sentence);
      if (ps.empty()) continue;
      Candidate candidate{.flag = ps.front().significant()};
      candidate.ground = ground_at(record, sentence.span(ps.front().begin, ps.front().end), 0.85);
      candidate.text = *candidate.flag ? "significant" : "not significant";
      findings.candidates.push_back(std::move(candidate));
    }
  }
  const auto result = main_result(record);
  if (!result) {
    if (reports_trial(record)) findings.undecided = "none is stated for certain of the arms";
    return findings;
  }
  if (result->effect) findings.conflict = inconsistency(*result->effect);
  auto words = verdict_in_words(record, *result->sentence);
  if (const auto holds = significance_of(*result)) {
    const bool agree = words && words->flag == holds && !result->sentence->is_title();
    put_first(findings,
              agree ? std::move(*words) : significance_candidate(record, *result, *holds));
  } else if (words && stands_alone(*result)) {
    put_first(findings, std::move(*words));
  } else {
    findings.undecided = "the result that the estimate is taken from states no significance";
  }
  return findings;
}

Findings find_confidence_intervals(const RecordText& record) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (!may_report(sentence)) continue;
    for (const Interval& interval : intervals_in(sentence)) {
      findings.candidates.push_back(interval_candidate(record, sentence, interval));
      if (findings.conflict.empty() && interval.low > interval.high) {
        findings.conflict = "the interval's lower bound is above its upper bound";
      }
    }
  }
  for_each_effect(record, [&](const Sentence&, const Effect& effect) {
    if (findings.conflict.empty()) findings.conflict = inconsistency(effect);
  });
  const auto result = main_result(record);
  if (result && result->interval) {
    put_first(findings, interval_candidate(record, *result->sentence, *result->interval));
    // What is odd about another result is no conflict of this one.
    if (result->effect) findings.conflict = inconsistency(*result->effect);
  } else if (result || reports_trial(record)) {
    findings.undecided = "the result that the estimate is taken from states no interval";
  }
  return findings;
}

Findings find_effect_measure(const RecordText& record) {
  Findings findings;
  const auto result = main_result(record);
  if (result && result->effect)
    findings.candidates.push_back(measure_candidate(record, *result->sentence, *result->effect));
  for_each_effect(record, [&](const Sentence& sentence, const Effect& effect) {
    add_distinct(findings, measure_candidate(record, sentence, effect));
  });
  return findings;
}

Findings find_effect_size(const RecordText& record) {
  Findings findings;
  const Arms& arms = arms_of(record);
  for_each_effect(record, [&](const Sentence& sentence, const Effect& effect) {
    findings.candidates.push_back(effect_candidate(record, arms, sentence, effect));
    if (findings.candidates.size() == 1) findings.conflict = inconsistency(effect);
  });
  const auto result = main_result(record);
  if (result && result->effect) {
    put_first(findings, effect_candidate(record, arms, *result->sentence, *result->effect));
    findings.conflict = inconsistency(*result->effect);
    return findings;
  }
  if (!findings.candidates.empty()) {
    findings.conflict.clear();
    findings.undecided = "no estimate stands for the main comparison";
  }
  return findings;
}

namespace {

Findings bound_of_interval(const RecordText& record, double Interval::*bound) {
  Findings findings = find_confidence_intervals(record);
  const auto result = main_result(record);
  findings.candidates.clear();
  if (!result || !result->interval) return findings;
  const Interval& interval = *result->interval;
  Candidate candidate = interval_candidate(record, *result->sentence, interval);
  candidate.number = interval.*bound;
  for (const doc::Number& number : result->sentence->numbers) {
    const bool inside = number.begin >= interval.begin && number.end <= interval.end;
    if (inside && number.value == *candidate.number)
      candidate.text = result->sentence->text.substr(number.begin, number.end - number.begin);
  }
  findings.candidates.push_back(std::move(candidate));
  return findings;
}

}  // namespace

Findings find_lower_bound(const RecordText& record) {
  return bound_of_interval(record, &Interval::low);
}

Findings find_upper_bound(const RecordText& record) {
  return bound_of_interval(record, &Interval::high);
}

namespace {

// "RR" stands for the ratio of risks unless the text says rates.
bool names_rates(const Candidate& candidate) {
  static const Patterns kRate = {"rate ratio|ratios"};
  const std::string& spelled =
      candidate.ground.long_form ? candidate.ground.long_form->text : candidate.ground.quote;
  return find_any(kRate, doc::tokenize(spelled)).has_value();
}

template <class Admits>
Findings effects_of_kind(const RecordText& record, Admits admits) {
  Findings findings;
  const Arms& arms = arms_of(record);
  std::vector<Effect> effects;
  const auto add = [&](const Sentence& sentence, const Effect& effect) {
    Candidate candidate = effect_candidate(record, arms, sentence, effect);
    if (!admits(effect, candidate)) return false;
    const bool there =
        std::any_of(findings.candidates.begin(), findings.candidates.end(),
                    [&](const Candidate& c) { return same_place(c.ground, candidate.ground); });
    if (there) return false;
    findings.candidates.push_back(std::move(candidate));
    effects.push_back(effect);
    return true;
  };
  const auto result = main_result(record);
  const bool main = result && result->effect && add(*result->sentence, *result->effect);
  for_each_effect(record,
                  [&](const Sentence& sentence, const Effect& effect) { add(sentence, effect); });
  if (effects.empty()) {
    findings.reason = "no effect of this kind is stated";
    return findings;
  }
  findings.conflict = inconsistency(effects.front());
  const bool differ = std::any_of(effects.begin(), effects.end(), [&](const Effect& effect) {
    return effect.estimate != effects.front().estimate;
  });
  if (!main && differ) findings.undecided = "several are stated and none is the main result";
  return findings;
}

Findings effects_measured(const RecordText& record, std::string_view measure) {
  return effects_of_kind(
      record, [&](const Effect& effect, const Candidate&) { return effect.measure == measure; });
}

}  // namespace

Findings find_odds_ratio(const RecordText& record) {
  return effects_measured(record, "OR");
}

Findings find_hazard_ratio(const RecordText& record) {
  return effects_measured(record, "HR");
}

Findings find_risk_ratio(const RecordText& record) {
  return effects_of_kind(record, [](const Effect& effect, const Candidate& candidate) {
    return effect.measure == "RR" && !names_rates(candidate);
  });
}

Findings find_rate_ratio(const RecordText& record) {
  return effects_of_kind(record, [](const Effect& effect, const Candidate& candidate) {
    return effect.measure == "IRR" || (effect.measure == "RR" && names_rates(candidate));
  });
}

Findings find_mean_difference(const RecordText& record) {
  return effects_of_kind(record, [](const Effect& effect, const Candidate&) {
    return effect.measure == "MD" || effect.measure == "WMD";
  });
}

Findings find_standardized_difference(const RecordText& record) {
  return effects_measured(record, "SMD");
}

Findings find_number_needed_to_treat(const RecordText& record) {
  return effects_measured(record, "NNT");
}

}  // namespace ev::extract
