#include "support/catch.hpp"
#include "support/tool_services.hpp"
#include "tools/inline_records.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

model::Article record(const std::string& pmid, const std::string& abstract) {
  model::Article a;
  a.pmid = pmid;
  a.title = "Title " + pmid;
  a.abstract = abstract;
  return a;
}

Result<workflow::RecordSet> load(test::ToolServices& t, const tools::RecordsIn& in) {
  return tools::load_records(t.services, in, "articles", t.ctx);
}

}  // namespace

TEST_CASE("exactly one way of giving records is accepted") {
  test::ToolServices t;
  const auto none = load(t, {});
  REQUIRE_FALSE(none);
  CHECK(none.error().message == "no records given: pass one of articles, result_set or pmids");
  const auto two = load(t, {.result_set = "rs-0000000000", .pmids = std::vector<std::string>{"1"}});
  REQUIRE_FALSE(two);
  CHECK(two.error().path == "articles");
}

TEST_CASE("a derived set is loaded together with what it was derived from") {
  test::ToolServices t;
  const auto records =
      workflow::store_records(t.services, {record("1", "One."), record("2", "Two.")},
                              {{"query", "q"}, {"call", {{"tool", "pubmed_search"}}}});
  REQUIRE(records);
  const auto features = workflow::store_derived(
      t.services, "features", *records, {{"schema", "s"}},
      {{"1", {{"extraction", {{"n", 5}}}}}, {"2", {{"extraction", {{"n", 7}}}}}});
  REQUIRE(features);
  // A ranked set may hold fewer records, in another order.
  const auto scored = workflow::store_derived(
      t.services, "scored", *features, {{"query", "nearer"}}, {{"2", {{"total_score", 0.5}}}});
  REQUIRE(scored);
  const auto set = load(t, {.result_set = *scored});
  REQUIRE(set);
  CHECK(set->stage == "scored");
  REQUIRE(set->articles.size() == 1);
  CHECK(set->articles[0].abstract == "Two.");
  CHECK(set->features[0].payload()["extraction"]["n"] == 7);
  CHECK(set->scores[0].payload()["total_score"] == 0.5);
  CHECK_FALSE(set->ranks[0]);
  CHECK(set->meta.query() == "nearer");
  CHECK(set->meta.schema() == "s");
}

TEST_CASE("an unknown handle says so") {
  test::ToolServices t;
  const auto set = load(t, {.result_set = "rs-0000000000"});
  REQUIRE_FALSE(set);
  CHECK(set.error().code == Errc::unknown_result_set);
  CHECK_FALSE(set.error().recovery.empty());
}

TEST_CASE(
    "inline rows of every stage are understood and stored under a handle that works like a "
    "tool's") {
  test::ToolServices t;
  const Json article = {{"pmid", "11"}, {"title", "T"}, {"abstract", "Text of eleven."}};
  const Json extraction = {
      {"item_id", "11"}, {"original_article", article}, {"extraction", {{"n", 3}}}};
  const Json scored = {{"article_with_features", extraction},
                       {"total_score", 0.7},
                       {"score_breakdown", Json::object()}};
  CHECK(load(t, {.items = std::vector<Json>{article}})->stage == "records");
  CHECK(load(t, {.items = std::vector<Json>{extraction}})->stage == "features");
  const auto set = load(t, {.items = std::vector<Json>{scored}});
  REQUIRE(set);
  CHECK(set->stage == "scored");
  const auto again = load(t, {.result_set = set->handle});
  REQUIRE(again);
  CHECK(again->articles[0].abstract == "Text of eleven.");
  CHECK(again->features[0].payload()["extraction"]["n"] == 3);
  CHECK(again->scores[0].payload()["total_score"] == 0.7);
}

TEST_CASE("a row without text is completed from the store, or named") {
  test::ToolServices t;
  REQUIRE(load(t, {.items = std::vector<Json>{
                       Json{{"pmid", "21"}, {"title", "T"}, {"abstract", "Known text."}}}}));
  const Json stub = {{"item_id", "21"},
                     {"original_article", {{"pmid", "21"}, {"title", "T"}}},
                     {"extraction", Json::object()}};
  const Json stranger = {{"pmid", "22"}, {"title", "Unknown"}};
  const auto set = load(t, {.items = std::vector<Json>{stub, stranger}});
  REQUIRE(set);
  CHECK(set->articles[0].abstract == "Known text.");
  REQUIRE(set->warnings.size() == 1);
  CHECK(set->warnings[0].find("22") != std::string::npos);
}

