// Cross-validated roles of numbers (fit.py --odds), for the models that build on them: they learn
// from roles as they will meet them. Single-threaded.
#pragma once

#include "pipeline/read/results/number_roles.hpp"

#include <fstream>
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

}  // namespace ev::train
