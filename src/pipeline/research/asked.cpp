#include "pipeline/research/asked.hpp"

#include "base/text.hpp"
#include "pipeline/mechanism/claim.hpp"
#include "pipeline/query_gen/user_query.hpp"
#include "pipeline/question/question_frame.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace ev::research {

namespace {

using question::Word;

bool begins_any(const std::vector<Word>& words, std::initializer_list<std::string_view> stems) {
  return std::any_of(words.begin(), words.end(), [&](const Word& w) {
    return std::any_of(stems.begin(), stems.end(),
                       [&](std::string_view stem) { return w.text.starts_with(stem); });
  });
}

bool asks_for_mechanism(const question::QuestionFrame& frame, const std::vector<Word>& words) {
  return question::type_of(frame) == question::QuestionType::mechanism ||
         begins_any(words, {"mechanis", "pathway", "repurpos", "hypothes"});
}

bool is_open_question(std::string_view text, const std::vector<Word>& words) {
  static constexpr std::string_view kOpening[] = {"what", "which", "how",  "who",
                                                  "when", "why",   "where"};
  const std::string trimmed(text::trim(text));
  return (!trimmed.empty() && trimmed.back() == '?') ||
         (!words.empty() && std::find(std::begin(kOpening), std::end(kOpening),
                                      words.front().text) != std::end(kOpening));
}

// "carvedilol in heart failure", "zinc for the common cold": what is given, and what for.
std::string claim_of_subject(std::string_view text, const std::vector<Word>& words) {
  const auto join = std::find_if(words.begin(), words.end(),
                                 [](const Word& w) { return w.text == "in" || w.text == "for"; });
  if (join == words.begin() || join == words.end() || join + 1 == words.end()) return {};
  return "Does " + std::string(text::trim(text.substr(0, join->begin))) + " help in " +
         std::string(text::trim(text.substr(join->end))) + "?";
}

}  // namespace

Asked what_is_asked(std::string_view text) {
  if (query_gen::has_query_syntax(std::string(text))) return {};
  const question::QuestionFrame frame = question::read_question(text);
  const std::vector<Word> words = question::words_of(text);
  const bool mechanism = asks_for_mechanism(frame, words);
  const Rubric rubric = mechanism ? Rubric::mechanism : Rubric::clinical;
  if (mechanism::asks_yes_or_no(text)) return {rubric, std::string(text)};
  const std::string whole = question::is_understood(frame) ? std::string(text) : std::string();
  if (is_open_question(text, words)) return {rubric, whole};
  const bool says = std::any_of(words.begin(), words.end(), [](const Word& w) {
    return question::word_sets().title_verb.has(w);
  });
  if (says) return {rubric, whole};
  if (mechanism) return {};
  std::string claim = claim_of_subject(text, words);
  if (claim.empty()) return {};
  return {Rubric::clinical, std::move(claim)};
}

}  // namespace ev::research
