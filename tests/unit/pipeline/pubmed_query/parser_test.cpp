#include "pipeline/pubmed_query/parser.hpp"

#include "pipeline/pubmed_query/check.hpp"
#include "support/catch.hpp"

namespace ev::pubmed_query {

namespace {

std::string canonical(std::string_view query) {
  const Parsed parsed = parse(query);
  INFO(query);
  for (const Diagnostic& d : parsed.errors) UNSCOPED_INFO(d.code << " at " << d.position);
  CHECK(parsed.errors.empty());
  return parsed.tree ? print(*parsed.tree) : "";
}

}  // namespace

TEST_CASE("operators bind strictly left to right") {
  CHECK(canonical("a1 OR b1 AND c1") == "(a1 OR b1) AND c1");
  CHECK(canonical("a1 OR (b1 AND c1)") == "a1 OR (b1 AND c1)");
  CHECK(canonical("((a1)) AND ((b1 AND c1))") == "a1 AND b1 AND c1");
  CHECK(canonical("a1 NOT b1 NOT c1") == "a1 NOT b1 NOT c1");
  CHECK(canonical("a1 NOT (b1 NOT c1)") == "a1 NOT (b1 NOT c1)");
  CHECK(canonical("asthma[ti] \"lung\"[mh]") == "asthma[ti] AND \"lung\"[mh]");
}

TEST_CASE("terms, tags and ranges") {
  CHECK(canonical("heart  attack [Title/Abstract]") == "heart attack[tiab]");
  CHECK(canonical("\"Adult \"[MeSH Terms:NoExp]") == "\"Adult\"[mh:noexp]");
  CHECK(canonical("\"hip pain\"[Title:~4]") == "\"hip pain\"[ti:~4]");
  CHECK(canonical("2015 : 2020 [PDAT]") == "2015:2020[dp]");
  CHECK(canonical("\"2015/01/01\"[Date - Publication] : \"2016/12/31\"[Date - Publication]") ==
        "2015/01/01:2016/12/31[dp]");
  CHECK(canonical("2015[dp]:2020[dp]") == "2015:2020[dp]");
  CHECK(canonical("\"20)1 : x]\"[dp]") == "\"20)1\"[dp] : \"x]\"[dp]");
  CHECK(canonical("\"last 5 years\"[dp]") == "\"last 5 years\"[dp]");
  CHECK(canonical("30000000:30000100[uid]") == "30000000:30000100[pmid]");
  CHECK(canonical("psoriasis/dt[Majr]") == "psoriasis/dt[majr]");
  CHECK(canonical("\"[11C]PIB\"[tiab]") == "\"[11C]PIB\"[tiab]");
  CHECK(canonical("Delirium, Dementia, Amnestic, and Cognitive Disorders[mh]") ==
        "Delirium, Dementia, Amnestic, and Cognitive Disorders[mh]");
}

TEST_CASE("an identifier keeps its parentheses") {
  CHECK(canonical("10.5555/S0140-6736(05)67394-1[doi]") ==
        "\"10.5555/S0140-6736(05)67394-1\"[aid]");
  CHECK(canonical("(10.5555/(SICI)1097(1998)17:15<1661::AID>3.0.CO;2-2[doi] OR x1)") ==
        "\"10.5555/(SICI)1097(1998)17:15<1661::AID>3.0.CO;2-2\"[aid] OR x1");
  CHECK(canonical("S0140-6736(05)67394-1[aid]") == "\"S0140-6736(05)67394-1\"[aid]");
  CHECK(canonical("10.5555/abc AND (x1)") == "10.5555/abc AND x1");
  CHECK(canonical("John Smith[Subject - Personal Name]") == "John Smith[ps]");
  CHECK(canonical("x1[cnty]") == "x1[pl]");
  CHECK(canonical("beta\u2013blocker[ti]") == "beta-blocker[ti]");
}

TEST_CASE("positions are code points") {
  const Parsed parsed = parse("\u00e9t\u00e9[tiab] AND (\u03b2[ti] OR");
  REQUIRE(parsed.errors.size() == 2);
  CHECK(parsed.errors[0].code == "unclosed_group");
  CHECK(parsed.errors[0].position == 14);
  CHECK(parsed.errors[1].code == "dangling_operator");
  CHECK(parsed.errors[1].position == 21);
  const Parsed good = parse("\u00e9t\u00e9[tiab]");
  REQUIRE(good.tree);
  CHECK(good.tree->term.begin == 0);
  CHECK(good.tree->term.end == 9);
}

TEST_CASE("deep nesting and endless alternation are refused, not crashed on") {
  const std::string nested = std::string(5000, '(') + "x1" + std::string(5000, ')');
  CHECK(parse(nested).errors.size() == 1);  // what follows from it is not told
  CHECK(check(nested).repaired == "x1");
  std::string deep;
  for (int i = 0; i < 150; ++i) deep += "(x1 AND ";
  CHECK(parse(deep).errors.size() == 1);
  CHECK(check(deep).repaired.empty());
  std::string alternating = "x1";
  for (int i = 0; i < 4000; ++i) alternating += i % 2 == 0 ? " AND y1" : " OR z1";
  const Parsed parsed = parse(alternating);
  REQUIRE_FALSE(parsed.errors.empty());
  CHECK(parsed.errors.front().code == "too_deep");
  std::string chain = "x1";
  for (int i = 0; i < 10'000; ++i) chain += " OR y" + std::to_string(i);
  CHECK(parse(chain).errors.empty());
  CHECK(parse(std::string(kMaxQueryBytes + 1, 'a')).errors.front().code == "too_long");
}

}  // namespace ev::pubmed_query
