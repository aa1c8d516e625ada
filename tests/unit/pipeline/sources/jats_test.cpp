#include "pipeline/sources/jats.hpp"

#include "support/catch.hpp"
#include "support/has.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <algorithm>

using namespace ev;
using sources::FullText;
using sources::FullTextSection;
using Path = std::vector<std::string>;

namespace {

FullText only_article(const std::string& xml) {
  const auto set = sources::read_jats(xml);
  REQUIRE(set);
  REQUIRE(set->articles.size() == 1);
  return set->articles.front();
}

const FullTextSection& at_path(const FullText& text, const Path& path) {
  const auto found = std::find_if(
      text.sections.begin(), text.sections.end(),
      [&](const FullTextSection& s) { return s.path == path && s.part != "abstract"; });
  REQUIRE(found != text.sections.end());
  return *found;
}

std::string body_text(const std::string& inner) {
  const FullText text = only_article("<article><body>" + inner + "</body></article>");
  return text.sections.empty() ? "" : text.sections.front().text;
}

}  // namespace

TEST_CASE("a full text keeps its sections in order") {
  const FullText text = only_article(test::fixture("europepmc/fulltext.xml"));
  CHECK(text.pmid == "90000001");
  CHECK(text.pmcid == "PMC9000001");
  CHECK(text.doi == "10.5555/zorva.2025.1");
  CHECK(text.title == "Zorvastatin in Fictomys");
  CHECK(text.article_type == "research-article");
  CHECK(text.license == "https://example.org/by/4.0/");
  CHECK(text.has_body);
  std::vector<std::string> order;
  for (const FullTextSection& s : text.sections) order.push_back(s.part + "/" + s.title());
  CHECK(order == std::vector<std::string>{"abstract/Background", "abstract/Results",
                                          "abstract/In short", "body/", "body/Introduction",
                                          "body/Methods", "body/Statistics", "body/Depth three",
                                          "body/Methods", "body/Results", "back/Acknowledgements",
                                          "back/", "back/More", "floats/"});
  CHECK(text.sections[0].text == "Mice differ.");
  CHECK(text.sections[1].text == "They lived (P<0.001).");
  CHECK(text.sections[2].kind == "plain-language-summary");
  CHECK(at_path(text, {"Methods"}).kind == "methods");
  CHECK(at_path(text, {"Methods", "Statistics", "Depth three"}).text == "Deep.");
  CHECK(at_path(text, {"Appendix", "More"}).text == "Extra.");
  // Text after a sub-section is an entry of its own.
  CHECK(text.sections[8].text == "Back on the upper level.");
  CHECK(text.sections[11].kind == "COI-statement");
}

TEST_CASE("references and reviews are left out and named") {
  const FullText text = only_article(test::fixture("europepmc/fulltext.xml"));
  for (const FullTextSection& s : text.sections) {
    CHECK_FALSE(has(s.text, "secret reference"));
    CHECK_FALSE(has(s.text, "reviewer speaks"));
  }
  CHECK(text.left_out == std::vector<std::string>{"2 references", "1 sub-article"});
}

TEST_CASE("paragraphs, lists and formulas are lines of text") {
  const FullText text = only_article(test::fixture("europepmc/fulltext.xml"));
  CHECK(at_path(text, {"Introduction"}).text == "Earlier work¹ was in vitro.");
  CHECK(at_path(text, {"Methods"}).text ==
        "We did as follows:\n1. Weigh.\n- Feed:\n- corn\nand then waited.");
  // MathML where there is some, else the TeX without its frame.
  CHECK(at_path(text, {"Methods", "Statistics"}).text == "We used x² and $\\alpha$.\nE=m (1)");
}

TEST_CASE("tables and figures begin with their label and caption") {
  const FullText text = only_article(test::fixture("europepmc/fulltext.xml"));
  CHECK(at_path(text, {"Results"}).text ==
        "See the table.\n"
        "Table 1. Counts. By group.\nGroup | n (%)\nA | 20 (50)\na Rounded.\n"
        "Figure 1. Survival.\n"
        "Box\nInside.\n"
        "HF: heart failure\n"
        "As someone said.\n"
        "File S1. Raw data.");
  CHECK(text.sections.back().text == "Table 2. Floating.\nx | y");
}

