#include "pipeline/extract/statistics.hpp"

#include "base/text.hpp"
#include "pipeline/extract/phrase.hpp"
#include "pipeline/text/chars.hpp"
#include "pipeline/text/other_study.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace ev::extract {

namespace {

constexpr std::size_t kLongestChange = 120;  // bytes from a percentage to its interval
constexpr std::size_t kLongestName = 120;    // bytes from a measure to an estimate with an interval
constexpr std::size_t kLongestDifference = 130;  // the same from the word "difference"

struct Measure {
  Pattern name;
  const char* label;
  bool ratio;
};

const std::vector<Measure>& measures() {
  static const std::vector<Measure> kMeasures = {
      {"odds ratio|ratios", "OR", true},
      {"hazard|hazards ratio|ratios", "HR", true},
      {"risk|rate ratio|ratios", "RR", true},
      {"relative risk|risks", "RR", true},
      {"incidence rate ratio|ratios", "IRR", true},
      {"prevalence ratio|ratios", "PR", true},
      {"standardi*ed mean difference|differences", "SMD", false},
      {"weighted mean difference|differences", "WMD", false},
      {"mean difference|differences", "MD", false},
      {"absolute ?risk|rate difference|reduction|reductions", "RD", false},
      {"risk difference|reduction|reductions", "RD", false},
      {"number needed to treat", "NNT", false},
      {"effect size|sizes", "effect size", false},
      {"cohen s d", "d", false},
      {"hedges g", "g", false},
      {"correlation coefficient|coefficients", "r", false},
      {"aor|or|ors|adjor", "OR", true},
      {"hr|hrs|ahr|shr", "HR", true},
      {"rr|rrs|arr", "RR", true},
      {"irr", "IRR", true},
      {"smd", "SMD", false},
      {"wmd", "WMD", false},
      {"md", "MD", false},
      {"nnt", "NNT", false},
      {"auc|auroc", "AUC", false}};
  return kMeasures;
}

// The first words of all measures, to pass most tokens by.
const FirstWords& first_words_of_measures() {
  static const FirstWords kFirst = [] {
    FirstWords out;
    for (const Measure& measure : measures()) out.add(measure.name.first_words());
    return out;
  }();
  return kFirst;
}

std::size_t skip_relation(std::string_view s, std::size_t i, char& relation) {
  i = doc::skip_blanks(s, i);
  // "P:=0.03"
  if (i + 1 < s.size() && s[i] == ':' && std::string_view("=<>").find(s[i + 1]) != s.npos) ++i;
  const std::string_view rest = s.substr(i);
  struct Form {
    std::string_view text;
    char relation;
  };
  static constexpr Form kForms[] = {
      {"< or =", '<'}, {"> or =", '>'}, {"<or=", '<'},   {">or=", '>'},      {"<=", '<'},
      {">=", '>'},     {"=<", '<'},     {"<", '<'},      {">", '>'},         {"=", '='},
      {"\u2264", '<'}, {"\u2265", '>'}, {"\uFF1C", '<'}, {"less than", '<'}, {"of less than", '<'},
      {"of", '='},     {"was", '='},    {"\u2A7D", '<'}, {"\u2A7E", '>'},    {"&lt;", '<'},
      {"value", ' '},  {"values", ' '}, {"[=]", '='},    {"[<]", '<'}};
  for (const Form& form : kForms) {
    if (rest.empty() || rest.front() != form.text.front() || !rest.starts_with(form.text)) continue;
    relation = form.relation;
    return i + form.text.size();
  }
  relation = 0;
  return i;
}

// "OR" is a measure only in capitals, "or" and "md" in lower case are words; "RR interval" is one
// of the heart's, "HR" beside "heart rate" its rate.
bool is_spelled_as_measure(const Sentence& sentence, const Match& match) {
  static const Patterns kOther = {"interval|intervals|variability"};
  static const Patterns kHeartRate = {"heart rate|rates"};
  const doc::Token& token = sentence.tokens[match.first];
  if (match.last - match.first > 1) return true;
  if (kOther.match_at(sentence.tokens, match.last)) return false;
  if (token.folded == "hr" && find_any(kHeartRate, sentence)) return false;
  const std::string_view word = sentence.text.substr(token.begin, token.end - token.begin);
  const auto capitals = std::count_if(word.begin(), word.end(), doc::is_upper);
  return capitals >= 2;
}

// "5% [95% CI", "0.8 (95 percent confidence interval": the level of an interval in a bracket.
bool has_interval_behind(const Sentence& sentence, const doc::Number& number) {
  const std::size_t next = doc::first_number_from(sentence.numbers, number.end);
  if (next >= sentence.numbers.size() || !sentence.numbers[next].percent) return false;
  const std::string_view gap =
      sentence.text.substr(number.end, sentence.numbers[next].begin - number.end);
  const std::string_view after = sentence.text.substr(sentence.numbers[next].end, 16);
  return gap.size() <= 4 && gap.find_first_of("([") != std::string_view::npos &&
         (after.find("CI") != std::string_view::npos ||
          after.find("onf") != std::string_view::npos);
}

// "2.0 (P =.003)"
bool has_p_behind(const Sentence& sentence, const doc::Number& number) {
  const std::size_t next = sentence.token_from(number.end);
  return next < sentence.tokens.size() && sentence.tokens[next].folded == "p" &&
         sentence.text.substr(number.end, sentence.tokens[next].begin - number.end) == " (";
}

// "hazard ratio for 4-5 cups per day was 0.93": what is compared has numbers of its own.
std::size_t index_behind_verb(const Sentence& sentence, std::size_t from, std::size_t index) {
  static const Pattern kOf("for|per|with|in");
  static const Pattern kVerb("was|is|were");
  constexpr std::size_t kMostNumbers = 3;
  if (!kOf.match_at(sentence.tokens, sentence.token_from(from))) return index;
  for (std::size_t i = index; i < sentence.numbers.size() && i < index + kMostNumbers; ++i) {
    const std::size_t begin = sentence.numbers[i].begin;
    if (sentence.text.substr(from, begin - from).find_first_of(".,;()<>") != std::string_view::npos)
      return index;
    const std::size_t token = sentence.token_from(begin);
    if (token > 0 && kVerb.match_at(sentence.tokens, token - 1)) return i;
  }
  return index;
}

// Between a measure and its estimate only a few words may stand: "for death", "of", "was", "[95%
// CI]".
std::optional<std::size_t> estimate_index(const Sentence& sentence, std::size_t from) {
  const std::size_t first = doc::first_number_from(sentence.numbers, from);
  if (first >= sentence.numbers.size()) return std::nullopt;
  const std::size_t index = index_behind_verb(sentence, from, first);
  const doc::Number& number = sentence.numbers[index];
  const std::string_view gap = sentence.text.substr(from, number.begin - from);
  if (gap.find_first_of(";.<>") != std::string_view::npos) return std::nullopt;
  // Far from its name only with its interval: "hazard ratio … with tea was 0.8 (95% CI".
  const bool weighed = has_interval_behind(sentence, number) || has_p_behind(sentence, number);
  if (gap.size() > 40 && (gap.size() > kLongestName || !weighed)) return std::nullopt;
  if (gap.find("CI") != std::string_view::npos || gap.find("onfidence") != std::string_view::npos) {
    return std::nullopt;
  }
  if (number.words) return std::nullopt;
  // "OR or stable disease > or = 24 weeks": a response is no ratio.
  // "risk reduction occurred in deaths and a 33% reduction": another reduction. "mean difference, 2
  // to 9" behind "interval of": its bounds.
  if (gap.find("between") != std::string_view::npos) return std::nullopt;
  // "RR, 2.3-3.9": from the lowest to the highest of several.
  if (doc::is_range(sentence.text, sentence.numbers, index)) {
    const std::size_t next = sentence.numbers[index + 1].begin;
    const std::string_view joint = sentence.text.substr(number.end, next - number.end);
    if (joint.find_first_of(",;") == std::string_view::npos && joint != " and ")
      return std::nullopt;
  }
  if (gap.find(" and a ") != std::string_view::npos) return std::nullopt;
  if (doc::is_range(sentence.text, sentence.numbers, index) &&
      sentence.text.substr(0, from).find("nterval") != std::string_view::npos && gap.size() < 4)
    return std::nullopt;
  if (gap.substr(0, 4) == " or " || gap.find(" or = ") != std::string_view::npos)
    return std::nullopt;
  // "absolute reduction in deaths from 9 % to 7 %": the rates of two groups.
  if (gap.size() >= 6 && gap.substr(gap.size() - 6) == " from ") return std::nullopt;
  // "mean difference in ADAS-Cog 13, -1.9": the first number belongs to the name before it.
  const bool names_something =
      std::any_of(gap.begin(), gap.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (names_something && index + 1 < sentence.numbers.size() &&
      sentence.text.substr(number.end, sentence.numbers[index + 1].begin - number.end) == ", ") {
    return index + 1;
  }
  // "OR (95% CI) 1.2": the level is not the estimate.
  const std::string_view after = sentence.text.substr(number.end, 16);
  const bool level =
      number.percent && !has_interval_behind(sentence, number) &&
      (after.find("CI") != std::string_view::npos || after.find("onf") != std::string_view::npos);
  return level ? std::nullopt : std::optional(index);
}

// "a 35 percent decrease in the risk of death (95 percent CI, 19 to 48 percent": only with the
// interval that belongs to it, for other percentages are shares.
void add_relative_changes(const Sentence& sentence, std::vector<Effect>& out) {
  static const Patterns kChange = {
      "?percent ?relative reduction|decrease|increase <2> risk|risks|odds|hazard|hazards|rate|"
      "mortality|incidence",
      "?percent ?relative risk reduction|increase"};
  for (const doc::Number& number : sentence.numbers) {
    if (!number.percent || !kChange.match_at(sentence.tokens, sentence.token_from(number.end)))
      continue;
    for (const Interval& interval : intervals_in(sentence)) {
      if (interval.begin < number.end) continue;
      const bool holds = interval.low <= number.value && number.value <= interval.high;
      if (!holds || interval.begin - number.end > kLongestChange) break;
      Effect effect{.measure = "relative change", .estimate = number.value, .interval = interval};
      effect.begin = number.begin;
      effect.end = number.end;
      for (const PValue& p : p_values_in(sentence)) {
        if (!effect.p && p.begin >= interval.end && p.begin - interval.end < 12) effect.p = p;
      }
      out.push_back(std::move(effect));
      break;
    }
  }
}

// "kg/m(2)", "min(-1)"
bool is_power_of_unit(const Sentence& sentence, const doc::Number& number) {
  const std::size_t at = number.begin;
  return number.integer && at > 1 && sentence.text[at - 1] == '(' &&
         doc::is_alpha(sentence.text[at - 2]) && sentence.text.substr(number.end).starts_with(")");
}

// "geometric mean fold-difference", "absolute rate difference": with what says which one.
std::size_t begin_with_modifiers(const Sentence& sentence, std::size_t token) {
  static const Patterns kModifiers = {
      "mean|median|average|geometric|odds|hazard|hazards|adjusted|unadjusted|absolute|relative|"
      "risk|rate|fold|least|"
      "squares|weighted|standardized|standardised|treatment|group|overall|net|estimated|percentage|"
      "percent|subtracted|corrected|placebo"};
  while (token > 0 && kModifiers.match_at(sentence.tokens, token - 1)) {
    const std::size_t end = sentence.tokens[token - 1].end;
    const std::string_view gap = sentence.text.substr(end, sentence.tokens[token].begin - end);
    if (gap != " " && gap != "-") break;
    --token;
  }
  return sentence.tokens[token].begin;
}

// "no significant difference": never quoted without its "no".
std::size_t begin_with_negation(const Sentence& sentence, std::size_t token) {
  static const Patterns kNo = {"no ?statistically ?significant difference|differences"};
  constexpr std::size_t kMost = 3;  // tokens
  for (std::size_t back = 1; back <= std::min(kMost, token); ++back)
    if (kNo.match_at(sentence.tokens, token - back) == token + 1)
      return sentence.tokens[token - back].begin;
  return begin_with_modifiers(sentence, token);
}

// "a difference of 2.3 mm Hg (95% CI 1.1 to 3.5)": only with its interval, for differences are
// told of everything.
void add_differences(const Sentence& sentence, std::vector<Effect>& out) {
  static const Patterns kDifference = {"difference|differences",
                                       "placebo subtracted|corrected|adjusted change|changes"};
  constexpr std::size_t kLongestUnit = 24;
  if (!find_any(kDifference, sentence)) return;
  for (const Interval& interval : intervals_in(sentence)) {
    const bool taken = std::any_of(out.begin(), out.end(), [&](const Effect& effect) {
      return effect.interval && effect.interval->begin == interval.begin;
    });
    const doc::Number* estimate = nullptr;
    for (const doc::Number& number : sentence.numbers)
      if (number.end < interval.begin && !is_power_of_unit(sentence, number)) estimate = &number;
    if (taken || estimate == nullptr || interval.begin - estimate->end > kLongestUnit) continue;
    if (estimate->value < interval.low || estimate->value > interval.high) continue;
    std::size_t from = 0;
    std::optional<Match> named;
    while (const auto match = find_any(kDifference, sentence, from)) {
      from = match->last;
      if (sentence.tokens[match->first].end < estimate->begin) named = match;
    }
    if (!named) continue;
    const std::size_t begin = begin_with_negation(sentence, named->first);
    const std::string_view gap = sentence.text.substr(begin, estimate->begin - begin);
    // "no difference between the teas: green 0.3 (95% CI 0.2 to 0.4)": of one arm.
    if (gap.size() > kLongestDifference || gap.find_first_of(";:") != gap.npos ||
        gap.find(". ") != gap.npos)
      continue;
    Effect effect{.measure = "difference", .estimate = estimate->value, .interval = interval};
    effect.begin = begin;
    effect.end = estimate->end;
    for (const PValue& p : p_values_in(sentence)) {
      if (!effect.p && p.begin >= interval.end && p.begin - interval.end < 12) effect.p = p;
    }
    out.push_back(std::move(effect));
  }
}

// "The geometric mean ratios (90% CI) of tea to water were 1.04 (0.94, 1.14)": the interval is
// named before the estimate.
void add_with_interval_named_before(const Sentence& sentence, std::vector<Effect>& out) {
  static const Patterns kNamed = {
      "ratio|ratios|difference|differences # ci|cis|confidence ?interval|intervals|limits"};
  static const Patterns kRatio = {"ratio|ratios"};
  const auto named = find_any(kNamed, sentence);
  if (!named || named->last >= sentence.tokens.size()) return;
  const std::size_t close = sentence.tokens[named->last - 1].end;
  const std::size_t index = doc::first_number_from(sentence.numbers, close);
  if (index + 2 >= sentence.numbers.size() || sentence.text[close] != ')') return;
  const doc::Number& number = sentence.numbers[index];
  const doc::Number& low = sentence.numbers[index + 1];
  const std::string_view gap = sentence.text.substr(close, number.begin - close);
  const bool far = gap.size() > kLongestName || gap.find(';') != gap.npos;
  if (far || sentence.text.substr(number.end, low.begin - number.end) != " (" ||
      !doc::is_range(sentence.text, sentence.numbers, index + 1)) {
    return;
  }
  const doc::Number& high = sentence.numbers[index + 2];
  if (number.value < low.value || number.value > high.value) return;
  const std::size_t level =
      doc::first_number_from(sentence.numbers, sentence.tokens[named->first].end);
  const bool ratio = kRatio.match_at(sentence.tokens, named->first).has_value();
  Effect effect{.measure = ratio ? "ratio" : "difference", .ratio = ratio};
  effect.estimate = number.value;
  effect.interval = Interval{.low = low.value,
                             .high = high.value,
                             .level = sentence.numbers[level].value,
                             .begin = low.begin,
                             .end = high.end};
  effect.begin = begin_with_modifiers(sentence, named->first);
  effect.end = number.end;
  out.push_back(std::move(effect));
}

// "The difference was 2.3 mm Hg (P = .02)"
void add_differences_with_p(const Sentence& sentence, std::vector<Effect>& out) {
  static const Patterns kDifference = {"difference|differences <6> of|was|were"};
  constexpr std::size_t kLongestUnit = 24;
  const auto named = find_any(kDifference, sentence);
  if (!named || named->last >= sentence.tokens.size()) return;
  const std::size_t index =
      doc::first_number_from(sentence.numbers, sentence.tokens[named->last - 1].end);
  if (index >= sentence.numbers.size()) return;
  const doc::Number& number = sentence.numbers[index];
  const std::string_view gap = sentence.text.substr(
      sentence.tokens[named->last - 1].end, number.begin - sentence.tokens[named->last - 1].end);
  const bool taken = std::any_of(out.begin(), out.end(), [&](const Effect& effect) {
    return effect.begin <= number.begin && number.end <= effect.end;
  });
  if (taken || gap != " ") return;
  for (const PValue& p : p_values_in(sentence)) {
    if (p.begin < number.end) continue;
    const std::string_view unit = sentence.text.substr(number.end, p.begin - number.end);
    if (unit.size() > kLongestUnit || unit.find_first_of(")") != unit.npos) return;
    Effect effect{.measure = "difference", .estimate = number.value, .p = p};
    effect.begin = begin_with_negation(sentence, named->first);
    effect.end = p.begin - (unit.ends_with(" (") ? 2 : 0);
    out.push_back(std::move(effect));
    return;
  }
}

// The area under a receiver operating characteristic; other areas are of concentrations over time,
// and the 0 of "AUC(0-24)" is where they begin.
bool is_share(const doc::Number& number) {
  return number.percent ? number.value > 0 && number.value <= 100
                        : !number.integer && number.value > 0 && number.value <= 1;
}

// "NS", "N.S.", "not significant" in the place of a p value; the same byte when none stands there.
std::size_t end_of_not_significant(std::string_view s, std::size_t at) {
  for (const std::string_view form :
       {"not significant", "non-significant", "nonsignificant", "n.s.", "ns"}) {
    const bool here = text::starts_with_ignoring_ascii_case(s.substr(at), form);
    if (here && (form.back() == '.' || !doc::word_at(s, at + form.size()))) return at + form.size();
  }
  return at;
}

struct Decimal {
  double value = 0;
  std::size_t end = 0;
};

// "0. 03", ". 007", "0-03": a decimal that was set with a blank beside its point or a hyphen for
// it.
std::optional<Decimal> spaced_decimal(std::string_view s, std::size_t at) {
  if (at < s.size() && s[at] == '0') at = doc::skip_blanks(s, at + 1);
  const bool hyphen = at > 0 && at < s.size() && s[at] == '-' && s[at - 1] == '0';
  if (at >= s.size() || (s[at] != '.' && !hyphen)) return std::nullopt;
  const std::size_t begin = hyphen ? at + 1 : doc::skip_blanks(s, at + 1);
  std::size_t end = begin;
  while (end < s.size() && doc::is_digit(s[end])) ++end;
  const bool ranges = hyphen && end - begin < 2;  // "0-5"
  if (end == begin || ranges || doc::word_at(s, end)) return std::nullopt;
  const std::string plain = "0." + std::string(s.substr(begin, end - begin));
  return Decimal{std::strtod(plain.c_str(), nullptr), end};
}

// "P = 0" is a number that broke off; "P = 0.000" is printed by statistics programs.
bool is_rounded_to_zero(const doc::Number& number) {
  constexpr std::size_t kShortest = 4;  // "0.00"
  return !number.integer && number.end - number.begin >= kShortest;
}

std::optional<Decimal> probability_at(const Sentence& sentence, std::size_t at) {
  const std::size_t index = doc::first_number_from(sentence.numbers, at);
  const doc::Number* number = index < sentence.numbers.size() ? &sentence.numbers[index] : nullptr;
  if (number == nullptr || number->begin > at || number->integer) {
    if (const auto spaced = spaced_decimal(sentence.text, at)) return spaced;
  }
  if (number == nullptr || number->begin > at || number->words || number->percent) return {};
  if (number->value < 0 || number->value > 1) return {};
  if (number->value == 0 && !is_rounded_to_zero(*number)) return {};
  return Decimal{number->value, number->end};
}

// Less what the sentence tells of other studies.
template <class Stated>
std::vector<Stated> own_results(const Sentence& sentence, std::vector<Stated> all) {
  if (all.empty()) return all;
  const auto parts = doc::parts_on_other_studies(sentence.text, sentence.tokens);
  if (!parts.empty())
    std::erase_if(all, [&](const Stated& one) { return doc::is_in(parts, one.end - 1); });
  return all;
}

}  // namespace

std::vector<PValue> p_values_in(const Sentence& sentence) {
  static const Patterns kP = {"p|2p"};  // 2P: of two tails
  std::vector<PValue> out;
  for (auto p = find_any(kP, sentence); p; p = find_any(kP, sentence, p->last)) {
    const doc::Token& token = sentence.tokens[p->first];
    char relation = ' ';
    std::size_t at = token.end;
    if (at < sentence.text.size() && sentence.text[at] == '-') ++at;
    for (int word = 0; word < 2 && relation == ' '; ++word)
      at = skip_relation(sentence.text, at, relation);
    // "P value < .05", "p = < .05"
    if (relation == '=' || relation == ' ') {
      char second = 0;
      const std::size_t next = skip_relation(sentence.text, at, second);
      if (second == '<' || second == '>' || (relation == ' ' && second == '=')) {
        relation = second;
        at = next;
      }
    }
    if (relation == 0 || relation == ' ') continue;
    at = doc::skip_blanks(sentence.text, at);
    if (const std::size_t end = end_of_not_significant(sentence.text, at); end > at) {
      out.push_back({.value = 1, .relation = 'n', .begin = token.begin, .end = end});
      continue;
    }
    const auto number = probability_at(sentence, at);
    if (!number || (number->value == 0 && relation == '<')) continue;
    out.push_back({number->value, relation, token.begin, number->end});
  }
  return own_results(sentence, std::move(out));
}

std::vector<Interval> intervals_in(const Sentence& sentence) {
  static const Patterns kNames = {"ci|cis|confidence|cri|credible ?interval|intervals|limits|ci"};
  std::vector<Interval> out;
  if (sentence.numbers.size() < 2) return out;
  std::size_t from = 0;
  while (const auto match = find_any(kNames, sentence, from)) {
    from = match->last;
    std::size_t end = sentence.tokens[match->last - 1].end;
    // "confidence interval [CI]," names itself twice.
    if (from < sentence.tokens.size() && sentence.tokens[from].folded == "ci") {
      end = sentence.tokens[from++].end;
    }
    Interval interval{.begin = sentence.tokens[match->first].begin};
    const std::size_t before = doc::first_number_from(sentence.numbers, 0);
    for (std::size_t i = before;
         i < sentence.numbers.size() && sentence.numbers[i].end <= interval.begin; ++i) {
      const std::size_t level = sentence.numbers[i].end;
      const bool spelled = sentence.text.substr(level, interval.begin - level) == " percent ";
      if (sentence.numbers[i].percent && (spelled || interval.begin - level <= 3)) {
        interval.level = sentence.numbers[i].value;
        interval.begin = sentence.numbers[i].begin;
      }
    }
    std::size_t index = doc::first_number_from(sentence.numbers, end);
    // "CI 95%: 1.2-1.9": the level stands after the name.
    if (index + 1 < sentence.numbers.size() && sentence.numbers[index].percent &&
        sentence.numbers[index].value >= 80 && sentence.numbers[index].begin - end <= 3 &&
        doc::is_range(sentence.text, sentence.numbers, index + 1)) {
      interval.level = sentence.numbers[index].value;
      end = sentence.numbers[index++].end;
    }
    if (!doc::is_range(sentence.text, sentence.numbers, index)) continue;
    const std::string_view gap = sentence.text.substr(end, sentence.numbers[index].begin - end);
    if (gap.size() > 12 || gap.find_first_of(".") != std::string_view::npos) continue;
    interval.low = sentence.numbers[index].value;
    interval.high = sentence.numbers[index + 1].value;
    interval.end = sentence.numbers[index + 1].end;
    // "-3.64 and -4.94": printed from the smaller effect to the larger one.
    if (interval.high < interval.low && interval.low <= 0) std::swap(interval.low, interval.high);
    if (sentence.text.substr(interval.end, 1) == "%") ++interval.end;
    out.push_back(interval);
  }
  return own_results(sentence, std::move(out));
}

std::vector<Effect> effects_in(const Sentence& sentence) {
  std::vector<Effect> out;
  if (sentence.numbers.empty()) return out;
  if (!first_words_of_measures().admits_any(sentence.words)) {
    add_relative_changes(sentence, out);
    add_differences(sentence, out);
    add_differences_with_p(sentence, out);
    if (out.empty()) add_with_interval_named_before(sentence, out);
    return out;
  }
  std::optional<std::vector<Interval>> intervals;  // read when the first effect is there
  std::optional<std::vector<PValue>> ps;
  for (std::size_t at = 0; at < sentence.tokens.size(); ++at) {
    if (!first_words_of_measures().admits(sentence.tokens[at])) continue;
    for (const Measure& measure : measures()) {
      const auto end = measure.name.match_at(sentence.tokens, at);
      if (!end || !is_spelled_as_measure(sentence, {at, *end})) continue;
      std::size_t from = sentence.tokens[*end - 1].end;
      // "odds ratio (OR) 1.5"
      if (*end < sentence.tokens.size() && sentence.tokens[*end].begin == from + 2 &&
          (sentence.text[from + 1] == '(' || sentence.text[from + 1] == '[')) {
        from = sentence.tokens[*end].end;
      }
      const auto index = estimate_index(sentence, from);
      if (!index) continue;
      const doc::Number& number = sentence.numbers[*index];
      if (std::string_view(measure.label) == "AUC" && !is_share(number)) continue;
      // An "OR" of 90 % is an objective response.
      if (measure.ratio && number.percent) continue;
      Effect effect{.measure = measure.label, .ratio = measure.ratio, .estimate = number.value};
      // "a mean heart rate (HR) of 85".
      constexpr double kNoRatio = 30;
      const bool letters = *end == at + 1 && sentence.tokens[at].folded.size() <= 3;
      if (measure.ratio && letters && number.integer && number.value > kNoRatio) continue;
      effect.begin = sentence.tokens[at].begin;
      effect.end = number.end;
      if (!intervals) intervals = intervals_in(sentence);
      for (const Interval& interval : *intervals) {
        if (interval.begin >= number.end && interval.begin - number.end < 12)
          effect.interval = interval;
      }
      const std::size_t last = effect.interval ? effect.interval->end : number.end;
      if (!ps) ps = p_values_in(sentence);
      for (const PValue& p : *ps) {
        if (!effect.p && p.begin >= last && p.begin - last < 8) effect.p = p;
      }
      out.push_back(std::move(effect));
      at = *end - 1;
      break;
    }
  }
  add_relative_changes(sentence, out);
  add_differences(sentence, out);
  add_differences_with_p(sentence, out);
  if (out.empty()) add_with_interval_named_before(sentence, out);
  return own_results(sentence, std::move(out));
}

const std::vector<Effect>& effects_of(const RecordText& record, const Sentence& sentence) {
  return record.facts().effects.get(record.index_of(sentence),
                                    [&] { return effects_in(sentence); });
}

std::string inconsistency(const Effect& effect) {
  if (!effect.interval) return {};
  const Interval& ci = *effect.interval;
  if (ci.low > ci.high) return "the interval's lower bound is above its upper bound";
  if (effect.estimate < ci.low || effect.estimate > ci.high) {
    return "the interval does not contain the estimate";
  }
  if (!effect.p || ci.level != 95 || !effect.has_null()) return {};
  const double null = effect.ratio ? 1.0 : 0.0;
  const bool excludes = ci.low > null || ci.high < null;
  // Bounds printed as the null value itself may be rounded either way.
  const bool touches = ci.low == null || ci.high == null;
  if (touches) return {};
  const bool clearly_not = effect.p->relation == 'n' ||
                           (effect.p->relation == '=' && effect.p->value > 0.06) ||
                           (effect.p->relation == '>' && effect.p->value >= 0.05);
  const bool clearly = effect.p->relation == '='
                           ? effect.p->value < 0.04
                           : effect.p->relation == '<' && effect.p->value <= 0.05;
  if (excludes && clearly_not) return "the interval excludes the null value but p is not below .05";
  if (!excludes && clearly) return "p is below .05 but the interval includes the null value";
  return {};
}

}  // namespace ev::extract
