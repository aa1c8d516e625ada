#include "pipeline/workflow/stored_stages.hpp"

#include "base/text.hpp"
#include "pipeline/workflow/score_table.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ev::workflow {

namespace {

constexpr std::size_t kSetsLookedAt = 50;
constexpr double kSameScore = 1e-6;  // rows print scores with six digits

// Whether `shown` is what a row shows of `whole`: equal, a text cut at "…", or an array as one
// text.
bool is_short_for(const Json& shown, const Json& whole) {
  if (shown == whole) return true;
  if (!shown.is_string()) return false;
  const std::string& text = shown.get_ref<const std::string&>();
  if (whole.is_array()) return true;
  if (!whole.is_string()) return false;
  constexpr std::string_view kCut = "…";
  if (text.size() <= kCut.size() || text.substr(text.size() - kCut.size()) != kCut) {
    return text::displayable(whole.get_ref<const std::string&>()) == text;
  }
  const std::string start(text::trim(std::string_view(text).substr(0, text.size() - kCut.size())));
  return text::displayable(whole.get_ref<const std::string&>()).compare(0, start.size(), start) ==
         0;
}

bool is_short_form(const Json& row, const Json& payload) {
  const auto whole = payload.find("extraction");
  if (whole == payload.end() || !whole->is_object()) return false;
  for (const auto& [field, value] : row.items()) {
    const auto it = whole->find(field);
    if (it == whole->end() || !is_short_for(value, *it)) return false;
  }
  return true;
}

}  // namespace

StoredStages::Stage& StoredStages::stage(const char* name) {
  Stage& stage = stages_[name];
  if (stage.loaded) return stage;
  stage.loaded = true;
  const auto sets = services_.result_sets.list(kSetsLookedAt);
  if (!sets) return stage;
  for (const store::ResultSetInfo& info : *sets) {
    if (info.stage != name) continue;
    auto set = services_.result_sets.get(info.id, ctx_);
    if (!set || !expand_scores(*set, ctx_)) continue;  // expired in between
    for (const store::ResultRow& row : set->rows) {
      stage.payloads[row.item_id].emplace_back(set->base, row.payload);
    }
  }
  return stage;
}

Json StoredStages::features_of(const std::string& item_id, const Json& extraction) {
  for (const auto& [base, text] : stage("features").payloads[item_id]) {
    auto payload = parse_json(text, "stored row");
    if (payload && is_short_form(extraction, *payload)) return *std::move(payload);
  }
  return nullptr;
}

StoredStages::Scored StoredStages::scores_of(const std::string& item_id, double total_score) {
  for (const auto& [base, text] : stage("scored").payloads[item_id]) {
    auto payload = parse_json(text, "stored row");
    if (!payload) continue;
    const auto score = payload->find("total_score");
    if (score == payload->end() || !score->is_number()) continue;
    if (std::fabs(score->get<double>() - total_score) > kSameScore) continue;
    Scored out{.scores = *std::move(payload)};
    const auto set = services_.result_sets.get(base, ctx_);
    if (!set || set->stage != "features") return out;
    for (const store::ResultRow& row : set->rows) {
      if (row.item_id != item_id) continue;
      if (auto features = parse_json(row.payload, "stored row"))
        out.features = *std::move(features);
    }
    return out;
  }
  return {};
}

}  // namespace ev::workflow
