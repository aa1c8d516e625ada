// Design and species of a record for weighing mechanism evidence. The design is the extraction's;
// species from check tags first, then plain words of title and abstract; nothing is guessed. An
// expression of concern halves the weight. Pure functions.
#pragma once

#include "pipeline/model/article.hpp"
#include "pipeline/model/species.hpp"
#include "pipeline/model/study_design.hpp"

#include <optional>

namespace ev::mechanism {

struct Provenance {
  std::optional<model::StudyDesign> design;
  model::Species species = model::Species::not_stated;
  double weight = 0.45;  // of a plain statement in such a study, 0-1
  bool plan = false;     // a protocol, or a registered trial without results: it found nothing yet
};
Provenance provenance_of(const model::Article& article);

}  // namespace ev::mechanism
