// The two drugs, or combinations of drugs, that a record sets against each other: every place that
// says "tea versus mint", "randomized to tea or mint", "less with tea than with mint" is a vote,
// and a pair counts only when several agree and no third drug has as many. Pure functions.
#pragma once

#include "pipeline/extract/drug_units.hpp"

#include <optional>

namespace ev::extract {

struct ComparedDrug {
  Phrase named;
  std::vector<std::string> names;
};

struct DrugComparison {
  ComparedDrug studied;
  ComparedDrug compared;
  double votes = 0;
  bool ordered = false;  // which is studied is known, not only which comes first
};

// A drug or a combination, with how often the record names just this.
struct NamedUnit {
  ComparedDrug unit;
  std::size_t mentions = 0;
  bool short_form = false;    // no place spells it out
  bool with_placebo = false;  // a place says that it was given with placebo
};

struct DrugPicture {
  std::optional<DrugComparison> comparison;
  double placebo_votes = 0;  // of placebo against any drug
  std::vector<NamedUnit> units;
};

DrugPicture drug_picture(const RecordText& record);

}  // namespace ev::extract
