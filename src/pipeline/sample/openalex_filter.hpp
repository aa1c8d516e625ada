// OpenAlex's `filter` parameter and `search`, over one work. Pure functions.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "pipeline/sample/matching.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::sample {

// One condition, "name:value"; commas in quotes part nothing.
struct WorkCondition {
  std::string name;
  std::string value;
  BooleanText text;  // of a search in text
  bool is_search = false;
};

// Conditions that all must hold. Errors: invalid_argument for a name the service does not have,
// invalid_query for a search it cannot read.
Result<std::vector<WorkCondition>> read_work_filter(std::string_view filter);
Result<WorkCondition> work_search(std::string_view text);

bool work_matches(const Json& work, const WorkCondition& condition);
// How often the searched words stand in title and abstract.
double work_relevance(const Json& work, const std::vector<WorkCondition>& conditions);

// The running text of an inverted index; "" for null.
std::string text_of_index(const Json& inverted_index);
// The last part of an id that may be a URL, in lower case: "https://openalex.org/W1" -> "w1".
std::string bare_work_id(std::string_view id);

}  // namespace ev::sample
