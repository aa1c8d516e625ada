// The searches over scripted services: what one source gives, how several come together, what is
// left when one fails, and who answers when NCBI does not. With a hidden test over the real
// services (or those that the environment names): unit_tools_search "[live]".
#include "app/config.hpp"
#include "app/wire.hpp"
#include "support/catch.hpp"
#include "support/fake_http.hpp"
#include "support/memory_cache.hpp"
#include "support/temp_dir.hpp"
#include "support/tool_services.hpp"
#include "tools/all_tools.hpp"

#include <nlohmann/json.hpp>

#include <set>

using namespace ev;

namespace {

const std::string kFound =
    R"({"header":{"version":"0.3"},"esearchresult":{"count":"1","idlist":["90000001"]}})";
const std::string kRecord =
    "<?xml version=\"1.0\" "
    "?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>90000001</PMID>"
    "<Article><Journal><JournalIssue><PubDate><Year>2024</Year><Month>01</Month></PubDate>"
    "</JournalIssue></Journal><ArticleTitle>Metformin in an invented disease: a "
    "review</ArticleTitle>"
    "<Abstract><AbstractText>Metformin protects invented cells.</AbstractText></Abstract>"
    "<AuthorList><Author><LastName>Sample</LastName><ForeName>Jo</ForeName></Author></AuthorList>"
    "</Article></MedlineCitation></PubmedArticle></PubmedArticleSet>";
const std::string kPreprint =
    R"({"version":"6.9","hitCount":1,"request":{"cursorMark":"*"},"resultList":{"result":[{"id":)"
    R"("PPR9900001","source":"PPR","title":"Quite another invented finding on cells"}]}})";
const std::string kDown = "<html><title>500 Internal Server Error</title></html>";

struct Scripted {
  test::FakeClock clock;
  Config config;
  store::Store store{":memory:", clock};
  test::HttpScript script{clock};
  test::MemoryCache cache;
  net::Client http{{.clock = &clock, .make_engine = script.factory(), .cache = &cache}};
  llm::NoneGateway llm;
  tools::Services services{
      config,          clock,      http,          store.result_sets, store.articles,
      store.documents, store.runs, store.library, mesh::built_in(),  llm};

  mcp::ToolResult call(const mcp::ToolDef& tool, const Json& arguments) {
    mcp::CallContext ctx;
    ctx.clock = &clock;
    ctx.deadline = clock.now() + std::chrono::seconds(60);
    return tool.call(arguments, ctx);
  }
  Json evidence(const std::vector<std::string>& sources) {
    const auto result = call(
        tools::search_evidence(services),
        {{"query", "metformin[tiab]"}, {"sources", sources}, {"enrich", Json::array({"none"})}});
    INFO(result.text);
    return parse_json(result.structured).value();
  }
};

std::set<std::string> searched(const Json& answer) {
  return answer["sources_searched"].get<std::set<std::string>>();
}

}  // namespace

TEST_CASE("PubMed's records become evidence with its citation") {
  Scripted s;
  s.script.on("esearch", kFound);
  s.script.on("efetch", kRecord);
  const Json out = s.evidence({"pubmed"});
  REQUIRE(out["evidence"].size() == 1);
  const Json& citation = out["evidence"][0]["citation"];
  CHECK(citation["source"] == "pubmed");
  CHECK(citation["title"].get<std::string>().find("Metformin") == 0);
  CHECK(citation["url"] == "https://pubmed.ncbi.nlm.nih.gov/90000001/");
  CHECK(citation["date"] == "2024-01");
  CHECK(citation["authors"][0] == "Sample Jo");
  CHECK(out["evidence"][0]["content"] == "Metformin protects invented cells.");
}

TEST_CASE("no results are an empty list, and a success") {
  Scripted s;
  s.script.on("esearch", R"({"header":{},"esearchresult":{"count":"0","idlist":[]}})");
  const Json out = s.evidence({"pubmed"});
  CHECK(out["evidence"].empty());
  CHECK(out["total_found"] == 0);
  CHECK(searched(out) == std::set<std::string>{"pubmed"});
}

