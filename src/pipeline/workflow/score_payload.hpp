// The stored form of extracted features and of scores: features as values, scores as the "scored"
// payload of a record. Thread rule: pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/appraise/scoring.hpp"
#include "pipeline/model/value.hpp"

namespace ev::workflow {

// The extraction of a features payload; empty when there is none.
model::Value::Object features_of(const Json& payload);

// A raw value as shown and stored: a long text or list would repeat the extraction, so its
// beginning, enough to recognise it.
Json raw_value(const model::Value& raw);
// The "scored" payload of one article, all digits kept: where it stands, and what that came from.
Json score_summary(const appraise::Score& score, const appraise::Criteria& criteria);
Json score_payload(const appraise::Score& score, const appraise::Criteria& criteria);
// The relevance a score, or a scored payload, was made with, for ties; 0 when it had none.
double relevance_in(const appraise::Score& score, const appraise::Criteria& criteria);
double relevance_in(const Json& score_payload);

}  // namespace ev::workflow
