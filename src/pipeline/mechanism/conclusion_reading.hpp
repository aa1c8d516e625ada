// How far a record's conclusion affirms or denies a claim. Internal to the room; pure functions.
#pragma once

#include "pipeline/model/stance.hpp"
#include "pipeline/text/document.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace ev::mechanism {

// What is asked: the claim's words and the kind of question, which tells what counts as a denial.
struct ClaimWords {
  std::set<std::string> stems;
  bool similar = false;  // "as safe as", "alternative": a difference denies it
  bool differs = false;  // "better", "affect", "predict": a likeness denies it
  bool works = false;    // "safe", "effective", "can": "no complications" affirms it
  bool needed = false;   // "necessary", "always", "should all": "selective", "omitted" deny it
  bool alike = false;    // "the same", "equivalent": "longer than" denies it
  bool omits = false;    // "omitted", "replace": "not required" affirms it
  bool proper = false;   // "correctly", "aware": "erroneous", "lack" deny it
  bool related = false;  // "associated", "depends": "independent of" denies it
  bool denies = false;   // the claim itself says "no", "not"
  int direction = 0;     // of its verb: "reduces" -1
};
ClaimWords claim_words(std::string_view claim);

using model::Stance;

struct ConclusionReading {
  Stance stance = Stance::mentions;
  double affirmed = 0, denied = 0, caution = 0;
  bool hedged = false;
  bool negated = false;
  doc::Span span;  // the sentence that weighs most on the side of the stance
};
// nullopt when the record has no sentence to judge by.
std::optional<ConclusionReading> read_conclusion(const doc::RecordAnalysis& record,
                                                 const ClaimWords& claim);

}  // namespace ev::mechanism
