#include "pipeline/workflow/stage_values.hpp"

#include "base/codec.hpp"
#include "pipeline/workflow/learned_models.hpp"
#include "pipeline/workflow/score_payload.hpp"

#include <string_view>
#include <utility>

namespace ev::workflow {

namespace {

Json object_or_null(Json payload) {
  return payload.is_object() ? std::move(payload) : Json();
}

}  // namespace

RecordFeatures::RecordFeatures(Json payload) : payload_(object_or_null(std::move(payload))) {}

bool RecordFeatures::is_whole() const {
  return payload_.contains("extraction_metadata");
}

model::Value::Object RecordFeatures::values() const {
  return features_of(payload_);
}

RecordScore::RecordScore(Json payload) : payload_(object_or_null(std::move(payload))) {
  if (!payload_.is_object()) return;
  if (const auto number = total()) payload_["total_score"] = *number;
}

RecordScore::RecordScore(std::shared_ptr<const appraise::Criteria> criteria, appraise::Score score)
    : criteria_(std::move(criteria)), score_(std::move(score)) {}

bool RecordScore::is_whole() const {
  return score_ || payload_.contains("score_breakdown");
}

std::optional<double> RecordScore::total() const {
  if (score_) return score_->total;
  const auto total = payload_.find("total_score");
  return total == payload_.end() ? std::nullopt : codec::number_of(*total);
}

double RecordScore::relevance() const {
  return score_ ? relevance_in(*score_, *criteria_) : relevance_in(payload_);
}

Json RecordScore::payload() const {
  return score_ ? score_payload(*score_, *criteria_) : payload_;
}

Json RecordScore::summary() const {
  return score_ ? score_summary(*score_, *criteria_) : payload_;
}

RecordRank::RecordRank(Json payload) : payload_(object_or_null(std::move(payload))) {}

std::optional<double> RecordRank::number(const char* name) const {
  const auto value = payload_.find(name);
  return value == payload_.end() ? std::nullopt : codec::number_of(*value);
}

SetMeta::SetMeta(Json kept) {
  if (kept.is_object()) kept_ = std::move(kept);
}

SetMeta SetMeta::of_origin(const char* origin) {
  return SetMeta(Json{{"origin", origin}});
}

Json SetMeta::schema() const {
  return kept_.value("schema", Json());
}

std::map<std::string, bool> SetMeta::labels() const {
  return labels_from(kept_.value("labels", Json()));
}

std::string SetMeta::text(const char* name) const {
  const auto value = kept_.find(name);
  return value != kept_.end() && value->is_string() ? value->get<std::string>() : std::string();
}

}  // namespace ev::workflow
