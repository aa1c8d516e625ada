#include "pipeline/extract/results_field.hpp"

#include "pipeline/extract/main_outcome.hpp"
#include "pipeline/extract/study_view.hpp"

#include <algorithm>
#include <cmath>

namespace ev::extract {

namespace {

// Sure of what it says where it speaks: rows in doubt are left out.
constexpr double kConfidence = 0.8;

model::Value number(double value) {
  if (value == std::floor(value) && std::abs(value) < 9e15) return static_cast<std::int64_t>(value);
  return value;
}

void put(model::Value::Object& out, const char* name, const std::optional<double>& value) {
  if (value) out.emplace_back(name, number(*value));
}

model::Value cell_value(const read::StudyReading& study, const read::ArmCell& cell) {
  model::Value::Object out;
  out.emplace_back("name", study.arms[cell.arm].name);
  put(out, "n", cell.n);
  put(out, "events", cell.events);
  put(out, "percent", cell.percent);
  put(out, "mean", cell.mean);
  put(out, "sd", cell.sd);
  put(out, "se", cell.se);
  put(out, "median", cell.median);
  put(out, "plus_minus", cell.plus_minus);
  return out;
}

model::Value effect_value(const read::ResultEffect& effect) {
  model::Value::Object out;
  out.emplace_back("measure", std::string(wire_name(effect.measure)));
  out.emplace_back("value", number(effect.value));
  put(out, "ci_low", effect.ci_low);
  put(out, "ci_high", effect.ci_high);
  put(out, "ci_level", effect.ci_level);
  return out;
}

model::Value row_value(const read::StudyReading& study, const read::ResultRow& row,
                       const doc::Quote& quote) {
  model::Value::Object out;
  out.emplace_back("outcome", row.outcome);
  if (!row.time.empty()) out.emplace_back("time", row.time);
  out.emplace_back("intervention", cell_value(study, row.intervention));
  out.emplace_back("comparator", cell_value(study, row.comparator));
  if (row.effect) out.emplace_back("effect", effect_value(*row.effect));
  if (!row.p_value.empty()) out.emplace_back("p_value", row.p_value);
  out.emplace_back("direction", std::string(wire_name(row.direction)));
  if (row.significant) out.emplace_back("significant", *row.significant);
  if (row.desirable) out.emplace_back("desirable", *row.desirable);
  out.emplace_back("attribution", std::string(wire_name(row.attribution)));
  out.emplace_back("quote", quote.text);
  out.emplace_back("start", quote.start);
  out.emplace_back("end", quote.end);
  out.emplace_back("text", doc::to_string(quote.field));
  return out;
}

// Rows on the main outcome before the others, otherwise as the text has them.
std::vector<const read::ResultRow*> in_order(const RecordText& record,
                                             const read::StudyReading& study) {
  std::vector<const read::ResultRow*> rows;
  for (const read::ResultRow& row : study.results) rows.push_back(&row);
  const bool called = main_outcome(record).called_primary;
  std::stable_sort(
      rows.begin(), rows.end(), [&](const read::ResultRow* a, const read::ResultRow* b) {
        const auto rank = [&](const read::ResultRow* row) {
          return called ? speaks_of_main_outcome(record, doc::tokenize(row->outcome)) : 0;
        };
        return rank(a) > rank(b);
      });
  return rows;
}

}  // namespace

Cell results_cell(const RecordText& record) {
  const read::StudyReading& study = study_reading(record);
  Cell cell;
  if (study.results.empty()) {
    cell.reason =
        study.arms.size() < 2 ? "no two arms are named" : "no result is read that compares arms";
    return cell;
  }
  model::Value::Array rows;
  for (const read::ResultRow* row : in_order(record, study)) {
    rows.push_back(row_value(study, *row, record.document().quote(row->sentence)));
    cell.grounds.push_back(ground_at(record, row->sentence, kConfidence));
  }
  cell.status = Status::found;
  cell.value = std::move(rows);
  return cell;
}

}  // namespace ev::extract
