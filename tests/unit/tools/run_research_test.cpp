// The research loop as a tool, on the built-in sample: it runs through, its quotes are the records'
// own, and a run that is cut into short calls ends like one that is not.
#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/has.hpp"
#include "support/sample_program.hpp"
#include "tools/run_reports.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <set>

using namespace ev;

namespace {

// Time enough on a busy machine: only the tests that cut a run into calls are about its time.
const Json kAsked = {
    {"question", "metformin alzheimer"}, {"as_of", "2026-11-21"}, {"timeout_s", 280}};

Json with(Json arguments, const Json& more) {
  arguments.update(more);
  return arguments;
}

// One whole run for all tests that look at it; making one takes seconds in a debug build.
struct WholeRun {
  test::SampleProgram sample;
  mcp::ToolResult result = sample.call("run_research", kAsked);
  Json answer = parse_json(result.structured).value();
};
WholeRun& whole_run() {
  static WholeRun run;
  return run;
}

// The last answer of calls made until the run is finished.
Json to_the_end(test::SampleProgram& sample, const Json& arguments, int* calls = nullptr) {
  Json answer = sample.structured("run_research", arguments);
  int n = 1;
  while (answer["status"] == "paused") {
    if (++n > 200) throw std::runtime_error("the run does not end");
    Json next = answer["next_call"]["arguments"];
    if (arguments.contains("timeout_s")) next["timeout_s"] = arguments["timeout_s"];
    answer = sample.structured("run_research", next);
  }
  if (calls != nullptr) *calls = n;
  return answer;
}

std::string report(test::SampleProgram& sample, const Json& answer, tools::ReportForm form) {
  const auto found =
      tools::run_report(sample.program().store().runs, answer["run_id"].get<std::string>(), form);
  if (!found || !*found) throw std::runtime_error("no report");
  return **found;
}

}  // namespace

