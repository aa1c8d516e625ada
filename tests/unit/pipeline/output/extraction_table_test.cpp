#include "pipeline/output/extraction_table.hpp"

#include "evidence_document.hpp"
#include "pipeline/output/report.hpp"
#include "support/catch.hpp"

using namespace ev;

namespace {

bool in_table(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("a row for each record with values, blanks where nothing is stated") {
  const Json document = *parse_json(R"JSON({"articles": [
    {"article": {"pmid": "90000001", "authors": ["Alpha Ada", "Beta Ben"], "publication_date": "2024-03"},
     "extraction": {"zeal": "high", "sample_size": 120, "p_value": null},
     "extraction_metadata": {"sample_size": {"quote": "120 adults", "text": "abstract", "start": 12, "end": 22,
                             "confidence": 0.9}}},
    {"article": {"pmid": "90000002", "title": "Tea", "retraction": {"status": "retracted"}},
     "extraction": {"study_design": "cohort study", "arms": ["tea", "mint"]},
     "extraction_metadata": {"study_design": {"quote": "cohort", "text": "title", "start": 0, "end": 6, "confidence": 0.4,
                                              "status": "conflict"},
                             "arms": {"values": [{"quote": "tea", "text": "title"}, {"quote": "mint", "text": "title"}]}}},
    {"article": {"pmid": "90000003"}, "extraction": {"sample_size": null}, "extraction_metadata": {}}]})JSON");
  const std::string html = output::extraction_table(document);
  CHECK(count_of(html, "<th scope=\"row\">") == 2);
  CHECK(in_table(html, ">Alpha Ada et al.</a> 2024</th>"));
  // Design before size before fields the table has no order for; columns without values are gone.
  CHECK(in_table(html,
                 "<th scope=\"col\">study design</th><th scope=\"col\">sample size</th><th "
                 "scope=\"col\">zeal</th><th scope=\"col\">arms</th>"));
  CHECK_FALSE(in_table(html, "p value"));
  CHECK(in_table(html,
                 "<td tabindex=\"0\" title=\"“120 adults” (abstract, 12–22)\">120<sup "
                 "class=\"note\">1</sup>"));
  CHECK(in_table(html, "<td></td>"));
  CHECK(in_table(html, "CONFLICT</span>cohort study <span class=\"muted\">(?)</span>"));
  CHECK(in_table(html, "“tea” (title) · “mint” (title)"));
  CHECK(in_table(html, "RETRACTED"));
  CHECK(count_of(html, "<li>") == 3);
}

TEST_CASE("a code is shown in words, a record's own text as it stands") {
  const Json document = *parse_json(R"JSON({"articles": [
    {"article": {"pmid": "90000001", "title": "Tea"},
     "extraction": {"direction": "no_difference", "assay": "Tea_1 kit"}, "extraction_metadata": {}}]})JSON");
  const std::string html = output::extraction_table(document);
  CHECK(in_table(html, "<td>no difference</td>"));
  CHECK(in_table(html, "<td>Tea_1 kit</td>"));
}

TEST_CASE("hostile text stays text") {
  const Json document = *parse_json(R"JSON({"articles": [
    {"article": {"pmid": "x\"><script>", "title": "<img src=x>"},
     "extraction": {"<b>f</b>": "<script>v</script>"},
     "extraction_metadata": {"<b>f</b>": {"quote": "\" onmouseover=\"x", "text": "<i>"}}}]})JSON");
  const std::string html = output::extraction_table(document);
  CHECK_FALSE(in_table(html, "<script"));
  CHECK_FALSE(in_table(html, "<img"));
  CHECK_FALSE(in_table(html, "<b>"));
  CHECK_FALSE(in_table(html, "\" onmouseover"));
}

TEST_CASE("nothing stated, no table; long sets are cut and say so") {
  CHECK(output::extraction_table(Json::object()).empty());
  CHECK(output::extraction_table(*parse_json(R"({"articles":[{"extraction":{"a":null}},{}]})"))
            .empty());
  Json document = Json::object();
  for (int i = 0; i < 40; ++i) {
    Json row = Json::object();
    row["extraction"]["sample_size"] = i + 2;
    document["articles"].push_back(std::move(row));
  }
  const std::string html = output::extraction_table(document);
  CHECK(count_of(html, "<th scope=\"row\">") == 30);
  CHECK(in_table(html, "The first 30 of 40 records."));
}

TEST_CASE("the report holds the table") {
  CHECK(in_table(output::html_report(test::evidence_document()), "id=\"extraction\""));
  CHECK_FALSE(in_table(output::html_report(Json::object()), "id=\"extraction\""));
}
