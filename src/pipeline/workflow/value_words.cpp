#include "pipeline/workflow/value_words.hpp"

#include "base/text.hpp"
#include "pipeline/synthesis/conversions.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace ev::workflow {

namespace {

using synthesis::ArmNumbers;

bool says(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}

// A word by itself in folded text.
bool says_word(std::string_view folded, std::string_view word) {
  const auto letter = [&](std::size_t i) {
    return i < folded.size() &&
           ((folded[i] >= 'a' && folded[i] <= 'z') || is_ascii_digit(folded[i]));
  };
  for (std::size_t at = folded.find(word); at != std::string_view::npos;
       at = folded.find(word, at + 1)) {
    const bool before = at > 0 && letter(at - 1);
    if (!before && !letter(at + word.size())) return true;
  }
  return false;
}

bool says_any_word(std::string_view folded, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return says_word(folded, word); });
}

bool says_any(std::string_view folded, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return says(folded, part); });
}

std::string without_blanks(std::string_view s) {
  std::string out;
  for (const char c : s) {
    if (c != ' ') out += c;
  }
  return out;
}

}  // namespace

bool ValueWords::says_spread() const {
  return mean_sd || mean_se || mean_ci || median_quartiles || median_range || count_percent ||
         percent_count || fraction;
}

ValueWords value_words(std::string_view text) {
  ValueWords out;
  // Long notes say many things; what a value is stands at their beginning.
  const std::string folded = text::fold(plain_signs(text.substr(0, 2000)));
  const std::string tight = without_blanks(folded);
  const bool mean = says_any_word(folded, {"mean", "means", "average"});
  const bool sd = says_any_word(folded, {"sd", "s.d", "sds", "stdev", "std"}) ||
                  says(folded, "standard deviation");
  const bool se =
      says_any_word(folded, {"se", "sem", "s.e.m", "s.e", "ses"}) || says(folded, "standard error");
  const bool ci =
      says_any_word(folded, {"ci", "cis", "c.i"}) || says(folded, "confidence interval");
  const bool median = says_any_word(folded, {"median", "medians"});
  const bool quartiles = says_any_word(folded, {"iqr", "quartiles", "iq"}) ||
                         says(folded, "interquartile") || says(folded, "inter-quartile") ||
                         says(folded, "quartile");
  const bool range = says_any_word(folded, {"range", "min-max"}) && !quartiles;
  out.mean_sd = sd;
  out.mean_se = se;
  out.mean_ci = ci && (mean || (!median && !says(folded, "ratio")));
  out.median_quartiles = quartiles;
  out.median_range = range;
  out.ci = ci;
  if (says(tight, "90%ci") || says(tight, "90%confidence")) out.ci_level = 0.90;
  if (says(tight, "99%ci") || says(tight, "99%confidence")) out.ci_level = 0.99;
  out.percent_count = says_any(tight, {"%(n)", "percent(n)", "%(no"});
  out.count_percent =
      !out.percent_count &&
      says_any(tight, {"n(%)", "no.(%)", "no(%)", "number(%)", "n,%", "no.,%", "n(percent",
                       "no.(percent", "number(percent", "numbers(%)", "n%", "patients(%)",
                       "participants(%)", "number(and%)", "n[%]", "no.[%]", "#(%)", "(n,%)"});
  out.fraction = says_any(tight, {"n/n", "no./total", "no./no."});
  const bool percent_sign = says(tight, "%") && !ci;
  out.percent = (percent_sign || says_any_word(folded, {"percent", "percentage"})) &&
                !out.count_percent && !out.percent_count;
  out.mean = mean;
  out.median = median;
  out.count = !out.count_percent && !out.percent_count && !out.fraction &&
              (says_any(tight, {"(n)", "numberofpatients", "numberofparticipants", "numberofpeople",
                                "numberofsubjects", "no.ofpatients", "no.ofparticipants"}) ||
               tight.ends_with(",n") || tight == "n" || tight == "no." || tight == "no");
  out.sd = sd && !mean && tight.size() <= 20;
  out.se = se && !mean && tight.size() <= 20;
  return out;
}

ValueWords words_of_article(std::string_view text) {
  ValueWords out;
  bool sd = false, se = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find(". ", at);
    end = end == std::string_view::npos ? text.size() : end + 1;
    const std::string_view sentence = text.substr(at, end - at);
    at = end + 1;
    if (sentence.size() > 500) continue;
    const std::string folded = text::fold(sentence);
    const bool tells =
        says_any(folded, {"expressed", "presented", "reported", "shown", "given", "described",
                          "summarized", "summarised", "values are", "data are"});
    if (!tells || !says_any_word(folded, {"mean", "means", "average", "averages"})) continue;
    const ValueWords words = value_words(sentence);
    sd = sd || words.mean_sd;
    se = se || words.mean_se;
  }
  out.mean_sd = sd && !se;
  out.mean_se = se && !sd;
  return out;
}

