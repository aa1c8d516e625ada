#include "pipeline/extract/outcome_words.hpp"

#include "base/text.hpp"
#include "pipeline/extract/outcome_phrase.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace ev::extract {

namespace {

bool alike(std::string_view a, std::string_view b) {
  constexpr std::size_t kStem = 6;  // letters: "dyspepsia", "dyspeptic"
  if (a.empty() || b.empty() || a.front() != b.front()) return a.empty() && b.empty();
  if (a == b) return true;
  const std::size_t stem = std::min(a.size(), b.size());
  if (stem >= kStem) return a.substr(0, kStem) == b.substr(0, kStem);
  return stem > 2 && a.substr(0, stem) == b.substr(0, stem) && a.size() + b.size() == 2 * stem + 1;
}

// The word, the short forms whose long form holds it, and what a short form ends with in full.
std::vector<std::string> ways_to_say(const RecordText& record, const std::string& word) {
  std::vector<std::string> out = {word};
  if (word == "eradication" || word == "cure") out = {word, "eradicated", "cured"};
  if (word == "function") out = {word, "ejection"};  // of a heart
  if (word == "recurrence" || word == "relapse") out = {word, "recurrence", "recurred", "relapse"};
  for (const doc::Abbreviation& form : record.abbreviations()) {
    const auto words = doc::tokenize(record.document().text(form.long_span));
    const std::string folded = text::fold(form.short_form);
    if (folded == word && !words.empty()) out.push_back(words.back().folded);
    const bool holds = std::any_of(words.begin(), words.end(), [&](const doc::Token& token) {
      return alike(token.folded, word);
    });
    if (holds && folded != word) out.push_back(folded);
  }
  return out;
}

// What happens to what is treated: the word alone tells the outcome.
bool is_process(std::string_view word) {
  static constexpr std::string_view kProcesses[] = {"eradication", "cure",       "healing",
                                                    "survival",    "recurrence", "remission"};
  return std::find(std::begin(kProcesses), std::end(kProcesses), word) != std::end(kProcesses);
}

bool says_word(std::span<const doc::Token> text, std::string_view word) {
  return std::any_of(text.begin(), text.end(),
                     [&](const doc::Token& token) { return token.folded == word; });
}

// "Infection-free survival" where infection is sought: more of one is less of the other.
bool is_without(std::span<const doc::Token> text, const OutcomeWords& words) {
  const auto sought = [&](std::string_view word) {
    return std::any_of(words.begin(), words.end(),
                       [&](const auto& ways) { return ways.front() == word; });
  };
  return says_word(text, "free") && says_word(text, "survival") && !sought("free") &&
         !sought("survival");
}

// Systolic where diastolic pressure is sought.
bool names_the_other(std::span<const doc::Token> text, const OutcomeWords& words) {
  static constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
      {"systolic", "diastolic"}, {"endoscopic", "symptomatic"}, {"fasting", "postprandial"},
      {"recurrence", "healing"}, {"recurrence", "healed"},      {"relapse", "healing"},
      {"relapse", "healed"}};
  const auto sought = [&](std::string_view word) {
    return std::any_of(words.begin(), words.end(),
                       [&](const auto& ways) { return ways.front() == word; });
  };
  return std::any_of(std::begin(kPairs), std::end(kPairs), [&](const auto& pair) {
    const auto is_other = [&](std::string_view one, std::string_view other) {
      return sought(one) && !sought(other) && says_word(text, other) && !says_word(text, one);
    };
    return is_other(pair.first, pair.second) || is_other(pair.second, pair.first);
  });
}

}  // namespace

std::vector<OutcomeWords> outcome_words_of(const RecordText& record, const Phrase& phrase) {
  std::vector<OutcomeWords> out;
  for (const auto& words : outcomes_in(*phrase.sentence, phrase.chunk)) {
    OutcomeWords& member = out.emplace_back();
    for (const std::string& word : words) member.push_back(ways_to_say(record, word));
  }
  return out;
}

bool speaks_of(std::span<const doc::Token> text, const OutcomeWords& words) {
  if (names_the_other(text, words) || is_without(text, words)) return false;
  std::size_t said = 0;
  bool last = false;
  for (const std::vector<std::string>& ways : words) {
    last = std::any_of(text.begin(), text.end(), [&](const doc::Token& token) {
      return std::any_of(ways.begin(), ways.end(),
                         [&](const std::string& way) { return alike(token.folded, way); });
    });
    said += last ? 1 : 0;
    if (last && is_process(ways.front())) return true;
  }
  return 2 * said >= words.size() && (last || (said > 0 && words.size() == 2));
}

}  // namespace ev::extract
