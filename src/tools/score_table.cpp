#include "tools/score_table.hpp"

#include "pipeline/appraise/learned_scoring.hpp"
#include "pipeline/model/value.hpp"
#include "tools/scored_records.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace ev::tools {

namespace {

constexpr int kTableVersion = 1;

// Positions in a row: id, total, percentile, components, then, only where they are not what most
// rows have, rank interval, coverage, confidence, missing, gates.
enum Cell { kId, kTotal, kPercentile, kComponents, kRest };

void add_number(std::string& out, double value) {
  std::array<char, 32> buffer;
  const auto [end, failed] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  if (failed == std::errc{}) out.append(buffer.data(), end);
}

// With at most one decimal, as percentiles: the shortest text is soon told.
void add_short_number(std::string& out, double value) {
  constexpr double kMost = 1000;
  const double tenths = std::round(value * 10);
  if (!(value >= 0 && value < kMost && tenths / 10 == value)) return add_number(out, value);
  const auto number = static_cast<unsigned>(tenths);
  std::array<char, 8> buffer;
  char* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number / 10).ptr;
  out.append(buffer.data(), end);
  if (number % 10 == 0) return;
  out += '.';
  out += static_cast<char>('0' + number % 10);
}

// [criterion, function, from record] and, unless the score is the total, score and contribution;
// then raw and matched where there are any.
void add_component(std::string& out, const appraise::Component& c, double total) {
  out += '[';
  out += std::to_string(c.criterion);
  out += ",\"";
  out += c.function;
  out += c.from_record ? "\",1" : "\",0";
  const bool plain = c.score == total && c.contribution == total;
  const bool bare = c.raw.is_null() && c.matched.empty();
  if (!plain || !bare) {
    out += ',';
    add_number(out, c.score);
    out += ',';
    add_number(out, c.contribution);
  }
  if (!bare) {
    out += ',' + dump_json(raw_value(c.raw)) + ',' + dump_json(Json(c.matched));
  }
  out += ']';
}

void add_rest(std::string& out, const appraise::Score& s) {
  const bool usual = s.rank_low == s.rank && s.rank_high == s.rank && s.coverage == 1 &&
                     s.confidence == 1 && s.missing.empty() && s.gates.empty();
  if (usual) return;
  Json rest = Json::object();
  if (s.rank_low != s.rank || s.rank_high != s.rank) rest["ranks"] = {s.rank_low, s.rank_high};
  if (s.coverage != 1) rest["coverage"] = s.coverage;
  if (s.confidence != 1) rest["confidence"] = s.confidence;
  if (!s.missing.empty()) rest["missing"] = s.missing;
  for (const auto& [name, gate] : s.gates) rest["gates"].push_back(Json::array({name, gate}));
  out += ',' + dump_json(rest);
}

double number_at(const Json& row, std::size_t i) {
  return i < row.size() && row[i].is_number() ? row[i].get<double>() : 0.0;
}

// The name in the program, "" where it knows no such function.
std::string_view name_of(std::string_view function) {
  if (function == appraise::kLearnedComponent) return appraise::kLearnedComponent;
  const auto kind = appraise::function_by_name(function);
  return kind ? to_string(*kind) : "";
}

appraise::Component component_from(const Json& json, double total) {
  appraise::Component c{.criterion = static_cast<std::size_t>(number_at(json, 0)),
                        .from_record = number_at(json, 2) != 0};
  if (json.size() > 1 && json[1].is_string())
    c.function = name_of(json[1].get_ref<const std::string&>());
  c.score = json.size() > 4 ? number_at(json, 3) : total;
  c.contribution = json.size() > 4 ? number_at(json, 4) : total;
  if (json.size() > 5) c.raw = model::value_from_json(json[5]);
  if (json.size() > 6 && json[6].is_array()) {
    for (const Json& word : json[6]) {
      if (word.is_string()) c.matched.push_back(word.get<std::string>());
    }
  }
  return c;
}

