// The treatments that the name of an arm tells of, known by the lists or by the words of the name,
// so that arms of different studies can be matched. Thread rule: pure functions.
#pragma once

#include "pipeline/question/question_frame.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ev::workflow {

// What words call one treatment: every concept of the name, or a drug by its word; and the classes
// it is a member of, by which a question may ask for it.
struct TreatmentName {
  std::size_t begin = 0, end = 0;
  std::set<const question::Concept*> concepts, classes;
  std::set<std::string> stems;
  bool known = true;  // a drug, a class or another treatment by the lists
};

struct NamedArm {
  std::vector<TreatmentName> all;
  bool placebo = false;
};

NamedArm named_arm(std::string_view name);
std::vector<TreatmentName> treatments_of(const question::Slot& slot);

// An arm's name that a question's names ask for, by itself or by its class.
bool is_asked(const TreatmentName& name, const std::vector<TreatmentName>& asked);
bool has_asked(const std::vector<TreatmentName>& arm, const std::vector<TreatmentName>& asked);
// Those of `a` that `b` does not name.
std::vector<TreatmentName> without(std::vector<TreatmentName> a,
                                   const std::vector<TreatmentName>& b);

}  // namespace ev::workflow
