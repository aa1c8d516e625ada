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
std::vector<TimeSpan> time_spans(const Sentence& sentence) {
  std::vector<TimeSpan> out;
  for (std::size_t i = 0; i < sentence.numbers.size(); ++i) {
    const auto measured = sentence.numbers[i].percent ? std::nullopt : measured_at(sentence, i);
    if (!measured || !is_time_unit(sentence.tokens[measured->unit].folded)) continue;
    const std::size_t at = measured->number;
    const doc::Number& number = sentence.numbers[at];
    TimeSpan span{&number, measured->unit, number.begin, sentence.tokens[measured->unit].end};
    if (at > 0 && doc::is_range(sentence.text, sentence.numbers, at - 1) &&
        !is_spread(sentence, at - 1))
      span.begin = sentence.numbers[at - 1].begin;
    // "7 years to 18 years": the unit is said twice.
    const bool goes_on = !out.empty() && out.back().end < number.begin &&
                         out.back().unit + 2 == sentence.token_from(number.begin) &&
                         sentence.tokens[out.back().unit + 1].folded == "to";
    if (goes_on) {
      span.begin = out.back().begin;
      out.pop_back();
    }
    out.push_back(span);
  }
  return out;
}

std::span<const doc::Token> tokens_before(const Sentence& sentence, std::size_t byte,
                                          std::size_t count) {
  const std::size_t at = sentence.token_from(byte);
  const std::size_t from = at > count ? at - count : 0;
  return std::span(sentence.tokens).subspan(from, at - from);
}

std::span<const doc::Token> tokens_after(const Sentence& sentence, std::size_t byte,
                                         std::size_t count) {
  const std::size_t at = std::min(sentence.token_from(byte), sentence.tokens.size());
  return std::span(sentence.tokens).subspan(at, std::min(count, sentence.tokens.size() - at));
}

Candidate time_candidate(const RecordText& record, const Sentence& sentence, const TimeSpan& span,
                         double confidence) {
  Candidate candidate = quoted(record, sentence.span(span.begin, span.end), confidence);
  candidate.number = span.number->value;
  candidate.unit = sentence.tokens[span.unit].folded;
  return candidate;
}

bool is_age(const Sentence& sentence, const TimeSpan& span) {
  static const Patterns kBefore = {"age|aged|ages|older|younger|old"};
  static const Patterns kOver = {"over"};
  static const Patterns kAfter = {"old|age|aged|older|younger", "of age"};
  const std::string& unit = sentence.tokens[span.unit].folded;
  const bool years = unit[0] == 'y' || unit[0] == 'm';
  const auto after = tokens_after(sentence, span.end, 2);
  const auto before = tokens_before(sentence, span.begin, 4);
  // "over 65 years", but not "over 2 years".
  const bool over = span.number->value >= 18 && find_any(kOver, before);
  return years && (over || find_any(kBefore, before) || kAfter.match_at(after, 0));
}

bool is_range_of_ages(const Sentence& sentence, const TimeSpan& span) {
  static const Patterns kRange = {"between", "from", "range|ranged|ranging"};
  return span.begin != span.number->begin ||
         find_any(kRange, tokens_before(sentence, span.begin, 2)).has_value();
}

// "18 to 65", "18-65"; "18 and 65" may be of two groups.
bool joins_bounds(const Sentence& sentence, std::size_t i) {
  if (!doc::is_range(sentence.text, sentence.numbers, i)) return false;
  static const Pattern kAnd("and");
  const std::string_view text = sentence.text;
  const std::string_view gap =
      text.substr(sentence.numbers[i].end, sentence.numbers[i + 1].begin - sentence.numbers[i].end);
  return gap.find_first_of(",;") == std::string_view::npos &&
         !kAnd.match_at(sentence.tokens, sentence.token_from(sentence.numbers[i].end));
}

