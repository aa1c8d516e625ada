// JSON-RPC 2.0 as MCP uses it: what a line is, and the lines that answer. jsonrpc.cpp is the only
// file of this floor that looks inside a JSON tree; the others ask through member() and
// as_string(). Answers are spliced from text, so a large result is never parsed or copied as a
// tree. An id is kept as raw JSON text (`7`, `"7"`): type and value are compared and echoed
// exactly.
#pragma once

#include "base/json.hpp"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mcp {

inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
inline constexpr int kResourceNotFound = -32002;    // legacy only
inline constexpr int kMissingCapability = -32021;   // modern only
inline constexpr int kUnsupportedVersion = -32022;  // modern only

using RequestId = std::string;  // raw JSON; "" = none or unreadable, left out of the answer
using JsonPtr = std::shared_ptr<const Json>;

struct RpcError {
  int code = kInternalError;
  std::string message;
  std::string data{};  // raw JSON, "" = none
};

struct Message {
  enum class Kind { request, notification, response, invalid };
  Kind kind = Kind::invalid;
  RequestId id{};
  std::string_view method{};  // points into the tree that `params` keeps alive
  JsonPtr params{};           // any type; null when absent or JSON null
  JsonPtr whole{};            // responses only: the message itself
  RpcError fault{};           // why it is invalid
};

// The tree of one line, or null with `fault` (and `id`, when it could be read although the line is
// refused).
JsonPtr parse_line(std::string_view line, RpcError& fault, RequestId& id);
Message classify(const JsonPtr& value);

bool is_array(const JsonPtr& value);
bool is_object(const Json* value);
bool is_absent(const Json* value);  // no such member, or JSON null
std::vector<JsonPtr> items(const JsonPtr& array);
// Null when `object` is null or no object, or has no such member.
const Json* member(const Json* object, std::string_view name);
const std::string* as_string(const Json* value);
std::optional<std::int64_t> as_integer(const Json* value);
bool is_true(const Json* value);
// The items of an array; none for anything else.
std::vector<const Json*> elements(const Json* array);
// The string items of an array; empty for anything else.
std::vector<std::string> strings_in(const Json* array);
// The object's text without the named members: what a sealed state is bound to.
std::string text_without(const Json* object, std::initializer_list<std::string_view> names);
// Raw JSON of a string or an integer, "" for anything else: ids and progress tokens.
RequestId raw_id(const Json* value);

void append_error(std::string& out, std::string_view id, const RpcError& error);

}  // namespace ev::mcp