void read_rest(const Json& rest, appraise::Score& score) {
  if (const auto it = rest.find("ranks"); it != rest.end()) {
    score.rank_low = static_cast<int>(number_at(*it, 0));
    score.rank_high = static_cast<int>(number_at(*it, 1));
  }
  if (const auto it = rest.find("coverage"); it != rest.end() && it->is_number())
    score.coverage = it->get<double>();
  if (const auto it = rest.find("confidence"); it != rest.end() && it->is_number())
    score.confidence = it->get<double>();
  if (const auto it = rest.find("missing"); it != rest.end() && it->is_array()) {
    for (const Json& name : *it) {
      if (name.is_string()) score.missing.push_back(name.get<std::string>());
    }
  }
  if (const auto it = rest.find("gates"); it != rest.end() && it->is_array()) {
    for (const Json& gate : *it) {
      if (gate.is_array() && gate.size() == 2 && gate[0].is_string())
        score.gates.emplace_back(gate[0].get<std::string>(), number_at(gate, 1));
    }
  }
}

appraise::Score score_from(const Json& row, int rank) {
  appraise::Score score{
      .total = number_at(row, kTotal), .rank = rank, .rank_low = rank, .rank_high = rank};
  if (row.size() > kPercentile && row[kPercentile].is_number())
    score.percentile = row[kPercentile].get<double>();
  if (row.size() > kComponents && row[kComponents].is_array()) {
    for (const Json& component : row[kComponents]) {
      score.components.push_back(component_from(component, score.total));
    }
  }
  if (row.size() > kRest && row[kRest].is_object()) read_rest(row[kRest], score);
  return score;
}

Error unreadable() {
  return Error{.message = "a stored scoring cannot be read",
               .source = "store",
               .recovery = "score the set again"};
}

}  // namespace

std::string score_table(const std::vector<appraise::Score>& scores,
                        const std::vector<std::string_view>& ids,
                        const appraise::Criteria& criteria) {
  Json names = Json::array();
  for (const appraise::Criterion& c : criteria.criteria)
    names.push_back(Json::array({c.name, c.weight}));
  std::string out = "{\"table\":" + std::to_string(kTableVersion) + ",\"profile\":\"" +
                    to_string(criteria.profile) + "\",\"criteria\":" + dump_json(names) +
                    ",\"rows\":[";
  out.reserve(out.size() + scores.size() * 80);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const appraise::Score& s = scores[i];
    out += i == 0 ? "[" : ",[";
    append_json_string(out, ids[i]);
    out += ',';
    add_number(out, s.total);
    out += ',';
    if (s.percentile) {
      add_short_number(out, *s.percentile);
    } else {
      out += "null";
    }
    out += ",[";
    for (std::size_t k = 0; k < s.components.size(); ++k) {
      if (k > 0) out += ',';
      add_component(out, s.components[k], s.total);
    }
    out += ']';
    add_rest(out, s);
    out += ']';
  }
  out += "]}";
  return out;
}

Result<std::vector<std::pair<std::string, Json>>> read_score_table(std::string_view table) {
  EV_TRY(const Json json, parse_json(table, "stored scoring"));
  if (!json.is_object() || json.value("table", 0) != kTableVersion || !json.contains("criteria") ||
      !json.contains("rows")) {
    return unreadable();
  }
  appraise::Criteria criteria;
  if (json.value("profile", "") == "seed") criteria.profile = appraise::Profile::seed;
  for (const Json& c : json["criteria"]) {
    if (!c.is_array() || c.size() != 2 || !c[0].is_string()) return unreadable();
    criteria.criteria.push_back({.name = c[0].get<std::string>(), .weight = number_at(c, 1)});
  }
  std::vector<std::pair<std::string, Json>> out;
  for (const Json& row : json["rows"]) {
    if (!row.is_array() || row.size() <= kComponents || !row[kId].is_string()) return unreadable();
    const appraise::Score score = score_from(row, static_cast<int>(out.size()) + 1);
    for (const appraise::Component& c : score.components) {
      if (c.criterion >= criteria.criteria.size() || c.function.empty()) return unreadable();
    }
    out.emplace_back(row[kId].get<std::string>(), score_payload(score, criteria));
  }
  return out;
}

Result<void> expand_scores(store::ResultSet& set) {
  if (set.stage != "scored" || set.rows.size() != 1 || !set.rows.front().item_id.empty()) return {};
  EV_TRY(const auto rows, read_score_table(set.rows.front().payload));
  set.rows.clear();
  for (const auto& [id, payload] : rows) set.rows.push_back({id, dump_json(payload)});
  return {};
}

std::vector<store::ResultRow> table_rows(std::string table) {
  std::vector<store::ResultRow> rows;
  rows.push_back({.item_id = "", .payload = std::move(table)});
  return rows;
}

}  // namespace ev::tools
