#include "llm/json_schema.hpp"

#include "base/codec.hpp"
#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace ev::llm {

namespace {

constexpr std::array<std::string_view, 14> kKeywords = {
    "type",        "properties", "required",  "additionalProperties",
    "items",       "enum",       "minimum",   "maximum",
    "minItems",    "maxItems",   "minLength", "maxLength",
    "description", "title"};
constexpr std::array<std::string_view, 6> kBounds = {"minimum",  "maximum",   "minItems",
                                                     "maxItems", "minLength", "maxLength"};
constexpr std::array<std::string_view, 7> kTypes = {"object",  "array",   "string", "number",
                                                    "integer", "boolean", "null"};

template <class List>
bool listed(const List& list, std::string_view name) {
  for (const std::string_view item : list) {
    if (item == name) return true;
  }
  return false;
}

const Json* member(const Json& object, const char* name) {
  const auto it = object.find(name);
  return it == object.end() ? nullptr : &*it;
}

bool lists_name(const Json& names, const std::string& name) {
  if (!names.is_array()) return false;
  for (const Json& item : names) {
    if (item.is_string() && item.get_ref<const std::string&>() == name) return true;
  }
  return false;
}

std::string join_path(std::string_view path, std::string_view name) {
  return path.empty() ? std::string(name) : std::string(path) + "." + std::string(name);
}
std::string at_index(std::string_view path, std::size_t i) {
  return std::string(path) + "[" + std::to_string(i) + "]";
}

// The names in "type"; empty when any type will do.
std::vector<std::string> types_of(const Json& schema) {
  std::vector<std::string> out;
  const Json* type = member(schema, "type");
  if (type == nullptr) return out;
  if (type->is_string()) out.push_back(type->get<std::string>());
  if (type->is_array()) {
    for (const Json& name : *type) {
      if (name.is_string()) out.push_back(name.get<std::string>());
    }
  }
  return out;
}

bool has_type(const Json& value, std::string_view type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (!value.is_number()) return false;
  if (type == "number") return true;
  return type == "integer" &&
         (value.is_number_integer() || value.get<double>() == std::floor(value.get<double>()));
}

// --- the schema itself
// ----------------------------------------------------------------------------

class SchemaCheck {
 public:
  std::vector<Problem> run(const Json& schema) {
    visit(schema, "");
    const std::vector<std::string> types =
        schema.is_object() ? types_of(schema) : std::vector<std::string>();
    if (types != std::vector<std::string>{"object"}) add("", "must describe an object");
    return std::move(problems_);
  }

 private:
  void add(std::string path, std::string message) {
    problems_.push_back({path.empty() ? "schema" : std::move(path), std::move(message)});
  }

  void visit(const Json& schema, const std::string& path) {
    if (!schema.is_object()) return add(path, "must be an object");
    for (const auto& [name, value] : schema.items()) {
      const std::string here = join_path(path, name);
      if (!listed(kKeywords, name)) add(here, "is not a supported keyword");
      if (listed(kBounds, name) && !value.is_number()) add(here, "must be a number");
    }
    check_types(schema, path);
    if (const Json* options = member(schema, "enum");
        options != nullptr && (!options->is_array() || options->empty())) {
      add(join_path(path, "enum"), "must be a list of values");
    }
    if (const Json* items = member(schema, "items")) visit(*items, path + "[]");
    check_properties(schema, path);
  }

  void check_types(const Json& schema, const std::string& path) {
    const Json* type = member(schema, "type");
    if (type == nullptr) return;
    const std::vector<std::string> types = types_of(schema);
    bool good = !types.empty() && (!type->is_array() || types.size() == type->size());
    for (const std::string& name : types) good = good && listed(kTypes, name);
    if (!good) add(join_path(path, "type"), "names no type of JSON Schema");
  }

