// What a struct's describe() accepts, as the skeleton of a JSON Schema: {type: object, properties,
// required} with type, enum, minimum, maximum and items per member; raw JSON members have no type.
// A test holds it against the schema a tool advertises, so the two cannot drift apart. Thread rule:
// pure functions.
#pragma once

#include "base/codec.hpp"

#include <nlohmann/json.hpp>

namespace ev {

class ShapeWriter {
 public:
  template <class T>
  void operator()(const char* name, T&, const Rule& rule = {}) {
    properties_[name] = shape<T>(rule);
    if (rule.required) required_.push_back(name);
  }
  Json take() {
    Json out = {{"type", "object"}, {"properties", std::move(properties_)}};
    if (!required_.empty()) out["required"] = std::move(required_);
    return out;
  }

  template <class T>
  static Json of() {
    T value{};
    ShapeWriter writer;
    describe(writer, value);
    return writer.take();
  }

 private:
  template <class T>
  static Json shape(const Rule& rule) {
    if constexpr (codec::is_optional<T>::value) {
      return shape<typename T::value_type>(rule);
    } else if constexpr (codec::is_vector<T>::value) {
      return {{"type", "array"}, {"items", shape<typename T::value_type>(rule)}};
    } else if constexpr (codec::is_string_map<T>::value) {
      return {{"type", "object"}};
    } else if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, OrderedJson>) {
      return Json::object();
    } else if constexpr (std::is_same_v<T, bool>) {
      return {{"type", "boolean"}};
    } else if constexpr (std::is_arithmetic_v<T>) {
      Json out = {{"type", std::is_integral_v<T> ? "integer" : "number"}};
      if (std::isfinite(rule.min)) out["minimum"] = rule.min;
      if (std::isfinite(rule.max) && !rule.paged) out["maximum"] = rule.max;
      return out;
    } else if constexpr (std::is_same_v<T, std::string>) {
      Json out = {{"type", "string"}};
      if (!rule.one_of.empty()) out["enum"] = rule.one_of;
      return out;
    } else {
      return of<T>();
    }
  }

  Json properties_ = Json::object();
  Json required_ = Json::array();
};

}  // namespace ev
