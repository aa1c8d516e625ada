#include "pipeline/question/question_frame.hpp"

#include <algorithm>

namespace ev::question {
namespace {

std::string spoken(const Slot& slot) {
  std::string out;
  const auto put = [&out](const std::string& word) { out += (out.empty() ? "" : " ") + word; };
  for (const ConceptSpan& s : slot.forms) put(s.about->name);
  std::vector<const ConceptSpan*> said;  // of one word's concepts the first, each once
  for (const ConceptSpan& s : slot.terms) {
    const auto same = [&s](const ConceptSpan* o) {
      return o->begin == s.begin || o->about == s.about;
    };
    if (std::any_of(said.begin(), said.end(), same)) continue;
    if (!said.empty()) put("and");
    put(s.about->name);
    said.push_back(&s);
  }
  for (const OwnWord& w : slot.own) put(w.word.text);
  return out;
}

std::string said_by_value(const QuestionFrame& frame, const std::string& outcome) {
  const bool good = frame.direction * frame.good > 0;
  const bool no = frame.asks_for_no_effect();
  if (frame.against_active()) {
    const std::string other = spoken(*frame.comparator) + " for " + outcome;
    return (no ? "is no better than " : good ? "is better than " : "is worse than ") + other;
  }
  if (no) return (good ? "does not improve " : "does not worsen ") + outcome;
  return (good ? "improves " : "worsens ") + outcome;
}

std::string said_of(const QuestionFrame& frame, const std::string& outcome) {
  const std::string other =
      frame.against_active() ? " compared with " + spoken(*frame.comparator) : std::string();
  if (frame.by_value) return said_by_value(frame, outcome);
  if (frame.alike) return "makes no difference to " + outcome + other;
  if (frame.either) return (frame.denied ? "does not change " : "changes ") + outcome + other;
  const bool opposite = !frame.outcomes.empty() && frame.outcomes.front().level < 0;
  const bool up = (frame.direction > 0) != opposite;
  if (frame.denied) return (up ? "does not raise " : "does not lower ") + outcome + other;
  return (up ? "raises " : "lowers ") + outcome + other;
}

}  // namespace

std::string claim_of(const QuestionFrame& frame) {
  if (frame.intervention.empty()) return {};
  const std::string given = spoken(frame.intervention);
  if (!frame.outcome_text.empty()) return given + " " + said_of(frame, frame.outcome_text);
  const bool good = frame.direction * frame.good > 0;
  std::string said = good ? "does good" : "does harm";
  if (frame.against_active())
    said = (frame.asks_for_no_effect() ? "is no better than "
            : good                     ? "is better than "
                                       : "is worse than ") +
           spoken(*frame.comparator);
  else if (frame.asks_for_no_effect())
    said = "has no effect";
  else if (!frame.by_value)
    said = "has an effect";
  return given + " " + said + " (no outcome is named)";
}

}  // namespace ev::question