  void check_properties(const Json& schema, const std::string& path) {
    const Json* properties = member(schema, "properties");
    if (properties != nullptr && !properties->is_object()) {
      return add(join_path(path, "properties"), "must be an object");
    }
    if (properties != nullptr) {
      for (const auto& [name, property] : properties->items())
        visit(property, join_path(path, name));
    }
    if (const Json* more = member(schema, "additionalProperties");
        more != nullptr && !more->is_boolean()) {
      visit(*more, join_path(path, "additionalProperties"));
    }
    const Json* required = member(schema, "required");
    if (required == nullptr) return;
    if (!required->is_array()) return add(join_path(path, "required"), "must be a list of names");
    for (const Json& name : *required) {
      const bool known = name.is_string() && properties != nullptr &&
                         properties->contains(name.get_ref<const std::string&>());
      if (!known) add(join_path(path, "required"), "names something that is not in properties");
    }
  }

  std::vector<Problem> problems_;
};

// --- a value against it
// ---------------------------------------------------------------------------

class ValueCheck {
 public:
  explicit ValueCheck(std::size_t limit) : limit_(limit) {}

  void visit(const Json& schema, const Json& value, const std::string& path) {
    if (full() || !schema.is_object()) return;
    const std::vector<std::string> types = types_of(schema);
    if (!fits(types, value)) {
      return add(path, "must be " + text::join(types, " or ") + ", got " + codec::type_name(value));
    }
    if (const Json* options = member(schema, "enum"); options != nullptr && options->is_array()) {
      if (!allowed(*options, value)) return add(path, "must be one of " + dump_json(*options));
    }
    if (value.is_number())
      check_bounds(schema, "minimum", "maximum", value.get<double>(), path, "");
    if (value.is_string()) {
      const auto length = text::code_points(value.get_ref<const std::string&>());
      check_bounds(schema, "minLength", "maxLength", static_cast<double>(length), path,
                   " characters");
    }
    if (value.is_array()) visit_items(schema, value, path);
    if (value.is_object()) visit_members(schema, value, path);
  }

  std::vector<Problem> take() { return std::move(problems_); }

 private:
  bool full() const { return problems_.size() >= limit_; }
  void add(const std::string& path, std::string message) {
    if (!full()) problems_.push_back({path, std::move(message)});
  }

  static bool fits(const std::vector<std::string>& types, const Json& value) {
    if (types.empty()) return true;
    for (const std::string& type : types) {
      if (has_type(value, type)) return true;
    }
    return false;
  }

  static bool allowed(const Json& options, const Json& value) {
    for (const Json& option : options) {
      if (option == value) return true;
    }
    return false;
  }

  void check_bounds(const Json& schema, const char* least, const char* most, double got,
                    const std::string& path, const std::string& unit) {
    const Json* low = member(schema, least);
    const Json* high = member(schema, most);
    if (low != nullptr && low->is_number() && got < low->get<double>()) {
      add(path, "must be at least " + codec::number_text(low->get<double>()) + unit + ", got " +
                    codec::number_text(got));
    }
    if (high != nullptr && high->is_number() && got > high->get<double>()) {
      add(path, "must be at most " + codec::number_text(high->get<double>()) + unit + ", got " +
                    codec::number_text(got));
    }
  }

  void visit_items(const Json& schema, const Json& value, const std::string& path) {
    check_bounds(schema, "minItems", "maxItems", static_cast<double>(value.size()), path, " items");
    const Json* items = member(schema, "items");
    if (items == nullptr) return;
    for (std::size_t i = 0; i < value.size(); ++i) visit(*items, value[i], at_index(path, i));
  }

