#include "mcp/content.hpp"

#include "base/json.hpp"

namespace ev::mcp {

namespace {

std::string data_block(std::string_view type, std::string_view data, std::string_view mime_type) {
  std::string out = "{";
  append_text_member(out, "type", type);
  append_text_member(out, "data", data);
  append_text_member(out, "mimeType", mime_type);
  return out + "}";
}

}  // namespace

void append_text_member(std::string& out, std::string_view name, std::string_view value) {
  if (value.empty()) return;
  if (out.back() != '{') out += ',';
  append_json_string(out, name);
  out += ':';
  append_json_string(out, value);
}

std::string text_block(std::string_view text) {
  std::string out = R"({"type":"text","text":)";
  append_json_string(out, text);
  return out + "}";
}

std::string image_block(std::string_view data, std::string_view mime_type) {
  return data_block("image", data, mime_type);
}

std::string audio_block(std::string_view data, std::string_view mime_type) {
  return data_block("audio", data, mime_type);
}

std::string contents_json(const ResourceContents& contents) {
  std::string out = "{";
  append_text_member(out, "uri", contents.uri);
  append_text_member(out, "mimeType", contents.mime_type);
  if (!contents.blob.empty()) {
    append_text_member(out, "blob", contents.blob);
  } else {
    out += R"(,"text":)";
    append_json_string(out, contents.text);
  }
  if (!contents.meta.empty()) out += R"(,"_meta":)" + contents.meta;
  return out + "}";
}

std::string resource_block(const ResourceContents& contents) {
  return R"({"type":"resource","resource":)" + contents_json(contents) + "}";
}

std::string link_block(const ResourceLink& link, std::string_view version) {
  // Versions are dates, so they compare as text.
  if (version < "2025-06-18") return text_block(link.name + ": " + link.uri);
  std::string out = R"({"type":"resource_link")";
  append_text_member(out, "uri", link.uri);
  append_text_member(out, "name", link.name);
  append_text_member(out, "title", link.title);
  append_text_member(out, "description", link.description);
  append_text_member(out, "mimeType", link.mime_type);
  return out + "}";
}

}  // namespace ev::mcp
