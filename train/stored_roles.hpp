// Cross-validated roles of numbers (fit.py --odds), for the models that build on them: they learn
// from roles as they will meet them. Single-threaded.
#pragma once

#include "labelled_trial.hpp"
#include "pipeline/read/arms/arm_mentions.hpp"
#include "pipeline/read/results/number_roles.hpp"

#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace ev::train {

// Whether the numbers of a sentence are items of the task number_roles.
inline bool has_roles(const read::Sentence& s) {
  return s.role() != doc::Role::title && !s.numbers.empty();
}

class StoredRoles {
 public:
  explicit StoredRoles(const std::string& path) : in_(path) {}
  // Of the sentences of all trials, one after the other.
  std::vector<read::NumberRole> next(const read::Sentence& s);

 private:
  std::ifstream in_;
};

// Every sentence of the labelled trials that may state results, with the roles of its numbers.
// `data`: a folder with trials.jsonl of train/trials.py and number_roles.odds of fit.py.
void for_each_sentence(
    const std::string& data,
    const std::function<void(const LabelledTrial&, const read::Sentence&,
                             const std::vector<read::NumberRole>&, const read::ArmMentions&)>& use);

}  // namespace ev::train