TEST_CASE(
    "metformin alzheimer runs through on the sample, by way of AMPK, with specific searches") {
  const mcp::ToolResult& result = whole_run().result;
  INFO(result.text);
  REQUIRE_FALSE(result.is_error);
  const Json& answer = whole_run().answer;
  CHECK(answer["status"] == "finished");
  REQUIRE_FALSE(answer["hypotheses"].empty());
  std::set<std::string> targets;
  for (const Json& h : answer["hypotheses"]) targets.insert(h["target"].get<std::string>());
  CHECK(targets.count("AMPK") == 1);
  std::set<std::string> queries;
  const Json full =
      whole_run().sample.structured("run_research", with(kAsked, {{"detail", "full"}}));
  for (const Json& q : full["queries"]) queries.insert(text::fold(q["query"].get<std::string>()));
  CHECK(queries.count("metformin alzheimer") == 1);
  CHECK(queries.count("metformin ampk activation") == 1);
  CHECK(queries.count("ampk activation autophagy") == 1);
  CHECK(answer["rounds"].size() <= 3);
  CHECK_FALSE(answer["evidence"].empty());
  CHECK_FALSE(answer["limitations"].empty());
  CHECK(answer["flow"]["identified"] ==
        answer["flow"]["duplicates"].get<int>() + answer["flow"]["records"].get<int>());
  CHECK(answer["references"]["checked"].get<int>() > 0);
  CHECK(answer["references"]["checked"] == answer["flow"]["cited"]);
  CHECK(answer["content_notice"].get<std::string>().find("sample") != std::string::npos);
  CHECK(text::code_points(result.structured) / 4 <= 4'000);
  CHECK(text::code_points(result.text) / 4 <= 4'000);
}

TEST_CASE(
    "every quote of a run is the record's own text at its place; no retracted paper supports") {
  test::SampleProgram& sample = whole_run().sample;
  const Json& answer = whole_run().answer;
  int quotes = 0;
  for (const Json& h : answer["hypotheses"]) {
    for (const Json& link : h["links"]) {
      for (const Json& e : link["evidence"]) {
        const Json record = sample.structured(
            "get_articles", {{"ids", {e["pmid"]}}, {"include", {"record"}}, {"detail", "full"}});
        REQUIRE(record["articles"].size() == 1);
        const Json& article = record["articles"][0];
        const std::string field = article[e["text"].get<std::string>()].get<std::string>();
        CHECK(text::slice(field, e["start"].get<std::size_t>(), e["end"].get<std::size_t>()) ==
              e["quote"].get<std::string>());
        CHECK(article["retraction"]["status"] != "retracted");
        ++quotes;
      }
    }
  }
  CHECK(quotes > 0);
}

TEST_CASE("what the question's search does not ask for is said in one line") {
  test::SampleProgram sample;
  const mcp::ToolResult result =
      sample.call("run_research", {{"question",
                                    "Does metformin reduce mortality in Alzheimer disease and "
                                    "asthma?"},
                                   {"as_of", "2026-11-21"},
                                   {"max_rounds", 1}});
  CHECK(has(result.text,
            "the question's search: not required: mortality; one of these may be missing: "
            "Alzheimer disease, asthma"));
  for (const Json& w : whole_run().answer.value("warnings", Json::array()))
    CHECK_FALSE(has(w.get<std::string>(), "may be missing"));
}

TEST_CASE("the same run again is the stored one, byte for byte") {
  const mcp::ToolResult again = whole_run().sample.call("run_research", kAsked);
  CHECK(again.structured == whole_run().result.structured);
  CHECK(again.text == whole_run().result.text);
}

TEST_CASE("in another program, cut into calls of one step each, it ends in the same bytes") {
  test::SampleProgram cut;
  int calls = 0;
  const Json end = to_the_end(cut, with(kAsked, {{"timeout_s", 1}}), &calls);
  CHECK(calls > 3);
  CHECK(Json::diff(whole_run().answer, end) == Json::array());
  for (const auto form : {tools::ReportForm::html, tools::ReportForm::markdown})
    CHECK(report(cut, end, form) == report(whole_run().sample, end, form));
}

TEST_CASE("a call without time says what it has and how to go on") {
  test::SampleProgram sample;
  const mcp::ToolResult result = sample.call("run_research", with(kAsked, {{"timeout_s", 1}}));
  const Json answer = parse_json(result.structured).value();
  REQUIRE(answer["status"] == "paused");
  CHECK(answer["next_call"]["tool"] == "run_research");
  CHECK(answer["next_call"]["arguments"]["run_id"] == answer["run_id"]);
  CHECK(result.text.find("run_id") != std::string::npos);
  CHECK_FALSE(*tools::run_report(sample.program().store().runs, answer["run_id"].get<std::string>(),
                                 tools::ReportForm::html));
}

TEST_CASE("a repeated run asks for nothing that the cache holds") {
  test::SampleProgram& sample = whole_run().sample;
  const auto before = sample.program().http().traffic().requests;
  // Another budget of time is another run of the same searches.
  sample.structured("run_research", with(kAsked, {{"max_seconds", 599}}));
  // Crossref's "no such work" is no reply that is kept.
  CHECK(sample.program().http().traffic().requests <= before + 3);
}

TEST_CASE("hypotheses and their tests stay in the store, each version once") {
  const Json& answer = whole_run().answer;
  auto& store = whole_run().sample.program().store();
  for (const Json& h : answer["hypotheses"]) {
    const std::string id = h["hypothesis_id"].get<std::string>();
    const auto versions = store.runs.hypotheses(id);
    REQUIRE(versions);
    CHECK_FALSE(versions->empty());
    std::set<std::string> texts;
    for (const auto& v : *versions) texts.insert(v.json);
    CHECK(texts.size() == versions->size());
    const auto latest = store.documents.get("hypothesis", id);
    REQUIRE(*latest);
    CHECK(parse_json(**latest).value()["test"]["links"].is_array());
  }
}

TEST_CASE("budgets and rounds end a run and are named") {
  test::SampleProgram sample;
  const Json small = to_the_end(sample, with(kAsked, {{"max_requests", 12}}));
  CHECK(small["stop_reason"] == "max_requests");
  CHECK(small["flow"]["not_run"].get<int>() > 0);
  CHECK(small["rounds"].size() == 1);
  CHECK(small["run_id"] != whole_run().answer["run_id"]);
}

TEST_CASE("a question that finds nothing ends at once, as a success") {
  test::SampleProgram sample;
  const Json answer = sample.structured(
      "run_research", {{"question", "qwxzv[tiab] AND jkqxz[tiab]"}, {"as_of", "2026-11-21"}});
  CHECK(answer["status"] == "finished");
  CHECK(answer["stop_reason"] == "nothing_new");
  CHECK(answer["hypotheses"].empty());
  CHECK(answer["flow"]["records"] == 0);
  CHECK_FALSE(answer["judgement"]["sufficient"].get<bool>());
}

TEST_CASE("a run that is not there or answers another question is an error that says what to do") {
  test::SampleProgram sample;
  const auto error = [&](const Json& arguments) {
    const mcp::ToolResult result = sample.call("run_research", arguments);
    REQUIRE(result.is_error);
    return parse_json(result.structured).value()["error"];
  };
  CHECK(error(with(kAsked, {{"run_id", "run-000000000000"}}))["code"] == "not_found");
  const Json answer = sample.structured("run_research", with(kAsked, {{"timeout_s", 1}}));
  CHECK(error({{"question", "another"}, {"run_id", answer["run_id"]}})["code"] ==
        "invalid_argument");
  CHECK(error({{"question", "x"}, {"as_of", "soon"}})["code"] == "invalid_argument");
  const Json poor = error(with(kAsked, {{"max_requests", 3}}));
  CHECK(poor["path"] == "max_requests");
  CHECK(poor["recovery"].get<std::string>().starts_with("give at least 5"));
}

namespace {

// Answers every task of the run with `result`.
Json answered_by_host(test::SampleProgram& sample, const Json& result, int* tasks) {
  Json answer = sample.structured("run_research", with(kAsked, {{"engine", "host"}}));
  for (int calls = 0; answer["status"] == "paused"; ++calls) {
    if (calls > 60) throw std::runtime_error("the run does not end");
    Json next = answer["next_call"]["arguments"];
    if (answer.contains("host_task")) {
      ++*tasks;
      const Json& task = answer["host_task"];
      next["task_id"] = task["task_id"];
      next["completions"] =
          Json::array({{{"item_id", task["items"][0]["id"]}, {"result", result}}});
    }
    answer = sample.structured("run_research", next);
  }
  return answer;
}

}  // namespace

TEST_CASE("with engine host a run waits for the answer, once a round, and goes on with it") {
  test::SampleProgram sample;
  const Json first = sample.structured("run_research", with(kAsked, {{"engine", "host"}}));
  REQUIRE(first["status"] == "paused");
  REQUIRE(first.contains("host_task"));
  CHECK(first["next_call"]["arguments"]["engine"] == "host");
  // Asked again without an answer it hands out the same task.
  const Json again = sample.structured("run_research", first["next_call"]["arguments"]);
  CHECK(again["host_task"] == first["host_task"]);
  int tasks = 0;
  const Json end = answered_by_host(sample, {{"hypotheses", Json::array()}}, &tasks);
  CHECK(tasks == static_cast<int>(end["rounds"].size()));
  // A model that has nothing to say leaves what the rules read.
  const auto chains = [](const Json& answer) {
    std::set<std::string> ids;
    for (const Json& h : answer["hypotheses"]) ids.insert(h["hypothesis_id"].get<std::string>());
    return ids;
  };
  CHECK(chains(end) == chains(whole_run().answer));
}

TEST_CASE("what a host cites without having been given it is dropped, and the run says so") {
  test::SampleProgram sample;
  const Json link = {{"id", "99999999"},
                     {"quote", "Metformin activates zortase."},
                     {"link", "drug-target"},
                     {"says", "increases"}};
  const Json result = {{"hypotheses", Json::array({{{"drug", "metformin"},
                                                    {"target", "zortase"},
                                                    {"pathway", ""},
                                                    {"effect", ""},
                                                    {"links", Json::array({link})},
                                                    {"searches", Json::array()}}})}};
  int tasks = 0;
  const Json end = answered_by_host(sample, result, &tasks);
  CHECK(tasks > 0);
  CHECK(dump_json(end["hypotheses"]).find("zortase") == std::string::npos);
  CHECK(dump_json(end["warnings"]).find("do not stand in their records") != std::string::npos);
}

TEST_CASE("a yes/no question is itself tested, and its verdict stands first") {
  test::SampleProgram sample;
  const mcp::ToolResult result = sample.call(
      "run_research",
      with(kAsked, {{"question", "Does metformin prevent Alzheimer disease?"}, {"max_rounds", 1}}));
  const Json answer = parse_json(result.structured).value();
  REQUIRE(answer.contains("claim_result"));
  const std::string verdict = answer["claim_result"]["verdict"].get<std::string>();
  CHECK(answer["answer"]["verdict"] == verdict);
  const std::size_t line = result.text.find("**Answer.** ");
  REQUIRE(line != std::string::npos);
  CHECK(line < result.text.find("### Best evidence"));
  CHECK(answer["claim_result"]["articles"].size() > 0);
  CHECK(answer["hypotheses"].empty());
  CHECK(text::code_points(result.structured) / 4 <= 4'000);
  CHECK(text::code_points(result.text) / 4 <= 4'000);
  const std::string html = report(sample, answer, tools::ReportForm::html);
  CHECK(html.find("id=\"answer\"") < html.find("Ranked records"));
  CHECK(html.find("Tested hypotheses") == std::string::npos);
  const std::string markdown = report(sample, answer, tools::ReportForm::markdown);
  CHECK(markdown.find("**Answer.**") < markdown.find("## Ranked records"));
  CHECK_FALSE(whole_run().answer.contains("claim_result"));  // words, not a question
}

TEST_CASE("a comparison searches for both arms and the outcome, then for less") {
  test::SampleProgram sample;
  Json asked = Json::object();
  asked["comparison"] = {
      {"intervention", "metformin"}, {"comparator", "placebo"}, {"outcome", "cognitive decline"}};
  const Json searches = sample.structured("test_hypothesis", asked).at("searches");
  REQUIRE(searches.size() == 3);
  const std::string all = text::to_lower_ascii(searches[0]["query"].get<std::string>());
  for (const char* word : {"metformin", "placebo", "cognitive"})
    CHECK(all.find(word) != std::string::npos);
  CHECK(text::to_lower_ascii(searches[1]["query"].get<std::string>()).find("cognitive") ==
        std::string::npos);
}
