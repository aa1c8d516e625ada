#include "pipeline/extract/lookup.hpp"
#include "pipeline/extract/pico_support.hpp"
#include "pipeline/extract/rules.hpp"
#include "pipeline/extract/spread.hpp"
#include "pipeline/text/chars.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

constexpr std::string_view kTimeUnits[] = {"day", "days",  "week",   "weeks", "wk",
                                           "wks", "month", "months", "year",  "years",
                                           "yr",  "yrs",   "hour",   "hours", "h"};

bool is_time_unit(const std::string& word) {
  return std::find(std::begin(kTimeUnits), std::end(kTimeUnits), word) != std::end(kTimeUnits);
}

struct TimeSpan {
  const doc::Number* number = nullptr;
  std::size_t unit = 0;   // token
  std::size_t begin = 0;  // bytes
  std::size_t end = 0;
};

// "12 weeks", "12-week", "6 to 12 months" (the last number carries the unit), "12 +/- 3 weeks".
std::vector<TimeSpan> time_spans(const Line& line) {
  std::vector<TimeSpan> out;
  for (std::size_t i = 0; i < line.numbers.size(); ++i) {
    const auto measured = line.numbers[i].percent ? std::nullopt : measured_at(line, i);
    if (!measured || !is_time_unit(line.tokens[measured->unit].folded)) continue;
    const std::size_t at = measured->number;
    const doc::Number& number = line.numbers[at];
    TimeSpan span{&number, measured->unit, number.begin, line.tokens[measured->unit].end};
    if (at > 0 && doc::is_range(line.text, line.numbers, at - 1) && !is_spread(line, at - 1))
      span.begin = line.numbers[at - 1].begin;
    // "7 years to 18 years": the unit is said twice.
    const bool goes_on = !out.empty() && out.back().end < number.begin &&
                         out.back().unit + 2 == line.token_from(number.begin) &&
                         line.tokens[out.back().unit + 1].folded == "to";
    if (goes_on) {
      span.begin = out.back().begin;
      out.pop_back();
    }
    out.push_back(span);
  }
  return out;
}

std::span<const doc::Token> tokens_before(const Line& line, std::size_t byte, std::size_t count) {
  const std::size_t at = line.token_from(byte);
  const std::size_t from = at > count ? at - count : 0;
  return std::span(line.tokens).subspan(from, at - from);
}

std::span<const doc::Token> tokens_after(const Line& line, std::size_t byte, std::size_t count) {
  const std::size_t at = std::min(line.token_from(byte), line.tokens.size());
  return std::span(line.tokens).subspan(at, std::min(count, line.tokens.size() - at));
}

Candidate time_candidate(const Reading& reading, const Line& line, const TimeSpan& span,
                         double confidence) {
  Candidate candidate = quoted(reading, line.span(span.begin, span.end), confidence);
  candidate.number = span.number->value;
  candidate.unit = line.tokens[span.unit].folded;
  return candidate;
}

bool is_age(const Line& line, const TimeSpan& span) {
  static const Patterns kBefore = {"age|aged|ages|older|younger|old"};
  static const Patterns kOver = {"over"};
  static const Patterns kAfter = {"old|age|aged|older|younger", "of age"};
  const std::string& unit = line.tokens[span.unit].folded;
  const bool years = unit[0] == 'y' || unit[0] == 'm';
  const auto after = tokens_after(line, span.end, 2);
  const auto before = tokens_before(line, span.begin, 4);
  // "over 65 years", but not "over 2 years".
  const bool over = span.number->value >= 18 && find_any(kOver, before);
  return years && (over || find_any(kBefore, before) || kAfter.match_at(after, 0));
}

bool is_range_of_ages(const Line& line, const TimeSpan& span) {
  static const Patterns kRange = {"between", "from", "range|ranged|ranging"};
  return span.begin != span.number->begin ||
         find_any(kRange, tokens_before(line, span.begin, 2)).has_value();
}

// "18 to 65", "18-65"; "18 and 65" may be of two groups.
bool joins_bounds(const Line& line, std::size_t i) {
  if (!doc::is_range(line.text, line.numbers, i)) return false;
  static const Pattern kAnd("and");
  const std::string_view text = line.text;
  const std::string_view gap =
      text.substr(line.numbers[i].end, line.numbers[i + 1].begin - line.numbers[i].end);
  return gap.find_first_of(",;") == std::string_view::npos &&
         !kAnd.match_at(line.tokens, line.token_from(line.numbers[i].end));
}

