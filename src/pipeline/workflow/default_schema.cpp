#include "pipeline/workflow/default_schema.hpp"

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

}  // namespace ev::workflow
