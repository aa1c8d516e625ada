#include "pipeline/pubmed_query/check.hpp"

#include "query_maker.hpp"
#include "support/catch.hpp"

namespace ev::pubmed_query {

namespace {

struct Broken {
  const char* query;
  const char* code;
  int position;
  const char* repaired;
};

}  // namespace

TEST_CASE("broken queries: code, place and repair") {
  static const Broken kTable[] = {
      {"(a1[ti] OR b1[ti]", "unclosed_group", 0, "a1[ti] OR b1[ti]"},
      {"(a1 OR b1))", "unbalanced_close", 10, "a1 OR b1"},
      {")a1(", "unbalanced_close", 0, "a1"},
      {"\"heart failure[tiab] OR \"x1 y1\"[mh]", "unclosed_quote", 0,
       "\"heart failure\"[tiab] OR \"x1 y1\"[mh]"},
      {"heart failure\"[tiab] OR x1[ti]", "unclosed_quote", 13, "heart failure[tiab] OR x1[ti]"},
      {"a1[tiab OR b1[ti]", "unclosed_tag", 2, "a1[tiab] OR b1[ti]"},
      {"a1[ti]] OR b1", "stray_bracket", 6, "a1[ti] OR b1"},
      {"a1 OR () OR b1", "empty_group", 6, "a1 OR b1"},
      {"()", "empty_group", 0, ""},
      {"a1 AND OR b1", "doubled_operator", 7, "a1 AND b1"},
      {"a1 AND NOT b1", "doubled_operator", 7, "a1 NOT b1"},
      {"OR a1", "leading_operator", 0, "a1"},
      {"a1 AND", "dangling_operator", 3, "a1"},
      {"(OR a1)", "leading_operator", 1, "a1"},
      {"a1[titel]", "unknown_tag", 2, "a1[ti]"},
      {"a1[xyz]", "unknown_tag", 2, "a1[tiab]"},
      {"a1[ab]", "unknown_tag", 2, "a1[tiab]"},
      {"a1[]", "empty_tag", 2, "a1[tiab]"},
      {"[ti] AND b1", "tag_without_term", 0, "b1"},
      {"a1[ti][tiab]", "two_tags", 6, "a1[ti]"},
      {"\"a1 b1\"[tiab:~x]", "proximity_number", 7, "\"a1 b1\"[tiab]"},
      {"\"a1 b1\"[mh:~3]", "proximity_field", 7, "\"a1 b1\"[mh]"},
      {"a1[ti:noexp]", "noexp_without_tree", 2, "a1[ti]"},
      {"\"Asthma\"[mh:explode]", "unknown_modifier", 8, "\"Asthma\"[mh]"},
      {"a1 OR \"\"[ti]", "empty_phrase", 6, "a1"},
      {"a1 AND 2015:[dp]", "incomplete_range", 7, "a1 AND 2015:3000[dp]"},
      {":2020[dp]", "incomplete_range", 0, "1800:2020[dp]"},
      {"", "empty_query", 0, ""},
      {" - ?", "empty_query", 1, ""},
      {"\x01", "empty_query", 0, ""},
      {"AND", "leading_operator", 0, ""},
      {"exp Asthma/", "foreign_syntax", 4, "\"Asthma\"[mh]"},
      {"Asthma/", "foreign_syntax", 0, "\"Asthma\"[mh:noexp]"},
      {"(wheez$ or asthma).ti,ab.", "foreign_syntax", 1, "wheez*[tiab] OR asthma[tiab]"},
      {"lung adj3 scan", "foreign_syntax", 5, "\"lung scan\"[tiab:~2]"},
      {"or/1-4", "foreign_syntax", 0, ""},
      {"limit 3 to yr=\"2007\"", "foreign_syntax", 0, ""},
      {"title:asthma", "foreign_syntax", 0, "asthma[ti]"},
      {"TITLE_ABS:\"heart failure\" AND x1", "foreign_syntax", 0, "\"heart failure\"[tiab] AND x1"},
      {"lung NEAR/3 scan", "foreign_syntax", 5, "\"lung scan\"[tiab:~3]"},
      {"'asthma'/exp", "foreign_syntax", 0, "\"asthma\"[mh]"},
      {"TS=asthma", "foreign_syntax", 0, "asthma[tiab]"},
      {"wom?n[tiab]", "foreign_syntax", 0, "woman[tiab] OR women[tiab]"},
      {"1234-5678[issn]", "unknown_tag", 9, "1234-5678[ta]"},
      {"PMC1234567[pmcid]", "unknown_tag", 10, "PMC1234567[aid]"},
      {"a1[tia]", "unknown_tag", 2, "a1[tiab]"},
      {"a1[tab]", "unknown_tag", 2, "a1[tiab]"},
      {"a1[title abstr]", "unknown_tag", 2, "a1[tiab]"},
      {"a1[ti,ab]", "unknown_tag", 2, "a1[tiab]"},
  };
  for (const Broken& b : kTable) {
    const Checked got = check(b.query);
    INFO(b.query << " -> repaired: " << got.repaired);
    CHECK_FALSE(got.valid);
    CHECK(got.canonical.empty());
    REQUIRE_FALSE(got.errors.empty());
    CHECK(got.errors.front().code == b.code);
    CHECK(got.errors.front().position == b.position);
    CHECK_FALSE(got.errors.front().message.empty());
    CHECK(got.repaired == b.repaired);
    if (!got.repaired.empty()) CHECK(check(got.repaired).valid);
  }
}

TEST_CASE("doubtful queries are valid with a warning and a better form") {
  static const Broken kTable[] = {
      {"a1 or b1", "lower_case_operator", 3, "a1 OR b1"},
      {"ast*[tiab]", "short_truncation", 0, ""},
      {"*cillin[tiab]", "leading_wildcard", 0, "cillin[tiab]"},
      {"asthma * *[tiab]", "leading_wildcard", 0, "asthma[tiab]"},
      {"random*ed[tiab]", "inner_wildcard", 0, "random*[tiab]"},
      {"asthma? OR cough", "question_mark", 0, "asthma* OR cough"},
      {"\u201cheart failure\u201d[tiab]", "typographic_quotes", 0, ""},
      {"heart\u00a0failure", "unusual_space", 5, ""},
      {"2020-01-01[dp]", "dashed_date", 0, "2020/01/01[dp]"},
      {"2020:2015[dp]", "reversed_range", 0, "2015:2020[dp]"},
      {"2015/13/45[dp]", "impossible_date", 0, ""},
      {"spring[dp]", "unreadable_date", 0, ""},
      {"\"hip pain*\"[tiab:~2]", "wildcard_in_proximity", 0, ""},
      {"hip pain[tiab:~2]", "unquoted_proximity", 0, "\"hip pain\"[tiab:~2]"},
      {"(hip OR knee)[tiab]", "tag_after_group", 13, "hip[tiab] OR knee[tiab]"},
      {"a1 OR b1 AND c1", "mixed_operators", 9, ""},
      {"of the", "stop_words", 0, ""},
      {"breast* feed*[tiab]", "early_truncation", 0, ""},
      {"2015:2020", "range_without_tag", 0, "2015:2020[dp]"},
      {"PD(1)[ti] OR x1", "split_word", 0, ""},
      {"#1 AND x1", "history_number", 0, ""},
      {"\"heart failure\"", "mapping_off", 0, ""},
      {"asthm* AND x1[ti]", "mapping_off", 0, ""},
      {"treatment of the elderly", "ignored_stop_words", 0, ""},
      {"\"hip pain\"[tiab:~5000]", "far_proximity", 10, ""},
      {"\"asthma\"[tiab:~5]", "needless_proximity", 0, ""},
      {"beta\u2010blocker[tiab]", "unusual_hyphen", 4, ""},
      {"2015-2020[dp]", "dashed_range", 0, "2015:2020[dp]"},
      {"2015\u20132020[dp]", "dashed_range", 0, "2015:2020[dp]"},
      {"asthma\u2014cough", "unusual_hyphen", 6, ""},
      {"\u2018heart failure\u2019", "typographic_quotes", 0, "\"heart failure\""},
      {"asth\u00adma", "invisible_character", 4, ""},
      {"10.5555/S0140-6736(05)67394-1[doi]", "unquoted_identifier", 0, ""},
  };
  for (const Broken& b : kTable) {
    const Checked got = check(b.query);
    INFO(b.query << " -> repaired: " << got.repaired);
    CHECK(got.valid);
    REQUIRE_FALSE(got.warnings.empty());
    CHECK(got.warnings.front().code == b.code);
    CHECK(got.warnings.front().position == b.position);
    CHECK(got.repaired == b.repaired);
  }
}

TEST_CASE("a good query has neither errors nor warnings") {
  for (const char* query :
       {"(\"Heart Failure\"[mh] OR \"heart failure\"[tiab]) AND carvedilol[tiab]",
        "smith ja[au] AND \"N Engl J Med\"[ta]", "\"10.1016/S0140-6736(20)30183-5\"[aid]",
        "NCT01234567[si]", "systematic[sb] NOT (animals[mh:noexp] NOT humans[mh])",
        "31452104 31437182", "hasabstract AND english[la]"}) {
    const Checked got = check(query);
    INFO(query);
    CHECK(got.valid);
    CHECK(got.warnings.empty());
    CHECK(got.repaired.empty());
    CHECK(check(got.canonical).canonical == got.canonical);
  }
}

TEST_CASE(
    "one character taken out of a good query never crashes, and what is accepted stays stable",
    "[exhaustive]") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const std::string good = print(QueryMaker(seed).tree(3));
    for (std::size_t i = 0; i < good.size(); ++i) {
      const std::string bad = good.substr(0, i) + good.substr(i + 1);
      const Checked got = check(bad);
      INFO(bad);
      if (got.valid) {
        REQUIRE(check(got.canonical).canonical == got.canonical);
      } else {
        REQUIRE_FALSE(got.errors.empty());
        if (!got.repaired.empty()) REQUIRE(check(got.repaired).valid);
      }
    }
  }
}

