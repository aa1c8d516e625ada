#include "pipeline/workflow/score_payload.hpp"

#include "base/text.hpp"
#include "pipeline/workflow/record_summary.hpp"

#include <nlohmann/json.hpp>

namespace ev::workflow {

namespace {

constexpr std::size_t kRawShown = 120;  // characters of a raw value

Json component_json(const appraise::Component& component, const appraise::Criteria& criteria) {
  Json json = {{"function", component.function},
               {"weight", criteria.criteria[component.criterion].weight},
               {"score", component.score}};
  if (!component.raw.is_null()) json["raw"] = raw_value(component.raw);
  if (component.function == "ml_model") {
    json["moved_by"] = component.matched;
  } else if (component.function == "keyword_match" || component.function == "text_quality") {
    json["matched"] = component.matched;
  } else if (!component.matched.empty()) {
    json["read_as"] = component.matched.front();
  }
  if (component.from_record) json["from"] = "record";
  return json;
}

}  // namespace

model::Value::Object features_of(const Json& payload) {
  if (!payload.is_object()) return {};
  const auto it = payload.find("extraction");
  if (it == payload.end() || !it->is_object()) return {};
  return std::get<model::Value::Object>(model::value_from_json(*it).data);
}

Json raw_value(const model::Value& raw) {
  Json json = model::to_json(raw);
  if (json.is_string())
    return text::ellipsize(text::displayable(json.get<std::string>()), kRawShown);
  const std::string dumped = json.is_structured() ? dump_json(json) : std::string();
  if (dumped.size() > kRawShown) return text::ellipsize(text::displayable(dumped), kRawShown);
  make_displayable(json);
  return json;
}

Json score_summary(const appraise::Score& score, const appraise::Criteria& criteria) {
  Json breakdown = Json::object();
  for (const appraise::Component& component : score.components)
    breakdown[criteria.criteria[component.criterion].name] = component.contribution;
  return {{"total_score", score.total},
          {"score_breakdown", std::move(breakdown)},
          {"percentile_rank", score.percentile ? Json(*score.percentile) : Json()}};
}

Json score_payload(const appraise::Score& score, const appraise::Criteria& criteria) {
  Json components = Json::object();
  for (const appraise::Component& component : score.components) {
    components[criteria.criteria[component.criterion].name] = component_json(component, criteria);
  }
  Json metadata = {{"components_used", score.components.size()},
                   {"confidence", score.confidence},
                   {"coverage", score.coverage},
                   {"rank", score.rank},
                   {"components", std::move(components)}};
  if (criteria.profile == appraise::Profile::standard) {
    metadata["rank_interval"] = {score.rank_low, score.rank_high};
  }
  if (!score.missing.empty()) metadata["missing"] = score.missing;
  for (const auto& [name, gate] : score.gates) metadata["gates"][name] = gate;
  Json out = score_summary(score, criteria);
  out["scoring_metadata"] = std::move(metadata);
  return out;
}

double relevance_in(const appraise::Score& score, const appraise::Criteria& criteria) {
  const appraise::Component* first = nullptr;  // by the name of its criterion, as in a payload
  const auto name = [&](const appraise::Component& c) -> const std::string& {
    return criteria.criteria[c.criterion].name;
  };
  for (const appraise::Component& c : score.components) {
    if (c.function == "relevance" && (first == nullptr || name(c) < name(*first))) first = &c;
  }
  return first == nullptr ? 0 : first->score;
}

double relevance_in(const Json& payload) {
  const auto metadata = payload.find("scoring_metadata");
  if (metadata == payload.end() || !metadata->is_object()) return 0;
  const auto components = metadata->find("components");
  if (components == metadata->end() || !components->is_object()) return 0;
  for (const auto& [name, component] : components->items()) {
    if (!component.is_object() || component.value("function", Json()) != "relevance") continue;
    const auto score = component.find("score");
    if (score != component.end() && score->is_number()) return score->get<double>();
  }
  return 0;
}

}  // namespace ev::workflow
