// What several rules of one record need, computed on first use and kept with its Reading. Thread
// rule: as the Reading that owns it, one thread.
#pragma once

#include "pipeline/extract/aim_contrast.hpp"
#include "pipeline/extract/arms.hpp"
#include "pipeline/extract/back_matter.hpp"
#include "pipeline/extract/compared.hpp"
#include "pipeline/extract/design.hpp"
#include "pipeline/extract/drug_units.hpp"
#include "pipeline/extract/finding.hpp"
#include "pipeline/extract/main_outcome.hpp"
#include "pipeline/extract/main_result.hpp"
#include "pipeline/extract/pico_tagger.hpp"
#include "pipeline/extract/sides.hpp"
#include "pipeline/extract/title_treatment.hpp"
#include "pipeline/read/study_reading.hpp"

#include <optional>
#include <vector>

namespace ev::extract {

struct Memo {
  std::optional<read::StudyReading> study;
  std::optional<std::optional<Design>> design;
  std::optional<std::optional<Randomization>> randomization;
  std::optional<SubjectsFinding> subjects;
  std::optional<MainOutcome> main_outcome;
  std::optional<std::optional<MainResult>> main_result;
  std::optional<Arms> arms;
  std::vector<std::optional<std::vector<ArmMention>>> arm_mentions;  // parallel to the lines
  std::optional<TitleTreatments> title_treatments;
  std::optional<std::optional<AimContrast>> aim_contrast;
  std::vector<std::optional<std::vector<DrugUnit>>> drug_units;  // parallel to the lines
  std::optional<std::vector<BackMatter>> back_matter;            // parallel to the lines
  std::optional<std::vector<Claim>> claims;
  std::optional<std::optional<FindingSentence>> conclusion;
  std::optional<Findings> sample_size;
  std::optional<Findings> population;
  std::optional<Findings> intervention;
  std::optional<Findings> outcomes;
  std::optional<Findings> comparators;
  std::optional<Compared> compared;
  std::optional<Sides> sides;
  std::optional<PicoSpans> pico;
  std::optional<std::vector<std::vector<Effect>>> effects;      // by line
  std::vector<std::optional<int>> on_main_outcome;              // parallel to the lines
  std::vector<std::optional<std::vector<Chunk>>> noun_phrases;  // parallel to the lines
};

// The kept value, made by `make` when it is asked for first.
template <class T, class Make>
const T& once(std::optional<T>& slot, Make make) {
  if (!slot) slot.emplace(make());
  return *slot;
}

}  // namespace ev::extract
