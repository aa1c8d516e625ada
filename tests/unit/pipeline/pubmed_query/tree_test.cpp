#include "pipeline/pubmed_query/tree.hpp"

#include "pipeline/pubmed_query/parser.hpp"
#include "query_maker.hpp"
#include "support/catch.hpp"

namespace ev::pubmed_query {

TEST_CASE("parse(print(tree)) is the tree, in both tag styles") {
  int compound = 0;
  for (unsigned seed = 1; seed <= 600; ++seed) {
    const Node made = QueryMaker(seed).tree(4);
    compound += made.kind != Kind::term ? 1 : 0;
    for (const TagStyle style : {TagStyle::codes, TagStyle::readable}) {
      const std::string text = print(made, style);
      INFO(text);
      const Parsed parsed = parse(text);
      REQUIRE(parsed.errors.empty());
      REQUIRE(parsed.tree);
      // Two untagged neighbours cannot arise: every operand is joined by an operator.
      REQUIRE(*parsed.tree == made);
      REQUIRE(print(*parsed.tree, style) == text);
    }
  }
  CHECK(compound > 300);
}

TEST_CASE("mending a valid query with known fields changes nothing") {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const Node made = QueryMaker(seed).tree(3);
    const std::string text = print(made);
    const Parsed parsed = parse(text, ParseMode::mend);
    INFO(text);
    REQUIRE(parsed.tree);
    REQUIRE(print(*parsed.tree) == text);
  }
}

TEST_CASE("combining keeps the normal form") {
  const auto t = [](const char* s) { return make_term(s, Field::tiab); };
  const Node abc =
      combine(Kind::disjunction, {combine(Kind::disjunction, {t("a1"), t("b1")}), t("c1")});
  CHECK(abc.children.size() == 3);
  const Node minus =
      combine(Kind::difference, {combine(Kind::difference, {t("a1"), t("b1")}), t("c1")});
  CHECK(print(minus) == "a1[tiab] NOT b1[tiab] NOT c1[tiab]");
  const Node nested =
      combine(Kind::difference, {t("a1"), combine(Kind::difference, {t("b1"), t("c1")})});
  CHECK(print(nested) == "a1[tiab] NOT (b1[tiab] NOT c1[tiab])");
  CHECK(combine(Kind::conjunction, {t("a1")}) == t("a1"));
}

TEST_CASE("what is empty is left out when queries are joined") {
  const Node nothing;
  const Node one = make_term("walnut", Field::tiab);
  for (const Kind kind : {Kind::conjunction, Kind::disjunction, Kind::difference}) {
    CHECK(is_empty(combine(kind, {})));
    CHECK(is_empty(combine(kind, {nothing, nothing})));
    CHECK(combine(kind, {one, nothing}) == one);
  }
  CHECK(combine(Kind::conjunction, {nothing, one}) == one);
  CHECK(is_empty(combine(Kind::difference, {nothing, one})));
  CHECK_FALSE(is_empty(one));
}

TEST_CASE("long names are written for headings and types only") {
  const Node q = combine(Kind::conjunction,
                         {make_phrase("Heart Failure", Field::mh),
                          make_term("carvedilol", Field::tiab), make_phrase("Review", Field::pt)});
  CHECK(print(q, TagStyle::readable) ==
        "\"Heart Failure\"[MeSH Terms] AND carvedilol[tiab] AND \"Review\"[Publication Type]");
  CHECK(print(q) == "\"Heart Failure\"[mh] AND carvedilol[tiab] AND \"Review\"[pt]");
}

TEST_CASE("a query is explained conjunct by conjunct") {
  const Parsed parsed = parse("(\"Asthma\"[mh] OR asthm*[tiab]) AND 2015:2020[dp] NOT review[pt]");
  REQUIRE(parsed.tree);
  const std::vector<std::string> lines = explain(*parsed.tree);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] ==
        "find: \"Asthma\" in MeSH Terms or words that begin with \"asthm\" in Title/Abstract");
  CHECK(lines[1] == "and: Date - Publication from 2015 to 2020");
  CHECK(lines[2] == "and not: \"review\" in Publication Type");
}

TEST_CASE("quoted and truncated terms are explained as PubMed takes them: unmapped") {
  const auto line = [](const char* query) { return explain(*parse(query).tree).at(0); };
  CHECK(line("asthma") == "find: \"asthma\" (PubMed maps it to headings itself)");
  CHECK(line("\"heart attack\"") ==
        "find: \"heart attack\" as it is, in all fields (not mapped to headings)");
  CHECK(line("asthm*") ==
        "find: words that begin with \"asthm\" in all fields (not mapped to headings)");
  CHECK(line("\"heart attac*\"[tiab]") ==
        "find: phrases that begin with \"heart attac\" in Title/Abstract");
}

TEST_CASE("a range whose ends are no dates keeps its quotation marks") {
  const std::string query = "\"2015\"[dp] : \"20w/\"[dp]";
  const Parsed parsed = parse(query);
  REQUIRE(parsed.tree);
  CHECK(print(*parsed.tree) == query);
  const Parsed odd = parse("a1:b1[pmid]");
  REQUIRE(odd.tree);
  CHECK(*parse(print(*odd.tree)).tree == *odd.tree);
  CHECK(print(*parse("\"2015\"[dp] : \"2016/03\"[dp]").tree) == "2015:2016/03[dp]");
}

}  // namespace ev::pubmed_query
