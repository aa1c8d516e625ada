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
