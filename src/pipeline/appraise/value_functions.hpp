// The standard profile's value functions: one raw value -> a score in 0-1 that does not depend on
// any other article, or nothing when the function cannot read the value. `relevance` and
// `text_similarity` need the whole set and are computed in scoring.cpp. Pure functions.
#pragma once

#include "pipeline/appraise/criteria.hpp"
#include "pipeline/appraise/text_quality.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::appraise {

struct Valued {
  std::optional<double> score;
  std::vector<std::string> matched{};  // keywords found, design recognised, quality criteria met
  bool clipped = false;                // the value itself is no score in 0-1
};

Valued valued_by(const std::optional<TextQuality>& quality);

// A number, or a string that is one as a whole.
std::optional<double> number_of(const model::Value& value);
// Strings of a text or of a list (one per line), for matching and similarity.
std::string text_of(const model::Value& value);

// `function` has its parameters; `kind` is its kind (not relevance or text_similarity). `keywords`
// are the caller's, or the query's words when the function has none.
Valued value_of(FunctionKind kind, const Function& function,
                const std::vector<std::string>& keywords, const model::Value& raw,
                const Candidate& candidate, const PartialDate& as_of);

// The query's content words, for keyword_match without keywords.
std::vector<std::string> query_keywords(const std::string& query);

}  // namespace ev::appraise