// "mean age 46.5": the unit is left out.
std::optional<Candidate> unitless_mean_age(const RecordText& record, const Sentence& sentence) {
  static const Pattern kMeanAge("mean|median|average age <2>");
  const auto match = find_first(kMeanAge, sentence);
  if (!match) return std::nullopt;
  const std::size_t end = sentence.tokens[match->last - 1].end;
  const std::size_t index =
      doc::first_number_from(sentence.numbers, sentence.tokens[match->last - 1].begin);
  const bool close = index < sentence.numbers.size() && sentence.numbers[index].begin < end + 20 &&
                     sentence.numbers[index].value < 120;
  static const Pattern kBetween("between");
  const std::size_t token = close ? sentence.token_from(sentence.numbers[index].begin) : 0;
  const bool bound =
      close && ((token > 0 && kBetween.match_at(sentence.tokens, token - 1).has_value()) ||
                joins_bounds(sentence, index));
  if (!close || bound || is_spread(sentence, index)) return std::nullopt;
  const doc::Number& number = sentence.numbers[index];
  Candidate candidate = quoted(record, sentence.span(number.begin, number.end), 0.75);
  candidate.number = number.value;
  candidate.unit = "years";
  return candidate;
}

bool is_follow_up(const Sentence& sentence, const TimeSpan& span) {
  static const Patterns kFollow = {"follow up|ups", "followup", "followed"};
  const auto before = tokens_before(sentence, span.begin, 8);
  const auto told = find_any(kFollow, before);
  // "8 weeks followed by a 6-week period".
  if (told && (told->last >= before.size() || before[told->last].folded != "by")) return true;
  const auto after = tokens_after(sentence, span.end, 4);
  const auto follows = find_any(kFollow, after);
  if (!follows) return false;
  // "for 4 weeks, and women were followed" ends the weeks' clause first.
  const std::size_t begin = after[follows->first].begin;
  return sentence.text.substr(span.end, begin - span.end).find(',') == std::string_view::npos;
}

}  // namespace

Findings find_duration(const RecordText& record) {
  static const Patterns kBefore = {"for|over|lasting|lasted|duration|during|throughout|period"};
  static const Patterns kAfter = {
      "trial|study|treatment|period|intervention|course|program|programme|therapy|"
      "double|randomi*ed|randomised"};
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.role() == doc::Role::background) continue;
    for (const TimeSpan& span : time_spans(sentence)) {
      if (is_age(sentence, span) || is_follow_up(sentence, span)) continue;
      const bool before = find_any(kBefore, tokens_before(sentence, span.begin, 3)).has_value();
      const bool after = find_any(kAfter, tokens_after(sentence, span.end, 3)).has_value();
      if (!before && !after) continue;
      double confidence = 0.6 + (before ? 0.1 : 0.0) + (after ? 0.1 : 0.0);
      if (sentence.role() == doc::Role::methods) confidence += 0.1;
      add_distinct(findings, time_candidate(record, sentence, span, confidence));
    }
  }
  sort_by_confidence(findings);
  return findings;
}

Findings find_follow_up(const RecordText& record) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    for (const TimeSpan& span : time_spans(sentence)) {
      if (is_age(sentence, span) || !is_follow_up(sentence, span)) continue;
      static const Patterns kMedian = {"median|mean|average|followed"};
      const bool stated = find_any(kMedian, tokens_before(sentence, span.begin, 6)).has_value();
      add_distinct(findings, time_candidate(record, sentence, span, stated ? 0.9 : 0.8));
    }
  }
  sort_by_confidence(findings);
  return findings;
}

