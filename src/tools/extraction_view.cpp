#include "tools/extraction_view.hpp"

#include "base/text.hpp"
#include "pipeline/workflow/untrusted.hpp"
#include "tools/scored_records.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::tools {

namespace {

constexpr std::size_t kCellsInRow = 200;  // characters; the rest is for the record itself

// "120", "yes", "a; b (+3)".
std::string cell_text(const Json& value, std::size_t length) {
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_string()) {
    return text::ellipsize(one_line(value.get<std::string>()), length);
  }
  if (!value.is_array()) return dump_json(value);
  std::string out;
  const std::size_t shown = std::min<std::size_t>(value.size(), 2);
  for (std::size_t i = 0; i < shown; ++i) {
    out += (i == 0 ? "" : "; ") + cell_text(value[i], length / shown);
  }
  if (value.size() > shown) out += " (+" + std::to_string(value.size() - shown) + ")";
  return out;
}

// Alternatives belong to `full`.
Json without_alternatives(Json metadata) {
  for (auto& [field, cell] : metadata.items()) cell.erase("alternatives");
  return metadata;
}

Json extraction_row(const extract::Schema& schema, const model::Article& article,
                    const Json& payload) {
  const Json& extraction = payload.at("extraction");
  Json cells = Json::object();
  std::size_t size = 0;
  for (const extract::FieldSpec& field : schema.fields) {
    const Json& value = extraction.at(field.name);
    if (value.is_null()) continue;
    const Json shown = value.is_number() || value.is_boolean() ? value : Json(cell_text(value, 60));
    size += field.name.size() + text::code_points(dump_json(shown)) + 4;
    if (size > kCellsInRow) break;
    cells[field.name] = shown;
  }
  Json members = {{"item_id", model::item_id(article)}, {"extraction", std::move(cells)}};
  if (Json n = sample_size_of(payload); !n.is_null()) members["n"] = std::move(n);
  return article_row(article, row_text_of(article), flags_of(article), members);
}

std::string extraction_line(const extract::Schema& schema, const model::Article& article,
                            const Json& payload) {
  std::string out = "- " + id_text(article) + " " + text::ellipsize(one_line(article.title), 90) +
                    flags_text(flags_of(article)) + " —";
  std::size_t missing = 0;
  const Json& metadata = payload.at("extraction_metadata");
  for (const extract::FieldSpec& field : schema.fields) {
    const Json& value = payload.at("extraction").at(field.name);
    if (value.is_null()) {
      ++missing;
      continue;
    }
    std::string cell =
        " " + text::ellipsize(one_line(field.name), 60) + ": " + cell_text(value, 70);
    if (metadata.at(field.name).at("status") == "conflict") cell += " [conflict]";
    if (text::code_points(out) + text::code_points(cell) > kLineCharacters - 20) {
      out += " …";
      break;
    }
    out += cell + ".";
  }
  if (missing > 0) out += " " + std::to_string(missing) + " not stated.";
  return out;
}

}  // namespace

Item extraction_item(const extract::Schema& schema, const model::Article& article,
                     const Json& payload, std::string_view detail) {
  Item out{.id = model::item_id(article)};
  out.row = extraction_row(schema, article, payload);
  out.line = extraction_line(schema, article, payload);
  if (detail == "row") {
    out.shown = out.row;
    return out;
  }
  out.shown = article_with_features(article, payload, std::string(detail));
  if (detail == "standard") {
    Json& metadata = out.shown["extraction_metadata"];
    metadata = without_alternatives(payload.at("extraction_metadata"));
    add_cleaned_quotes(metadata);
  }
  return out;
}

ExtractionTotals extraction_totals(const extract::Schema& schema,
                                   const std::vector<Json>& payloads) {
  ExtractionTotals totals;
  for (const Json& payload : payloads) {
    std::size_t found = 0;
    std::size_t any = 0;
    for (const extract::FieldSpec& field : schema.fields) {
      const Json& cell = payload.at("extraction_metadata").at(field.name);
      found += cell.at("status") == "found" ? 1u : 0u;
      any += payload.at("extraction").at(field.name).is_null() ? 0u : 1u;
    }
    if (any == 0) {
      ++totals.failed;
    } else if (found == schema.fields.size()) {
      ++totals.successful;
    } else {
      ++totals.partial;
    }
  }
  return totals;
}

Json found_per_field(const extract::Schema& schema, const std::vector<Json>& payloads) {
  Json out = Json::object();
  for (const extract::FieldSpec& field : schema.fields) {
    std::size_t found = 0;
    for (const Json& payload : payloads) {
      found += payload.at("extraction").at(field.name).is_null() ? 0u : 1u;
    }
    out[field.name] = found;
  }
  return out;
}

}  // namespace ev::tools