TEST_CASE("two sources come together") {
  Scripted s;
  s.script.on("esearch", kFound);
  s.script.on("efetch", kRecord);
  s.script.on("europepmc", kPreprint);
  const Json out = s.evidence({"pubmed", "europepmc"});
  CHECK(out["total_found"] == 2);
  CHECK(searched(out) == std::set<std::string>{"pubmed", "europepmc"});
  CHECK(out["errors"].empty());
}

TEST_CASE("a source that fails is named and the others' evidence is there") {
  Scripted s;
  s.script.on("esearch", kFound);
  s.script.on("efetch", kRecord);
  s.script.on("europepmc", {{.status = 500, .body = kDown}});
  const Json out = s.evidence({"pubmed", "europepmc"});
  CHECK(out["total_found"] == 1);
  CHECK(searched(out) == std::set<std::string>{"pubmed"});
  REQUIRE(out["errors"].size() == 1);
  CHECK(out["errors"][0]["source"] == "europepmc");
}

TEST_CASE("a source that answers in part is named once, with what went wrong") {
  Scripted s;
  s.script.on("esearch", {{.body = kFound},
                          {.body = R"({"header":{},"esearchresult":{"count":"2","idlist":)"
                                   R"(["90000001","90000002"]}})"}});
  s.script.on("efetch", {{.body = kRecord}, {.status = 500, .body = kDown}});
  const mcp::ToolDef tool = tools::search_evidence(s.services);
  const Json arguments = {{"query", "metformin[tiab]"},
                          {"sources", Json::array({"pubmed"})},
                          {"enrich", Json::array({"none"})}};
  s.call(tool, arguments);
  s.clock.advance(std::chrono::hours(2));  // the list of ids is no longer in the cache
  const mcp::ToolResult result = s.call(tool, arguments);
  const Json out = parse_json(result.structured).value();
  CHECK(out["source_status"][0]["status"] == "partial");
  CHECK(out["errors"][0]["message"].get<std::string>().find(
            "pubmed: 1 record could not be fetched: ") == 0);
  CHECK(result.text.find("pubmed: partial, 1 of 2 (1 record could not be fetched: ") !=
        std::string::npos);
  CHECK(result.text.find("fetched: pubmed: ") == std::string::npos);
}

TEST_CASE("records of a broader question come last") {
  Scripted s;
  s.script.on("esearch", R"({"header":{},"esearchresult":{"count":"1","idlist":["90000001"],)"
                         R"("errorlist":{"phrasesnotfound":["metformin[tiab]"]}}})");
  s.script.on("efetch", kRecord);
  s.script.on("europepmc", kPreprint);
  const auto result =
      s.call(tools::search_evidence(s.services), {{"query", "metformin[tiab] AND cells[tiab]"},
                                                  {"sources", {"pubmed", "europepmc"}},
                                                  {"enrich", Json::array({"none"})}});
  const Json out = parse_json(result.structured).value();
  REQUIRE(out["evidence"].size() == 2);
  CHECK(out["evidence"][0]["citation"]["source"] == "europepmc");
  CHECK(out["evidence"][0]["relevance"] == 1.0);
  CHECK(out["evidence"][1]["citation"]["source"] == "pubmed");
  CHECK(out["evidence"][1]["relevance"] == 0.0);
  CHECK(out["warnings"].dump().find("answer a broader question") != std::string::npos);
}

