// Tests of links as JSON and Markdown, and hypotheses read back from JSON.
// Quotes are verbatim; how many are shown is the caller's choice. Pure functions.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "pipeline/mechanism/testing.hpp"

#include <cstddef>
#include <string>

namespace ev::mechanism {

// Quotes of each stance; what is left out is counted in `evidence_omitted`.
struct StanceLimit {
  std::size_t supporting = static_cast<std::size_t>(-1);
  std::size_t contradicting = static_cast<std::size_t>(-1);
  std::size_t other = static_cast<std::size_t>(-1);
};

// As weights and scores are told.
double three_digits(double v);

Json to_json(const LinkVerdict& verdict, const StanceLimit& limit = {});
std::string to_markdown(const LinkVerdict& verdict, const StanceLimit& limit);

// What a hypothesis of generate_hypotheses (or one a caller wrote) needs to be tested:
// invalid_argument with every problem and its path below `path`.
Result<MechanismHypothesis> hypothesis_from_json(const Json& value, const std::string& path);

}  // namespace ev::mechanism