Findings find_dose(const RecordText& record) {
  static const Pattern kUnit(
      "mg|g|mcg|ug|ng|iu|u|units|ml|mmol|mumol|gy|microg|milligrams|micrograms|ppm|kg");
  static const Pattern kPer(
      "kg|day|d|daily|week|m2|dl|h|hour|min|body|qd|bid|tid|once|twice|per|a|three|times|ml|"
      "dose|weight|week|weekly|bw|wk");
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    for (std::size_t i = 0; i < sentence.numbers.size(); ++i) {
      const auto measured = sentence.numbers[i].percent ? std::nullopt : measured_at(sentence, i);
      if (!measured) continue;
      const doc::Number& number = sentence.numbers[measured->number];
      const std::size_t unit = measured->unit;
      const std::string& symbol = sentence.tokens[unit].folded;
      // fold() writes the micro sign as Greek mu.
      const bool micro = symbol == "\u03BCg" || symbol == "\u03BCmol";
      if (!micro && !kUnit.match_at(sentence.tokens, unit)) continue;
      std::size_t last = unit;
      while (last + 1 < sentence.tokens.size() && last - unit < 5 &&
             kPer.match_at(sentence.tokens, last + 1) &&
             sentence.tokens[last + 1].begin - sentence.tokens[last].end <= 1) {
        ++last;
      }
      while (last > unit &&
             (sentence.tokens[last].folded == "a" || sentence.tokens[last].folded == "per"))
        --last;
      // Concentrations are findings, not doses.
      const bool concentration = last > unit && (sentence.tokens[last].folded == "dl" ||
                                                 sentence.tokens[last].folded == "ml");
      const bool weight = last == unit && symbol == "kg";
      // "11 U.S. states", "300 mg/24 h" of what was excreted.
      const std::string_view behind = sentence.text.substr(sentence.tokens[last].end);
      const bool other = behind.starts_with(".S") ||
                         (behind.size() > 1 && behind[0] == '/' && doc::is_digit(behind[1]));
      if (concentration || weight || other || sentence.role() == doc::Role::conclusions) continue;
      const double confidence =
          sentence.role() == doc::Role::methods || sentence.is_title() ? 0.85 : 0.6;
      constexpr std::string_view kArea = "/m(2)";
      const std::size_t area = behind.starts_with(kArea) ? kArea.size() : 0;
      Candidate candidate =
          quoted(record, sentence.span(number.begin, sentence.tokens[last].end + area), confidence);
      candidate.number = number.value;
      candidate.unit = symbol;
      if (findings.candidates.size() < 10) add_distinct(findings, std::move(candidate));
    }
  }
  sort_by_confidence(findings);
  return findings;
}

Findings find_mean_age(const RecordText& record) {
  static const Patterns kMean = {"mean|median|average <3> age|aged|ages",
                                 "age|aged|ages <3> mean|median|average"};
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.role() == doc::Role::background) continue;
    for (const TimeSpan& span : time_spans(sentence)) {
      if (!is_age(sentence, span) || is_range_of_ages(sentence, span)) continue;
      const auto before = tokens_before(sentence, span.begin, 6);
      const auto mean = find_any(kMean, before);
      // "The mean dose was given to women aged 50 years".
      if (!mean || before.size() - mean->last > 3) continue;
      add_distinct(findings, time_candidate(record, sentence, span, 0.9));
    }
    if (auto mean = unitless_mean_age(record, sentence); mean && findings.candidates.empty()) {
      findings.candidates.push_back(*std::move(mean));
    }
  }
  sort_by_confidence(findings);
  return findings;
}

