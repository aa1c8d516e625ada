#include "pipeline/extract/schema.hpp"

#include "base/text.hpp"
#include "pipeline/extract/results_field.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace ev::extract {

namespace {

constexpr std::string_view kRoot = "extraction_schema";

// Keywords that say nothing of a value.
constexpr std::array<std::string_view, 12> kAnnotations = {
    "$schema",    "$id",      "$comment",  "title",    "default", "examples",
    "deprecated", "readOnly", "writeOnly", "nullable", "format",  "$defs"};
// Keywords that do, and that no value is held against.
constexpr std::array<std::string_view, 7> kUnchecked = {
    "pattern", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "multipleOf"};

bool is_among(std::string_view key, const auto& list) {
  return std::find(list.begin(), list.end(), key) != list.end();
}

template <class AnyJson>
class SchemaParser {
 public:
  Result<Schema> parse(const AnyJson& value) {
    if (!value.is_object()) {
      add(std::string(kRoot), "must be an object of field names and types");
    } else if (is_json_schema(value)) {
      root_ = &value;
      read_json_schema(value);
    } else {
      for (const auto& [name, type] : value.items()) read_field(name, type, path_of(name));
    }
    if (problems_.empty() && schema_.fields.empty()) add(std::string(kRoot), "has no field");
    if (schema_.fields.size() > kMaxFields) {
      add(std::string(kRoot), "has " + std::to_string(schema_.fields.size()) + " fields, at most " +
                                  std::to_string(kMaxFields) + " are allowed");
    }
    if (problems_.empty()) return std::move(schema_);
    return error();
  }

 private:
  static bool is_json_schema(const AnyJson& value) {
    const auto properties = value.find("properties");
    return properties != value.end() && properties->is_object();
  }

  static std::string path_of(const std::string& name) { return std::string(kRoot) + "." + name; }

  void add(std::string path, std::string message) {
    problems_.push_back({std::move(path), std::move(message)});
  }

  Error error() {
    Error error{.code = Errc::invalid_argument};
    error.message = "The extraction schema cannot be used:";
    for (const Problem& problem : problems_)
      error.message += "\n- " + problem.path + " " + problem.message;
    error.path = problems_.front().path;
    error.recovery =
        "give each field as \"string\", \"number\", \"boolean\", \"array[string]\", "
        "\"array[number]\", "
        "\"a|b|c\", results as \"array[object]\", or as JSON Schema with type, properties, "
        "required, items, enum, minimum, "
        "maximum, $ref, anyOf with null and description";
    error.problems = std::move(problems_);
    return error;
  }

  void read_json_schema(const AnyJson& value) {
    for (const auto& [key, member] : value.items()) {
      if (key == "type" && member != "object") add(path_of(key), "must be \"object\"");
      const bool known = key == "type" || key == "properties" || key == "required" ||
                         key == "description" || key == "additionalProperties" ||
                         key == "definitions" || is_among(key, kAnnotations);
      if (!known) add(path_of(key), "is not a supported keyword");
    }
    for (const auto& [name, field] : value.at("properties").items()) {
      read_field(name, field, std::string(kRoot) + ".properties." + name);
    }
    const auto required = value.find("required");
    if (required == value.end()) return;
    if (!required->is_array()) return add(path_of("required"), "must be an array of field names");
    for (const auto& name : *required) {
      const bool known =
          name.is_string() && value.at("properties").contains(name.template get<std::string>());
      if (!known) add(path_of("required"), "names a field that is not in properties");
    }
  }

  void read_field(const std::string& name, const AnyJson& value, const std::string& path) {
    FieldSpec field{.name = name};
    const std::size_t before = problems_.size();
    if (name.empty() || text::code_points(name) > 80)
      add(path, "must have a name of 1 to 80 characters");
    if (value.is_string()) {
      read_short(field, value.template get<std::string>(), path);
    } else if (value.is_object()) {
      read_long(field, value, path);
    } else {
      add(path, "must be a type such as \"number\" or a JSON Schema object");
    }
    const bool rows = field.array && field.name == kResultsField;
    if (field.type == Type::object && !rows && problems_.size() == before)
      add(path,
          "is a nested object; use one flat field per value (only \"results\" is an "
          "array[object])");
    if (problems_.size() == before) schema_.fields.push_back(std::move(field));
  }

  void read_short(FieldSpec& field, std::string_view source, const std::string& path) {
    auto words = read_type_words(source);
    if (!words) return add(path, "has the unknown type \"" + text::ellipsize(source, 60) + "\"");
    field.type = words->type;
    field.array = words->array;
    field.options = std::move(words->options);
  }

