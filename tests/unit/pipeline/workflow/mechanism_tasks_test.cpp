#include "pipeline/workflow/mechanism_tasks.hpp"

#include "support/catch.hpp"
#include "support/fake_gateway.hpp"
#include "support/tool_bench.hpp"
#include "tools/all_tools.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

// A tool with a model whose answers are scripted.
struct ModelBench {
  explicit ModelBench(test::ToolBench::Maker make) : tool(make, &model) {}
  mcp::ToolResult call(const Json& arguments) const { return tool.call(arguments); }
  Json structured(const Json& arguments) const { return tool.structured(arguments); }

  test::FakeGateway model;
  test::ToolBench tool;
};

Json article(const char* pmid, const char* abstract) {
  return {{"pmid", pmid}, {"title", "An invented study"}, {"abstract", abstract}};
}
const Json kArticles = {
    article("90000001", "With vensolane the decrease of zetokine was marked."),
    article("90000002", "Loss of zetokine goes with an increase of wakefulness."),
    article("90000003", "Vensolane and zetokine were measured.")};

Json link(const char* id, const char* levels, const char* says, const char* quote) {
  return {{"id", id}, {"quote", quote}, {"link", levels}, {"says", says}};
}
Json hypothesis(Json links) {
  return {{"drug", "vensolane"},
          {"target", "zetokine"},
          {"pathway", ""},
          {"effect", "wakefulness"},
          {"links", std::move(links)},
          {"searches", {"vensolane zetokine decrease", "sleep"}}};
}
const Json kFirst = link("90000001", "drug-target", "decreases", "the decrease of zetokine");
const Json kSecond =
    link("90000002", "target-effect", "decreases", "Loss of zetokine goes with an increase");
const Json kAsked = {
    {"query", "vensolane wakefulness"}, {"drug", "vensolane"}, {"articles", kArticles}};

Json answered(Json arguments, const Json& task, const Json& result) {
  arguments["engine"] = "host";
  arguments["task_id"] = task["task_id"];
  arguments["completions"] =
      Json::array({{{"item_id", task["items"][0]["id"]}, {"result", result}}});
  return arguments;
}

// Names both, and no rule reads what one does to the other.
constexpr const char* kHardSentence =
    "Zetokine in each of the animals, all of which had had vensolane, and none of which died, "
    "showed a decrease.";

std::string paths(const Json& rejected) {
  std::string out;
  for (const Json& r : rejected) out += r["path"].get<std::string>() + " ";
  return out;
}

}  // namespace

TEST_CASE(
    "hypotheses of the host's model: a task, then quoted chains; what does not stand is said") {
  ModelBench bench(tools::generate_hypotheses);
  Json arguments = kAsked;
  arguments["engine"] = "host";
  const mcp::ToolResult asked = bench.call(arguments);
  const Json first = parse_json(asked.structured).value();
  CHECK(first["engine"] == "host");
  CHECK(first["hypotheses"].empty());
  const Json& task = first["host_task"];
  CHECK(asked.text.find(task["task_id"].get<std::string>()) != std::string::npos);
  CHECK(task["items"][0]["text"].get<std::string>().find("[90000002]") != std::string::npos);

  Json wrong = hypothesis(
      {kFirst, kSecond, link("90000099", "drug-target", "decreases", "x"),
       link("90000003", "drug-target", "decreases", "no such words"),
       link("90000003", "drug-target", "decreases", ""),
       link("90000003", "drug-target", "decreases", "Vensolane and zetokine were measured")});
  const mcp::ToolResult done = bench.call(answered(kAsked, task, {{"hypotheses", {wrong}}}));
  const Json json = parse_json(done.structured).value();
  CHECK_FALSE(json.contains("host_task"));
  REQUIRE(json["hypotheses"].size() == 1);
  const Json& h = json["hypotheses"][0];
  CHECK(h["effect"] == "increased wakefulness");
  REQUIRE(h["links"].size() == 2);
  for (const Json& l : h["links"]) CHECK(l["evidence"][0]["method"] == "host");
  CHECK(h["supporting_evidence"] == Json{"90000001", "90000002"});
  CHECK(json["recommended_searches"][0] == "vensolane zetokine decrease");
  const std::string at = "completions[0].result.hypotheses[0].";
  CHECK(paths(json["rejected"]) == at + "links[2].id " + at + "searches[1] " + at +
                                       "links[3].quote " + at + "links[4].quote " + at +
                                       "links[5].quote ");
  CHECK(done.text.find("Not taken of the model's answer: 5") != std::string::npos);
  CHECK(done.text.find("read by a model") != std::string::npos);
}

TEST_CASE(
    "a host's answer without use brings the task again; a task of other arguments is refused") {
  ModelBench bench(tools::generate_hypotheses);
  Json arguments = kAsked;
  arguments["engine"] = "host";
  const Json task = bench.structured(arguments)["host_task"];
  const Json again = bench.structured(answered(kAsked, task, "no JSON at all"));
  CHECK(again["host_task"]["task_id"] == task["task_id"]);
  CHECK(again["warnings"].dump().find("no completion could be used") != std::string::npos);
  Json other = kAsked;
  other["query"] = "something else";
  CHECK(bench.call(answered(other, task, {{"hypotheses", Json::array()}})).is_error);
  Json unasked = kAsked;
  unasked["task_id"] = "ht-0";
  CHECK(bench.call(unasked).is_error);
}

