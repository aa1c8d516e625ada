#include "mcp/content.hpp"

#include "support/catch.hpp"

namespace ev::mcp {

TEST_CASE("content blocks") {
  CHECK(text_block("a \"b\"\n") == R"({"type":"text","text":"a \"b\"\n"})");
  CHECK(image_block("AAAA", "image/png") ==
        R"({"type":"image","data":"AAAA","mimeType":"image/png"})");
  CHECK(audio_block("AAAA", "audio/wav") ==
        R"({"type":"audio","data":"AAAA","mimeType":"audio/wav"})");
  CHECK(resource_block({.uri = "x:1", .mime_type = "text/plain", .text = "t"}) ==
        R"({"type":"resource","resource":{"uri":"x:1","mimeType":"text/plain","text":"t"}})");
  CHECK(contents_json({.uri = "x:1", .blob = "AAAA"}) == R"({"uri":"x:1","blob":"AAAA"})");
  CHECK(contents_json({.uri = "x:1"}) == R"({"uri":"x:1","text":""})");
  CHECK(contents_json({.uri = "x:1", .text = "t", .meta = R"({"a":1})"}) ==
        R"({"uri":"x:1","text":"t","_meta":{"a":1}})");
}

TEST_CASE("clients that do not know links get them as text") {
  const ResourceLink link{.uri = "x:1", .name = "one", .mime_type = "text/plain"};
  CHECK(link_block(link, "2025-06-18") ==
        R"({"type":"resource_link","uri":"x:1","name":"one","mimeType":"text/plain"})");
  CHECK(link_block(link, "2026-07-28") == link_block(link, "2025-06-18"));
  CHECK(link_block(link, "2025-03-26") == R"({"type":"text","text":"one: x:1"})");
  CHECK(link_block(link, "2024-11-05") == link_block(link, "2025-03-26"));
}

}  // namespace ev::mcp
