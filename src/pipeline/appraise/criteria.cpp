#include "pipeline/appraise/criteria.hpp"

#include "base/text.hpp"
#include "pipeline/appraise/record_fields.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ev::appraise {

namespace {

constexpr std::array<std::pair<FunctionKind, const char*>, 11> kFunctions = {
    {{FunctionKind::direct, "direct"},
     {FunctionKind::categorical_score, "categorical_score"},
     {FunctionKind::log_scale, "log_scale"},
     {FunctionKind::linear, "linear"},
     {FunctionKind::boolean, "boolean"},
     {FunctionKind::recency, "recency"},
     {FunctionKind::keyword_match, "keyword_match"},
     {FunctionKind::text_similarity, "text_similarity"},
     {FunctionKind::relevance, "relevance"},
     {FunctionKind::text_quality, "text_quality"},
     {FunctionKind::citation_impact, "citation_impact"}}};

bool is_count(const std::string& key) {
  constexpr std::array<std::string_view, 16> kCountWords = {
      "n",         "count",    "counts",     "number", "num",      "participants",
      "patients",  "subjects", "samples",    "cases",  "enrolled", "enrollment",
      "citations", "total",    "population", "events"};
  const auto words = text::split(key, '_');
  for (const std::string& word : words) {
    if (std::find(kCountWords.begin(), kCountWords.end(), word) != kCountWords.end()) return true;
  }
  return words.back() == "size" && words.front() != "effect";
}

void check_function(const Criterion& criterion, std::vector<Problem>& problems) {
  const Function& function = *criterion.function;
  const std::string path = "scoring_criteria.scoring_functions." + criterion.name;
  const auto kind = function_by_name(function.name);
  if (!kind) {
    problems.push_back({path, "\"" + text::ellipsize(function.name, 60) +
                                  "\" is not a known function; known: " + function_names()});
    return;
  }
  if (*kind == FunctionKind::linear &&
      (!function.min || !function.max || *function.min == *function.max)) {
    problems.push_back({path,
                        "linear needs min and max, and they must differ: "
                        "{\"function\":\"linear\",\"min\":0,\"max\":10}"});
  }
  if (*kind == FunctionKind::log_scale && function.max && *function.max <= 1) {
    problems.push_back({path + ".max", "must be above 1 for log_scale"});
  }
  if (!(function.half_life_years > 0)) {
    problems.push_back({path + ".half_life_years", "must be above 0"});
  }
  for (const auto& [key, value] : function.map) {
    if (value < 0 || value > 1)
      problems.push_back({path + ".map." + key, "must be between 0 and 1"});
  }
}

Error invalid(std::vector<Problem> problems) {
  Error error{.code = Errc::invalid_argument, .message = "The scoring criteria cannot be used:"};
  for (const Problem& p : problems) error.message += "\n- " + p.path + " " + p.message;
  error.path = problems.front().path;
  error.recovery = "correct the listed criteria and call again";
  error.problems = std::move(problems);
  return error;
}

}  // namespace

bool reads_record(FunctionKind kind) {
  return kind == FunctionKind::relevance || kind == FunctionKind::text_quality ||
         kind == FunctionKind::citation_impact;
}

bool reads_parameter(FunctionKind kind, std::string_view parameter) {
  switch (kind) {
    case FunctionKind::categorical_score:
      return parameter == "map";
    case FunctionKind::log_scale:
      return parameter == "max";
    case FunctionKind::linear:
      return parameter == "min" || parameter == "max";
    case FunctionKind::recency:
      return parameter == "half_life_years";
    case FunctionKind::keyword_match:
      return parameter == "keywords";
    default:
      return false;
  }
}

std::optional<FunctionKind> stated_function(const Criterion& criterion) {
  if (criterion.function) return function_by_name(criterion.function->name);
  const std::string key = criterion_key(criterion.name);
  return function_by_name(key == "relative_citation_ratio" || key == "rcr" ? "citation_impact"
                                                                           : key);
}

const char* to_string(FunctionKind kind) {
  for (const auto& [known, name] : kFunctions) {
    if (known == kind) return name;
  }
  return "direct";
}

std::optional<FunctionKind> function_by_name(std::string_view name) {
  for (const auto& [kind, known] : kFunctions) {
    if (name == known) return kind;
  }
  return std::nullopt;
}