TEST_CASE("hypotheses of an endpoint: asked once more for what does not stand") {
  ModelBench bench(tools::generate_hypotheses);
  const Json bad = link("90000099", "drug-target", "decreases", "the decrease of zetokine");
  bench.model.answer("hypotheses",
                     Json{{"hypotheses", {hypothesis({kFirst, kSecond, bad})}}}.dump());
  const Json json = bench.structured(kAsked);  // auto: an endpoint is there
  CHECK(json["engine"] == "endpoint");
  REQUIRE(bench.model.asked.size() == 2);
  CHECK(bench.model.asked[1].input.find("none of the records supplied") != std::string::npos);
  REQUIRE(json["hypotheses"].size() == 1);
  CHECK(json["hypotheses"][0]["links"][0]["evidence"].size() == 1);  // said twice, counted once
  CHECK(json["rejected"].size() == 2);
  CHECK(json["recommended_searches"][0] == "vensolane zetokine decrease");

  Json rules = kAsked;
  rules["engine"] = "rules";
  const Json plain = bench.structured(rules);
  CHECK(bench.model.asked.size() == 2);
  CHECK(plain["engine"] == "rules");
  CHECK(plain["hypotheses"].empty());

  bench.model.answer("hypotheses", "{\"hypotheses\": [{\"drug\"");
  const Json broken = bench.structured(kAsked);
  CHECK(broken["warnings"].dump().find("the model could not help (llm_not_json)") !=
        std::string::npos);
  rules["engine"] = "endpoint";
  CHECK(bench.call(rules).is_error);
}

TEST_CASE("stances of a model: only records that the rules leave open, only what stands") {
  ModelBench bench(tools::test_hypothesis);
  Json records = kArticles;
  records.push_back(article("90000004", "Vensolane lowered zetokine."));
  records.push_back(article("90000005", kHardSentence));
  const Json asked = {
      {"links", {{{"from", "vensolane"}, {"to", "zetokine"}, {"relation", "decreases"}}}},
      {"articles", records}};
  Json arguments = asked;
  arguments["engine"] = "host";
  const Json first = bench.structured(arguments);
  const Json& task = first["host_task"];
  const std::string put = task["items"][0]["text"];
  CHECK(put.find("1. vensolane decreases zetokine") != std::string::npos);
  CHECK(put.find("[90000003]") != std::string::npos);
  CHECK(put.find("[90000004]") == std::string::npos);  // read by the rules
  CHECK(put.find("[90000002]") == std::string::npos);  // does not name both
  const Json sentence = {{"link", 1},
                         {"id", "90000005"},
                         {"quote", "all of which had had vensolane"},
                         {"says", "decreases"}};
  Json none = sentence;
  none["link"] = 2;
  Json stranger = sentence;
  stranger["id"] = "90000002";
  Json mention = sentence;
  mention["id"] = "90000003";
  mention["quote"] = "Vensolane and zetokine were measured.";
  const Json json =
      bench.structured(answered(asked, task, {{"sentences", {sentence, none, stranger, mention}}}));
  CHECK(json["engine"] == "host");
  INFO(json["rejected"].dump());
  CHECK(json["rejected"].size() == 3);
  std::size_t supports = 0;
  for (const Json& e : json["links"][0]["evidence"]) {
    if (e["stance"] == "supports") ++supports;
    if (e["pmid"] == "90000005") CHECK(e["method"] == "host");
    if (e["pmid"] == "90000003") CHECK(e["stance"] == "mentions");
  }
  CHECK(supports == 3);  // two are the rules'
}

TEST_CASE("stances of an endpoint, and nothing left to ask") {
  ModelBench bench(tools::test_hypothesis);
  Json asked = {{"links", {{{"from", "vensolane"}, {"to", "zetokine"}, {"relation", "decreases"}}}},
                {"articles", Json::array({article("90000004", "Vensolane lowered zetokine.")})},
                {"engine", "endpoint"}};
  const Json nothing = bench.structured(asked);
  CHECK(bench.model.asked.empty());
  CHECK(nothing["warnings"].dump().find("no record is left for a model") != std::string::npos);
  asked["articles"] = Json::array({article("90000005", kHardSentence)});
  bench.model.answer(
      "links",
      Json{{"sentences",
            {{{"link", 1}, {"id", "90000005"}, {"quote", kHardSentence}, {"says", "decreases"}}}}}
          .dump());
  const Json json = bench.structured(asked);
  CHECK(json["links"][0]["supporting_records"] == 1);
  CHECK(json.value("tokens_used", 0) == 0);
  const Json claim = bench.structured(
      {{"claim", "Vensolane lowers zetokine"}, {"articles", kArticles}, {"engine", "endpoint"}});
  CHECK(claim["warnings"].dump().find("links only") != std::string::npos);
}
