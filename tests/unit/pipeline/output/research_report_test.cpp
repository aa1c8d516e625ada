#include "pipeline/output/research_report.hpp"

#include "pipeline/output/hypothesis_graph.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

Json verdict(const char* from, const char* to, int sign, const char* status) {
  Json out = {{"from", from},
              {"relation", sign > 0 ? "activates" : "inhibits"},
              {"to", to},
              {"sign", sign},
              {"status", status},
              {"reason", "2 records for, 1 against"},
              {"weight_for", 1.25},
              {"weight_against", 0.5},
              {"supporting_records", 2},
              {"contradicting_records", 1},
              {"independent_groups", 2},
              {"evidence", Json::array()}};
  out["interval"] = {0.21, 0.94};
  out["by_species"] = {{"human", {{"supporting", 1}, {"contradicting", 1}}}};
  out["evidence"].push_back({{"pmid", "90000001"},
                             {"quote", "Example <b>drug</b> activates EXT1."},
                             {"stance", "supports"},
                             {"design", "cohort study"},
                             {"species", "human"},
                             {"hedged", true},
                             {"negated", false}});
  return out;
}

Json hypothesis(const char* id, const char* target, const char* status) {
  Json out = {{"hypothesis_id", id},
              {"drug", "exampledrug"},
              {"target", target},
              {"pathway", "increased example process"},
              {"effect", "improvement of example disease"},
              {"status", status},
              {"confidence", 0.41},
              {"search_suggestions", {"exampledrug EXT1 activation"}}};
  Json& links = out["test"]["links"] = Json::array();
  if (*target != '\0') {
    links.push_back(verdict("exampledrug", target, 1, status));
    links.push_back(verdict(target, "example process", -1, "contested"));
  } else {
    links.push_back(verdict("exampledrug", "example process", 1, status));
  }
  links.push_back(verdict("example process", "example disease", -1, "refuted"));
  return out;
}

Json whole_document() {
  Json article = {{"pmid", "90000001"},         {"title", "A <script>alert(1)</script> trial"},
                  {"abstract", "Invented."},    {"journal", "Example J"},
                  {"publication_date", "2024"}, {"authors", {"Doe J"}}};
  Json out = {{"question", "does exampledrug help & how?"},
              {"as_of", "2026-01-02"},
              {"run_id", "run-000000000000"},
              {"sample", true},
              {"stop_sentence", "All 3 rounds asked for were made."},
              {"knowledge_gaps", {"EXT1 -> example process rests on one record"}},
              {"recommended_searches", {"EXT1 example process"}},
              {"limitations", {"Rules read abstracts."}},
              {"warnings", {"a source was late"}},
              {"hypotheses", Json::array()},
              {"articles", Json::array()},
              {"references", Json::array()}};
  out["judgement"] = {{"mechanism_score", 5.5},
                      {"clinical_score", 2},
                      {"sufficient", false},
                      {"reason", "mechanism 5.5 and clinical 2 of 10"},
                      {"missing", {"no controlled trial"}},
                      {"criteria", Json::array()}};
  out["judgement"]["criteria"].push_back({{"score", "clinical"},
                                          {"name", "syntheses"},
                                          {"points", 2},
                                          {"of", 2},
                                          {"basis", "1 review"}});
  out["flow"] = {{"searches", 3},
                 {"identified", 12},
                 {"duplicates", 3},
                 {"records", 9},
                 {"without_abstract", 1},
                 {"retracted", 1},
                 {"read", 8},
                 {"ranked", 9},
                 {"cited", 1},
                 {"identified_by_source", {{"pubmed", 12}}}};
  out["rounds"] = Json::array();
  out["rounds"].push_back({{"round", 1}, {"searches", 3}, {"new_records", 9}, {"reason", "r"}});
  out["searches"] = Json::array();
  out["searches"].push_back({{"round", 1},
                             {"purpose", "question"},
                             {"query", "a `b` c"},
                             {"sources", Json::array()},
                             {"new_records", 9}});
  out["hypotheses"].push_back(hypothesis("hyp-1", "EXT1", "supported"));
  out["hypotheses"].push_back(hypothesis("hyp-2", "", "insufficient"));
  out["articles"].push_back(
      {{"rank", 1}, {"final_score", 0.8}, {"design", "cohort study"}, {"article", article}});
  out["references"].push_back({{"id", "90000001"}, {"status", "verified"}, {"article", article}});
  out["references"].push_back({{"id", "90000009"}, {"status", "not_found"}, {"reason", "no such"}});
  return out;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the graph draws every level once, every link with its sign, status and counts") {
  const std::string svg = output::hypothesis_graph(whole_document()["hypotheses"]);
  // Two hypotheses share drug, process and disease; one level is not stated.
  CHECK(count(svg, "class=\"node\"") == 4);
  CHECK(count(svg, "class=\"node gap\"") == 1);
  CHECK(count(svg, " head\"") == 4);
  CHECK(contains(svg, "edge supported"));
  CHECK(contains(svg, "edge contested"));
  CHECK(contains(svg, "edge refuted"));
  CHECK(contains(svg, "supported 2 : 1"));
  CHECK(contains(svg, "<desc id=\"graph-d\">exampledrug activates EXT1: supported"));
  CHECK(contains(svg, "role=\"img\""));
  CHECK(svg == output::hypothesis_graph(whole_document()["hypotheses"]));
}