  void visit_members(const Json& schema, const Json& value, const std::string& path) {
    const Json* properties = member(schema, "properties");
    const Json* required = member(schema, "required");
    if (required != nullptr && required->is_array()) {
      for (const Json& name : *required) {
        if (name.is_string() && !value.contains(name.get_ref<const std::string&>())) {
          add(join_path(path, name.get_ref<const std::string&>()), "is required");
        }
      }
    }
    const Json* more = member(schema, "additionalProperties");
    for (const auto& [name, item] : value.items()) {
      const Json* property = properties == nullptr ? nullptr : member(*properties, name.c_str());
      if (property != nullptr) {
        visit(*property, item, join_path(path, name));
      } else if (more != nullptr && more->is_object()) {
        visit(*more, item, join_path(path, name));
      } else if (more != nullptr && more->is_boolean() && !more->get<bool>()) {
        add(join_path(path, text::ellipsize(name, 60)), unknown(properties, name));
      }
    }
  }

  static std::string unknown(const Json* properties, const std::string& name) {
    std::vector<std::string> known;
    if (properties != nullptr) {
      for (const auto& [property, schema] : properties->items()) known.push_back(property);
    }
    const std::string near = codec::nearest(name, known);
    return "is not a known field" + (near.empty() ? "" : "; did you mean " + near + "?");
  }

  std::size_t limit_;
  std::vector<Problem> problems_;
};

}  // namespace

Result<void> check_schema(const Json& schema) {
  std::vector<Problem> problems = SchemaCheck().run(schema);
  if (problems.empty()) return {};
  Error error{.code = Errc::invalid_argument, .message = "the schema cannot be used:"};
  for (const Problem& problem : problems) {
    error.message += "\n- " + problem.path + " " + problem.message;
  }
  error.problems = std::move(problems);
  return error;
}

std::vector<Problem> violations(const Json& schema, const Json& value, std::string_view path,
                                std::size_t limit) {
  ValueCheck check(limit);
  check.visit(schema, value, std::string(path));
  return check.take();
}

FittingPart fitting_part(const Json& schema, const Json& object, std::string_view path) {
  FittingPart out;
  Json kept = Json::object();
  if (const Json* required = member(schema, "required"); required != nullptr) {
    for (const Json& name : *required) {
      const auto& text = name.get_ref<const std::string&>();
      if (!object.contains(text)) {
        out.left_out.push_back({text, {join_path(path, text), "is required"}});
      }
    }
  }
  Json each_alone = schema;
  each_alone.erase("required");
  for (const auto& [name, value] : object.items()) {
    std::vector<Problem> problems = violations(each_alone, Json{{name, value}}, path);
    if (problems.empty()) kept[name] = value;
    for (Problem& problem : problems) out.left_out.push_back({name, std::move(problem)});
  }
  if (!kept.empty() || out.left_out.empty()) out.kept = dump_json(kept);
  return out;
}

bool is_strict(const Json& schema) {
  if (!schema.is_object()) return true;
  const Json* items = member(schema, "items");
  if (items != nullptr && !is_strict(*items)) return false;
  const Json* properties = member(schema, "properties");
  const std::vector<std::string> types = types_of(schema);
  if (properties == nullptr) return !listed(types, "object");
  const Json* more = member(schema, "additionalProperties");
  if (more == nullptr || !more->is_boolean() || more->get<bool>()) return false;
  const Json* required = member(schema, "required");
  for (const auto& [name, property] : properties->items()) {
    if (required == nullptr || !lists_name(*required, name) || !is_strict(property)) return false;
  }
  return true;
}

OrderedJson without_bounds(const OrderedJson& schema) {
  if (!schema.is_object()) return schema;
  OrderedJson out = OrderedJson::object();
  for (const auto& [name, value] : schema.items()) {
    if (listed(kBounds, name)) continue;
    if (name == "properties" && value.is_object()) {
      OrderedJson properties = OrderedJson::object();
      for (const auto& [key, property] : value.items()) properties[key] = without_bounds(property);
      out[name] = std::move(properties);
    } else if (name == "items" || name == "additionalProperties") {
      out[name] = without_bounds(value);
    } else {
      out[name] = value;
    }
  }
  return out;
}

}  // namespace ev::llm
