#include "pipeline/question/question_frame.hpp"

#include "pipeline/question/frame_reader.hpp"
#include "pipeline/question/word_sets.hpp"

#include <algorithm>
#include <iterator>

namespace ev::question {
namespace {

template <std::size_t N>
bool says_any(const std::vector<Word>& words, const std::string_view (&stems)[N]) {
  return std::any_of(words.begin(), words.end(), [&](const Word& w) {
    const bool agent = w.text.ends_with("er") || w.text.ends_with("ers");  // "blocker"
    return !agent && std::any_of(std::begin(stems), std::end(stems),
                                 [&](std::string_view stem) { return w.text.starts_with(stem); });
  });
}

bool says_phrase(const std::vector<Word>& words, std::string_view first, std::string_view second) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i].text == first && words[i + 1].text == second) return true;
  }
  return false;
}

QuestionType type_of(query_gen::OpenPlace place) {
  using query_gen::OpenPlace;
  switch (place) {
    case OpenPlace::risk_factors:
    case OpenPlace::causes:
      return QuestionType::association;
    case OpenPlace::mechanism:
    case OpenPlace::reason:
      return QuestionType::mechanism;
    case OpenPlace::frequency:
      return QuestionType::prevalence;
    case OpenPlace::diagnosis:
      return QuestionType::diagnosis;
    case OpenPlace::prognosis:
      return QuestionType::prognosis;
    case OpenPlace::prevention:
      return QuestionType::prevention;
    case OpenPlace::treatment:
      break;
  }
  return QuestionType::efficacy;
}

}  // namespace

QuestionFrame read_question(std::string_view text) {
  return FrameReader(text).read();
}

QuestionFrame frame_of_comparison(std::string_view intervention, std::string_view comparator,
                                  std::string_view outcome) {
  QuestionFrame out = read_question(std::string(intervention) + " affects " + std::string(outcome));
  out.question = std::string(intervention) + " against " + std::string(comparator) + " on " +
                 std::string(outcome);
  out.intervention = read_slot(words_of(intervention));
  if (!comparator.empty()) out.comparator = read_slot(words_of(comparator));
  out.either = true;
  return out;
}

QuestionType type_of(const QuestionFrame& frame) {
  static constexpr std::string_view kDiagnosis[] = {"diagnos", "accura", "screen", "detect"};
  static constexpr std::string_view kPrognosis[] = {"prognos", "predict"};
  static constexpr std::string_view kPrevalence[] = {"prevalen"};
  static constexpr std::string_view kMechanism[] = {
      "inhibit", "activat", "pathway", "mechanism", "bind",      "signal",
      "express", "target",  "block",   "stimulat",  "upregulat", "downregulat"};
  static constexpr std::string_view kPrevention[] = {"prevent", "protect", "prophyla"};
  static constexpr std::string_view kHarm[] = {"harm",   "toxic", "safe",
                                               "danger", "side",  "adverse"};
  static constexpr std::string_view kRisk[] = {"associat", "link", "correlat", "related"};
  if (frame.open) return type_of(*frame.open);
  const std::vector<Word> words = words_of(frame.question);
  if (says_any(words, kPrevalence) || says_phrase(words, "how", "common"))
    return QuestionType::prevalence;
  if (says_any(words, kDiagnosis)) return QuestionType::diagnosis;
  if (says_any(words, kPrognosis)) return QuestionType::prognosis;
  if (frame.against_active()) return QuestionType::comparison;
  if (says_any(words, kPrevention)) return QuestionType::prevention;
  if (says_any(words, kMechanism) && frame.outcomes.empty()) return QuestionType::mechanism;
  if (says_any(words, kRisk) || says_phrase(words, "risk", "factor"))
    return QuestionType::association;
  const bool does_harm = !frame.either && !frame.sense_unknown && frame.direction * frame.good < 0;
  return does_harm || says_any(words, kHarm) ? QuestionType::harm : QuestionType::efficacy;
}

Asked asked_of(const QuestionFrame& frame) {
  if (frame.makes_no_claim()) return Asked::open;
  if (frame.alike || frame.denied)
    return frame.by_value && frame.comparator ? Asked::not_better : Asked::no_effect;
  if (frame.either) return Asked::changes;
  if (frame.by_value && frame.comparator && frame.direction * frame.good > 0) return Asked::better;
  return frame.direction > 0 ? Asked::increases : Asked::decreases;
}

bool is_understood(const QuestionFrame& frame) {
  const Slot& given = frame.intervention;
  const bool intervention = !given.terms.empty() || !given.own.empty() || !given.forms.empty();
  return intervention &&
         (!frame.outcomes.empty() || !frame.outcome_words.empty() || !frame.population.empty());
}

}  // namespace ev::question