TEST_CASE("a row with another title is not replaced by the stored record of its id") {
  test::ToolServices t;
  REQUIRE(
      workflow::store_records(t.services, {record("9", "One hundred adults.")}, {{"query", "q"}}));
  const auto abstract_of = [&](const char* title) {
    const auto set = load(t, {.items = std::vector<Json>{{{"pmid", "9"}, {"title", title}}}});
    REQUIRE(set);
    CHECK(set->warnings.size() == (set->articles[0].abstract.empty() ? 1 : 0));
    return set->articles[0].abstract;
  };
  CHECK(abstract_of("TITLE 9") == "One hundred adults.");
  CHECK(abstract_of("Tit…") == "One hundred adults.");
  CHECK(abstract_of("") == "One hundred adults.");
  CHECK(abstract_of("Another paper").empty());
}

TEST_CASE("evidence of a search becomes records, its PMID read from the link") {
  test::ToolServices t;
  const Json evidence = {{"content", "Metformin activates AMPK."},
                         {"citation",
                          {{"source", "pubmed"},
                           {"title", "Metformin and AMPK"},
                           {"url", "https://pubmed.ncbi.nlm.nih.gov/12345/"},
                           {"date", "2023"},
                           {"authors", {"Smith John"}}}}};
  const auto set = load(t, {.items = std::vector<Json>{evidence}});
  REQUIRE(set);
  CHECK(set->articles[0].pmid == "12345");
  CHECK(set->articles[0].abstract == "Metformin activates AMPK.");
  CHECK(set->articles[0].publication_date == "2023");
  CHECK(set->articles[0].authors[0].name == "Smith John");
}

TEST_CASE("all wrong inline rows are listed, repeated ones are left out with a warning") {
  test::ToolServices t;
  const auto wrong =
      load(t, {.items = std::vector<Json>{Json("x"), Json{{"pmid", true}, {"title", "T"}}}});
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().problems.size() == 2);
  CHECK(wrong.error().problems[1].path == "articles[1].pmid");
  const Json row = {{"pmid", "31"}, {"title", "T"}, {"abstract", "A."}};
  const auto repeated = load(t, {.items = std::vector<Json>{row, row}});
  REQUIRE(repeated);
  CHECK(repeated->articles.size() == 1);
  CHECK(repeated->warnings[0].find("31") != std::string::npos);
}

TEST_CASE("a retraction is not lost by passing the record inline") {
  test::ToolServices t;
  model::Article known = record("51", "Stored text.");
  known.retraction.status = model::RetractionStatus::retracted;
  REQUIRE(workflow::store_records(t.services, {known}, Json::object()));
  const auto by_store =
      load(t, {.items = std::vector<Json>{
                   Json{{"pmid", "51"}, {"title", "T"}, {"abstract", "Another text."}}}});
  CHECK(by_store->articles[0].abstract == "Another text.");
  CHECK(by_store->articles[0].retraction.status == model::RetractionStatus::retracted);
  const auto by_type =
      load(t, {.items = std::vector<Json>{Json{{"pmid", "52"},
                                               {"title", "T"},
                                               {"abstract", "A."},
                                               {"publication_types", {"Retracted Publication"}}}}});
  CHECK(by_type->articles[0].retraction.status == model::RetractionStatus::retracted);
  const auto by_title =
      load(t, {.items = std::vector<Json>{
                   Json{{"pmid", "53"}, {"title", "RETRACTED: T"}, {"abstract", "A."}}}});
  CHECK(by_title->articles[0].retraction.status == model::RetractionStatus::retracted);
}

