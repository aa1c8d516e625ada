// What a caller wants articles scored by, and what there is to score. Plain values; the checks that
// need no articles are here too. Weights and scores are in 0-1.
#pragma once

#include "base/result.hpp"
#include "pipeline/appraise/dates.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/model/value.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::appraise {

enum class FunctionKind {
  direct,             // a number in 0-1 as it is (clamped)
  categorical_score,  // level of the study design named, or the caller's map
  log_scale,          // log10(v) / log10(max), max 10,000 unless given
  linear,             // (v - min) / (max - min); min above max: lower is better
  boolean,            // true 1, false 0
  recency,            // 0.5 ^ (age in years / half life)
  keyword_match,      // share of the caller's keywords that occur, folded, word-bounded
  text_similarity,    // BM25 of the criterion's text against the query
  relevance,          // BM25F + RM3 of the record against the query
  text_quality,       // share of the stated reporting criteria met (text_quality.hpp)
  citation_impact,    // RCR / (RCR + 1): the NIH median 1.0 scores 0.5
};
const char* to_string(FunctionKind kind);
std::optional<FunctionKind> function_by_name(std::string_view name);
std::string function_names();  // comma-separated, for error messages

struct Function {
  std::string name;  // as the caller wrote it: the seed profile accepts any
  std::vector<std::string> keywords{};
  std::map<std::string, double> map{};
  std::optional<double> min{};
  std::optional<double> max{};
  double half_life_years = 5;
};

struct Criterion {
  std::string name;
  double weight = 0;
  std::optional<Function> function{};  // nullopt: by type
};

enum class Normalization { none, min_max, z_score };
enum class Method { weighted_sum, composite, ml_model };
enum class Missing { renormalise, penalise };
enum class Profile { standard, seed };
const char* to_string(Normalization normalization);
const char* to_string(Method method);
const char* to_string(Missing missing);
const char* to_string(Profile profile);

struct Criteria {
  std::vector<Criterion> criteria;
  Normalization normalization = Normalization::none;
  Method method = Method::weighted_sum;
  Missing missing = Missing::renormalise;
  Profile profile = Profile::standard;
  std::string query{};
  bool before_labels = false;  // a prior to learn with (kBeforeLabels)
  PartialDate as_of{};
  bool percentiles = true;
};

struct Candidate {
  const model::Article* article = nullptr;
  const model::Value::Object* features = nullptr;  // nullptr: never extracted
  std::optional<double> relative_citation_ratio{};
  std::optional<int> citation_count{};
};

// Every problem with the criteria: weights outside 0-1 or all zero, unknown functions and unusable
// parameters (standard profile). The seed profile only refuses weights outside 0-1.
Result<void> check(const Criteria& criteria);

// Criteria that only an extraction can supply, in the order given.
std::vector<std::string> criteria_from_features(const Criteria& criteria);
bool needs_citations(const Criteria& criteria);
bool needs_query(const Criteria& criteria);

// Functions that read the record whatever the criterion is called: relevance, text_quality,
// citation_impact.
bool reads_record(FunctionKind kind);
// Whether the standard profile's function reads the member of Function of that name.
bool reads_parameter(FunctionKind kind, std::string_view parameter);
// The function the caller named, else the one the criterion's name stands for ("recency"); nullopt:
// by type.
std::optional<FunctionKind> stated_function(const Criterion& criterion);
// The function a criterion is valued by when neither says.
FunctionKind default_function(std::string_view criterion, const model::Value& value);

}  // namespace ev::appraise
