#include "pipeline/sources/markup_text.hpp"

#include "base/text.hpp"
#include "pipeline/sources/markup_scanner.hpp"
#include "support/catch.hpp"

using namespace ev;
using sources::marked_parts;
using sources::MarkedPart;
using sources::plain_text;

TEST_CASE("comparisons are no marks") {
  for (const char* text :
       {"P<0.001 and n>3", "a <b and c> d", "if x<i then y", "IL-2<TNF", "< .05)", "<", "a<", "</",
        "</ i>", "x<b>y", "<i", "(p<sub", "<objective> kept <methods>", "1 < 2 > 0", "<-->"}) {
    INFO(text);
    CHECK(plain_text(text) == text);
  }
  // A threshold right before a mark.
  CHECK(plain_text("(<i>P</i><0.05)<b>!</b>") == "(P<0.05)!");
}

TEST_CASE("marks go and their text stays") {
  CHECK(plain_text("<i>in</i> <i>vivo</i>") == "in vivo");
  CHECK(plain_text("<I CLASS='x' id=y>a</I>b<br/>c") == "ab c");
  CHECK(plain_text("<jats:p>One.</jats:p><jats:p>Two.</jats:p>") == "One.\nTwo.");
  CHECK(plain_text("a<!-- note <i>x</i> -->b") == "ab");
  CHECK(plain_text("<custom>kept</custom>") == "kept");
  CHECK(plain_text("<style>p{}</style>x") == "x");
  CHECK(plain_text("closed</i> without being opened") == "closed without being opened");
  CHECK(plain_text("  many \t blanks\n here ") == "many blanks here");
  CHECK(plain_text("tab\tand\x01 control") == "tab and control");
  CHECK(plain_text("").empty());
}

TEST_CASE("scripts are kept apart from what they stand at") {
  CHECK(plain_text("m<sup>6</sup>A in m<sup>2</sup>") == "m⁶A in m²");
  CHECK(plain_text("10<sup>-3</sup>") == "10^(-3)");
  CHECK(plain_text("x<sub>a<sup>2</sup></sub>") == "x_(a²)");
  CHECK(plain_text("x<sup> 2 </sup>y") == "x ² y");
  CHECK(plain_text("CO<inf>2</inf>") == "CO₂");
  CHECK(plain_text("open <sup>to the end") == "open <sup>to the end");
}

TEST_CASE("entities are decoded, also those escaped twice") {
  CHECK(plain_text("m&lt;sup&gt;6&lt;/sup&gt;A") == "m⁶A");
  CHECK(plain_text("age &lt; 40") == "age < 40");
  CHECK(plain_text("c.7271T&gt;G") == "c.7271T>G");
  CHECK(plain_text("R&amp;D, R&amp;amp;D, P&amp;lt;0.05") == "R&D, R&D, P<0.05");
  CHECK(plain_text("&beta;&#946;&#x3B2;&#x3b2") == "ββββ");
  CHECK(plain_text("Gut &#38 Liver; AT&T; &unknown; &") == "Gut & Liver; AT&T; &unknown; &");
  CHECK(text::valid_utf8(plain_text("&#0;&#xD800;&#x110000;&#99999999999999;&#7;")));
  CHECK(plain_text("a&#0;b") == "a b");
}

TEST_CASE("formulas are read as in PubMed records") {
  CHECK(plain_text("of <math><msup><mn>10</mn><mn>3</mn></msup></math> cells") == "of 10³ cells");
  CHECK(plain_text(
            "<mml:math><mml:mi>p</mml:mi><mml:mo>&lt;</mml:mo><mml:mn>1</mml:mn></mml:math>") ==
        "p<1");
  CHECK(plain_text("<math><mi>a<mi></math>") == "<mi>a<mi>");
}

TEST_CASE("headings cut the text into parts") {
  CHECK(marked_parts("Before.<h4>Methods</h4>We <b>did</b>.<h4>Results</h4>P<0.01.") ==
        std::vector<MarkedPart>{{"", "Before."}, {"Methods", "We did."}, {"Results", "P<0.01."}});
  CHECK(marked_parts("<jats:title>Aim</jats:title><jats:p>To see.</jats:p>") ==
        std::vector<MarkedPart>{{"Aim", "To see."}});
  CHECK(marked_parts("<h4>A<h4>B</h4>x") == std::vector<MarkedPart>{{"A", ""}, {"B", "x"}});
  CHECK(marked_parts("plain").size() == 1);
  CHECK(marked_parts("").empty());
}

TEST_CASE("an abstract gets its sections as in PubMed records") {
  model::Article a;
  sources::set_abstract_parts({{"ABSTRACT", ""},
                               {"Methods", ""},
                               {"Aim: ", "Größe."},
                               {"Results", "Two."},
                               {"NCT00000101", ""}},
                              a);
  CHECK(a.abstract == "Aim: Größe.\nResults: Two.\nNCT00000101");
  REQUIRE(a.sections.size() == 3);
  CHECK(a.sections[0].label == "Aim");
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& s = a.sections[i];
    const auto slice =
        text::slice(a.abstract, static_cast<std::size_t>(s.start), static_cast<std::size_t>(s.end));
    CHECK(slice == std::vector<std::string>{"Größe.", "Two.", "NCT00000101"}[i]);
  }
  CHECK(a.sections[2].label.empty());
  sources::set_abstract_parts({{"", "Only this."}}, a);
  CHECK(a.abstract == "Only this.");
  CHECK(a.sections.empty());
  sources::set_abstract_parts({{"Abstract", "Only this."}}, a);
  CHECK(a.abstract == "Only this.");
  CHECK(a.sections.empty());
  sources::set_abstract_parts({}, a);
  CHECK(a.abstract.empty());
}

TEST_CASE("reading marks stays linear") {
  for (const char* piece :
       {"<i>", "</i>", "<!--", "<sup>", "<a b=\"", "&amp;", "<h4>", "<math>", "&#"}) {
    std::string text;
    while (text.size() < 100'000) text += piece;
    CHECK(plain_text(text).size() <= text.size());
    CHECK(plain_text(text + "</i></sup></h4></math>-->").size() <= text.size() + 30);
  }
}
