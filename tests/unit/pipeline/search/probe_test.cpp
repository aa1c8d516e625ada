#include "pipeline/search/probe.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/search/upstream.hpp"

using namespace ev;

TEST_CASE("probes come back in order, each with its own outcome") {
  test::Upstream up;
  up.script.on("term=one", test::search_json(12, {}));
  up.script.on("term=two",
               R"({"esearchresult":{"ERROR":"Search Backend failed: Query syntax error"}})");
  up.script.on("term=three", R"({"esearchresult":{"count":"0","idlist":[],
    "errorlist":{"phrasesnotfound":["three"],"fieldsnotfound":["f"]},
    "warninglist":{"quotedphrasesnotfound":["\"q\""],"phrasesignored":["i"],"outputmessages":["m"]}}})");
  const std::vector<std::string> queries = {"one", "two", "three", "one"};
  const auto got = search::probe(up.ports(), queries, up.context());
  REQUIRE(got.size() == 4);
  CHECK(got[0]->count == 12);
  CHECK(got[0]->query_translation == "\"x\"[All Fields]");
  CHECK(got[1].error().code == Errc::invalid_query);
  CHECK(got[2]->count == 0);
  CHECK(got[2]->phrases_not_found == std::vector<std::string>{"three"});
  CHECK(got[2]->fields_not_found == std::vector<std::string>{"f"});
  CHECK(got[2]->quoted_phrases_not_found == std::vector<std::string>{"\"q\""});
  CHECK(got[2]->phrases_ignored == std::vector<std::string>{"i"});
  CHECK(got[2]->messages == std::vector<std::string>{"m"});
  CHECK(got[3]->count == 12);
}

TEST_CASE("a probe asks for no ids and is cached") {
  test::Upstream up;
  up.script.on("esearch", test::search_json(1, {}));
  const std::vector<std::string> queries = {"x"};
  CHECK(search::probe(up.ports(), queries, up.context()).at(0)->count == 1);
  CHECK(search::probe(up.ports(), queries, up.context()).at(0)->count == 1);
  CHECK(up.count("retmax=0") == 1);
  CHECK(search::probe(up.ports(), {}, up.context()).empty());
}
