#include "pipeline/extract/extract.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ev::extract {

namespace {

double rounded(double confidence) {
  return std::round(confidence * 100) / 100;
}

Json quote_json(const doc::Quote& quote) {
  Json out = Json::object();
  out["quote"] = quote.text;
  out["text"] = doc::to_string(quote.field);
  out["start"] = quote.start;
  out["end"] = quote.end;
  return out;
}

void write_ground(Json& out, const Ground& ground) {
  out["quote"] = ground.quote;
  out["text"] = ground.text;
  if (ground.start && ground.end) {
    out["start"] = *ground.start;
    out["end"] = *ground.end;
  }
  out["method"] = ground.method;
  out["confidence"] = rounded(ground.confidence);
  if (ground.long_form) out["long_form"] = quote_json(*ground.long_form);
  if (ground.arm) out["arm"] = quote_json(*ground.arm);
}

Json candidate_json(const Candidate& candidate) {
  Json out = Json::object();
  if (candidate.number) {
    out["value"] =
        *candidate.number == std::floor(*candidate.number) && std::abs(*candidate.number) < 9e15
            ? Json(static_cast<std::int64_t>(*candidate.number))
            : Json(*candidate.number);
  } else {
    out["value"] = candidate.text;
  }
  if (!candidate.unit.empty()) out["unit"] = candidate.unit;
  write_ground(out, candidate.ground);
  return out;
}

}  // namespace

Json to_json(const Cell& cell) {
  Json out = {{"status", to_string(cell.status)}};
  if (cell.value.is_array() || cell.grounds.size() > 1) {
    Json values = Json::array();
    double sum = 0;
    for (const Ground& ground : cell.grounds) {
      Json entry = {{"status", to_string(cell.status)}};
      write_ground(entry, ground);
      sum += ground.confidence;
      values.push_back(std::move(entry));
    }
    out["confidence"] =
        rounded(cell.grounds.empty() ? 0.0 : sum / static_cast<double>(cell.grounds.size()));
    out["values"] = std::move(values);
  } else if (!cell.grounds.empty()) {
    write_ground(out, cell.grounds.front());
  }
  if (!cell.unit.empty()) out["unit"] = cell.unit;
  if (!cell.reason.empty()) out["reason"] = cell.reason;
  if (!cell.alternatives.empty()) {
    Json alternatives = Json::array();
    for (const Candidate& candidate : cell.alternatives)
      alternatives.push_back(candidate_json(candidate));
    out["alternatives"] = std::move(alternatives);
  }
  return out;
}

Json to_json(const Extraction& extraction) {
  Json values = Json::object();
  Json metadata = Json::object();
  for (const auto& [name, cell] : extraction.cells) {
    values[name] = model::to_json(cell.value);
    metadata[name] = to_json(cell);
  }
  return {{"extraction", std::move(values)}, {"extraction_metadata", std::move(metadata)}};
}

}  // namespace ev::extract
