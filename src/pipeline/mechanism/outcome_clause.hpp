// The clause of a sentence that names an outcome, and which way it says that outcome went.
// Internal to the room; pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"
#include "pipeline/mechanism/comparison.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace ev::mechanism {

// Stems that tell the arms apart, and those of the outcome with its measures ("score") apart.
struct ComparedWords {
  std::set<std::string> intervention, comparator, outcome, measures;
  std::set<std::string> shared;  // by both arms: they tell nothing apart
  // The arms' own labels: "a" of "chemotherapy (group A)".
  std::string intervention_label, comparator_label;
  bool against_control = false;  // the comparator is called a control
  // Short forms the record defines, by what of the outcome they stand for.
  std::map<std::string, std::set<std::string>> short_forms;
  std::vector<std::string> outcome_words;  // as written, folded
};

EffectDirection direction_in(const extract::Sentence& sentence, const ComparedWords& words);
// By the figures beside the arms' names alone.
EffectDirection figures_in(const extract::Sentence& sentence, const ComparedWords& words);

}  // namespace ev::mechanism
