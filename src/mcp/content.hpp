// Content blocks of results and prompts as JSON text. Text goes in as it is; `data` and `blob` are
// base64. Thread rule: pure functions.
#pragma once

#include <string>
#include <string_view>

namespace ev::mcp {

struct ResourceLink {
  std::string uri;
  std::string name;
  std::string title{};
  std::string description{};
  std::string mime_type{};
};

// One item of `contents` of a resource: either text or blob.
struct ResourceContents {
  std::string uri;
  std::string mime_type{};
  std::string text{};
  std::string blob{};  // base64; not empty = binary
  std::string meta{};  // JSON text of the object _meta; "" = none
};

std::string text_block(std::string_view text);
std::string image_block(std::string_view data, std::string_view mime_type);
std::string audio_block(std::string_view data, std::string_view mime_type);
std::string resource_block(const ResourceContents& contents);
// Clients before 2025-06-18 do not know links and get "name: uri" as text.
std::string link_block(const ResourceLink& link, std::string_view version);
std::string contents_json(const ResourceContents& contents);

// Appends ,"name":"value" (without the comma after a brace) unless the value is empty.
void append_text_member(std::string& out, std::string_view name, std::string_view value);

}  // namespace ev::mcp
