#include "pipeline/mechanism/arm_figures.hpp"

#include "pipeline/extract/statistics.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ev::mechanism {
namespace {

bool is_time_unit(std::string_view word) {
  constexpr std::string_view kUnits[] = {"week", "weeks", "month",  "months", "day",
                                         "days", "year",  "years",  "hour",   "hours",
                                         "h",    "min",   "minutes"};
  return std::find(std::begin(kUnits), std::end(kUnits), word) != std::end(kUnits);
}

// "16 mg of A": how much was given.
bool is_dose(const extract::Sentence& sentence, std::size_t next) {
  constexpr std::string_view kUnits[] = {"mg", "g", "mcg", "ug", "ml", "units", "iu"};
  return next + 1 < sentence.tokens.size() && sentence.tokens[next + 1].folded == "of" &&
         std::find(std::begin(kUnits), std::end(kUnits), sentence.tokens[next].folded) !=
             std::end(kUnits);
}

// Within brackets that speak of an interval or a deviation.
bool in_spread_bracket(std::string_view text, std::size_t at) {
  const std::size_t open = text.rfind('(', at);
  if (open == std::string_view::npos ||
      text.substr(open, at - open).find(')') != std::string_view::npos)
    return false;
  const std::size_t close = text.find(')', at);
  const std::string_view inside =
      text.substr(open, close == std::string_view::npos ? close : close - open);
  return inside.find("CI") != std::string_view::npos ||
         inside.find("SD") != std::string_view::npos ||
         inside.find("IQR") != std::string_view::npos;
}

bool behind_sign(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(at > 4 ? at - 4 : 0, std::min<std::size_t>(at, 4));
  const bool deviation = before.find("\u00b1") != std::string_view::npos ||
                         before.find("+/-") != std::string_view::npos;
  const bool size = before.ends_with("n = ") || before.ends_with("n=") || before.ends_with("N=") ||
                    before.ends_with("N = ");
  return deviation || size;
}

std::vector<doc::Number> figures(const extract::Sentence& sentence, std::size_t begin,
                                 std::size_t end) {
  const std::vector<extract::PValue> tests = extract::p_values_in(sentence);
  std::vector<doc::Number> all;
  std::vector<doc::Number> percents;
  for (const doc::Number& n : sentence.numbers) {
    if (n.begin < begin || n.begin >= end || n.words) continue;
    const bool test = std::any_of(tests.begin(), tests.end(), [&](const extract::PValue& p) {
      return n.begin >= p.begin && n.begin < p.end;
    });
    const std::size_t next = sentence.token_from(n.end);
    const bool time = next < sentence.tokens.size() && sentence.tokens[next].begin <= n.end + 1 &&
                      is_time_unit(sentence.tokens[next].folded);
    if (test || time || is_dose(sentence, next) || behind_sign(sentence.text, n.begin) ||
        in_spread_bracket(sentence.text, n.begin))
      continue;
    all.push_back(n);
    if (n.percent) percents.push_back(n);
  }
  return percents.size() >= 2 ? percents : all;
}

// "A was 4 (…) and B was 7", or "4 (…) with A and 7 with B": each arm's figure stands on one and
// the same side of its name. The intervention's and the comparator's.
std::optional<std::pair<double, double>> in_order(const std::vector<doc::Number>& numbers,
                                                  const std::vector<ArmMention>& arms) {
  const bool behind = arms.front().byte < numbers.front().begin;
  std::optional<double> of[2];
  for (std::size_t i = 0; i < arms.size(); ++i) {
    auto& value = of[arms[i].intervention ? 0 : 1];
    if (value) continue;
    if (behind) {
      const auto n = std::find_if(numbers.begin(), numbers.end(),
                                  [&](const doc::Number& x) { return x.begin > arms[i].byte; });
      if (n == numbers.end()) return std::nullopt;
      const bool other = i + 1 < arms.size() && arms[i + 1].byte < n->begin;
      if (!other) value = n->value;
    } else {
      const auto n = std::find_if(numbers.rbegin(), numbers.rend(),
                                  [&](const doc::Number& x) { return x.begin < arms[i].byte; });
      const bool other = i > 0 && arms[i - 1].byte > n->begin;
      if (!other) value = n->value;
    }
  }
  if (!of[0] || !of[1]) return std::nullopt;
  return std::pair(*of[0], *of[1]);
}

}  // namespace

int compare_figures(const extract::Sentence& sentence, std::size_t begin, std::size_t end,
                    const std::vector<ArmMention>& arms) {
  const bool both =
      std::any_of(arms.begin(), arms.end(), [](const ArmMention& a) { return a.intervention; }) &&
      std::any_of(arms.begin(), arms.end(), [](const ArmMention& a) { return !a.intervention; });
  const std::vector<doc::Number> numbers = figures(sentence, begin, end);
  if (!both || numbers.size() < 2) return 0;
  const auto sign = [](double a, double b) { return a > b ? 1 : a < b ? -1 : 0; };
  const std::string_view clause = sentence.text.substr(begin, end - begin);
  const auto between = [&](std::size_t i) {
    return sentence.text.substr(numbers[i].end, numbers[i + 1].begin - numbers[i].end);
  };
  // "68, 41 and 57, 26", "68 and 41 vs. 57 and 26": two figures of each arm.
  if (numbers.size() == 4 &&
      (between(0) == ", " || between(1).find("vs") != std::string_view::npos))
    return arms.front().intervention ? sign(numbers[0].value, numbers[2].value)
                                     : sign(numbers[2].value, numbers[0].value);
  // Two figures stand in the order of their arms.
  if (numbers.size() == 2 || clause.find("respectively") != std::string_view::npos) {
    return arms.front().intervention ? sign(numbers[0].value, numbers[1].value)
                                     : sign(numbers[1].value, numbers[0].value);
  }
  if (const auto told = in_order(numbers, arms)) return sign(told->first, told->second);
  const auto nearest = [&](bool intervention) {
    double value = 0;
    std::size_t least = static_cast<std::size_t>(-1);
    for (const ArmMention& a : arms) {
      if (a.intervention != intervention) continue;
      for (const doc::Number& n : numbers) {
        const std::size_t apart = n.begin > a.byte ? n.begin - a.byte : a.byte - n.begin;
        if (apart >= least) continue;
        least = apart;
        value = n.value;
      }
    }
    return value;
  };
  return sign(nearest(true), nearest(false));
}

}  // namespace ev::mechanism
