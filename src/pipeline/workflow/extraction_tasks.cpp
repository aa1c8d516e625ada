#include "pipeline/workflow/extraction_tasks.hpp"

#include "base/text.hpp"
#include "pipeline/extract/record_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace ev::workflow {

namespace {

constexpr double kDoubtful = 0.5;
constexpr std::size_t kMostItems = 20;  // of an array field

constexpr const char* kInstructions =
    "Read the record and fill the fields that its line \"Fields\" names. For each value copy first "
    "the quote: the words of title or abstract that state it, character by character, nothing left "
    "out, at most one sentence. Then give the value: a number as the quote writes it, in digits "
    "and "
    "without unit; a string in the words of the quote; an allowed value or true or false only when "
    "the quote says so. What the record does not state is null (quote and value), or an empty "
    "list. "
    "Do not calculate, conclude or use other knowledge. Every value is checked against its quote "
    "and "
    "every quote against the record.";

std::string type_text(const extract::FieldSpec& field) {
  std::string type =
      field.options.empty() ? extract::to_string(field.type) : text::join(field.options, "|");
  return field.array ? "list of " + type : type;
}

OrderedJson value_schema(const extract::FieldSpec& field) {
  OrderedJson out = OrderedJson::object();
  const bool choice = !field.options.empty();
  out["type"] = OrderedJson::array({choice ? "string" : extract::to_string(field.type), "null"});
  if (choice) {
    OrderedJson options = OrderedJson::array();
    for (const std::string& option : field.options) options.push_back(option);
    options.push_back(nullptr);
    out["enum"] = std::move(options);
  } else if (field.type == extract::Type::number || field.type == extract::Type::integer) {
    if (std::isfinite(field.minimum)) out["minimum"] = field.minimum;
    if (std::isfinite(field.maximum)) out["maximum"] = field.maximum;
  }
  return out;
}

OrderedJson closed_object(OrderedJson properties) {
  OrderedJson required = OrderedJson::array();
  for (const auto& [name, property] : properties.items()) required.push_back(name);
  OrderedJson out = OrderedJson::object();
  out["type"] = "object";
  out["properties"] = std::move(properties);
  out["required"] = std::move(required);
  out["additionalProperties"] = false;
  return out;
}

OrderedJson field_schema(const extract::FieldSpec& field) {
  OrderedJson cell = OrderedJson::object();
  // The quote comes first: what is written next leans on it.
  cell["quote"]["type"] = OrderedJson::array({"string", "null"});
  cell["value"] = value_schema(field);
  OrderedJson object = closed_object(std::move(cell));
  if (!field.array) return object;
  OrderedJson list = OrderedJson::object();
  list["type"] = "array";
  list["items"] = std::move(object);
  list["maxItems"] = kMostItems;
  return list;
}

std::string instructions_for(const std::vector<const extract::FieldSpec*>& fields,
                             std::string_view caller_instructions) {
  std::string out = kInstructions;
  out += "\nFields:\n";
  for (const extract::FieldSpec* field : fields) {
    out += "- " + field->name + " (" + type_text(*field) + ")";
    if (!field->description.empty()) out += ": " + field->description;
    out += "\n";
  }
  if (!text::trim(caller_instructions).empty()) {
    out += "What the caller wants: " + std::string(text::trim(caller_instructions)) + "\n";
  }
  return out;
}

std::string input_for(const model::Article& article, const OpenRecord& open) {
  std::vector<std::string> names;
  for (const extract::FieldSpec* field : open.fields) names.push_back(field->name);
  return "Fields: " + text::join(names, ", ") + "\nTitle: " + article.title +
         "\nAbstract: " + article.abstract + "\n";
}

// The fields of a schema in the short form or as JSON Schema.
const Json& fields_of(const Json& schema) {
  const auto properties = schema.find("properties");
  return properties != schema.end() && properties->is_object() ? *properties : schema;
}

bool is_from_model(const Json& cell) {
  const auto method = cell.find("method");
  return method != cell.end() && (*method == "host" || *method == "endpoint");
}

}  // namespace

