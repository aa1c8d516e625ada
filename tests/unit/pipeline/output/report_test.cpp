#include "pipeline/output/report.hpp"

#include "evidence_document.hpp"
#include "pipeline/output/report_parts.hpp"
#include "support/catch.hpp"

using namespace ev;

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the report stands alone: no script, nothing loaded, no text of a record as markup") {
  const std::string html = output::html_report(test::evidence_document());
  CHECK(html.substr(0, 15) == "<!DOCTYPE html>");
  CHECK_FALSE(holds(html, "<script"));
  CHECK_FALSE(holds(html, "<b>bold"));
  CHECK_FALSE(holds(html, "src="));
  CHECK_FALSE(holds(html, "url("));
  CHECK(holds(html, "default-src 'none'"));
  CHECK(output::html_report(test::evidence_document()) == html);
}

TEST_CASE("values are shown with their quotes, marked in the abstract") {
  const std::string html = output::html_report(test::evidence_document());
  CHECK(holds(html, "We enrolled <mark>120 adults</mark>. <mark>Risk fell.</mark>"));
  CHECK(holds(html, "<th scope=\"row\">sample size</th><td>120"));
  CHECK(holds(html, "Not stated: p value"));
  CHECK(holds(html, "Built-in sample"));
}

TEST_CASE("a retracted paper is marked by a word wherever it stands") {
  const std::string html = output::html_report(test::evidence_document());
  std::size_t marks = 0;
  for (std::size_t at = html.find(">RETRACTED<"); at != std::string::npos;
       at = html.find(">RETRACTED<", at + 1))
    ++marks;
  CHECK(marks == 3);  // table, record, references
  CHECK(holds(html, "is retracted</strong>"));
}

TEST_CASE("a chain is drawn with its signs, counts and weakest link, and quoted") {
  const Json evidence = test::evidence_document();
  const std::string svg = output::chain_svg(evidence["assessment"]["hypotheses"][0], 1);
  CHECK(holds(svg, "1 for, 1 against"));
  CHECK(holds(svg, "class=\"edge weak\""));
  CHECK(holds(svg, "v16"));  // the inhibition bar of the third link
  CHECK(holds(
      svg, "<desc id=\"chain1d\">Metformin, then AMPK, then autophagy, then less amyloid</desc>"));
  const std::string html = output::html_report(evidence);
  CHECK(holds(html, "“Metformin activated AMPK”"));
  CHECK(holds(html, "<b>Against:</b> “No activation”"));
}

TEST_CASE("missing members are said, not crashed on") {
  for (const char* json :
       {"{}", R"({"articles":null,"assessment":null,"query":null})",
        R"({"articles":[{}],"assessment":{"hypotheses":[{}]},"query":{},"counts":{}})"}) {
    CAPTURE(json);
    const std::string html = output::html_report(*parse_json(json));
    CHECK(holds(html, "</html>"));
  }
  CHECK(holds(output::html_report(Json::object()), "No record was found."));
  CHECK(holds(output::html_report(Json{{"assessment", Json::object()}}),
              "No chain from a drug to an effect"));
}