TEST_CASE("a bar ends what lowers, an arrow what raises") {
  Json one = Json::array();
  one.push_back(hypothesis("hyp-1", "EXT1", "supported"));
  const std::string svg = output::hypothesis_graph(one);
  CHECK(count(svg, "v16\"") == 2);
  CHECK(count(svg, "l10 6l-10 6\"") == 1);
}

TEST_CASE("without links there is no graph and no table") {
  CHECK(output::hypothesis_graph(Json::array()).empty());
  CHECK(output::hypothesis_graph(nullptr).empty());
  CHECK(output::link_table(Json::array()).empty());
}

TEST_CASE("names of any length and kind stay inside their boxes as text") {
  Json one = Json::array();
  one.push_back(hypothesis("hyp-1", "EXT1", "supported"));
  one[0]["test"]["links"][0]["from"] = "<svg onload=x>" + std::string(400, 'w');
  const std::string svg = output::hypothesis_graph(one);
  CHECK_FALSE(contains(svg, "<svg onload"));
  CHECK(contains(svg, "…"));
}

TEST_CASE("the page holds all parts, escapes record text and loads nothing") {
  const std::string html = output::research_html(whole_document());
  for (const char* part :
       {"All 3 rounds", "mechanism 5.5 and clinical 2 of 10", "Tested hypotheses",
        "How the evidence was judged", "Knowledge gaps", "Ranked records", "Flow of records",
        "Queries as run", "Limitations", "References", "Built-in sample",
        "prefers-color-scheme: dark", "@media print", "5.5 / 10", "verified", "not_found: no such",
        "1 review"}) {
    CAPTURE(part);
    CHECK(contains(html, part));
  }
  CHECK_FALSE(contains(html, "<script"));
  CHECK_FALSE(contains(html, "Example <b>drug"));
  CHECK_FALSE(contains(html, "src="));
  CHECK(contains(html, "default-src 'none'"));
  CHECK(html == output::research_html(whole_document()));
}

TEST_CASE("a document with nothing in it still makes a page") {
  CHECK(contains(output::research_html(Json::object()), "No chain from a drug"));
  CHECK(contains(output::research_markdown(Json::object()), "No mechanism is stated"));
}

TEST_CASE("the Markdown says the same and record text makes no markup in it") {
  const std::string md = output::research_markdown(whole_document());
  for (const char* part :
       {"# does exampledrug help", "## Tested hypotheses", "hedged",
        "| clinical | syntheses | 2 of 2 |", "`a 'b' c`", "90000009 — not\\_found"}) {
    CAPTURE(part);
    CHECK(contains(md, part));
  }
  CHECK_FALSE(contains(md, "A <script"));
  CHECK(contains(md, "\\<script\\>"));
}