TEST_CASE("an unreadable query becomes an error with position and recovery") {
  const Result<Node> r = parse_or_explain("asthma[tiab] AND (x1");
  REQUIRE_FALSE(r);
  CHECK(r.error().code == Errc::invalid_query);
  CHECK(r.error().position == 17);
  CHECK(r.error().recovery.find("asthma[tiab] AND x1") != std::string::npos);
  CHECK(parse_or_explain("asthma[tiab]"));
}

TEST_CASE("a subheading PubMed would drop is warned of") {
  const auto warning = [](const char* query) {
    const Checked got = check(query);
    return got.warnings.empty() ? std::string() : std::string(got.warnings.front().code);
  };
  CHECK(warning("\"Asthma/drug therapy\"[mh]").empty());
  CHECK(warning("asthma/dt[majr]").empty());
  CHECK(warning("\"drug therapy\"[sh]").empty());
  CHECK(warning("\"Asthma/zebra\"[mh]") == "unknown_subheading");
  CHECK(warning("zebra[sh]") == "unknown_subheading");
  CHECK(warning("\"Asthma/drug therapy/adverse effects\"[mh]") == "several_subheadings");
}

TEST_CASE("fixes name the words they are for") {
  CHECK(check("PMID: 90000001").errors.at(0).fix == "90000001[pmid]");
  CHECK(check("a1 AND NOT b1").errors.at(0).fix == "write NOT alone");
  CHECK(check("a1 + b1").warnings.at(0).code == std::string("ignored_sign"));
}

}  // namespace ev::pubmed_query