// "mean age 46.5": the unit is left out.
std::optional<Candidate> unitless_mean_age(const Reading& reading, const Line& line) {
  static const Pattern kMeanAge("mean|median|average age <2>");
  const auto match = find_first(kMeanAge, line);
  if (!match) return std::nullopt;
  const std::size_t end = line.tokens[match->last - 1].end;
  const std::size_t index =
      doc::first_number_from(line.numbers, line.tokens[match->last - 1].begin);
  const bool close = index < line.numbers.size() && line.numbers[index].begin < end + 20 &&
                     line.numbers[index].value < 120;
  static const Pattern kBetween("between");
  const std::size_t token = close ? line.token_from(line.numbers[index].begin) : 0;
  const bool bound =
      close && ((token > 0 && kBetween.match_at(line.tokens, token - 1).has_value()) ||
                joins_bounds(line, index));
  if (!close || bound || is_spread(line, index)) return std::nullopt;
  const doc::Number& number = line.numbers[index];
  Candidate candidate = quoted(reading, line.span(number.begin, number.end), 0.75);
  candidate.number = number.value;
  candidate.unit = "years";
  return candidate;
}

bool is_follow_up(const Line& line, const TimeSpan& span) {
  static const Patterns kFollow = {"follow up|ups", "followup", "followed"};
  const auto before = tokens_before(line, span.begin, 8);
  const auto told = find_any(kFollow, before);
  // "8 weeks followed by a 6-week period".
  if (told && (told->last >= before.size() || before[told->last].folded != "by")) return true;
  const auto after = tokens_after(line, span.end, 4);
  const auto follows = find_any(kFollow, after);
  if (!follows) return false;
  // "for 4 weeks, and women were followed" ends the weeks' clause first.
  const std::size_t begin = after[follows->first].begin;
  return line.text.substr(span.end, begin - span.end).find(',') == std::string_view::npos;
}

}  // namespace

Findings find_duration(const Reading& reading) {
  static const Patterns kBefore = {"for|over|lasting|lasted|duration|during|throughout|period"};
  static const Patterns kAfter = {
      "trial|study|treatment|period|intervention|course|program|programme|therapy|"
      "double|randomi*ed|randomised"};
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.role() == doc::Role::background) continue;
    for (const TimeSpan& span : time_spans(line)) {
      if (is_age(line, span) || is_follow_up(line, span)) continue;
      const bool before = find_any(kBefore, tokens_before(line, span.begin, 3)).has_value();
      const bool after = find_any(kAfter, tokens_after(line, span.end, 3)).has_value();
      if (!before && !after) continue;
      double confidence = 0.6 + (before ? 0.1 : 0.0) + (after ? 0.1 : 0.0);
      if (line.role() == doc::Role::methods) confidence += 0.1;
      add_distinct(findings, time_candidate(reading, line, span, confidence));
    }
  }
  sort_by_confidence(findings);
  return findings;
}

Findings find_follow_up(const Reading& reading) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    for (const TimeSpan& span : time_spans(line)) {
      if (is_age(line, span) || !is_follow_up(line, span)) continue;
      static const Patterns kMedian = {"median|mean|average|followed"};
      const bool stated = find_any(kMedian, tokens_before(line, span.begin, 6)).has_value();
      add_distinct(findings, time_candidate(reading, line, span, stated ? 0.9 : 0.8));
    }
  }
  sort_by_confidence(findings);
  return findings;
}

