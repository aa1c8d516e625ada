#include "tools/views.hpp"

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

#include <string>

using namespace ev;

namespace {

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++n;
  return n;
}

// What stands in the data block of a page.
std::string embedded_data(const std::string& page) {
  const std::string open = "<script type=\"application/json\" id=\"evidence-data\">";
  const std::size_t from = page.find(open) + open.size();
  return page.substr(from, page.find("</script>", from) - from);
}

}  // namespace

TEST_CASE("the view is one whole page without anything from outside") {
  const std::string_view view = tools::evidence_view();
  CHECK(view.substr(0, 15) == "<!DOCTYPE html>");
  CHECK(view.size() < 200'000);
  CHECK(count(view, "<script>") == 1);
  CHECK(count(view, "</script>") == 1);
  CHECK(count(view, "<style>") == 1);
  for (const char* placeholder : {"/*@style@*/", "/*@script@*/"})
    CHECK(count(view, placeholder) == 0);
  // A part of every file that belongs to it.
  for (const char* part : {"const SVG =", "const Host =", "const Model =", "const RecordPanel =",
                           "const Table =", "const Graph =", "const Mechanism =", "start();",
                           "prefers-reduced-motion", "role=\"search\""}) {
    INFO(part);
    CHECK(count(view, part) >= 1);
  }
}

TEST_CASE("the view has no way to the network and none to run text") {
  const std::string_view view = tools::evidence_view();
  CHECK(count(view, "default-src 'none'") == 1);
  for (const char* way : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
                          "new Function", "fetch(", "XMLHttpRequest", "WebSocket", "import(",
                          "localStorage", "src=\"http", "url(", "@import"}) {
    INFO(way);
    CHECK(count(view, way) == 0);
  }
}

TEST_CASE("data of a page that stands alone cannot end its block") {
  Json document = Json::object();
  document["question"] = "</script><script>alert(1)</script><!-- <script";
  const std::string page = tools::evidence_page(document);
  CHECK(count(page, "<script") == 2);
  CHECK(count(page, "</script>") == 2);
  CHECK(count(page, "alert(1)") == 1);
  const std::string data = embedded_data(page);
  CHECK(count(data, "<") == 0);
  CHECK(Json::parse(data) == document);
  CHECK(count(std::string(tools::evidence_view()), "id=\"evidence-data\"") == 0);
}

TEST_CASE("the view is listed before other resources and read by its address") {
  mcp::Resources others;
  others.list = [](const std::string& cursor, const Context&) -> Result<mcp::ResourcePage> {
    mcp::ResourcePage page;
    page.resources.push_back({.uri = cursor.empty() ? "x:1" : "x:2", .name = "x"});
    if (cursor.empty()) page.next_cursor = "two";
    return page;
  };
  others.read = [](const std::string& uri, const mcp::CallContext&) -> Result<mcp::ResourceRead> {
    mcp::ResourceRead out;
    out.contents.push_back({.uri = uri, .text = "other"});
    return out;
  };
  const mcp::Resources all = tools::with_evidence_view(others);
  const mcp::CallContext ctx;
  const auto first = all.list("", ctx);
  REQUIRE(first);
  REQUIRE(first->resources.size() == 2);
  CHECK(first->resources[0].uri == "ui://evidence-mcp/evidence");
  CHECK(first->resources[0].mime_type == "text/html;profile=mcp-app");
  CHECK(first->next_cursor == "two");
  CHECK(all.list("two", ctx)->resources.size() == 1);
  const auto read = all.read("ui://evidence-mcp/evidence", ctx);
  REQUIRE(read);
  REQUIRE(read->contents.size() == 1);
  CHECK(read->contents[0].mime_type == "text/html;profile=mcp-app");
  CHECK(read->contents[0].text == tools::evidence_view());
  CHECK(Json::parse(read->contents[0].meta)["ui"]["csp"]["connectDomains"].empty());
  CHECK(all.read("x:1", ctx)->contents[0].text == "other");
  CHECK(all.extension == R"("io.modelcontextprotocol/ui":{})");
}

TEST_CASE("without other resources the view stands alone") {
  const mcp::Resources all = tools::with_evidence_view({});
  const mcp::CallContext ctx;
  CHECK(all.list("", ctx)->resources.size() == 1);
  CHECK(all.list("page-2", ctx).error().code == Errc::invalid_argument);
  CHECK(all.read("ui://evidence-mcp/other", ctx).error().code == Errc::not_found);
}

TEST_CASE("tools whose answers the view shows say so") {
  CHECK(Json::parse(tools::view_meta("search_evidence"))["ui"]["resourceUri"] ==
        tools::kEvidenceViewUri);
  CHECK(tools::view_meta("export_results").empty());
}