namespace {

bool is_whole(const PrintedNumber& number) {
  return number.decimals == 0 && number.value >= 0;
}

// Whether `percent` is `events` of `n` as it is printed.
bool agrees(double events, const PrintedNumber& percent, double n) {
  if (!(n > 0) || events > n) return false;
  const double unit = std::pow(10.0, -percent.decimals);
  // Some round down.
  return std::abs(100 * events / n - percent.value) <= unit * (1 + 1e-9);
}

std::optional<ArmNumbers> events_and_percent(double events, const PrintedNumber& percent,
                                             std::optional<double> n) {
  if (percent.value < 0 || percent.value > 100) return std::nullopt;
  ArmNumbers out{.n = n, .events = events, .percent = percent.value};
  out.percent_decimals = percent.decimals;
  if (n && !agrees(events, percent, *n)) {
    // The share is of others than the arm's people (those with data): so many they are not.
    if (events > *n) return std::nullopt;
    out.n.reset();
  }
  return out;
}

std::optional<ArmNumbers> of_fraction(const PrintedCell& cell, std::optional<double> n) {
  if (!is_whole(cell.first) || !is_whole(cell.second)) return std::nullopt;
  if (cell.first.value > cell.second.value || !(cell.second.value > 0)) return std::nullopt;
  if (n && cell.second.value > *n) return std::nullopt;
  if (cell.third_there && !agrees(cell.first.value, cell.third, cell.second.value)) {
    return std::nullopt;
  }
  return ArmNumbers{.n = cell.second.value, .events = cell.first.value};
}

std::optional<ArmNumbers> with_spread(const PrintedCell& cell, const ValueWords& said,
                                      std::optional<double> n) {
  if (cell.second.value < 0) return std::nullopt;
  ArmNumbers out{.n = n, .mean = cell.first.value};
  (said.mean_sd ? out.sd : out.se) = cell.second.value;
  return out;
}

std::optional<ArmNumbers> of_bracket(const PrintedCell& cell, const ValueWords& said,
                                     std::optional<double> n) {
  if (cell.first_percent) return std::nullopt;  // "62% (33%)" counts nobody
  const bool spread = said.mean_sd || said.mean_se;
  const bool counts = said.count_percent || cell.second_percent;
  const bool consistent = n && is_whole(cell.first) && agrees(cell.first.value, cell.second, *n);
  if (said.percent_count && is_whole(cell.second)) {
    return events_and_percent(cell.second.value, cell.first, n);
  }
  if (counts && !is_whole(cell.first) && !spread) return std::nullopt;
  if (counts && spread && !cell.second_percent && !consistent && is_whole(cell.first)) {
    return std::nullopt;  // both are said, and the numbers do not tell
  }
  if (is_whole(cell.first) && (cell.second_percent || (counts && (!spread || consistent)))) {
    return events_and_percent(cell.first.value, cell.second, n);
  }
  if (said.mean_sd == said.mean_se || cell.second_percent) {
    return std::nullopt;
  }
  // "Censored (%)": 20 (69) is no mean, whatever the caption says; "HbA1c (%)": 7.2 (0.9) is one.
  if (said.labelled_percent && is_whole(cell.first)) return std::nullopt;
  return with_spread(cell, said, n);
}

std::optional<ArmNumbers> of_interval(const PrintedCell& cell, const ValueWords& said,
                                      std::optional<double> n) {
  const double low = cell.second.value, high = cell.third.value;
  if (!(low <= cell.first.value && cell.first.value <= high)) return std::nullopt;
  if (said.median_quartiles && !said.mean_ci) {
    return ArmNumbers{.n = n, .median = cell.first.value, .q1 = low, .q3 = high};
  }
  if (said.mean_ci && said.mean_told && !said.median_quartiles) {
    ArmNumbers out{.n = n, .mean = cell.first.value};
    out.ci_low = low;
    out.ci_high = high;
    out.ci_level = said.ci_level;
    return out;
  }
  if (said.median && !said.mean) return ArmNumbers{.n = n, .median = cell.first.value};
  return std::nullopt;
}

// What is said of the spread, of the nearest place that says anything of it; the rest likewise.
ValueWords nearest(const std::array<ValueWords, 4>& said) {
  ValueWords out;
  const auto spread =
      std::find_if(said.begin(), said.end(), [](const ValueWords& w) { return w.says_spread(); });
  if (spread != said.end()) out = *spread;
  const auto plain = std::find_if(said.begin(), said.end(), [](const ValueWords& w) {
    return w.percent || w.mean || w.median || w.count;
  });
  if (plain != said.end()) {
    out.percent = plain->percent;
    out.mean = plain->mean;
    out.median = plain->median;
    out.count = plain->count;
  }
  // What a caption says of all values is not true of every number by itself.
  out.mean_told = out.mean || (spread != said.end() && spread->mean);
  const auto close = [&](bool ValueWords::*word) { return said[0].*word || said[1].*word; };
  out.mean = out.mean && close(&ValueWords::mean);
  out.median = out.median && close(&ValueWords::median);
  out.labelled_percent = said[0].percent;
  // "HbA1c (%)" is no share of people where means are told of anywhere.
  for (const ValueWords& w : said) {
    if (w.mean || w.median || w.mean_sd || w.mean_se) out.percent = false;
  }
  return out;
}

std::optional<ArmNumbers> of_number(const PrintedCell& cell, const ValueWords& said,
                                    std::optional<double> n) {
  const double value = cell.first.value;
  const bool share = cell.first_percent || (said.percent && !said.mean && !said.count);
  if (share) {
    // Percentages are units, too: people make a whole number.
    if (!n || !synthesis::events_of_percent(value, cell.first.decimals, *n)) return std::nullopt;
    ArmNumbers out{.n = n, .percent = value};
    out.percent_decimals = cell.first.decimals;
    return out;
  }
  if ((said.count || said.count_percent) && !said.mean && is_whole(cell.first)) {
    // "Walking test, n" may say who was tested: nearly all.
    if (!n || value > *n || (said.count && value > 0.85 * *n)) return std::nullopt;
    return ArmNumbers{.n = n, .events = value};
  }
  if (said.mean && !said.median) return ArmNumbers{.n = n, .mean = value};
  if (said.median && !said.mean) return ArmNumbers{.n = n, .median = value};
  return std::nullopt;
}

std::optional<ArmNumbers> by_words(const PrintedCell& cell, const ValueWords& said,
                                   std::optional<double> n) {
  switch (cell.shape) {
    case PrintedCell::Shape::number:
      return of_number(cell, said, n);
    case PrintedCell::Shape::bracket:
      return of_bracket(cell, said, n);
    case PrintedCell::Shape::interval:
      return of_interval(cell, said, n);
    case PrintedCell::Shape::plus_minus:
      if (said.mean_sd == said.mean_se) return std::nullopt;
      return with_spread(cell, said, n);
    case PrintedCell::Shape::fraction:
      // "74.2/10.9" under "Mean/SD".
      if (said.mean_sd == said.mean_se || is_whole(cell.first) || cell.third_there) {
        return std::nullopt;
      }
      return with_spread(cell, said, n);
    default:
      return std::nullopt;
  }
}

// "5.2 ± 1.1", "5.2 (1.1)": by what the article says of its values.
std::optional<ArmNumbers> by_article(const PrintedCell& cell, const ValueWords& article,
                                     const std::array<ValueWords, 4>& said,
                                     std::optional<double> n) {
  if (article.mean_sd == article.mean_se) return std::nullopt;
  const bool other = std::any_of(said.begin(), said.end(), [](const ValueWords& w) {
    return w.says_spread() || w.median || w.percent;
  });
  const bool bracket = cell.shape == PrintedCell::Shape::bracket && cell.first.decimals > 0 &&
                       cell.second.decimals > 0 && !cell.first_percent && !cell.second_percent;
  if (other || !(bracket || cell.shape == PrintedCell::Shape::plus_minus)) return std::nullopt;
  return with_spread(cell, article, n);
}

}  // namespace

std::optional<ArmNumbers> arm_numbers(const PrintedCell& cell,
                                      const std::array<ValueWords, 4>& said,
                                      std::optional<double> n, const ValueWords& article) {
  if (cell.shape == PrintedCell::Shape::none) return std::nullopt;
  const ValueWords words = nearest(said);
  const bool whole = cell.first.decimals == 0 && cell.second.decimals == 0;
  if (cell.shape == PrintedCell::Shape::fraction && whole) return of_fraction(cell, n);
  if (auto out = by_words(cell, words, n)) return out;
  // "12 (30%)" tells by itself, "12 (30)" when it is so of the arm's people.
  const bool spread = std::any_of(said.begin(), said.end(),
                                  [](const ValueWords& w) { return w.mean_sd || w.mean_se; });
  const bool share =
      cell.shape == PrintedCell::Shape::bracket && is_whole(cell.first) && !cell.first_percent;
  const bool agreeing = n && agrees(cell.first.value, cell.second, *n);
  if (share && (cell.second_percent || (!spread && agreeing))) {
    return events_and_percent(cell.first.value, cell.second, n);
  }
  return by_article(cell, article, said, n);
}

}  // namespace ev::workflow