Findings find_dose(const Reading& reading) {
  static const Pattern kUnit(
      "mg|g|mcg|ug|ng|iu|u|units|ml|mmol|mumol|gy|microg|milligrams|micrograms|ppm|kg");
  static const Pattern kPer(
      "kg|day|d|daily|week|m2|dl|h|hour|min|body|qd|bid|tid|once|twice|per|a|three|times|ml|"
      "dose|weight|week|weekly|bw|wk");
  Findings findings;
  for (const Line& line : reading.lines()) {
    for (std::size_t i = 0; i < line.numbers.size(); ++i) {
      const auto measured = line.numbers[i].percent ? std::nullopt : measured_at(line, i);
      if (!measured) continue;
      const doc::Number& number = line.numbers[measured->number];
      const std::size_t unit = measured->unit;
      const std::string& symbol = line.tokens[unit].folded;
      // fold() writes the micro sign as Greek mu.
      const bool micro = symbol == "\u03BCg" || symbol == "\u03BCmol";
      if (!micro && !kUnit.match_at(line.tokens, unit)) continue;
      std::size_t last = unit;
      while (last + 1 < line.tokens.size() && last - unit < 5 &&
             kPer.match_at(line.tokens, last + 1) &&
             line.tokens[last + 1].begin - line.tokens[last].end <= 1) {
        ++last;
      }
      while (last > unit && (line.tokens[last].folded == "a" || line.tokens[last].folded == "per"))
        --last;
      // Concentrations are findings, not doses.
      const bool concentration =
          last > unit && (line.tokens[last].folded == "dl" || line.tokens[last].folded == "ml");
      const bool weight = last == unit && symbol == "kg";
      // "11 U.S. states", "300 mg/24 h" of what was excreted.
      const std::string_view behind = line.text.substr(line.tokens[last].end);
      const bool other = behind.starts_with(".S") ||
                         (behind.size() > 1 && behind[0] == '/' && doc::is_digit(behind[1]));
      if (concentration || weight || other || line.role() == doc::Role::conclusions) continue;
      const double confidence = line.role() == doc::Role::methods || line.is_title() ? 0.85 : 0.6;
      constexpr std::string_view kArea = "/m(2)";
      const std::size_t area = behind.starts_with(kArea) ? kArea.size() : 0;
      Candidate candidate =
          quoted(reading, line.span(number.begin, line.tokens[last].end + area), confidence);
      candidate.number = number.value;
      candidate.unit = symbol;
      if (findings.candidates.size() < 10) add_distinct(findings, std::move(candidate));
    }
  }
  sort_by_confidence(findings);
  return findings;
}

Findings find_mean_age(const Reading& reading) {
  static const Patterns kMean = {"mean|median|average <3> age|aged|ages",
                                 "age|aged|ages <3> mean|median|average"};
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.role() == doc::Role::background) continue;
    for (const TimeSpan& span : time_spans(line)) {
      if (!is_age(line, span) || is_range_of_ages(line, span)) continue;
      const auto before = tokens_before(line, span.begin, 6);
      const auto mean = find_any(kMean, before);
      // "The mean dose was given to women aged 50 years".
      if (!mean || before.size() - mean->last > 3) continue;
      add_distinct(findings, time_candidate(reading, line, span, 0.9));
    }
    if (auto mean = unitless_mean_age(reading, line); mean && findings.candidates.empty()) {
      findings.candidates.push_back(*std::move(mean));
    }
  }
  sort_by_confidence(findings);
  return findings;
}

Findings find_age(const Reading& reading) {
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.role() == doc::Role::background) continue;
    for (const TimeSpan& span : time_spans(line)) {
      if (!is_age(line, span)) continue;
      static const Patterns kMean = {"mean|median|average <2> age", "age <3> mean|median"};
      const bool mean = find_any(kMean, tokens_before(line, span.begin, 6)).has_value();
      add_distinct(findings, time_candidate(reading, line, span, mean ? 0.9 : 0.8));
    }
    if (auto mean = unitless_mean_age(reading, line); mean && findings.candidates.empty()) {
      findings.candidates.push_back(*std::move(mean));
    }
  }
  sort_by_confidence(findings);
  return findings;
}

