#include "pipeline/appraise/seed_profile.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ev::appraise {

namespace {

using model::Value;

constexpr std::array<std::pair<std::string_view, double>, 7> kSeedLevels = {
    {{"systematic review", 1.0},
     {"meta-analysis", 0.95},
     {"randomized controlled trial", 0.9},
     {"clinical trial", 0.8},
     {"observational study", 0.6},
     {"case study", 0.4},
     {"commentary", 0.2}}};

// White space as Python's str.split() sees it, which the origin counted words with.
bool is_python_space(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 ||
         c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
         c == 0x205F || c == 0x3000;
}

int count_words(const std::string& s) {
  int words = 0;
  bool inside = false;
  for (std::size_t i = 0; i < s.size();) {
    const bool space = is_python_space(text::next_code_point(s, i));
    if (!space && !inside) ++words;
    inside = !space;
  }
  return words;
}

double seed_category(const Value& value) {
  if (!value.is_string()) return 0.5;
  const std::string lower = text::to_lower_ascii(value.string());
  for (const auto& [name, level] : kSeedLevels) {
    if (name == lower) return level;
  }
  return 0.5;
}

double seed_direct(const Value& value) {
  if (value.is_bool()) return std::get<bool>(value.data) ? 1 : 0;
  if (value.is_number()) return std::clamp(value.number(), 0.0, 1.0);
  return 0.5;
}

const Value* find_feature(const Candidate& candidate, const std::string& name) {
  if (candidate.features == nullptr) return nullptr;
  for (const auto& [key, value] : *candidate.features) {
    if (key == name) return &value;
  }
  return nullptr;
}

std::string seed_function_of(const Criterion& criterion) {
  return criterion.function ? criterion.function->name : std::string("direct");
}

}  // namespace

bool is_seed_function(std::string_view f) {
  return f == "categorical_score" || f == "log_scale" || f == "text_similarity" ||
         f == "keyword_match" || f == "direct";
}

double seed_value(std::string_view function, const Value& value) {
  if (function == "categorical_score") return seed_category(value);
  if (function == "log_scale") {
    return value.is_number() && value.number() > 0 ? std::min(1.0, std::log10(value.number()) / 4)
                                                   : 0.0;
  }
  if (function == "text_similarity") {
    return value.is_string() ? std::min(1.0, count_words(value.string()) / 50.0) : 0.0;
  }
  if (function == "keyword_match") {
    if (value.is_array()) return std::min(1.0, static_cast<double>(value.array().size()) / 10.0);
    return value.is_string() ? 0.1 : 0.0;
  }
  return seed_direct(value);
}

Score seed_score(const Candidate& candidate, const Criteria& criteria) {
  Score score;
  double sum = 0;
  for (std::size_t c = 0; c < criteria.criteria.size(); ++c) {
    const Criterion& criterion = criteria.criteria[c];
    const Value* value = find_feature(candidate, criterion.name);
    if (value == nullptr) {
      score.missing.push_back(criterion.name);
      continue;
    }
    const std::string function = seed_function_of(criterion);
    const double s = seed_value(function, *value);
    score.components.push_back(
        {.criterion = c,
         .function = to_string(is_seed_function(function) ? *function_by_name(function)
                                                          : FunctionKind::direct),
         .raw = *value,
         .score = s,
         .contribution = s * criterion.weight});
    sum += s * criterion.weight;
  }
  const double share = static_cast<double>(score.components.size()) /
                       static_cast<double>(std::max<std::size_t>(1, criteria.criteria.size()));
  if (criteria.method == Method::composite) sum = sum * 0.8 + share * 0.2;
  score.total = std::clamp(sum, 0.0, 1.0);
  score.confidence = std::min(1.0, share);
  score.coverage = score.confidence;
  return score;
}

std::vector<std::string> seed_warnings(const Criteria& criteria) {
  std::vector<std::string> out;
  for (const Criterion& criterion : criteria.criteria) {
    const std::string function = seed_function_of(criterion);
    if (!is_seed_function(function)) {
      out.push_back(criterion.name + ": the seed profile does not know \"" +
                    text::ellipsize(function, 60) + "\" and treats it as direct");
    }
  }
  if (criteria.method == Method::ml_model) {
    out.push_back("score_function ml_model is weighted_sum in the seed profile");
  }
  if (criteria.normalization != Normalization::none) {
    out.push_back(std::string("normalization_method ") + to_string(criteria.normalization) +
                  " is ignored by the seed profile");
  }
  double sum = 0;
  for (const Criterion& criterion : criteria.criteria) sum += criterion.weight;
  if (!(sum > 0)) out.push_back("all weights are 0: every score is what the method makes of 0");
  return out;
}

}  // namespace ev::appraise