TEST_CASE("a stated retraction outlives the store, other levels and a repeated row") {
  test::ToolServices t;
  REQUIRE(workflow::store_records(t.services, {record("73", "Stored text.")}, Json::object()));
  const Json stub = {{"pmid", "73"}, {"title", "Title 73"}, {"is_retracted", true}};
  const auto completed = load(t, {.items = std::vector<Json>{stub}});
  CHECK(completed->articles[0].abstract == "Stored text.");
  CHECK(completed->articles[0].retraction.status == model::RetractionStatus::retracted);
  CHECK(completed->articles[0].retraction.sources ==
        std::vector<std::string>{"inline:is_retracted"});

  const Json plain = {{"pmid", "74"}, {"title", "T"}, {"abstract", "A."}};
  Json marked = plain;
  marked["retracted"] = true;
  CHECK(load(t, {.items = std::vector<Json>{plain, marked}})->articles[0].retraction.status ==
        model::RetractionStatus::retracted);
  const Json outer = {{"original_article", plain},
                      {"extraction", Json::object()},
                      {"retraction_status", "retracted"}};
  CHECK(load(t, {.items = std::vector<Json>{outer}})->articles[0].retraction.status ==
        model::RetractionStatus::retracted);
  const Json evidence = {{"content", "Text."},
                         {"citation", {{"title", "T"}, {"year", 2020}}},
                         {"metadata", {{"pmid", "75"}, {"is_retracted", true}}}};
  const auto of_evidence = load(t, {.items = std::vector<Json>{evidence}});
  CHECK(of_evidence->articles[0].retraction.status == model::RetractionStatus::retracted);
  CHECK(of_evidence->articles[0].publication_date == "2020");
}

TEST_CASE("rows that were shown shortened are completed to what the tool made") {
  test::ToolServices t;
  const auto records = workflow::store_records(t.services, {record("61", "Text.")}, Json::object());
  const Json whole = {{"extraction",
                       {{"conclusion", "A long conclusion that a row would not show whole."},
                        {"findings", {"one", "two"}},
                        {"phase", nullptr}}},
                      {"extraction_metadata", {{"conclusion", {{"status", "found"}}}}}};
  const auto features =
      workflow::store_derived(t.services, "features", *records, Json::object(), {{"61", whole}});
  const Json scores = {{"total_score", 0.61}, {"score_breakdown", {{"relevance", 0.61}}}};
  REQUIRE(
      workflow::store_derived(t.services, "scored", *features, Json::object(), {{"61", scores}}));
  const Json row = {
      {"item_id", "61"},
      {"extraction", {{"conclusion", "A long conclusion that…"}, {"findings", "one; two"}}}};
  CHECK(load(t, {.items = std::vector<Json>{row}})->features[0].payload() == whole);
  const Json other = {{"item_id", "61"}, {"extraction", {{"conclusion", "Something else…"}}}};
  CHECK(load(t, {.items = std::vector<Json>{other}})->features[0].payload()["extraction"] ==
        other["extraction"]);
  const auto scored = load(
      t, {.items = std::vector<Json>{Json{{"pmid", "61"}, {"title", "T"}, {"total_score", 0.61}}}});
  CHECK(scored->scores[0].payload() == scores);
  CHECK(scored->features[0].payload() == whole);
}

TEST_CASE("a score must be a number from 0 to 1") {
  test::ToolServices t;
  const auto bad = load(
      t, {.items = std::vector<Json>{Json{{"pmid", "1"}, {"title", "T"}, {"total_score", 7}}}});
  REQUIRE_FALSE(bad);
  CHECK(bad.error().path == "articles[0].total_score");
  CHECK(load(t, {.items = std::vector<Json>{Json{
                     {"pmid", "1"}, {"title", "T"}, {"total_score", "0.4"}}}})
            ->scores[0]
            .payload()["total_score"] == 0.4);
}

TEST_CASE("a PMID may be a number") {
  test::ToolServices t;
  CHECK(
      load(t, {.items = std::vector<Json>{Json{{"pmid", 41}, {"title", "T"}, {"abstract", "A."}}}})
          ->articles[0]
          .pmid == "41");
}

TEST_CASE("records without any id get one from their text") {
  test::ToolServices t;
  const auto a =
      load(t, {.items = std::vector<Json>{Json{{"title", "T"}, {"abstract", "Only text."}}}});
  const auto b =
      load(t, {.items = std::vector<Json>{Json{{"title", "T"}, {"abstract", "Only text."}}}});
  REQUIRE(a);
  REQUIRE(b);
  CHECK(a->articles[0].id.substr(0, 2) == "x-");
  CHECK(a->handle == b->handle);
}

TEST_CASE("PMIDs must be digits; what the store has needs no network") {
  test::ToolServices t;
  const auto bad = load(t, {.pmids = std::vector<std::string>{"12", "PMC3"}});
  REQUIRE_FALSE(bad);
  CHECK(bad.error().path == "pmids[1]");
  CHECK(load(t, {.pmids = std::vector<std::string>{"x", "12", "PMC3"}}).error().problems.size() ==
        2);
}