Findings find_age(const RecordText& record) {
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.role() == doc::Role::background) continue;
    for (const TimeSpan& span : time_spans(sentence)) {
      if (!is_age(sentence, span)) continue;
      static const Patterns kMean = {"mean|median|average <2> age", "age <3> mean|median"};
      const bool mean = find_any(kMean, tokens_before(sentence, span.begin, 6)).has_value();
      add_distinct(findings, time_candidate(record, sentence, span, mean ? 0.9 : 0.8));
    }
    if (auto mean = unitless_mean_age(record, sentence); mean && findings.candidates.empty()) {
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
Findings called(const RecordText& record, Findings findings, const Patterns& words) {
  std::erase_if(findings.candidates, [&](const Candidate& c) {
    const auto phrase = c.ground.span ? phrase_at(record, *c.ground.span) : std::nullopt;
    if (!phrase) return true;
    const Sentence& sentence = *phrase->sentence;
    return !find_any(words, tokens_before(sentence, sentence.tokens[phrase->chunk.first].begin, 6));
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
Findings bounds_of_age(const RecordText& record, Bound bound) {
  static const Patterns kOlder = {"?of ?age or|and older|over|above"};
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.role() == doc::Role::background || sentence.role() == doc::Role::conclusions)
      continue;
    for (const TimeSpan& span : time_spans(sentence)) {
      if (!is_age(sentence, span)) continue;
      const bool range = span.begin != span.number->begin;
      const auto after = tokens_after(sentence, span.end, 4);
      const bool older = !range && kOlder.match_at(after, 0).has_value();
      if (!range && !(older && bound == Bound::low)) continue;
      // "a mean of 61 years (range 40 to 75 years)" is what was observed, and still the range.
      Candidate candidate = time_candidate(record, sentence, span, 0.85);
      const std::size_t first = doc::first_number_from(sentence.numbers, span.begin);
      if (bound == Bound::low) candidate.number = sentence.numbers[first].value;
      if (bound == Bound::both) candidate.number.reset();
      add_distinct(findings, std::move(candidate));
    }
  }
  return one_or_undecided(std::move(findings));
}

// "58% were women", "58% female": of the people studied, nothing said of them. "31% of women had
// nausea" is no share.
Findings share_of(const RecordText& record, const Patterns& direct, const Patterns& told) {
  // "Of those who stopped, 58% were women" is the share among some.
  static const Patterns kSome = {
      "among|amongst|those|who|whom|subgroup|responders|dropouts|died|deaths|cases|controls"};
  Findings findings;
  for (const Sentence& sentence : record.sentences()) {
    if (sentence.is_title() || sentence.role() == doc::Role::background ||
        sentence.role() == doc::Role::conclusions) {
      continue;
    }
    for (const doc::Number& number : sentence.numbers) {
      if (!number.percent || number.value < 0 || number.value > 100) continue;
      const std::size_t sign = sentence.text.find('%', number.end);
      const bool near = sign != std::string_view::npos && sign - number.end <= 3;
      const std::size_t end = near ? sign + 1 : number.end;
      const auto after = tokens_after(sentence, end, 8);
      const auto match =
          direct.match_at(after, 0) ? direct.match_at(after, 0) : told.match_at(after, 0);
      if (!match || find_any(kSome, tokens_before(sentence, number.begin, 12))) continue;
      // A clause of its own: "58% women reported falls" tells of falls.
      const std::size_t last = after[*match - 1].end;
      const std::size_t next = doc::skip_blanks(sentence.text, last);
      const bool closes =
          next >= sentence.text.size() ||
          std::string_view(",;.)(]").find(sentence.text[next]) != std::string_view::npos ||
          sentence.text.substr(next, 4) == "and ";
      if (!closes) continue;
      Candidate candidate = quoted(record, sentence.span(number.begin, last), 0.85);
      candidate.number = number.value;
      candidate.unit = "%";
      findings.candidates.push_back(std::move(candidate));
    }
  }
  return one_or_undecided(std::move(findings));
}

}  // namespace

Findings find_true_mean_age(const RecordText& record) {
  return called(record, find_mean_age(record), mean_words());
}

Findings find_median_age(const RecordText& record) {
  return called(record, find_mean_age(record), median_words());
}

Findings find_mean_follow_up(const RecordText& record) {
  return one_or_undecided(called(record, find_follow_up(record), mean_words()));
}

Findings find_median_follow_up(const RecordText& record) {
  return one_or_undecided(called(record, find_follow_up(record), median_words()));
}

Findings find_age_range(const RecordText& record) {
  return bounds_of_age(record, Bound::both);
}

Findings find_minimum_age(const RecordText& record) {
  return bounds_of_age(record, Bound::low);
}

Findings find_maximum_age(const RecordText& record) {
  return bounds_of_age(record, Bound::high);
}

Findings find_female_share(const RecordText& record) {
  static const Patterns kDirect = {"female|females|women"};
  static const Patterns kTold = {
      "?of ?the ?participants|patients|subjects|them|whom were|was female|females|women"};
  return share_of(record, kDirect, kTold);
}

Findings find_male_share(const RecordText& record) {
  static const Patterns kDirect = {"male|males|men"};
  static const Patterns kTold = {
      "?of ?the ?participants|patients|subjects|them|whom were|was male|males|men"};
  return share_of(record, kDirect, kTold);
}

}  // namespace ev::extract
