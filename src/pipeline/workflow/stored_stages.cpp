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

template <class Take>
void StoredStages::read_sets(std::string_view stage, const Take& take) {
  const auto sets = services_.result_sets.list(kSetsLookedAt);
  if (!sets) return;
  for (const store::ResultSetInfo& info : *sets) {
    if (info.stage != stage) continue;
    const auto set = services_.result_sets.get(info.id, ctx_);
    if (set) take(*set);  // else expired in between
  }
}

const StoredStages::Kept<std::string>& StoredStages::features() {
  if (features_) return *features_;
  features_.emplace();
  read_sets("features", [this](const store::ResultSet& set) {
    for (const store::ResultRow& row : set.rows)
      (*features_)[row.item_id].emplace_back(set.base, row.payload);
  });
  return *features_;
}

const StoredStages::Kept<RecordScore>& StoredStages::scores() {
  if (scores_) return *scores_;
  scores_.emplace();
  read_sets("scored", [this](const store::ResultSet& set) {
    if (holds_score_table(set)) {
      auto stored = read_score_table(set.rows.front().payload, ctx_);
      if (!stored) return;
      for (std::size_t i = 0; i < stored->ids.size(); ++i) {
        (*scores_)[stored->ids[i]].emplace_back(
            set.base, RecordScore(stored->criteria, std::move(stored->scores[i])));
      }
      return;
    }
    for (const store::ResultRow& row : set.rows) {
      if (auto json = parse_json(row.payload, "stored row"))
        (*scores_)[row.item_id].emplace_back(set.base, RecordScore(*std::move(json)));
    }
  });
  return *scores_;
}

RecordFeatures StoredStages::features_of(const std::string& item_id, const RecordFeatures& shown) {
  const auto kept = features().find(item_id);
  if (kept == features().end()) return {};
  const Json extraction = shown.payload().value("extraction", Json());
  for (const auto& [base, text] : kept->second) {
    auto payload = parse_json(text, "stored row");
    if (payload && is_short_form(extraction, *payload)) return RecordFeatures(*std::move(payload));
  }
  return {};
}

StoredStages::Scored StoredStages::scores_of(const std::string& item_id, double total_score) {
  const auto kept = scores().find(item_id);
  if (kept == scores().end()) return {};
  for (const auto& [base, score] : kept->second) {
    const auto total = score.total();
    if (!total || std::fabs(*total - total_score) > kSameScore) continue;
    Scored out{.scores = score, .features = {}};
    const auto set = services_.result_sets.get(base, ctx_);
    if (!set || set->stage != "features") return out;
    for (const store::ResultRow& row : set->rows) {
      if (row.item_id != item_id) continue;
      if (auto features = parse_json(row.payload, "stored row"))
        out.features = RecordFeatures(*std::move(features));
    }
    return out;
  }
  return {};
}

}  // namespace ev::workflow
