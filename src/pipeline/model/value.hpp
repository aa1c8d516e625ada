// Value: what one extracted cell holds, without JSON. Order of arrays and object members is kept.
#pragma once

#include "base/json.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ev::model {

struct Value {
  using Array = std::vector<Value>;
  using Object = std::vector<std::pair<std::string, Value>>;
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> data;

  Value() = default;
  Value(bool b) : data(b) {}
  Value(int n) : data(static_cast<std::int64_t>(n)) {}
  Value(std::int64_t n) : data(n) {}
  Value(double d) : data(d) {}
  Value(const char* s) : data(std::string(s)) {}
  Value(std::string s) : data(std::move(s)) {}
  Value(Array a) : data(std::move(a)) {}
  Value(Object o) : data(std::move(o)) {}

  bool is_null() const { return data.index() == 0; }
  bool is_bool() const { return data.index() == 1; }
  bool is_number() const { return data.index() == 2 || data.index() == 3; }
  bool is_string() const { return data.index() == 4; }
  bool is_array() const { return data.index() == 5; }
  double number() const;  // 0 when not a number
  const std::string& string() const { return std::get<std::string>(data); }
  const Array& array() const { return std::get<Array>(data); }
  bool operator==(const Value&) const = default;
};

Json to_json(const Value& value);
Value value_from_json(const Json& value);

}  // namespace ev::model
