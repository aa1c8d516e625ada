#include "pipeline/extract/arm_changes.hpp"

#include "pipeline/extract/figures.hpp"
#include "pipeline/text/scopes.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::extract {

namespace {

// Of one arm by itself: ups() and downs() hold words that compare two, or judge.
const Patterns& rose() {
  static const Patterns kRose = {"increased|rose|gained|increase|rise|gain"};
  return kRose;
}

const Patterns& fell() {
  static const Patterns kFell = {
      "decreased|fell|declined|dropped|reduced|lowered|decrease|fall|decline|drop|reduction"};
  return kFell;
}

// Whether the treated arm is named before the other, where each is named in one place.
std::optional<bool> is_treated_first(const Sides& sides, Words words) {
  std::vector<Side> order;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Side side =
        side_named(sides, words.subspan(i, std::min<std::size_t>(2, words.size() - i)));
    if (side == Side::none || side == Side::both) continue;
    if (order.empty() || order.back() != side) order.push_back(side);
  }
  if (order.size() != 2) return std::nullopt;
  return order.front() == Side::treated;
}

// "by 20% with tea and by 5% with water", "by 20% and 5%".
std::optional<std::pair<double, double>> amounts_in(const Line& line, const Stretch& clause) {
  constexpr std::array<std::string_view, 6> kSecond = {" by ",  " and ",    " vs ",
                                                       " vs. ", " versus ", " with "};
  std::optional<std::size_t> first;
  for (std::size_t i = doc::first_number_from(line.numbers, clause.begin);
       i < line.numbers.size() && line.numbers[i].end <= clause.end; ++i) {
    const doc::Number& number = line.numbers[i];
    const std::string_view before = line.text.substr(0, number.begin);
    if (!first) {
      if (before.ends_with(" by ")) first = i;
      continue;
    }
    const doc::Number& one = line.numbers[*first];
    if (one.percent != number.percent) continue;
    const bool second = std::any_of(kSecond.begin(), kSecond.end(),
                                    [&](std::string_view word) { return before.ends_with(word); });
    if (second) return std::pair{one.value, number.value};
  }
  return std::nullopt;
}

// The changes of the two arms as the clause names them, a fall below zero.
std::optional<std::pair<double, double>> changes_in(const Line& line, const Stretch& clause) {
  // Better may be less of what the figures count.
  static const Patterns kJudged = {
      "improved|improvement|worsened|worsening|deteriorated|deterioration"};
  const Words words = words_in(line, clause);
  if (find_any(kJudged, words)) return std::nullopt;
  const std::vector<double> told = changes_told_in(line, clause);
  if (told.size() == 2) return std::pair{told[0], told[1]};
  if (!told.empty()) return std::nullopt;
  const bool up = find_any(rose(), words).has_value();
  const bool down = find_any(fell(), words).has_value();
  const auto amounts = up == down ? std::nullopt : amounts_in(line, clause);
  if (!amounts) return std::nullopt;
  return up ? *amounts : std::pair{-amounts->first, -amounts->second};
}

bool is_denied_at(const Line& line, std::size_t token) {
  const doc::Scope scope = doc::scope_at(line.text, line.tokens, token);
  return scope.negated || scope.hedged;
}

}  // namespace

std::optional<bool> treated_gained(const Sides& sides, const Line& line, const Stretch& clause) {
  const auto changes = changes_in(line, clause);
  const auto treated_first =
      changes ? is_treated_first(sides, words_in(line, clause)) : std::nullopt;
  if (!treated_first || changes->first == changes->second) return std::nullopt;
  return (changes->first > changes->second) == *treated_first;
}

std::optional<bool> treated_alone_rose(const Sides& sides, const Line& line) {
  static const Patterns kBut = {"but|whereas|while"};
  static const Patterns kThan = {"compared|than|versus|vs|relative"};
  const auto up = find_any(rose(), line);
  const auto down = find_any(fell(), line);
  if (!up || !down || find_any(kThan, line) || find_any(rose(), line, up->last) ||
      find_any(fell(), line, down->last))
    return std::nullopt;
  if (is_denied_at(line, up->first) || is_denied_at(line, down->first)) return std::nullopt;
  const std::size_t first = std::min(up->first, down->first);
  const std::size_t second = std::max(up->first, down->first);
  const auto but = find_any(kBut, std::span(line.tokens).first(second), first);
  if (!but) return std::nullopt;
  const Words words = line.tokens;
  const Side before = side_named(sides, words.first(but->first));
  const Side behind = side_named(sides, words.subspan(but->last));
  const bool apart = (before == Side::treated && behind == Side::control) ||
                     (before == Side::control && behind == Side::treated);
  if (!apart) return std::nullopt;
  return (before == Side::treated) == (up->first == first);
}

}  // namespace ev::extract