  // "number", ["number", "null"] or ["integer", "number"]: every cell may be null anyway.
  std::string type_name(const AnyJson& value) {
    if (value.is_string()) return value.template get<std::string>();
    std::string name;
    if (value.is_array()) {
      for (const auto& item : value) {
        if (!item.is_string()) return {};
        const auto part = item.template get<std::string>();
        if (part == "null" || part == name) continue;
        const bool numbers =
            (part == "number" && name == "integer") || (part == "integer" && name == "number");
        if (!name.empty() && !numbers) return {};
        name = numbers ? "number" : part;
      }
    }
    return name;
  }

  // What "#/$defs/Size" names.
  const AnyJson* referred(const AnyJson& reference) const {
    if (root_ == nullptr || !reference.is_string()) return nullptr;
    const auto text = reference.template get<std::string>();
    for (const char* group : {"$defs", "definitions"}) {
      const std::string prefix = std::string("#/") + group + "/";
      if (text.rfind(prefix, 0) != 0) continue;
      const auto all = root_->find(group);
      if (all == root_->end() || !all->is_object()) return nullptr;
      const auto found = all->find(text.substr(prefix.size()));
      return found == all->end() ? nullptr : &*found;
    }
    return nullptr;
  }

  // {"type": "null"}
  static bool is_null_type(const AnyJson& branch) {
    return branch.size() == 1 && branch.contains("type") && branch.at("type") == "null";
  }

  // The only branch of anyOf, oneOf or allOf that is not null.
  static const AnyJson* only_branch(const AnyJson& branches) {
    const AnyJson* only = nullptr;
    for (const auto& branch : branches) {
      if (!branch.is_object() || is_null_type(branch)) continue;
      if (only != nullptr) return nullptr;
      only = &branch;
    }
    return only;
  }

  static const char* reference_in(const AnyJson& value) {
    for (const char* name : kReferences) {
      if (value.contains(name)) return name;
    }
    return nullptr;
  }

  // Puts what `key` refers to in its place; the field's own keywords win. False where it refers to
  // nothing.
  bool follow(AnyJson& value, const char* key, const std::string& path) {
    const AnyJson reference = value.at(key);
    const AnyJson* target = reference.is_array() ? only_branch(reference) : referred(reference);
    if (target == nullptr || !target->is_object()) {
      add(path + "." + key,
          reference.is_array() ? "must have one branch beside null" : "names nothing in $defs");
      return false;
    }
    const AnyJson merged = *target;
    value.erase(key);
    for (const auto& [name, member] : merged.items()) {
      if (!value.contains(name)) value[name] = member;
    }
    return true;
  }

  AnyJson resolved(AnyJson value, const std::string& path) {
    constexpr int kDeepest = 8;  // a definition may refer to itself
    int depth = 0;
    const char* key = reference_in(value);
    while (key != nullptr && depth < kDeepest && follow(value, key, path)) {
      key = reference_in(value);
      ++depth;
    }
    if (key == nullptr) return value;
    if (depth == kDeepest) add(path, "refers to itself");
    AnyJson text = AnyJson::object();
    text["type"] = "string";
    return text;
  }

  void read_long(FieldSpec& field, const AnyJson& written, const std::string& path) {
    const AnyJson value = resolved(written, path);
    for (const auto& [key, member] : value.items()) {
      if (key == "description") {
        if (member.is_string()) field.description = member.template get<std::string>();
      } else if (key == "enum") {
        read_enum(field, member, path);
      } else if (key == "const") {
        read_enum(field, AnyJson::array({member}), path);
      } else if (is_among(key, kBounds)) {
        read_bound(field, key, member, path);
      } else if (is_among(key, kUnchecked)) {
        schema_.unchecked.push_back(path + "." + key);
      } else if (key == "properties") {
        add(path, "is a nested object; use one flat field per value");
      } else if (key != "type" && key != "items" && !is_among(key, kAnnotations)) {
        add(path + "." + key, "is not a supported keyword");
      }
    }
    read_type(field, value, path);
  }

  void read_bound(FieldSpec& field, std::string_view key, const AnyJson& member,
                  const std::string& path) {
    if (!member.is_number()) return add(path + "." + std::string(key), "must be a number");
    const double bound = member.template get<double>();
    constexpr double kMost = std::numeric_limits<double>::infinity();
    if (key == "minimum") field.minimum = bound;
    if (key == "maximum") field.maximum = bound;
    if (key == "exclusiveMinimum") field.minimum = std::nextafter(bound, kMost);
    if (key == "exclusiveMaximum") field.maximum = std::nextafter(bound, -kMost);
  }

