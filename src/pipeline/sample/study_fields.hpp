// Names of a study's parts at ClinicalTrials.gov: search areas, piece names ("NCTId") and paths
// ("protocolSection.statusModule"), and the projection of a study onto some of them. Pure.
#pragma once

#include "base/json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::sample {

// What an area is searched in; empty for a name the service does not have.
struct StudyArea {
  std::vector<std::string_view> paths;
  bool is_date_or_number = false;
  bool is_code = false;  // whole values: PHASE3
};
const StudyArea* study_area(std::string_view name);  // "" = the whole registration

// The path of a piece name or a path itself; "" when the service has neither.
std::string study_path(std::string_view field);
// The study with these paths only; parts it does not have are left out.
Json study_part(const Json& study, const std::vector<std::string>& paths);

}  // namespace ev::sample
