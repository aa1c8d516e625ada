// A work in a list of references or of citing works, as far as the list describes it. Thread rule:
// plain values.
#pragma once

#include "pipeline/model/retraction_status.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::sources {

struct CitedWork {
  std::string id;      // in the source it came from; "" when the work is not known there
  std::string source;  // of `id`: MED PMC PPR … (Europe PMC), openalex
  std::string pmid;
  std::string doi;
  std::string title;
  std::vector<std::string> authors;
  std::string journal;
  std::optional<int> year;
  std::string citation;  // as printed, where that is all there is
  model::RetractionStatus retraction = model::RetractionStatus::none;  // none: or not known
  bool operator==(const CitedWork&) const = default;
};

// One page of such a list.
struct CitedWorks {
  std::vector<CitedWork> works;
  long total = 0;
  std::optional<int> next_page;  // from 1
};

}  // namespace ev::sources
