#include "pipeline/model/value.hpp"

#include <nlohmann/json.hpp>

namespace ev::model {

double Value::number() const {
  if (const auto* n = std::get_if<std::int64_t>(&data)) return static_cast<double>(*n);
  if (const auto* d = std::get_if<double>(&data)) return *d;
  return 0;
}

Json to_json(const Value& value) {
  struct Visitor {
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(bool b) const { return b; }
    Json operator()(std::int64_t n) const { return n; }
    Json operator()(double d) const { return d; }
    Json operator()(const std::string& s) const { return s; }
    Json operator()(const Value::Array& a) const {
      Json out = Json::array();
      for (const Value& item : a) out.push_back(to_json(item));
      return out;
    }
    Json operator()(const Value::Object& o) const {
      Json out = Json::object();
      for (const auto& [key, item] : o) out[key] = to_json(item);
      return out;
    }
  };
  return std::visit(Visitor{}, value.data);
}

Value value_from_json(const Json& value) {
  switch (value.type()) {
    case Json::value_t::boolean:
      return Value(value.get<bool>());
    case Json::value_t::number_integer:
      return Value(value.get<std::int64_t>());
    case Json::value_t::number_unsigned: {
      const auto n = value.get<std::uint64_t>();
      if (n > static_cast<std::uint64_t>(INT64_MAX)) return Value(static_cast<double>(n));
      return Value(static_cast<std::int64_t>(n));
    }
    case Json::value_t::number_float:
      return Value(value.get<double>());
    case Json::value_t::string:
      return Value(value.get<std::string>());
    case Json::value_t::array: {
      Value::Array out;
      for (const Json& item : value) out.push_back(value_from_json(item));
      return Value(std::move(out));
    }
    case Json::value_t::object: {
      Value::Object out;
      for (const auto& [key, item] : value.items()) out.emplace_back(key, value_from_json(item));
      return Value(std::move(out));
    }
    default:
      return Value();
  }
}

}  // namespace ev::model
