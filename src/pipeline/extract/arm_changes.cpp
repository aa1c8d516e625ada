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
std::optional<bool> is_treated_first(const ArmTerms& terms, Words words) {
  std::vector<ContrastedArm> order;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const ContrastedArm named =
        arm_named_in(terms, words.subspan(i, std::min<std::size_t>(2, words.size() - i)));
    if (named == ContrastedArm::none || named == ContrastedArm::both) continue;
    if (order.empty() || order.back() != named) order.push_back(named);
  }
  if (order.size() != 2) return std::nullopt;
  return order.front() == ContrastedArm::treated;
}

// "by 20% with tea and by 5% with water", "by 20% and 5%".
std::optional<std::pair<double, double>> amounts_in(const Sentence& sentence,
                                                    const ByteRange& clause) {
  constexpr std::array<std::string_view, 6> kSecond = {" by ",  " and ",    " vs ",
                                                       " vs. ", " versus ", " with "};
  std::optional<std::size_t> first;
  for (std::size_t i = doc::first_number_from(sentence.numbers, clause.begin);
       i < sentence.numbers.size() && sentence.numbers[i].end <= clause.end; ++i) {
    const doc::Number& number = sentence.numbers[i];
    const std::string_view before = sentence.text.substr(0, number.begin);
    if (!first) {
      if (before.ends_with(" by ")) first = i;
      continue;
    }
    const doc::Number& one = sentence.numbers[*first];
    if (one.percent != number.percent) continue;
    const bool second = std::any_of(kSecond.begin(), kSecond.end(),
                                    [&](std::string_view word) { return before.ends_with(word); });
    if (second) return std::pair{one.value, number.value};
  }
  return std::nullopt;
}

// The changes of the two arms as the clause names them, a fall below zero.
std::optional<std::pair<double, double>> changes_in(const Sentence& sentence,
                                                    const ByteRange& clause) {
  // Better may be less of what the figures count.
  static const Patterns kJudged = {
      "improved|improvement|worsened|worsening|deteriorated|deterioration"};
  const Words words = words_in(sentence, clause);
  if (find_any(kJudged, words)) return std::nullopt;
  const std::vector<double> told = changes_told_in(sentence, clause);
  if (told.size() == 2) return std::pair{told[0], told[1]};
  if (!told.empty()) return std::nullopt;
  const bool up = find_any(rose(), words).has_value();
  const bool down = find_any(fell(), words).has_value();
  const auto amounts = up == down ? std::nullopt : amounts_in(sentence, clause);
  if (!amounts) return std::nullopt;
  return up ? *amounts : std::pair{-amounts->first, -amounts->second};
}

bool is_denied_at(const Sentence& sentence, std::size_t token) {
  const doc::Scope scope = doc::scope_at(sentence.text, sentence.tokens, token);
  return scope.negated || scope.hedged;
}

}  // namespace

std::optional<bool> treated_gained(const ArmTerms& terms, const Sentence& sentence,
                                   const ByteRange& clause) {
  const auto changes = changes_in(sentence, clause);
  const auto treated_first =
      changes ? is_treated_first(terms, words_in(sentence, clause)) : std::nullopt;
  if (!treated_first || changes->first == changes->second) return std::nullopt;
  return (changes->first > changes->second) == *treated_first;
}

std::optional<bool> treated_alone_rose(const ArmTerms& terms, const Sentence& sentence) {
  static const Patterns kBut = {"but|whereas|while"};
  static const Patterns kThan = {"compared|than|versus|vs|relative"};
  const auto up = find_any(rose(), sentence);
  const auto down = find_any(fell(), sentence);
  if (!up || !down || find_any(kThan, sentence) || find_any(rose(), sentence, up->last) ||
      find_any(fell(), sentence, down->last))
    return std::nullopt;
  if (is_denied_at(sentence, up->first) || is_denied_at(sentence, down->first)) return std::nullopt;
  const std::size_t first = std::min(up->first, down->first);
  const std::size_t second = std::max(up->first, down->first);
  const auto but = find_any(kBut, std::span(sentence.tokens).first(second), first);
  if (!but) return std::nullopt;
  const Words words = sentence.tokens;
  const ContrastedArm before = arm_named_in(terms, words.first(but->first));
  const ContrastedArm behind = arm_named_in(terms, words.subspan(but->last));
  const bool apart = (before == ContrastedArm::treated && behind == ContrastedArm::control) ||
                     (before == ContrastedArm::control && behind == ContrastedArm::treated);
  if (!apart) return std::nullopt;
  return (before == ContrastedArm::treated) == (up->first == first);
}

}  // namespace ev::extract
