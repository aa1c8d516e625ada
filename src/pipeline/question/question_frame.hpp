// What a question, claim or comparison asks, as typed slots: who or what is given to whom against
// what, the outcome with its valence, and what is said of it. Thread rule: values, pure functions.
#pragma once

#include "base/named_enum.hpp"
#include "pipeline/query_gen/open_question.hpp"
#include "pipeline/question/slot.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::question {

enum class QuestionType {
  efficacy,
  comparison,
  prevention,
  harm,
  association,
  mechanism,
  diagnosis,
  prognosis,
  prevalence
};
constexpr auto wire_names(QuestionType) {
  return std::to_array<std::string_view>({"efficacy", "comparison", "prevention", "harm",
                                          "association", "mechanism", "diagnosis", "prognosis",
                                          "prevalence"});
}

// changes: either way; open: no claim is made of the outcome.
enum class Asked { increases, decreases, no_effect, better, not_better, changes, open };
constexpr auto wire_names(Asked) {
  return std::to_array<std::string_view>(
      {"increases", "decreases", "no_effect", "better", "not_better", "changes", "open"});
}

struct QuestionFrame {
  std::string question;
  Slot intervention;
  std::optional<Slot> comparator;
  std::vector<ConceptSpan> outcomes;  // any of them; level -1: named by the opposite
  std::vector<Word> outcome_words;    // where no concept is known
  std::vector<ConceptSpan> population;
  std::vector<std::string> population_words;
  std::vector<const Concept*> people;        // groups of people: children, older adults
  std::vector<const Concept*> qualifiers;    // how and how much of it is given: low dose
  std::string setting;                       // "before cataract surgery"
  std::optional<query_gen::OpenPlace> open;  // what a question leaves to be found
  std::string outcome_text;
  // The effect on the outcome as it is worded: 1 more of it, -1 less.
  int direction = 1;
  bool by_value = false;       // said by "better", "harmful", "helps"
  bool either = false;         // "affects": any direction
  bool denied = false;         // "does not reduce": that direction is denied
  bool alike = false;          // "as effective as", "makes no difference"
  bool sense_unknown = false;  // no word that is known says what becomes of the outcome
  bool no_outcome = false;     // only whom it is for: efficacy at large
  int good = -1;               // more of the outcome as worded is good (1) or bad (-1)
  std::vector<std::string> not_understood;

  // "What are the risk factors for X?": there is nothing to be borne out or refuted.
  bool makes_no_claim() const { return open.has_value() && intervention.empty(); }
  bool asks_for_no_effect() const { return denied || alike; }
  bool against_active() const { return comparator && !comparator->is_control(); }
};

QuestionFrame read_question(std::string_view text);
// "A against B on C": which way C goes.
QuestionFrame frame_of_comparison(std::string_view intervention, std::string_view comparator,
                                  std::string_view outcome);

QuestionType type_of(const QuestionFrame& frame);
Asked asked_of(const QuestionFrame& frame);
// What is judged, in words: "ibuprofen is better than acetaminophen for fever"; empty where the
// frame makes no claim.
std::string claim_of(const QuestionFrame& frame);
// Whether the frame says enough to judge records by: an intervention and an outcome or population.
bool is_understood(const QuestionFrame& frame);

}  // namespace ev::question
