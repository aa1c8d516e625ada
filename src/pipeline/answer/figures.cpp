#include "pipeline/answer/figures.hpp"

#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

namespace ev::answer {
namespace {

bool is_digits(const std::string& word) {
  return !word.empty() &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

double value_of(const std::string& digits) {
  double out = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), out);
  return out;
}

struct Decimal {
  double value = 0;
  std::size_t end = 0;  // the word behind it
};

// "0 . 72"
std::optional<Decimal> decimal_at(const SentenceWords& s, std::size_t i) {
  if (i + 2 >= s.size() || !is_digits(s.text(i)) || s.text(i + 1) != "." ||
      !is_digits(s.text(i + 2)))
    return std::nullopt;
  return Decimal{value_of(s.text(i) + "." + s.text(i + 2)), i + 3};
}

std::optional<Decimal> next_decimal(const SentenceWords& s, std::size_t i, std::size_t reach) {
  for (std::size_t k = i; k < std::min(s.size(), i + reach); ++k) {
    if (const auto found = decimal_at(s, k)) return found;
  }
  return std::nullopt;
}

// The interval behind a value: "95 % CI 0.55 - 0.92".
std::optional<std::pair<double, double>> interval_behind(const SentenceWords& s, std::size_t i) {
  constexpr std::size_t kToName = 10, kToLow = 5, kToHigh = 3;
  for (std::size_t k = i; k < std::min(s.size(), i + kToName); ++k) {
    if (s.text(k) != "ci" && s.text(k) != "confidence") continue;
    const auto low = next_decimal(s, k + 1, kToLow);
    if (!low) return std::nullopt;
    const auto high = next_decimal(s, low->end, kToHigh);
    if (!high) return std::nullopt;
    return std::make_pair(low->value, high->value);
  }
  return std::nullopt;
}

struct Percentage {
  std::size_t at = 0;
  double value = 0;
};

std::vector<Percentage> percentages(const SentenceWords& s) {
  std::vector<Percentage> out;
  for (std::size_t i = 1; i < s.size(); ++i) {
    if (s.text(i) != "%" || !is_digits(s.text(i - 1))) continue;
    std::size_t begin = i - 1;
    std::string number = s.text(begin);
    if (begin >= 2 && s.text(begin - 1) == "." && is_digits(s.text(begin - 2))) {
      begin -= 2;
      number = s.text(begin) + "." + number;
    }
    const std::string& before = begin > 0 ? s.text(begin - 1) : s.text(s.size());
    if (before == "by" || s.text(i + 1) == "ci" || s.text(i + 1) == "confidence") continue;
    out.push_back({begin, value_of(number)});
  }
  return out;
}

}  // namespace

std::optional<int> ratio_in(const SentenceWords& s, const std::set<std::size_t>& clauses) {
  constexpr std::size_t kToValue = 24;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (!question::word_sets().ratio.has(s.words[i]) || clauses.count(s.clause[i]) == 0) continue;
    for (std::size_t k = i + 1; k < std::min(s.size(), i + kToValue) && s.text(k) != ";"; ++k) {
      const auto value = decimal_at(s, k);
      if (!value || s.text(k - 1) == "p" || s.text(k - 1) == "<" || s.text(k - 1) == ".") continue;
      const auto interval = interval_behind(s, value->end);
      if (!interval) return std::nullopt;
      if (interval->first <= 1 && 1 <= interval->second) return 0;
      return value->value > 1 ? 1 : -1;
    }
  }
  return std::nullopt;
}

bool are_rates_of_freedom(const SentenceWords& s, const std::set<std::size_t>& outcome) {
  constexpr std::string_view kBefore[] = {"without", "no"};
  constexpr std::string_view kBehind[] = {"gone",       "absent",    "resolved", "disappeared",
                                          "eliminated", "abolished", "cleared",  "avoided"};
  constexpr std::size_t kReach = 5;
  if (outcome.empty() || percentages(s).size() < 2) return false;
  if (*outcome.begin() > 0 && is_any_of(kBefore, s.text(*outcome.begin() - 1))) return true;
  for (std::size_t i = *outcome.rbegin() + 1; i < *outcome.rbegin() + kReach; ++i) {
    if (is_any_of(kBehind, s.text(i))) return true;
  }
  return false;
}

std::optional<double> p_value_in(const SentenceWords& s) {
  constexpr std::size_t kToValue = 5;
  std::optional<double> least;
  for (std::size_t i = 0; i < s.size(); ++i) {
    constexpr std::size_t kToGroups = 4;
    for (std::size_t k = i; s.text(i) == "ns" && k < std::min(s.size(), i + kToGroups); ++k) {
      if (s.text(k) == "between") return 1.0;  // of the arms, whatever each did in time
    }
    if (s.text(i) == "ns") least = std::min(least.value_or(1), 1.0);
    if (s.text(i) != "p") continue;
    std::optional<double> value;
    for (std::size_t k = i + 1; k < std::min(s.size(), i + kToValue) && !value; ++k) {
      if (const auto found = decimal_at(s, k))
        value = found->value;
      else if (s.text(k) == "." && is_digits(s.text(k + 1)))
        value = value_of("0." + s.text(k + 1));
    }
    if (value) least = std::min(least.value_or(1), *value);
  }
  return least;
}

std::optional<int> percentages_in(const SentenceWords& s, const std::set<std::size_t>& intervention,
                                  const std::set<std::size_t>& comparator) {
  std::vector<Percentage> found = percentages(s);
  // "0.5 % timolol" is a strength.
  std::erase_if(found, [&](const Percentage& p) {
    std::size_t behind = p.at;
    while (behind < s.size() && s.text(behind) != "%") ++behind;
    return intervention.count(behind + 1) > 0 || comparator.count(behind + 1) > 0;
  });
  if (found.size() != 2 || intervention.empty() || comparator.empty()) return std::nullopt;
  double first = found[0].value;
  double second = found[1].value;
  if (*comparator.begin() < *intervention.begin()) std::swap(first, second);
  if (first == second) return std::nullopt;
  return first > second ? 1 : -1;
}

}  // namespace ev::answer