std::string function_names() {
  std::vector<std::string> names;
  for (const auto& [kind, name] : kFunctions) names.emplace_back(name);
  return text::join(names, ", ");
}

const char* to_string(Normalization normalization) {
  switch (normalization) {
    case Normalization::min_max:
      return "min_max";
    case Normalization::z_score:
      return "z_score";
    case Normalization::none:
      break;
  }
  return "none";
}

const char* to_string(Method method) {
  switch (method) {
    case Method::composite:
      return "composite";
    case Method::ml_model:
      return "ml_model";
    case Method::weighted_sum:
      break;
  }
  return "weighted_sum";
}

const char* to_string(Missing missing) {
  return missing == Missing::penalise ? "penalise" : "renormalise";
}

const char* to_string(Profile profile) {
  return profile == Profile::seed ? "seed" : "standard";
}

Result<void> check(const Criteria& criteria) {
  std::vector<Problem> problems;
  double sum = 0;
  for (const Criterion& criterion : criteria.criteria) {
    if (!(criterion.weight >= 0 && criterion.weight <= 1)) {
      problems.push_back({"scoring_criteria.weights." + criterion.name, "must be between 0 and 1"});
    }
    sum += criterion.weight;
  }
  if (criteria.criteria.empty()) {
    problems.push_back(
        {"scoring_criteria.weights", "is empty; give at least one criterion its weight"});
  }
  if (criteria.profile == Profile::standard) {
    if (!criteria.criteria.empty() && !(sum > 0)) {
      problems.push_back(
          {"scoring_criteria.weights", "are all 0; give at least one a weight above 0"});
    }
    for (const Criterion& criterion : criteria.criteria) {
      if (criterion.function) check_function(criterion, problems);
    }
  }
  if (!problems.empty()) return invalid(std::move(problems));
  return {};
}

std::vector<std::string> criteria_from_features(const Criteria& criteria) {
  std::vector<std::string> out;
  for (const Criterion& criterion : criteria.criteria) {
    if (criterion.weight == 0 && criteria.profile == Profile::standard) continue;
    const auto kind = stated_function(criterion);
    const bool from_record =
        criteria.profile == Profile::standard &&
        (record_field(criterion.name) != nullptr || (kind && reads_record(*kind)));
    if (!from_record) out.push_back(criterion.name);
  }
  return out;
}

bool needs_citations(const Criteria& criteria) {
  if (criteria.profile == Profile::seed) return false;
  return std::any_of(criteria.criteria.begin(), criteria.criteria.end(), [](const Criterion& c) {
    const std::string key = criterion_key(c.name);
    return stated_function(c) == FunctionKind::citation_impact || key == "citation_count" ||
           key == "citations" || key == "cited_by_count";
  });
}

bool needs_query(const Criteria& criteria) {
  if (criteria.profile == Profile::seed) return false;
  return std::any_of(criteria.criteria.begin(), criteria.criteria.end(), [](const Criterion& c) {
    const auto kind = stated_function(c);
    return kind == FunctionKind::relevance || kind == FunctionKind::text_similarity;
  });
}

FunctionKind default_function(std::string_view criterion, const model::Value& value) {
  const std::string key = criterion_key(criterion);
  if (value.is_bool()) return FunctionKind::boolean;
  if (value.is_array()) return FunctionKind::keyword_match;
  if (value.is_number()) {
    if (key == "recency" || key == "year" || key == "publication_year")
      return FunctionKind::recency;
    if (key == "citation_impact" || key == "relative_citation_ratio" || key == "rcr") {
      return FunctionKind::citation_impact;
    }
    return is_count(key) ? FunctionKind::log_scale : FunctionKind::direct;
  }
  if (key == "relevance") return FunctionKind::relevance;
  if (key == "text_quality") return FunctionKind::text_quality;
  if (key == "recency" || key == "year" || key == "publication_year" || key == "publication_date" ||
      key == "date") {
    return FunctionKind::recency;
  }
  if (key.find("design") != std::string::npos || key.find("study_type") != std::string::npos ||
      key.find("method") != std::string::npos || key == "evidence_level" ||
      key == "study_quality") {
    return FunctionKind::categorical_score;
  }
  return is_count(key) ? FunctionKind::log_scale : FunctionKind::direct;
}

}  // namespace ev::appraise