TEST_CASE("Europe PMC answers pubmed_search when NCBI does not, and its pages go on") {
  Scripted s;
  s.script.on("esearch", {{.status = 500, .body = kDown}});
  s.script.on(
      "cursorMark=NEXT",
      R"({"version":"6.9","hitCount":2,"request":{"cursorMark":"NEXT"},"resultList":)"
      R"({"result":[{"id":"90000002","source":"MED","pmid":"90000002","title":"Second"}]}})");
  s.script.on(
      "europepmc",
      R"({"version":"6.9","hitCount":2,"nextCursorMark":"NEXT","request":{"cursorMark":"*"},)"
      R"("resultList":{"result":[{"id":"90000001","source":"MED","pmid":"90000001","title":)"
      R"("First"}]}})");
  const mcp::ToolDef tool = tools::pubmed_search(s.services);
  const auto first = s.call(tool, {{"search_query", "cells[ti]"}, {"max_results", 1}});
  INFO(first.text);
  REQUIRE_FALSE(first.is_error);
  const Json out = parse_json(first.structured).value();
  CHECK(out["search_metadata"]["source"] == "europepmc");
  CHECK(out["articles"][0]["pmid"] == "90000001");
  CHECK(out["articles"][0]["source"] == "europepmc");
  CHECK(out["warnings"][0].get<std::string>().find("PubMed could not be asked") == 0);
  CHECK(out["errors"][0]["source"] == "pubmed");
  CHECK(first.text.find("records in Europe PMC") != std::string::npos);
  REQUIRE(out.contains("next_cursor"));
  const auto second = s.call(
      tool, {{"search_query", "cells[ti]"}, {"max_results", 1}, {"cursor", out["next_cursor"]}});
  INFO(second.text);
  REQUIRE_FALSE(second.is_error);
  CHECK(parse_json(second.structured).value()["articles"][0]["pmid"] == "90000002");
}

TEST_CASE("a page of PubMed's is not continued elsewhere") {
  Scripted s;
  s.script.on(
      "esearch",
      {{.body = R"({"header":{},"esearchresult":{"count":"2","idlist":["90000001","90000003"]}})"},
       {.status = 500, .body = kDown}});
  s.script.on("efetch", kRecord);
  s.script.on("europepmc", kPreprint);
  const mcp::ToolDef tool = tools::pubmed_search(s.services);
  const auto first = s.call(tool, {{"search_query", "cells[ti]"}, {"max_results", 1}});
  const Json cursor = parse_json(first.structured).value()["next_cursor"];
  s.clock.advance(std::chrono::hours(2));  // the list of ids is no longer in the cache
  const auto second =
      s.call(tool, {{"search_query", "cells[ti]"}, {"max_results", 1}, {"cursor", cursor}});
  REQUIRE(second.is_error);
  const Json error = parse_json(second.structured).value()["error"];
  CHECK(error["recovery"] == "call without cursor: Europe PMC then answers from the first record");
}

TEST_CASE("the searches this project grew from, over the services themselves", "[.][live]") {
  const test::TempDir home;
  Config config = app::load_config("").value();
  config.home = home.path();
  app::Program program(config);
  const auto call = [&program](const std::string& tool, const Json& arguments) {
    mcp::CallContext ctx;
    ctx.clock = &program.clock();
    for (const mcp::ToolDef& one : program.tools()) {
      if (one.name == tool) return parse_json(one.call(arguments, ctx).structured).value();
    }
    return Json();
  };
  const Json pubmed =
      call("pubmed_search", {{"search_query", "metformin diabetes"}, {"max_results", 3}});
  CHECK(pubmed["articles"].size() == 3);
  for (const char* query : {"metformin diabetes", "sildenafil erectile dysfunction"}) {
    const Json out = call("search_evidence", {{"query", query},
                                              {"sources", {"pubmed", "europepmc", "openalex"}},
                                              {"max_results_per_source", 5},
                                              {"max_response_tokens", 200'000}});
    INFO(query);
    CHECK(out["total_found"] > 0);
    CHECK(out["total_found"] < 15);
    std::set<std::string> ids;
    for (const Json& e : out["evidence"]) {
      for (const auto& [kind, id] : e["metadata"]["ids"].items()) {
        CHECK(ids.insert(kind + " " + id.dump()).second);
      }
    }
  }
}
