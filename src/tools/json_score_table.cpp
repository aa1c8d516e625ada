#include "tools/json_score_table.hpp"

#include "base/json.hpp"
#include "pipeline/model/value.hpp"

#include <nlohmann/json.hpp>

namespace ev::tools {

namespace {

// Positions in a row: id, total, percentile, components, then, only where they are not what most
// rows have, rank interval, coverage, confidence, missing, gates.
enum Cell { kId, kTotal, kPercentile, kComponents, kRest };

// Of a component: criterion, function, from record and, unless the score is the total, score and
// contribution; then raw and matched where there are any.
double number_of_cell(const Json& row, std::size_t i) {
  return i < row.size() && row[i].is_number() ? row[i].get<double>() : 0.0;
}

appraise::Component component_of_cells(const Json& json, double total) {
  appraise::Component c{.criterion = static_cast<std::size_t>(number_of_cell(json, 0)),
                        .from_record = number_of_cell(json, 2) != 0};
  if (json.size() > 1 && json[1].is_string())
    c.function = function_in_table(json[1].get_ref<const std::string&>());
  c.score = json.size() > 4 ? number_of_cell(json, 3) : total;
  c.contribution = json.size() > 4 ? number_of_cell(json, 4) : total;
  if (json.size() > 5) c.raw = model::value_from_json(json[5]);
  if (json.size() > 6 && json[6].is_array()) {
    for (const Json& word : json[6]) {
      if (word.is_string()) c.matched.push_back(word.get<std::string>());
    }
  }
  return c;
}

appraise::Score score_of_cells(const Json& row, int rank) {
  appraise::Score score{
      .total = number_of_cell(row, kTotal), .rank = rank, .rank_low = rank, .rank_high = rank};
  if (row.size() > kPercentile && row[kPercentile].is_number())
    score.percentile = row[kPercentile].get<double>();
  if (row.size() > kComponents && row[kComponents].is_array()) {
    for (const Json& component : row[kComponents]) {
      score.components.push_back(component_of_cells(component, score.total));
    }
  }
  if (row.size() > kRest && row[kRest].is_object()) read_rest_of_score(row[kRest], score);
  return score;
}

}  // namespace

Result<StoredScores> read_json_score_table(std::string_view table) {
  EV_TRY(const Json json, parse_json(table, "stored scoring"));
  if (!json.is_object() || json.value("table", 0) != 1 || !json.contains("criteria") ||
      !json.contains("rows")) {
    return unreadable_scores();
  }
  StoredScores out;
  EV_TRY(out.criteria, criteria_in_table(json));
  for (const Json& row : json["rows"]) {
    if (!row.is_array() || row.size() <= kComponents || !row[kId].is_string())
      return unreadable_scores();
    out.ids.push_back(row[kId].get<std::string>());
    out.scores.push_back(score_of_cells(row, static_cast<int>(out.ids.size())));
  }
  return out;
}

}  // namespace ev::tools
