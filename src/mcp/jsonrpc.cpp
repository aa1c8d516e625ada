#include "mcp/jsonrpc.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace ev::mcp {

namespace {

constexpr std::size_t kMessageCodePoints = 300;

// Reads the id of the outermost object only, without building a tree: for lines whose tree is
// refused and for integers beyond 64 bits, whose digits a tree would lose.
class IdFinder final : public nlohmann::json_sax<Json> {
 public:
  const RequestId& id() const { return id_; }
  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(std::int64_t v) override { return value(std::to_string(v)); }
  bool number_unsigned(std::uint64_t v) override { return value(std::to_string(v)); }
  bool number_float(double, const std::string& digits) override { return value(whole(digits)); }
  bool string(std::string& v) override {
    if (!wanted()) return true;
    RequestId quoted;
    append_json_string(quoted, v);
    return value(std::move(quoted));
  }
  bool binary(Json::binary_t&) override { return true; }
  bool key(std::string& name) override {
    if (depth_ == 1) at_id_ = name == "id";
    return true;
  }
  bool start_object(std::size_t) override { return enter(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_object() override { return --depth_, true; }
  bool end_array() override { return --depth_, true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }

 private:
  // "1.0" is the integer 1; "1.5" and "1e3" are no ids.
  static RequestId whole(const std::string& digits) {
    const std::size_t end = digits.find_first_of(".eE");
    if (end == std::string::npos) return digits;
    const bool zeros =
        digits[end] == '.' && digits.find_first_not_of('0', end + 1) == std::string::npos;
    return zeros ? digits.substr(0, end) : RequestId();
  }
  bool wanted() const { return depth_ == 1 && at_id_; }
  bool enter() {
    if (wanted()) id_.clear();
    ++depth_;
    return true;
  }
  bool value(RequestId text = {}) {
    if (wanted()) id_ = std::move(text);
    return true;
  }

  int depth_ = 0;
  bool at_id_ = false;
  RequestId id_;
};

// False when the line is not JSON at all.
bool find_id(std::string_view line, RequestId& id) {
  IdFinder finder;
  if (!Json::sax_parse(line.begin(), line.end(), &finder)) return false;
  id = finder.id();
  return true;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The code unit of an escape \uXXXX at `i`, or -1.
int escaped_unit(std::string_view s, std::size_t i) {
  if (i + 6 > s.size() || s[i] != '\\' || s[i + 1] != 'u') return -1;
  int unit = 0;
  for (std::size_t k = i + 2; k < i + 6; ++k) {
    const int digit = hex_digit(s[k]);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

// JavaScript clients escape half of a cut emoji as a lone surrogate, which is JSON but not Unicode.
bool replace_lone_surrogates(std::string& line) {
  bool changed = false;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    if (line[i] != '\\') continue;
    const int unit = escaped_unit(line, i);
    if (unit >= 0xD800 && unit <= 0xDFFF) {
      const int next = escaped_unit(line, i + 6);
      if (unit < 0xDC00 && next >= 0xDC00 && next <= 0xDFFF) {
        i += 11;
        continue;
      }
      line.replace(i + 2, 4, "fffd");
      changed = true;
    }
    ++i;  // the escaped character cannot start another escape
  }
  return changed;
}

Message invalid(RequestId id, std::string why) {
  return {.id = std::move(id), .fault = {kInvalidRequest, "Invalid Request: " + std::move(why)}};
}

}  // namespace

JsonPtr parse_line(std::string_view line, RpcError& fault, RequestId& id) {
  if (json_depth(line) > limits::kJsonDepth && find_id(line, id)) {
    fault = {kInvalidRequest, "Invalid Request: nested deeper than " +
                                  std::to_string(limits::kJsonDepth) + " levels"};
    return nullptr;
  }
  auto parsed = parse_json(line, "Parse error");
  if (!parsed && line.find("\\u") != std::string_view::npos) {
    std::string repaired(line);
    if (replace_lone_surrogates(repaired)) parsed = parse_json(repaired, "Parse error");
  }
  if (!parsed) {
    fault = {kParseError, parsed.error().message};
    return nullptr;
  }
  Json& value = *parsed;
  if (value.is_object()) {
    const auto at = value.find("id");
    // An integer beyond 64 bits: kept as text behind a marker that no parsed value can be.
    if (at != value.end() && at->is_number_float()) {
      RequestId digits;
      if (find_id(line, digits) && !digits.empty())
        *at = Json::binary({digits.begin(), digits.end()});
    }
  }
  return std::make_shared<const Json>(std::move(value));
}

Message classify(const JsonPtr& value) {
  if (!value->is_object()) return invalid({}, "a message must be an object");
  const Json* const id = member(value.get(), "id");
  Message out{.id = raw_id(id)};
  const std::string* const version = as_string(member(value.get(), "jsonrpc"));
  if (version == nullptr || *version != "2.0")
    return invalid(std::move(out.id), "jsonrpc must be \"2.0\"");
  const std::string* const method = as_string(member(value.get(), "method"));
  if (method == nullptr) {
    if (value->contains("result") || value->contains("error")) {
      out.kind = Message::Kind::response;
      out.whole = value;
      return out;
    }
    return invalid(std::move(out.id), "method must be a string");
  }
  if (id != nullptr && out.id.empty()) return invalid({}, "id must be a string or an integer");
  out.kind = id == nullptr ? Message::Kind::notification : Message::Kind::request;
  out.method = *method;
  // The pointer shares the whole tree, of which method and params are parts.
  const Json* const params = member(value.get(), "params");
  out.params = JsonPtr(value, params != nullptr && !params->is_null() ? params : nullptr);
  return out;
}

bool is_array(const JsonPtr& value) {
  return value != nullptr && value->is_array();
}

bool is_object(const Json* value) {
  return value != nullptr && value->is_object();
}

bool is_absent(const Json* value) {
  return value == nullptr || value->is_null();
}

std::vector<JsonPtr> items(const JsonPtr& array) {
  std::vector<JsonPtr> out;
  out.reserve(array->size());
  for (const Json& item : *array) out.emplace_back(array, &item);
  return out;
}

const Json* member(const Json* object, std::string_view name) {
  if (!is_object(object)) return nullptr;
  const auto it = object->find(name);
  return it == object->end() ? nullptr : &*it;
}

const std::string* as_string(const Json* value) {
  return value != nullptr && value->is_string() ? value->get_ptr<const std::string*>() : nullptr;
}

std::optional<std::int64_t> as_integer(const Json* value) {
  if (value == nullptr || !value->is_number_integer()) return std::nullopt;
  return value->get<std::int64_t>();
}

bool is_true(const Json* value) {
  return value != nullptr && value->is_boolean() && value->get<bool>();
}

std::vector<const Json*> elements(const Json* array) {
  std::vector<const Json*> out;
  if (array == nullptr || !array->is_array()) return out;
  for (const Json& item : *array) out.push_back(&item);
  return out;
}

std::vector<std::string> strings_in(const Json* array) {
  std::vector<std::string> out;
  if (array == nullptr || !array->is_array()) return out;
  for (const Json& item : *array) {
    if (item.is_string()) out.push_back(item.get<std::string>());
  }
  return out;
}

std::string text_without(const Json* object, std::initializer_list<std::string_view> names) {
  if (!is_object(object)) return "{}";
  std::string out = "{";
  for (const auto& [name, value] : object->items()) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    if (out.size() > 1) out += ',';
    append_json_string(out, name);
    out += ':' + dump_json(value);
  }
  return out + "}";
}

RequestId raw_id(const Json* value) {
  RequestId out;
  if (value == nullptr) return out;
  if (value->is_string()) {
    append_json_string(out, value->get_ref<const std::string&>());
  } else if (value->is_number_unsigned()) {
    out = std::to_string(value->get<std::uint64_t>());
  } else if (value->is_number_integer()) {
    out = std::to_string(value->get<std::int64_t>());
  } else if (value->is_binary()) {
    const Json::binary_t& digits = value->get_binary();
    out.assign(digits.begin(), digits.end());
  }
  return out;
}

void append_error(std::string& out, std::string_view id, const RpcError& error) {
  out += R"({"jsonrpc":"2.0",)";
  if (!id.empty()) {
    out += R"("id":)";
    out += id;
    out += ',';
  }
  out += R"("error":{"code":)";
  out += std::to_string(error.code);
  out += R"(,"message":)";
  append_json_string(out, text::ellipsize(text::displayable(error.message), kMessageCodePoints));
  if (!error.data.empty()) {
    out += R"(,"data":)";
    append_displayable_json(out, error.data);
  }
  out += "}}";
}

}  // namespace ev::mcp