TEST_CASE("cells keep their column beside cells that span rows or columns") {
  const auto table = [](const std::string& rows) {
    return body_text("<table-wrap><table>" + rows + "</table></table-wrap>");
  };
  CHECK(
      table("<tr><td "
            "rowspan='2'>A</td><td>1</td></tr><tr><td>2</td></tr><tr><td>B</td><td>3</td></tr>") ==
      "A | 1\nA | 2\nB | 3");
  CHECK(
      table(
          "<tr><th colspan='2'>Both</th><th>n</th></tr><tr><td>x</td><td>y</td><td>1</td></tr>") ==
      "Both |  | n\nx | y | 1");
  CHECK(table("<tr><td colspan='3'>Banner</td></tr><tr><td>x</td><td/></tr>") == "Banner\nx | ");
  CHECK(table("<tr><td>x</td><td rowspan='9'>z</td></tr><tr><td>y</td></tr>") == "x | z\ny | z");
  CHECK(table("<thead><tr><th rowspan='5'>h</th></tr></thead><tbody><tr><td>x</td></tr></tbody>") ==
        "h\nx");
  CHECK(
      table(
          "<tr><td rowspan='-3' colspan='99999999'>x</td></tr><tr><td rowspan='no'>y</td></tr>") ==
      "x\ny");
}

TEST_CASE("every float is an entry of its own") {
  const FullText text = only_article(
      "<article><floats-group><fig><caption><p>One.</p></caption></fig><fig><caption><p>Two.</p>"
      "</caption></fig></floats-group></article>");
  REQUIRE(text.sections.size() == 2);
  CHECK(text.sections[1].text == "Two.");
}

TEST_CASE("an article without body says so, an id without article is named") {
  const auto set = sources::read_jats(test::fixture("europepmc/articleset.xml"));
  REQUIRE(set);
  REQUIRE(set->articles.size() == 1);
  CHECK(set->articles[0].pmcid == "PMC9000005");
  CHECK_FALSE(set->articles[0].has_body);
  CHECK(set->articles[0].sections.size() == 1);
  REQUIRE(set->unavailable.size() == 1);
  CHECK(has(set->unavailable[0], "999"));
}

TEST_CASE("an article is found in any envelope") {
  const FullText text = only_article(
      "<OAI-PMH><GetRecord><record><metadata><article><body><p>Inside.</p></body></article>"
      "</metadata></record></GetRecord></OAI-PMH>");
  CHECK(text.sections.at(0).text == "Inside.");
}

TEST_CASE("what is no article is an error") {
  CHECK(sources::read_jats("<errorBean><errCode>404</errCode><errMsg>none</errMsg></errorBean>")
            .error()
            .code == Errc::not_found);
  CHECK(sources::read_jats("<eFetchResult><ERROR>no</ERROR></eFetchResult>").error().code ==
        Errc::not_found);
  for (const char* xml : {"", "text", "<article><body>", "<html/>", "{\"version\":\"6.9\"}"}) {
    INFO(xml);
    CHECK(sources::read_jats(xml).error().code == Errc::upstream_changed);
  }
}

TEST_CASE("odd structures keep their text") {
  CHECK(body_text("<sec><p>No title.</p></sec>") == "No title.");
  CHECK(body_text("<p><list><list-item><p>First.</p></list-item></list></p>") == "- First.");
  CHECK(body_text("<p>a<table-wrap><table><tr><td>1</td></tr></table></table-wrap>b"
                  "<fig><caption><p>F</p></caption></fig>c</p>") == "a\n1\nb\nF\nc");
  CHECK(body_text("<speech><speaker>A</speaker><p>Hello.</p><p>Bye.</p></speech>") ==
        "A: Hello. Bye.");
  CHECK(
      body_text(
          "<verse-group><verse-line>one</verse-line><verse-line>two</verse-line></verse-group>") ==
      "one\ntwo");
  CHECK(body_text("<unknown><p>x</p><p>y</p></unknown>") == "x\ny");
  CHECK(body_text("<oasis:table><oasis:tgroup><oasis:row><oasis:entry>p</oasis:entry>"
                  "<oasis:entry>q</oasis:entry></oasis:row></oasis:tgroup></oasis:table>") ==
        "p | q");
  CHECK(body_text("<sec><title>Only a title</title></sec>").empty());
  CHECK(body_text("<p>a<fn><p>a note</p></fn> b</p>") == "a\na note\nb");
}

TEST_CASE("deep nesting is bounded and keeps its text") {
  std::string xml;
  for (int i = 0; i < 40; ++i) xml += "<sec><title>T" + std::to_string(i) + "</title>";
  xml += "<p>bottom</p>";
  for (int i = 0; i < 40; ++i) xml += "</sec>";
  const FullText text = only_article("<article><body>" + xml + "</body></article>");
  REQUIRE_FALSE(text.sections.empty());
  CHECK(has(text.sections.back().text, "bottom"));
  CHECK(text.sections.back().path.size() <= 17);
  std::string deeper;
  for (int i = 0; i < 5000; ++i) deeper += "<sec>";
  CHECK_FALSE(sources::read_jats("<article><body>" + deeper));
}
