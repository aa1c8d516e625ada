#include "pipeline/workflow/default_criteria.hpp"

#include <nlohmann/json.hpp>

namespace ev::workflow {

Json default_extraction_schema() {
  return {{"study_design", "string"},    {"sample_size", "number"},
          {"population", "string"},      {"intervention", "string"},
          {"comparator", "string"},      {"primary_outcome", "string"},
          {"effect_estimate", "string"}, {"confidence_interval", "string"},
          {"p_value", "string"},         {"direction", "string"},
          {"registration_id", "string"}, {"conclusion", "string"}};
}

Json default_scoring_criteria() {
  return {{"weights",
           {{"relevance", 0.4},
            {"study_design", 0.25},
            {"sample_size", 0.15},
            {"recency", 0.1},
            {"text_quality", 0.1}}},
          {"scoring_functions",
           {{"relevance", "relevance"},
            {"study_design", "categorical_score"},
            {"sample_size", "log_scale"},
            {"recency", "recency"},
            {"text_quality", "text_quality"}}},
          {"normalization_method", "none"}};
}

}  // namespace ev::workflow
