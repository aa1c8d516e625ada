#include "pipeline/workflow/score_table.hpp"

#include "base/bytes.hpp"
#include "pipeline/appraise/learned_scoring.hpp"
#include "pipeline/model/value.hpp"
#include "pipeline/workflow/score_payload.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ev::workflow {

namespace {

constexpr char kTableVersion = 2;  // the first byte of a table

// What is written of a component.
enum Written : unsigned {
  kAsTotal,  // nothing: score and contribution are the total
  kNumbers,  // score and contribution
  kWithRaw,  // then, as JSON, raw and matched
};

// What rows share: the criteria that could be valued, and how. Few are in use in a table.
struct Part {
  std::size_t criterion = 0;
  std::string_view function;
  bool from_record = false;
  unsigned written = kAsTotal;
  bool operator==(const Part&) const = default;
};
using Shape = std::vector<Part>;

Part part_of(const appraise::Component& c, double total) {
  const bool bare = c.raw.is_null() && c.matched.empty();
  const bool as_total = c.score == total && c.contribution == total;
  return {c.criterion, c.function, c.from_record,
          !bare      ? kWithRaw
          : as_total ? kAsTotal
                     : kNumbers};
}

class Shapes {
 public:
  // The number of the shape of a score.
  std::size_t number_of(const appraise::Score& score) {
    // Mostly that of the row before.
    if (last_ < shapes_.size() && is_of(shapes_[last_], score)) return last_;
    const auto known = std::find_if(shapes_.begin(), shapes_.end(),
                                    [&score](const Shape& shape) { return is_of(shape, score); });
    last_ = static_cast<std::size_t>(known - shapes_.begin());
    if (known == shapes_.end()) {
      shapes_.emplace_back();
      for (const appraise::Component& c : score.components)
        shapes_.back().push_back(part_of(c, score.total));
    }
    return last_;
  }
  const Shape& operator[](std::size_t i) const { return shapes_[i]; }
  Json json() const {
    Json out = Json::array();
    for (const Shape& shape : shapes_) {
      Json parts = Json::array();
      for (const Part& p : shape)
        parts.push_back(Json::array({p.criterion, p.function, p.from_record, p.written}));
      out.push_back(std::move(parts));
    }
    return out;
  }

