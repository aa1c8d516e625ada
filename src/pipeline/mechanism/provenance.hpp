// Design and species of a record for weighing mechanism evidence. Publication types and check tags
// first, then plain words of title and abstract; nothing is guessed. An expression of concern
// halves the weight. Pure functions.
#pragma once

#include "pipeline/model/article.hpp"

#include <string>

namespace ev::mechanism {

struct Provenance {
  std::string design = "unknown";
  std::string species = "not stated";
  double weight = 0.45;  // of a plain statement in such a study, 0-1
};
Provenance provenance_of(const model::Article& article);

}  // namespace ev::mechanism