std::vector<const extract::FieldSpec*> open_fields(const extract::Schema& schema,
                                                   const Json& payload) {
  std::vector<const extract::FieldSpec*> out;
  for (const extract::FieldSpec& field : schema.fields) {
    const Json& cell = payload.at("extraction_metadata").at(field.name);
    if (is_from_model(cell) || cell.at("status") == "conflict") continue;
    if (field.type == extract::Type::object) continue;  // read by rules alone
    const bool empty = payload.at("extraction").at(field.name).is_null();
    if (empty || cell.value("confidence", 1.0) < kDoubtful) out.push_back(&field);
  }
  return out;
}

std::vector<llm::Task> extraction_tasks(const extract::Schema& schema,
                                        std::string_view caller_instructions,
                                        std::span<const OpenRecord> open,
                                        std::span<const model::Article> articles) {
  std::set<const extract::FieldSpec*> wanted;
  for (const OpenRecord& record : open) wanted.insert(record.fields.begin(), record.fields.end());
  std::vector<const extract::FieldSpec*> fields;
  OrderedJson properties = OrderedJson::object();
  for (const extract::FieldSpec& field : schema.fields) {
    if (wanted.count(&field) == 0) continue;
    fields.push_back(&field);
    properties[field.name] = field_schema(field);
  }
  const std::string instructions = instructions_for(fields, caller_instructions);
  const std::string schema_text = dump_json(closed_object(std::move(properties)));
  std::vector<llm::Task> out;
  for (const OpenRecord& record : open) {
    const model::Article& article = articles[record.index];
    out.push_back({.purpose = "field extraction",
                   .prompt_version = "extract_fields/1",
                   .instructions = instructions,
                   .schema = schema_text,
                   .item_id = model::item_id(article),
                   .input = input_for(article, record),
                   .by_member = true});
  }
  return out;
}

std::vector<extract::CellProblem> take_answer(const model::Article& article, const OpenRecord& open,
                                              std::string_view answer, std::string_view method,
                                              const std::string& path, Json& payload) {
  std::vector<extract::CellProblem> problems;
  const auto json = parse_json(answer, "a model's cells");
  if (!json || !json->is_object()) return problems;
  const extract::RecordText record(article);
  for (const extract::FieldSpec* field : open.fields) {
    const auto proposed = json->find(field->name);
    if (proposed == json->end()) continue;
    extract::GroundedCell grounded =
        extract::ground_cell(record, *field, *proposed, method, path + "." + field->name);
    const bool found = grounded.cell.status == extract::Status::found;
    Json& value = payload["extraction"][field->name];
    if (found || value.is_null()) {
      value = model::to_json(grounded.cell.value);
      Json& cell = payload["extraction_metadata"][field->name];
      cell = extract::to_json(grounded.cell);
      cell["method"] = method;
    }
    std::move(grounded.problems.begin(), grounded.problems.end(), std::back_inserter(problems));
  }
  return problems;
}

void note_misfit(std::string_view member, std::string_view message, std::string_view method,
                 Json& payload) {
  const auto value = payload["extraction"].find(std::string(member));
  if (value == payload["extraction"].end() || !value->is_null()) return;
  extract::Cell cell;
  cell.status = extract::Status::invalid;
  cell.reason = "the model's answer " + std::string(message);
  Json& noted = payload["extraction_metadata"][std::string(member)];
  noted = extract::to_json(cell);
  noted["method"] = method;
}

void keep_model_cells(const Json& before, const Json& schema_before, const Json& schema_now,
                      Json& payload) {
  if (!before.is_object() || !schema_before.is_object() || !schema_now.is_object()) return;
  const auto values = before.find("extraction");
  const auto cells = before.find("extraction_metadata");
  if (values == before.end() || cells == before.end() || !cells->is_object()) return;
  for (const auto& [name, cell] : cells->items()) {
    const auto was = fields_of(schema_before).find(name);
    const auto is = fields_of(schema_now).find(name);
    const bool same =
        was != fields_of(schema_before).end() && is != fields_of(schema_now).end() && *was == *is;
    if (!same || !cell.is_object() || !is_from_model(cell) || !values->contains(name)) continue;
    if (!payload.at("extraction").contains(name)) continue;
    payload["extraction"][name] = values->at(name);
    payload["extraction_metadata"][name] = cell;
  }
}

}  // namespace ev::workflow
