#include "pipeline/read/results/statistics.hpp"

#include "base/text.hpp"
#include "pipeline/text/chars.hpp"
#include "pipeline/text/other_study.hpp"

#include <algorithm>
#include <cmath>

namespace ev::read {

std::optional<bool> PValue::significant() const {
  if (relation == 'n') return false;
  if (relation == '=') return value == 0.05 ? std::nullopt : std::optional<bool>(value < 0.05);
  if (relation == '<') return value <= 0.05 ? std::optional<bool>(true) : std::nullopt;
  return value >= 0.05 ? std::optional<bool>(false) : std::nullopt;
}

namespace {

std::size_t number_at(const Sentence& s, std::size_t byte) {
  return doc::first_number_from(s.numbers, byte);
}

// What stands between "p" and its number, as a relation; nothing for other words.
std::optional<char> relation_of(std::string_view between) {
  std::string words;
  for (const doc::Token& token : doc::tokenize(between))
    words += (words.empty() ? "" : " ") + token.folded;
  const bool less =
      between.find('<') != std::string_view::npos || between.find("≤") != std::string_view::npos;
  const bool more =
      between.find('>') != std::string_view::npos || between.find("≥") != std::string_view::npos;
  static const WordSet kNeutral = WordSet::listed("statistics: neutral");
  bool worded_less = false;
  bool worded_more = false;
  for (const doc::Token& token : doc::tokenize(between)) {
    if (token.folded == "less" || token.folded == "below")
      worded_less = true;
    else if (token.folded == "greater" || token.folded == "more")
      worded_more = true;
    else if (token.folded != "than" && !kNeutral.has(token.folded))
      return std::nullopt;
  }
  if (less || worded_less) return '<';
  if (more || worded_more) return '>';
  if (between.find('=') != std::string_view::npos || !words.empty()) return '=';
  return std::nullopt;
}

void find_p_values(const Sentence& s, Statistics& out) {
  constexpr std::size_t kFar = 28;
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    const doc::Token& token = s.tokens[i];
    if (token.folded != "p") {
      const bool ns =
          token.folded == "ns" && s.text[token.begin] == 'N' && s.text[token.begin + 1] == 'S';
      const bool dotted = token.folded == "n" && i + 1 < s.tokens.size() &&
                          s.tokens[i + 1].folded == "s" &&
                          s.slice({token.end, s.tokens[i + 1].begin}) == ".";
      if (ns) out.p_values.push_back({{token.begin, token.end}, 'n', 0});
      if (dotted) out.p_values.push_back({{token.begin, s.tokens[i + 1].end}, 'n', 0});
      continue;
    }
    const std::size_t n = number_at(s, token.end);
    const bool near = n < s.numbers.size() && s.numbers[n].begin - token.end <= kFar;
    if (near && s.numbers[n].value >= 0 && s.numbers[n].value <= 1 && !out.taken[n]) {
      const auto relation = relation_of(s.slice({token.end, s.numbers[n].begin}));
      if (relation) {
        out.p_values.push_back({{token.begin, s.numbers[n].end}, *relation, s.numbers[n].value});
        out.taken[n] = true;
        continue;
      }
    }
    // "p = NS"
    if (i + 1 < s.tokens.size() && s.tokens[i + 1].folded == "ns") {
      out.p_values.push_back({{token.begin, s.tokens[i + 1].end}, 'n', 0});
      ++i;
    }
  }
}

// "CI", "confidence interval", "confidence limits": the byte behind it, none for other words.
std::optional<std::size_t> behind_interval_name(const Sentence& s, std::size_t i) {
  const std::string& word = s.tokens[i].folded;
  if (word == "ci" || word == "cis") return s.tokens[i].end;
  if (word == "c" && i + 1 < s.tokens.size() && s.tokens[i + 1].folded == "i" &&
      s.slice({s.tokens[i].end, s.tokens[i + 1].begin}) == ".") {
    return s.tokens[i + 1].end;
  }
  if (word != "confidence" || i + 1 >= s.tokens.size()) return std::nullopt;
  const std::string& next = s.tokens[i + 1].folded;
  if (!next.starts_with("interval") && !next.starts_with("limit")) return std::nullopt;
  std::size_t end = s.tokens[i + 1].end;
  if (i + 2 < s.tokens.size() &&
      (s.tokens[i + 2].folded == "ci" || s.tokens[i + 2].folded == "cis"))
    end = s.tokens[i + 2].end;
  return end;
}

bool joins_bounds(std::string_view between) {
  between = text::trim(between);
  if (between.starts_with('%')) between = text::trim(between.substr(1));
  static constexpr std::string_view kJoints[] = {"-", "–", "—",  "to",   ",",   ";",  "and",
                                                 "/", "−", "--", "to +", ", +", "- +"};
  return std::find(std::begin(kJoints), std::end(kJoints), between) != std::end(kJoints) ||
         between.empty();
}

void find_intervals(const Sentence& s, Statistics& out) {
  constexpr std::size_t kFar = 32;
  for (std::size_t i = 0; i < s.tokens.size(); ++i) {
    const auto behind = behind_interval_name(s, i);
    if (!behind) continue;
    const std::size_t n = number_at(s, *behind);
    if (n + 1 >= s.numbers.size() || s.numbers[n].begin - *behind > kFar) continue;
    const std::string_view between = s.slice({s.numbers[n].end, s.numbers[n + 1].begin});
    double high = s.numbers[n + 1].value;
    // "1.2-2.4" is read as 1.2 and 2.4; where the sign stuck to the bound it is the dash.
    if (between.empty() && high < 0) high = -high;
    if (!joins_bounds(between)) continue;
    Interval interval{
        {s.tokens[i].begin, s.numbers[n + 1].end}, s.numbers[n].value, high, std::nullopt};
    for (std::size_t level = n; level-- > 0;) {
      const doc::Number& number = s.numbers[level];
      const bool beside = s.tokens[i].begin >= number.end && s.tokens[i].begin - number.end <= 9;
      if (!beside || number.value < 80 || number.value >= 100) break;
      interval.level = number.value;
      interval.at.begin = number.begin;
      out.taken[level] = true;
      break;
    }
    if (interval.at.end < s.text.size() && s.text[interval.at.end] == '%') ++interval.at.end;
    out.taken[n] = out.taken[n + 1] = true;
    out.intervals.push_back(interval);
  }
}

struct MeasureName {
  Measure measure;
  Range at;
};

std::optional<MeasureName> measure_at(const Sentence& s, std::size_t i) {
  const auto word = [&](std::size_t k) -> std::string_view {
    return k < s.tokens.size() ? std::string_view(s.tokens[k].folded) : std::string_view();
  };
  const auto named = [&](Measure measure, std::size_t words) {
    return MeasureName{measure, {s.tokens[i].begin, s.tokens[i + words - 1].end}};
  };
  const std::string_view written = s.slice({s.tokens[i].begin, s.tokens[i].end});
  const auto ratio = [](std::string_view w) { return w == "ratio" || w == "ratios"; };
  if ((word(i) == "odds") && ratio(word(i + 1))) return named(Measure::odds_ratio, 2);
  if (word(i) == "hazard" || word(i) == "hazards") {
    if (ratio(word(i + 1))) return named(Measure::hazard_ratio, 2);
  }
  if (word(i) == "relative" && word(i + 1).starts_with("hazard"))
    return named(Measure::hazard_ratio, 2);
  if (written == "aOR" || written == "AOR") return named(Measure::odds_ratio, 1);
  if (written == "aRR") return named(Measure::risk_ratio, 1);
  if (written == "aHR" || written == "AHR") return named(Measure::hazard_ratio, 1);
  if (word(i) == "relative" && (word(i + 1) == "risk" || word(i + 1) == "risks") &&
      !word(i + 2).starts_with("reduc"))
    return named(Measure::risk_ratio, 2);
  if ((word(i) == "risk" || word(i) == "rate" || word(i) == "incidence") && ratio(word(i + 1)))
    return named(Measure::risk_ratio, 2);
  if (written == "OR" || written == "ORs") return named(Measure::odds_ratio, 1);
  if (written == "RR" || written == "RRs") return named(Measure::risk_ratio, 1);
  if (written == "HR" || written == "HRs" || written == "RH")
    return named(Measure::hazard_ratio, 1);
  if (word(i).starts_with("standard") && word(i + 1) == "mean" && word(i + 2) == "difference")
    return named(Measure::standardized_mean_difference, 3);
  if (written == "SMD") return named(Measure::standardized_mean_difference, 1);
  if (word(i) == "risk" && word(i + 1) == "difference") return named(Measure::risk_difference, 2);
  if (word(i) == "absolute" && word(i + 1) == "risk") return named(Measure::risk_difference, 2);
  if (word(i) == "difference" || word(i) == "differences")
    return named(Measure::mean_difference, 1);
  return std::nullopt;
}

bool is_ratio(Measure m) {
  return m == Measure::odds_ratio || m == Measure::risk_ratio || m == Measure::hazard_ratio;
}

bool names_other_measure(const Sentence& s, Range words, Measure own) {
  for (std::size_t i = s.token_from(words.begin);
       i < s.tokens.size() && s.tokens[i].begin < words.end; ++i) {
    const auto name = measure_at(s, i);
    if (name && name->measure != own) return true;
  }
  return false;
}

// "0.70 and 0.85 (95% CI 0.60 to 0.95 and …)": which interval is whose is not known by its place.
bool is_listed(const Sentence& s, const Statistics& out, std::size_t n) {
  if (n == 0 || s.numbers[n - 1].integer) return false;
  const std::size_t before = s.numbers[n - 1].begin;
  const bool of_interval =
      std::any_of(out.intervals.begin(), out.intervals.end(), [before](const Interval& interval) {
        return before >= interval.at.begin && before < interval.at.end;
      });
  if (of_interval || is_in_p_value(out, before)) return false;
  const std::string_view joint = text::trim(s.slice({s.numbers[n - 1].end, s.numbers[n].begin}));
  static constexpr std::string_view kJoints[] = {"and", ",", ", and", "or"};
  return std::find(std::begin(kJoints), std::end(kJoints), joint) != std::end(kJoints);
}

// The interval that belongs to an estimate: the next one, no other number or measure between them.
std::optional<std::size_t> interval_behind(const Sentence& s, const Statistics& out, std::size_t n,
                                           Measure measure) {
  const doc::Number& estimate = s.numbers[n];
  if (is_listed(s, out, n)) return std::nullopt;
  for (std::size_t k = 0; k < out.intervals.size(); ++k) {
    const Interval& interval = out.intervals[k];
    if (interval.at.begin < estimate.end) continue;
    if (interval.at.begin - estimate.end > 45) return std::nullopt;
    if (names_other_measure(s, {estimate.end, interval.at.end}, measure)) return std::nullopt;
    for (const doc::Number& number : s.numbers) {
      if (number.begin >= estimate.end && number.end <= interval.at.begin) return std::nullopt;
    }
    return k;
  }
  return std::nullopt;
}

bool fits(const ResultEffect& effect) {
  if (!effect.ci_low || !effect.ci_high) return true;
  const double low = std::min(*effect.ci_low, *effect.ci_high);
  const double high = std::max(*effect.ci_low, *effect.ci_high);
  const double slack = 0.02 * (high - low) + 1e-9;
  return effect.value >= low - slack && effect.value <= high + slack &&
         (!effect.ratio() || low >= 0);
}

// "0.65 (0.26, 1.59)", "2.54 [1.16-5.53]" behind the name of a ratio: bounds without a name.
void find_unnamed_intervals(const Sentence& s, Statistics& out) {
  bool named = false;
  for (std::size_t i = 0, n = 0; n + 2 < s.numbers.size(); ++n) {
    for (; i < s.tokens.size() && s.tokens[i].begin < s.numbers[n].begin; ++i) {
      const auto name = measure_at(s, i);
      named = named || (name && is_ratio(name->measure));
    }
    if (!named || out.taken[n] || out.taken[n + 1] || out.taken[n + 2]) continue;
    const doc::Number &value = s.numbers[n], &low = s.numbers[n + 1], &high = s.numbers[n + 2];
    const std::string_view opened = s.slice({value.end, low.begin});
    const std::string_view joint = s.slice({low.end, high.begin});
    const char closed = high.end < s.text.size() ? s.text[high.end] : ' ';
    // "1.16-5.53" is read as 1.16 and -5.53: the sign is the dash.
    const double bound = joint.empty() ? std::abs(high.value) : high.value;
    const bool bracketed = (opened == " (" || opened == " [") && (closed == ')' || closed == ']');
    const bool apart = !value.integer && low.value > 0 && low.value < value.value &&
                       value.value < bound && !value.percent;
    if (!bracketed || !apart || !joins_bounds(joint)) continue;
    out.intervals.push_back({{low.begin, high.end}, low.value, bound, std::nullopt});
    out.taken[n + 1] = out.taken[n + 2] = true;
  }
  std::stable_sort(out.intervals.begin(), out.intervals.end(),
                   [](const Interval& a, const Interval& b) { return a.at.begin < b.at.begin; });
}

// Whether the words between a measure's name and its estimate leave no doubt that they belong
// together.
bool leads_to(const Sentence& s, Range between) {
  if (s.has_any(between, ";")) return false;
  const std::size_t words = s.token_from(between.end) - s.token_from(between.begin);
  return words <= 30;
}

void find_effects(const Sentence& s, Statistics& out) {
  std::vector<bool> used(out.intervals.size(), false);
  std::optional<MeasureName> current;
  std::size_t numbers_since = 0;
  for (std::size_t i = 0, n = 0; n < s.numbers.size(); ++n) {
    const doc::Number& number = s.numbers[n];
    for (; i < s.tokens.size() && s.tokens[i].begin < number.begin; ++i) {
      if (const auto name = measure_at(s, i)) {
        current = name;
        numbers_since = 0;
      }
    }
    if (out.taken[n] || !current || number.glued_after) continue;
    // "odds ratio 2.1 (1.2-4.4) for X, 2.5 (1.2-5.5) for Y": one name for several estimates.
    const bool goes_on = !out.effects.empty() && out.effects.back().effect.ci_low &&
                         out.effects.back().at.begin >= current->at.begin;
    const Range between{goes_on ? out.effects.back().at.end : current->at.end, number.begin};
    const auto interval = interval_behind(s, out, n, current->measure);
    const std::size_t words = s.token_from(between.end) - s.token_from(between.begin);
    const bool ratio = is_ratio(current->measure);
    const bool close = numbers_since == 0 && words <= 3 && ratio && !number.percent &&
                       number.value > 0 && number.value < 100 && !number.integer;
    ++numbers_since;
    if (!(interval && !used[*interval] && leads_to(s, between)) && !close) continue;
    StatedEffect stated;
    stated.effect.measure = current->measure;
    if (current->measure == Measure::mean_difference && number.percent) {
      stated.effect.measure = Measure::risk_difference;
    }
    stated.effect.value = number.value;
    stated.at = {goes_on ? number.begin : current->at.begin, number.end};
    stated.measure = goes_on ? Range{number.begin, number.begin} : current->at;
    if (interval) {
      stated.effect.ci_low = out.intervals[*interval].low;
      stated.effect.ci_high = out.intervals[*interval].high;
      stated.effect.ci_level = out.intervals[*interval].level;
      stated.at.end = out.intervals[*interval].at.end;
    }
    if (!fits(stated.effect)) {
      out.broken.push_back(stated);
      continue;
    }
    if (interval) used[*interval] = true;
    out.taken[n] = true;
    out.effects.push_back(stated);
  }
  std::vector<Interval> rest;
  for (std::size_t k = 0; k < used.size(); ++k) {
    if (!used[k]) rest.push_back(out.intervals[k]);
  }
  out.intervals = std::move(rest);
}

// Less what the sentence tells of other studies; its numbers stay taken.
void leave_own(const Sentence& s, Statistics& out) {
  const auto parts = doc::parts_on_other_studies(s.text, s.tokens);
  if (parts.empty()) return;
  const auto foreign = [&](const auto& one) { return doc::is_in(parts, one.at.end - 1); };
  std::erase_if(out.p_values, foreign);
  std::erase_if(out.intervals, foreign);
  std::erase_if(out.effects, foreign);
  std::erase_if(out.broken, foreign);
}

}  // namespace

bool is_in_p_value(const Statistics& statistics, std::size_t byte) {
  return std::any_of(statistics.p_values.begin(), statistics.p_values.end(),
                     [&](const PValue& p) { return byte >= p.at.begin && byte < p.at.end; });
}

Statistics statistics_in(const Sentence& s) {
  Statistics out;
  out.taken.assign(s.numbers.size(), false);
  find_intervals(s, out);
  find_p_values(s, out);
  find_unnamed_intervals(s, out);
  find_effects(s, out);
  leave_own(s, out);
  return out;
}

}  // namespace ev::read
