#include "pipeline/pubmed_query/evaluate.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/pubmed_query/field_values.hpp"
#include "pipeline/pubmed_query/memory_index.hpp"
#include "pipeline/pubmed_query/parser.hpp"
#include "pipeline/pubmed_query/term_mapping.hpp"
#include "small_library.hpp"
#include "support/catch.hpp"

#include <string>

namespace ev::pubmed_query {

namespace {

struct Library {
  std::vector<model::Article> articles = small_library();
  MemoryIndex index{articles, mesh::built_in(), Date{2026, 11, 21}};

  // "1", "2", "12" or "": which of the two records are found.
  std::string ask(const char* query) const {
    const Parsed parsed = parse(query);
    REQUIRE(parsed.tree);
    std::string out;
    for (const RecordId id : evaluate(*parsed.tree, index)) out += std::to_string(id + 1);
    return out;
  }
  Mapped map(const char* query) const {
    return map_terms(*parse(query).tree, mesh::built_in(), index);
  }
};

struct Case {
  const char* query;
  const char* found;
};

}  // namespace

TEST_CASE("set algebra, left to right") {
  const Library lib;
  CHECK(lib.ask("heart[ti]") == "12");
  CHECK(lib.ask("heart[ti] NOT review[pt]") == "1");
  CHECK(lib.ask("omeprazole[ti] OR carvedilol[ti] AND 2019[dp]") == "1");
  CHECK(lib.ask("omeprazole[ti] OR (carvedilol[ti] AND 2019[dp])") == "12");
  CHECK(lib.ask("omeprazole[ti] AND carvedilol[ti]").empty());
}

TEST_CASE("text fields: phrases, sections, truncation, proximity") {
  const Library lib;
  static const Case kCases[] = {
      {"\"heart failure\"[tiab]", "1"},
      {"heart-failure[ti]", "1"},
      {"\"failure heart\"[tiab]", ""},
      {"\"help mortality\"[tiab]", ""},  // across two sections
      {"carved*[tiab]", "1"},
      {"\"chronic hea*\"[ti]", "1"},
      {"\"failure chronic\"[ti:~1]", "1"},
      {"\"failure carvedilol\"[ti:~1]", ""},
      {"\"failure carvedilol\"[ti:~3]", "1"},
      {"survival[tiab]", "1"},
      {"survival[ti]", ""},
      {"\"drug therapy\"[tw]", "1"},
      {"\"drug therapy\"[tiab]", ""},
      {"sampletown[all]", "1"},
      {"sampletown[tw]", ""},
      {"muller", "1"},
      {"hasabstract", "1"},
      {"NOTHING[tiab]", ""},
  };
  for (const Case& c : kCases) {
    INFO(c.query);
    CHECK(lib.ask(c.query) == c.found);
  }
}

TEST_CASE("headings explode over the vocabulary") {
  const Library lib;
  static const Case kCases[] = {
      {"\"Heart Failure\"[mh]", "1"},       {"\"Heart Diseases\"[mh]", "1"},
      {"\"Heart Diseases\"[mh:noexp]", ""}, {"\"cardiac failure\"[mh]", "1"},  // an entry term
      {"\"Heart Failure\"[majr]", "1"},     {"\"Omeprazole\"[majr]", ""},
      {"\"Omeprazole\"[mh]", "2"},          {"\"Heart Failure/drug therapy\"[mh]", "1"},
      {"\"Heart Failure/dt\"[mh]", "1"},    {"\"Heart Failure/surgery\"[mh]", ""},
      {"\"drug therapy\"[sh]", "1"},        {"\"Clinical Trial\"[pt]", "1"},
      {"\"Clinical Trial\"[pt:noexp]", ""}, {"review[pt]", "2"},
  };
  for (const Case& c : kCases) {
    INFO(c.query);
    CHECK(lib.ask(c.query) == c.found);
  }
}

TEST_CASE("dates cover the whole month or year of an imprecise record") {
  const Library lib;
  static const Case kCases[] = {
      {"2019[dp]", "1"},
      {"2019/03/15[dp]", "1"},
      {"2019/04[dp]", ""},
      {"2015:2021[dp]", "1"},
      {"2019/03/20:3000[dp]", "12"},
      {"2022/05/01:2022/06/01[dp]", "2"},
      {"\"last 5 years\"[dp]", "2"},
      {"\"last 3 years\"[dp]", ""},
      {"nonsense[dp]", ""},
  };
  for (const Case& c : kCases) {
    INFO(c.query);
    CHECK(lib.ask(c.query) == c.found);
  }
}

TEST_CASE("whole-value fields") {
  const Library lib;
  static const Case kCases[] = {
      {"muller j[au]", "1"},
      {"\"muller j\"[au]", ""},
      {"\"muller ja\"[au]", "1"},
      {"muller[1au]", "1"},
      {"muller[lastau]", ""},
      {"poe m[lastau]", "1"},
      {"\"M\u00fcller Jana\"[fau]", "1"},
      {"mull*[au]", "1"},
      {"\"Example Heart Group\"[cn]", "2"},
      {"\"Ex J Cardiol\"[ta]", "1"},
      {"9900-0009[ta]", "1"},
      {"example journal of cardiology[ta]", "1"},
      {"\"10.5555/EX(1)\"[doi]", "1"},
      {"PMC9900001[aid]", "1"},
      {"10.5555/other[doi]", ""},
      {"NCT99000009[si]", "1"},
      {"90000901:90000902[pmid]", "12"},
      {"90000902[uid]", "2"},
      {"english[la]", "1"},
      {"ger[la]", "2"},
      {"carvedilol[nm]", "1"},
      {"0K47UL67F2[rn]", "1"},
      {"EX-9[gr]", "1"},
      {"\"beta blocker\"[ot]", "1"},
      {"beta[ot]", ""},
      {"7[vi]", "1"},
      {"0000-0001-0000-0009[auid]", "1"},
      {"examples[ad]", "1"},
      {"humans[filter]", "1"},
      {"all[sb]", "12"},
      {"zzz[ps]", ""},
  };
  for (const Case& c : kCases) {
    INFO(c.query);
    CHECK(lib.ask(c.query) == c.found);
  }
  CHECK(qualifier_name("tu") == "therapeutic use");
  CHECK(language_name("xyz") == "xyz");
}

TEST_CASE("untagged words are mapped to headings, others searched in all fields") {
  const Library lib;
  Mapped m = lib.map("cardiac failure survival");
  REQUIRE(m.tree);
  REQUIRE(m.translations.size() == 1);
  CHECK(m.translations[0].from == "cardiac failure");
  CHECK(m.translations[0].to.find("\"heart failure\"[MeSH Terms] OR ") == 0);
  CHECK(evaluate(*m.tree, lib.index) == Hits{0});

  m = lib.map("the carvedilol xyzzy");
  REQUIRE(m.tree);
  CHECK(m.phrases_not_found == std::vector<std::string>{"xyzzy"});
  CHECK(evaluate(*m.tree, lib.index) == Hits{0});

  m = lib.map("xyzzy NOT heart");
  CHECK_FALSE(m.tree);
  m = lib.map("heart NOT xyzzy");
  REQUIRE(m.tree);
  CHECK(evaluate(*m.tree, lib.index).size() == 2);

  m = lib.map("\"purple elephants\"[tiab] OR heart[ti]");
  CHECK(m.quoted_phrases_not_found == std::vector<std::string>{"\"purple elephants\"[tiab]"});
  m = lib.map("car*");
  CHECK_FALSE(m.tree);
  CHECK(m.phrases_ignored == std::vector<std::string>{"car*"});
  m = lib.map("90000901 90000902");
  REQUIRE(m.tree);
  CHECK(print(*m.tree) == "90000901 90000902[pmid]");
  CHECK(evaluate(*m.tree, lib.index).size() == 2);
}

TEST_CASE("relevance prefers the title") {
  const Library lib;
  const Node query = *parse("carvedilol[tiab]").tree;
  CHECK(lib.index.relevance(0, query) > 0);
  CHECK(lib.index.relevance(1, query) == 0);
}

}  // namespace ev::pubmed_query