  void read_type(FieldSpec& field, const AnyJson& value, const std::string& path) {
    const auto type = value.find("type");
    if (type == value.end()) {
      if (field.options.empty()) add(path, "needs a type");
      return;
    }
    const std::string name = type_name(*type);
    if (name == "array") {
      field.array = true;
      const auto items = value.find("items");
      if (items != value.end() && items->is_object()) {
        const std::string description = field.description;
        read_long(field, *items, path + ".items");
        if (!description.empty()) field.description = description;
      }
    } else if (const auto simple = type_of(name)) {
      field.type = *simple;
    } else {
      add(path + ".type", "must be string, number, integer, boolean or array");
    }
  }

  void read_enum(FieldSpec& field, const AnyJson& member, const std::string& path) {
    if (!member.is_array() || member.empty())
      return add(path + ".enum", "must be a list of strings");
    for (const auto& option : member) {
      if (option.is_null()) continue;
      if (!option.is_string()) return add(path + ".enum", "must be a list of strings");
      field.options.push_back(option.template get<std::string>());
    }
  }

  static constexpr std::array kReferences = {"$ref", "anyOf", "oneOf", "allOf"};
  static constexpr std::array<std::string_view, 4> kBounds = {
      "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"};

  const AnyJson* root_ = nullptr;  // of a JSON Schema, for its definitions
  Schema schema_;
  std::vector<Problem> problems_;
};

}  // namespace

Result<Schema> parse_schema(const OrderedJson& value) {
  return SchemaParser<OrderedJson>().parse(value);
}
Result<Schema> parse_schema(const Json& value) {
  return SchemaParser<Json>().parse(value);
}

namespace {

// "2. ", "- ", "a) ", "**": what lists put before a name.
std::string_view without_list_mark(std::string_view sentence) {
  constexpr std::string_view kBullet = "\u2022";
  sentence = text::trim(sentence);
  if (sentence.starts_with(kBullet)) sentence = text::trim(sentence.substr(kBullet.size()));
  std::size_t end = sentence.find_first_not_of("0123456789");
  if (end == 0 && sentence.size() > 1 && sentence[1] == ')') end = 1;
  const bool counted =
      end != std::string_view::npos && end > 0 && (sentence[end] == '.' || sentence[end] == ')');
  if (counted) sentence = text::trim(sentence.substr(end + 1));
  while (!sentence.empty() && (sentence.front() == '-' || sentence.front() == '*'))
    sentence = text::trim(sentence.substr(1));
  return sentence;
}

// "`v2`", "\"v2\"", "**v2**", "v2 (string)".
std::string_view bare_name(std::string_view name) {
  static constexpr std::string_view kMarks = "`\"*";
  const auto without_marks = [](std::string_view word) {
    word = text::trim(word);
    while (!word.empty() && kMarks.find(word.front()) != std::string_view::npos)
      word.remove_prefix(1);
    while (!word.empty() && kMarks.find(word.back()) != std::string_view::npos)
      word.remove_suffix(1);
    return word;
  };
  name = without_marks(name);
  const std::size_t type = name.find(" (");
  return type != std::string_view::npos && name.ends_with(')') ? without_marks(name.substr(0, type))
                                                               : name;
}

FieldSpec* field_named(Schema& schema, std::string_view name) {
  const auto at = std::find_if(
      schema.fields.begin(), schema.fields.end(),
      [&](const FieldSpec& field) { return text::equal_ignoring_ascii_case(field.name, name); });
  return at == schema.fields.end() ? nullptr : &*at;
}

}  // namespace

void apply_instructions(Schema& schema, std::string_view instructions) {
  constexpr std::string_view kSeparators[] = {":", " - ", " \u2013 ", " \u2014 ", " = "};
  for (const std::string& raw : text::split(instructions, '\n')) {
    const std::string_view sentence = without_list_mark(raw);
    for (const std::string_view separator : kSeparators) {
      const std::size_t at = sentence.find(separator);
      if (at == std::string_view::npos) continue;
      FieldSpec* field = field_named(schema, bare_name(sentence.substr(0, at)));
      if (field == nullptr) continue;
      std::string_view definition = sentence.substr(at + separator.size());
      while (definition.starts_with('*')) definition.remove_prefix(1);
      field->description = std::string(text::trim(definition));
      break;
    }
  }
}

}  // namespace ev::extract
