#include "pipeline/sources/pubmed_xml_prepass.hpp"

#include "support/catch.hpp"

using namespace ev;

namespace {

std::string prepared(std::string_view raw, const sources::PrepassOptions& options = {}) {
  std::string out;
  REQUIRE(sources::prepare_xml(raw, options, out));
  return out;
}

}  // namespace

TEST_CASE("blanks between inline elements survive, those between structural ones are left") {
  CHECK(prepared("<T><i>in</i> <i>vivo</i></T>") == "<T><i>in</i>&#32;<i>vivo</i></T>");
  CHECK(prepared("<T>\n <i>a</i>\n</T>") == "<T>&#32;<i>a</i>&#32;</T>");
  CHECK(prepared("<A>\n  <B>x</B>\n</A>") == "<A>\n  <B>x</B>\n</A>");
  CHECK(prepared("<T><i>a</i><!-- c --> <i>b</i></T>") == "<T><i>a</i>&#32;<i>b</i></T>");
}

TEST_CASE("processing instructions and comments go, CDATA stays") {
  CHECK(prepared("<A>x<?nihms?>y<!-- <B> & --></A>") == "<A>xy</A>");
  CHECK(prepared("<A><![CDATA[<i> & </i>]]></A>") == "<A><![CDATA[<i> & </i>]]></A>");
  CHECK(prepared("<A>x<!-- open") == "<A>x<!-- open");
  CHECK(prepared("<A><![CDATA[open") == "<A><![CDATA[open");
}

TEST_CASE("entities become what they mean or what they look like") {
  CHECK(prepared("<A>&lt;&gt;&amp;&quot;&apos;&#x2013;&#65;</A>") ==
        "<A>&lt;&gt;&amp;&quot;&apos;&#x2013;&#65;</A>");
  CHECK(prepared("<A x=\"&nbsp;\">&alpha;</A>") == "<A x=\"\u00A0\">α</A>");
  CHECK(prepared("<A>&unknown; A&B & C</A>") == "<A>&amp;unknown; A&amp;B &amp; C</A>");
  CHECK(prepared("<A>&#0;&#xD800;&#x110000;&#junk;</A>") == "<A>\uFFFD\uFFFD\uFFFD</A>");
}

TEST_CASE("bad bytes do not reach the parser") {
  CHECK(prepared(std::string_view("<A>\0\x01\xFF</A>", 10)) == "<A>  \uFFFD</A>");
  CHECK(prepared("\xEF\xBB\xBF<A/>") == "<A/>");
}

TEST_CASE("what is never kept is cut") {
  CHECK(prepared("<A><History><P PubStatus=\"entrez\"/></History><B/></A>") == "<A><B/></A>");
  CHECK(prepared("<A><DateRevised><Year>1</Year></DateRevised></A>") == "<A></A>");
  CHECK(prepared("<A><History/>x<HistoryNote/></A>") == "<A><History/>x<HistoryNote/></A>");
  const std::string retracted = "<A><History><P PubStatus=\"retracted\"/></History></A>";
  CHECK(prepared(retracted) == retracted);
  CHECK(prepared("<A><History><B>") == "<A><History><B>");
}

TEST_CASE("nested reference lists are cut as one, on request") {
  const std::string xml =
      "<A><ReferenceList><R/><ReferenceList "
      "a=\"1\"><R/></ReferenceList><ReferenceList/></ReferenceList >"
      "<B/></A>";
  CHECK(prepared(xml) == xml);
  CHECK(prepared(xml, {.keep_references = false}) == "<A><B/></A>");
}

TEST_CASE("size is capped") {
  std::string out;
  CHECK_FALSE(sources::prepare_xml("<A>12345</A>", {.max_bytes = 8}, out));
}

TEST_CASE("markup that is left open is looked for once: twice the text is twice the work") {
  const auto repeated = [](std::string_view piece, std::size_t times) {
    std::string out = "<A>";
    for (std::size_t i = 0; i < times; ++i) out += piece;
    return out;
  };
  const auto work = [](const std::string& raw) {
    std::string out;
    std::size_t searched = 0;
    const auto done =
        sources::prepare_xml(raw, {.keep_references = false, .bytes_searched = &searched}, out);
    (void)done;
    return searched;
  };
  for (const char* piece :
       {"<!--", "<?", "<!-- x", "<? x", "<History>", "<Sections>", "<ObjectList><!--",
        "<ReferenceList>", "<A", "<a ", "<History><B/></History", "<![CDATA[", "<B x='1' ",
        "<History PubStatus=\"retracted\">", "<sub>", "<DateRevised><InvestigatorList>"}) {
    INFO(piece);
    const std::size_t once = work(repeated(piece, 2'000));
    const std::size_t four = work(repeated(piece, 8'000));
    CHECK(four <= 5 * once + 1'000);
    CHECK(four <= 40 * repeated(piece, 8'000).size());
    std::string closed =
        repeated(piece, 2'000) + "PubStatus=\"retracted\"</History></Sections>--></A>";
    CHECK(work(closed) <= 40 * closed.size());
  }
}

TEST_CASE("more elements or attributes than any record has are refused by their number") {
  std::string out;
  std::string attributes = "<A";
  for (int i = 0; i < 300; ++i) attributes += " a" + std::to_string(i) + "='1'";
  const auto many = sources::prepare_xml(attributes + "/>", {}, out);
  REQUIRE_FALSE(many);
  CHECK(many.error().message.find("256 attributes") != std::string::npos);
  std::string elements = "<A>";
  for (int i = 0; i < 1'000'001; ++i) elements += "<B/>";
  const auto more = sources::prepare_xml(elements, {}, out);
  REQUIRE_FALSE(more);
  CHECK(more.error().message.find("500000 elements") != std::string::npos);
}