namespace {

// Where a value differs from another of the same kind, none of them stands alone.
Findings one_or_undecided(Findings findings) {
  const auto& all = findings.candidates;
  const bool differ = std::any_of(all.begin(), all.end(), [&](const Candidate& c) {
    return c.number != all.front().number || c.unit != all.front().unit ||
           (!c.number && c.text != all.front().text);
  });
  if (differ) findings.undecided = "several are stated";
  return findings;
}

// Those that one of these words stands close before.
Findings called(const Reading& reading, Findings findings, const Patterns& words) {
  std::erase_if(findings.candidates, [&](const Candidate& c) {
    const auto phrase = c.ground.span ? phrase_at(reading, *c.ground.span) : std::nullopt;
    if (!phrase) return true;
    const Line& line = *phrase->line;
    return !find_any(words, tokens_before(line, line.tokens[phrase->chunk.first].begin, 6));
  });
  return findings;
}

const Patterns& mean_words() {
  static const Patterns kMean = {"mean|average"};
  return kMean;
}

const Patterns& median_words() {
  static const Patterns kMedian = {"median"};
  return kMedian;
}

enum class Bound { both, low, high };

// "aged 40 to 75 years"; "18 years or older" is a lower bound only.
Findings bounds_of_age(const Reading& reading, Bound bound) {
  static const Patterns kOlder = {"?of ?age or|and older|over|above"};
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.role() == doc::Role::background || line.role() == doc::Role::conclusions) continue;
    for (const TimeSpan& span : time_spans(line)) {
      if (!is_age(line, span)) continue;
      const bool range = span.begin != span.number->begin;
      const auto after = tokens_after(line, span.end, 4);
      const bool older = !range && kOlder.match_at(after, 0).has_value();
      if (!range && !(older && bound == Bound::low)) continue;
      // "a mean of 61 years (range 40 to 75 years)" is what was observed, and still the range.
      Candidate candidate = time_candidate(reading, line, span, 0.85);
      const std::size_t first = doc::first_number_from(line.numbers, span.begin);
      if (bound == Bound::low) candidate.number = line.numbers[first].value;
      if (bound == Bound::both) candidate.number.reset();
      add_distinct(findings, std::move(candidate));
    }
  }
  return one_or_undecided(std::move(findings));
}

// "58% were women", "58% female": of the people studied, nothing said of them. "31% of women had
// nausea" is no share.
Findings share_of(const Reading& reading, const Patterns& direct, const Patterns& told) {
  // "Of those who stopped, 58% were women" is the share among some.
  static const Patterns kSome = {
      "among|amongst|those|who|whom|subgroup|responders|dropouts|died|deaths|cases|controls"};
  Findings findings;
  for (const Line& line : reading.lines()) {
    if (line.is_title() || line.role() == doc::Role::background ||
        line.role() == doc::Role::conclusions) {
      continue;
    }
    for (const doc::Number& number : line.numbers) {
      if (!number.percent || number.value < 0 || number.value > 100) continue;
      const std::size_t sign = line.text.find('%', number.end);
      const bool near = sign != std::string_view::npos && sign - number.end <= 3;
      const std::size_t end = near ? sign + 1 : number.end;
      const auto after = tokens_after(line, end, 8);
      const auto match =
          direct.match_at(after, 0) ? direct.match_at(after, 0) : told.match_at(after, 0);
      if (!match || find_any(kSome, tokens_before(line, number.begin, 12))) continue;
      // A clause of its own: "58% women reported falls" tells of falls.
      const std::size_t last = after[*match - 1].end;
      const std::size_t next = doc::skip_blanks(line.text, last);
      const bool closes =
          next >= line.text.size() ||
          std::string_view(",;.)(]").find(line.text[next]) != std::string_view::npos ||
          line.text.substr(next, 4) == "and ";
      if (!closes) continue;
      Candidate candidate = quoted(reading, line.span(number.begin, last), 0.85);
      candidate.number = number.value;
      candidate.unit = "%";
      findings.candidates.push_back(std::move(candidate));
    }
  }
  return one_or_undecided(std::move(findings));
}

}  // namespace

Findings find_true_mean_age(const Reading& reading) {
  return called(reading, find_mean_age(reading), mean_words());
}

Findings find_median_age(const Reading& reading) {
  return called(reading, find_mean_age(reading), median_words());
}

Findings find_mean_follow_up(const Reading& reading) {
  return one_or_undecided(called(reading, find_follow_up(reading), mean_words()));
}

Findings find_median_follow_up(const Reading& reading) {
  return one_or_undecided(called(reading, find_follow_up(reading), median_words()));
}

Findings find_age_range(const Reading& reading) {
  return bounds_of_age(reading, Bound::both);
}

Findings find_minimum_age(const Reading& reading) {
  return bounds_of_age(reading, Bound::low);
}

Findings find_maximum_age(const Reading& reading) {
  return bounds_of_age(reading, Bound::high);
}

Findings find_female_share(const Reading& reading) {
  static const Patterns kDirect = {"female|females|women"};
  static const Patterns kTold = {
      "?of ?the ?participants|patients|subjects|them|whom were|was female|females|women"};
  return share_of(reading, kDirect, kTold);
}

Findings find_male_share(const Reading& reading) {
  static const Patterns kDirect = {"male|males|men"};
  static const Patterns kTold = {
      "?of ?the ?participants|patients|subjects|them|whom were|was male|males|men"};
  return share_of(reading, kDirect, kTold);
}

}  // namespace ev::extract