 private:
  static bool is_of(const Shape& shape, const appraise::Score& score) {
    return std::equal(shape.begin(), shape.end(), score.components.begin(), score.components.end(),
                      [&score](const Part& part, const appraise::Component& c) {
                        return part == part_of(c, score.total);
                      });
  }
  std::vector<Shape> shapes_;
  std::size_t last_ = 0;
};

// PMIDs as numbers, whose text they give back.
void put_id(ByteWriter& out, std::string_view id) {
  constexpr std::size_t kMostDigits = 18;
  std::uint64_t number = 0;
  const bool is_number =
      !id.empty() && id.size() <= kMostDigits && id[0] != '0' &&
      std::from_chars(id.data(), id.data() + id.size(), number).ptr == id.data() + id.size();
  out.varint(is_number ? number : 0);
  if (!is_number) out.text(id);
}

std::string id_from(ByteReader& in) {
  const std::uint64_t number = in.varint();
  return number > 0 ? std::to_string(number) : std::string(in.text());
}

// Tenths and two; 1 before any other number; 0: none.
void put_percentile(ByteWriter& out, const std::optional<double>& value) {
  constexpr double kMost = 1000;
  if (!value) return out.varint(0);
  const double tenths = std::round(*value * 10);
  if (tenths >= 0 && tenths <= kMost && tenths / 10 == *value && !std::signbit(*value))
    return out.varint(static_cast<std::uint64_t>(tenths) + 2);
  out.varint(1);
  out.number(*value);
}

std::optional<double> percentile_from(ByteReader& in) {
  const std::uint64_t written = in.varint();
  if (written == 0) return std::nullopt;
  return written == 1 ? in.number() : static_cast<double>(written - 2) / 10;
}

// What is not as in most rows.
Json rest_of(const appraise::Score& s) {
  Json rest = Json::object();
  if (s.rank_low != s.rank || s.rank_high != s.rank) rest["ranks"] = {s.rank_low, s.rank_high};
  if (s.coverage != 1) rest["coverage"] = s.coverage;
  if (s.confidence != 1) rest["confidence"] = s.confidence;
  if (!s.missing.empty()) rest["missing"] = s.missing;
  for (const auto& [name, gate] : s.gates) rest["gates"].push_back(Json::array({name, gate}));
  return rest;
}

bool has_rest(const appraise::Score& s) {
  return s.rank_low != s.rank || s.rank_high != s.rank || s.coverage != 1 || s.confidence != 1 ||
         !s.missing.empty() || !s.gates.empty();
}

void put_row(ByteWriter& out, const appraise::Score& s, std::string_view id, Shapes& shapes) {
  const std::size_t shape = shapes.number_of(s);
  put_id(out, id);
  out.number(s.total);
  put_percentile(out, s.percentile);
  out.varint(shape << 1u | (has_rest(s) ? 1u : 0u));
  for (std::size_t k = 0; k < s.components.size(); ++k) {
    const appraise::Component& c = s.components[k];
    const unsigned written = shapes[shape][k].written;
    if (written == kAsTotal) continue;
    out.number(c.score);
    out.number(c.contribution);
    if (written == kWithRaw) out.text(dump_json(Json::array({raw_value(c.raw), c.matched})));
  }
  if (has_rest(s)) out.text(dump_json(rest_of(s)));
}

double number_at(const Json& row, std::size_t i) {
  return i < row.size() && row[i].is_number() ? row[i].get<double>() : 0.0;
}

Error unreadable() {
  return Error{.message = "a stored scoring cannot be read",
               .source = "store",
               .recovery = "score the set again"};
}

std::string_view named_function(std::string_view name) {
  if (name == appraise::kLearnedComponent) return appraise::kLearnedComponent;
  const auto kind = appraise::function_by_name(name);
  return kind ? to_string(*kind) : "";
}

Result<appraise::Criteria> stored_criteria(const Json& head) {
  appraise::Criteria criteria;
  if (!head.is_object() || !head.contains("criteria")) return unreadable();
  if (head.value("profile", "") == "seed") criteria.profile = appraise::Profile::seed;
  for (const Json& c : head["criteria"]) {
    if (!c.is_array() || c.size() != 2 || !c[0].is_string()) return unreadable();
    criteria.criteria.push_back({.name = c[0].get<std::string>(), .weight = number_at(c, 1)});
  }
  return criteria;
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

Result<std::vector<Shape>> shapes_in(const Json& head) {
  std::vector<Shape> out;
  if (!head.contains("shapes")) return unreadable();
  for (const Json& parts : head["shapes"]) {
    Shape shape;
    for (const Json& p : parts) {
      if (!p.is_array() || p.size() != 4 || !p[0].is_number_unsigned() || !p[1].is_string() ||
          !p[2].is_boolean() || !p[3].is_number_unsigned())
        return unreadable();
      shape.push_back({p[0].get<std::size_t>(), named_function(p[1].get_ref<const std::string&>()),
                       p[2].get<bool>(), p[3].get<unsigned>()});
    }
    out.push_back(std::move(shape));
  }
  return out;
}

Result<appraise::Component> component_from(ByteReader& in, const Part& part, double total) {
  appraise::Component c{.criterion = part.criterion,
                        .function = part.function,
                        .from_record = part.from_record,
                        .score = total,
                        .contribution = total};
  if (part.written == kAsTotal) return c;
  c.score = in.number();
  c.contribution = in.number();
  if (part.written == kNumbers) return c;
  EV_TRY(const Json json, parse_json(in.text(), "stored scoring"));
  if (!json.is_array() || json.size() != 2 || !json[1].is_array()) return unreadable();
  c.raw = model::value_from_json(json[0]);
  for (const Json& word : json[1]) {
    if (word.is_string()) c.matched.push_back(word.get<std::string>());
  }
  return c;
}

Result<appraise::Score> score_from(ByteReader& in, int rank, const std::vector<Shape>& shapes) {
  appraise::Score score{.total = in.number(), .rank = rank, .rank_low = rank, .rank_high = rank};
  score.percentile = percentile_from(in);
  const std::uint64_t shape = in.varint();
  if (shape >> 1u >= shapes.size()) return unreadable();
  for (const Part& part : shapes[shape >> 1u]) {
    EV_TRY(appraise::Component component, component_from(in, part, score.total));
    score.components.push_back(std::move(component));
  }
  if ((shape & 1u) != 0) {
    EV_TRY(const Json rest, parse_json(in.text(), "stored scoring"));
    read_rest(rest, score);
  }
  return score;
}

}  // namespace

std::string score_table(const std::vector<appraise::Score>& scores,
                        const std::vector<std::string_view>& ids,
                        const appraise::Criteria& criteria) {
  constexpr std::size_t kRowBytes = 16;
  ByteWriter rows;
  rows.reserve(scores.size() * kRowBytes);
  Shapes shapes;
  for (std::size_t i = 0; i < scores.size(); ++i) put_row(rows, scores[i], ids[i], shapes);
  Json names = Json::array();
  for (const appraise::Criterion& c : criteria.criteria)
    names.push_back(Json::array({c.name, c.weight}));
  const Json head = {{"profile", to_string(criteria.profile)},
                     {"criteria", std::move(names)},
                     {"shapes", shapes.json()}};
  ByteWriter out;
  out.text(dump_json(head));
  out.append(rows);
  return kTableVersion + out.take();
}

Result<StoredScores> read_score_table(std::string_view table, const Context& ctx) {
  if (!table.starts_with(kTableVersion)) return unreadable();
  ByteReader in(table.substr(1));
  EV_TRY(const Json head, parse_json(in.text(), "stored scoring"));
  EV_TRY(appraise::Criteria criteria, stored_criteria(head));
  EV_TRY(const std::vector<Shape> shapes, shapes_in(head));
  StoredScores out;
  while (!in.at_end()) {
    EV_CHECK(ctx.check());
    out.ids.push_back(id_from(in));
    EV_TRY(appraise::Score score, score_from(in, static_cast<int>(out.ids.size()), shapes));
    for (const appraise::Component& c : score.components) {
      if (c.criterion >= criteria.criteria.size() || c.function.empty()) return unreadable();
    }
    out.scores.push_back(std::move(score));
  }
  if (in.failed()) return unreadable();
  out.criteria = std::make_shared<const appraise::Criteria>(std::move(criteria));
  return out;
}

bool holds_score_table(const store::ResultSet& set) {
  return set.stage == "scored" && set.rows.size() == 1 && set.rows.front().item_id.empty();
}

std::vector<store::ResultRow> table_rows(std::string table) {
  std::vector<store::ResultRow> rows;
  rows.push_back({.item_id = "", .payload = std::move(table)});
  return rows;
}

}  // namespace ev::workflow
