#include "support/catch.hpp"
#include "support/has.hpp"
#include "support/scoring_support.hpp"
#include "support/temp_dir.hpp"
#include "tools/resources.hpp"

using namespace ev;

namespace {

struct Synthesis : test::Pipeline {
  mcp::ToolDef tool = tools::synthesize_evidence(services);
  test::TempDir home;
  Synthesis() { config.home = home.path(); }
  Json made(const Json& arguments) { return structured(tool, arguments); }
};

Json row(const char* study, int events, int n, int events_comparator, int n_comparator) {
  return {
      {"study", study},
      {"outcome", "cold at day 7"},
      {"intervention", {{"name", "zinc"}, {"n", n}, {"events", events}}},
      {"comparator", {{"name", "placebo"}, {"n", n_comparator}, {"events", events_comparator}}}};
}

}  // namespace

TEST_CASE("a user's rows are pooled without any record") {
  Synthesis s;
  const Json out = s.made({{"rows", {row("A", 4, 40, 9, 40), row("B", 9, 50, 11, 50)}},
                           {"measure", "OR"},
                           {"model", "common"},
                           {"ci", "wald"}});
  REQUIRE(out["outcomes"].size() == 1);
  const Json& pooled = out["outcomes"][0];
  CHECK(pooled["outcome"] == "cold at day 7");
  CHECK(pooled["poolable"] == "2 of 2");
  CHECK(pooled["participants"] == 180);
  // By hand: log odds ratios -0.9605 and -0.2507 with variances 0.4211 and 0.2520 (1/cells).
  CHECK(pooled["estimate"].get<double>() == Approx(0.5966).epsilon(1e-3));
  CHECK(pooled["studies"][0]["from"] == "user");
  CHECK(pooled["studies"][0]["basis"] == "events");
  CHECK_FALSE(out.contains("result_set"));
}

TEST_CASE("every file of an answer is read at its address") {
  Synthesis s;
  const Json out = s.made({{"rows", {row("A", 4, 40, 9, 40), row("B", 9, 50, 11, 50)}},
                           {"articles", {{{"pmid", "90000001"}, {"title", "A record."}}}}});
  std::vector<std::string> kinds;
  mcp::Resources resources = tools::evidence_resources(s.services);
  for (const Json& figure : out["figures"]) {
    kinds.push_back(figure["kind"]);
    const std::string uri = figure["uri"];
    INFO(uri);
    const auto read = resources.read(uri, s.call_context);
    REQUIRE(read);
    CHECK_FALSE(read->contents.at(0).text.empty());
  }
  CHECK(kinds == std::vector<std::string>{"forest", "studies", "flow", "flow_boxes", "synthesis"});
}

TEST_CASE("the answer stays within its budget, and its estimates stay in it") {
  Synthesis s;
  Json rows = Json::array();
  for (const char* outcome : {"cold at day 7", "fever", "cough"}) {
    for (int i = 0; i < 40; ++i) {
      Json one = row(("Study " + std::to_string(i)).c_str(), 4 + i, 60 + i, 9 + i, 60 + i);
      one["outcome"] = outcome;
      rows.push_back(std::move(one));
    }
  }
  const auto answer = s.tool.call(Json{{"rows", rows}}, s.call_context);
  // 4,000 tokens of 4 characters, in each of its two forms.
  CHECK(answer.structured.size() <= 16'000);
  CHECK(answer.text.size() <= 16'000);
  const Json out = *parse_json(answer.structured);
  REQUIRE(out["outcomes"].size() == 3);
  for (const Json& outcome : out["outcomes"]) {
    CHECK(outcome["k"] == 40);
    CHECK(outcome.contains("ci"));
    CHECK(has(answer.text, outcome["outcome"].get<std::string>()));
  }
  CHECK(has(dump_json(out["warnings"]), "rows of studies are left out"));
  // All of them stand in the report it names.
  std::string uri;
  for (const Json& figure : out["figures"]) {
    if (figure["kind"] == "synthesis") uri = figure["uri"];
  }
  const auto page = tools::evidence_resources(s.services).read(uri, s.call_context);
  REQUIRE(page);
  std::size_t studies = 0;
  const std::string& html = page->contents.at(0).text;
  for (std::size_t at = html.find("scope=\"row\""); at != std::string::npos;
       at = html.find("scope=\"row\"", at + 1)) {
    ++studies;
  }
  CHECK(studies == 120);
}

TEST_CASE("the studies are a table in the columns of metafor") {
  Synthesis s;
  const Json out = s.made(
      {{"rows", {row("A, first", 4, 40, 9, 40), row("B", 9, 50, 11, 50)}}, {"measure", "OR"}});
  const std::string uri = out["figures"][1]["uri"];
  CHECK(out["figures"][1]["kind"] == "studies");
  const std::string csv =
      read_file(s.home.path() / "exports" / uri.substr(uri.rfind('/') + 1)).value();
  CHECK(csv.starts_with(R"("slab","ai","n1i","ci","n2i",)"));
  CHECK(csv.find(R"("A, first","4","40","9","40","","","","","-0.96)") != std::string::npos);
}

TEST_CASE("what a study lacks is said, and it is not pooled") {
  Synthesis s;
  Json bare = row("C", 1, 2, 1, 2);
  bare["comparator"].erase("n");
  const Json out = s.made({{"rows", {row("A", 4, 40, 9, 40), bare}}});
  const Json& outcome = out["outcomes"][0];
  CHECK(outcome["poolable"] == "1 of 2");
  CHECK(outcome["not_poolable"][0]["reason"] ==
        "the number of participants of the comparator arm is not stated");
}

TEST_CASE("nothing to pool is an error that says what to give") {
  Synthesis s;
  const Json error = s.made({{"result_set", s.records()}})["error"];
  CHECK(error["code"] == "invalid_argument");
  CHECK(error["message"] == "no outcome to pool is given");
  CHECK(s.made(Json::object())["error"]["code"] == "invalid_argument");
}

TEST_CASE("records read, left out by the user, retracted or silent on the outcome are told apart") {
  Synthesis s;
  const Json out = s.made({{"result_set", s.records()},
                           {"outcomes", {"cold"}},
                           {"exclude", {{{"id", "13"}, {"reason", "seen twice"}}}}});
  CHECK(out["records"] == 5);
  std::map<std::string, std::string> why;
  for (const Json& left : out["left_out"]) why[left["id"]] = left["reason"];
  CHECK(why["13"] == "seen twice");
  CHECK(why["14"] == "retracted, or a notice of it");
  CHECK(why["12"] == "a review, no study with results of its own");
  CHECK(why["15"] == "no result for the outcome was read in it");
}

TEST_CASE("what a record states is proposed with its quote, and pooled when it is given back") {
  Synthesis s;
  Json trial = {{"pmid", "21"},
                {"title", "Zinc or placebo for colds: a randomized trial"},
                {"abstract",
                 "We randomly assigned 200 adults to zinc (n = 100) or placebo (n = 100). Fever "
                 "occurred in 10 of 100 patients in the zinc group and 25 of 100 patients in the "
                 "placebo group (P = 0.005)."},
                {"publication_types", {"Randomized Controlled Trial"}}};
  const Json first = s.made({{"articles", {trial}}, {"outcomes", {"fever"}}});
  CHECK(first["outcomes"][0]["k"] == 0);
  REQUIRE(first["proposed_rows"].size() == 1);
  const Json& proposed = first["proposed_rows"][0];
  CHECK(proposed["quote"].get<std::string>().find("10 of 100 patients") != std::string::npos);
  CHECK(proposed["row"]["intervention"]["events"] == 10);
  const Json second = s.made({{"rows", {proposed["row"]}}, {"outcomes", {"fever"}}});
  REQUIRE(second["outcomes"][0]["k"] == 1);
  CHECK(second["outcomes"][0]["studies"][0]["effect"].get<double>() == Approx(0.4));
}

TEST_CASE("with a question the first call pools what is sure, marked and quoted") {
  Synthesis s;
  Json trial = {{"pmid", "22"},
                {"title", "Zinc or placebo for colds: a randomized trial"},
                {"abstract",
                 "We randomly assigned adults to zinc or placebo. Fever occurred in 10 of 100 "
                 "patients (10%) in the zinc group and 25 of 100 patients (25%) in the placebo "
                 "group."},
                {"publication_types", {"Randomized Controlled Trial"}}};
  const Json out = s.made({{"articles", {trial}},
                           {"question", "Does zinc reduce fever compared with placebo?"},
                           {"text", {"abstract"}}});
  REQUIRE(out["outcomes"].size() == 1);
  const Json& outcome = out["outcomes"][0];
  CHECK(outcome["provisional"] == 1);
  REQUIRE(outcome["k"] == 1);
  const Json& study = outcome["studies"][0];
  CHECK(study["provisional"] == true);
  CHECK(study["borne_out_by"] == "percentages");
  CHECK(study["quote"].get<std::string>().find("10 of 100") != std::string::npos);
}

TEST_CASE("records go through the flow once each, and its boxes add up") {
  Synthesis s;
  const Json out = s.made({{"result_set", s.records()},
                           {"outcomes", {"cold"}},
                           {"exclude", {{{"id", "13"}, {"reason", "seen twice"}}}}});
  std::map<std::string, Json> boxes;
  for (const Json& box : out["flow"]) boxes[box["box"]] = box;
  CHECK(boxes["identified"]["n"] == 5);
  CHECK(boxes["removed"]["n"] == 2);  // the retracted one and the review
  CHECK(boxes["excluded"]["by"] == "person");
  CHECK(boxes["excluded"]["parts"][0]["what"] == "seen twice");
  CHECK(boxes["not_retrieved"]["by"] == "nobody");
  CHECK(boxes["included"]["n"] == 0);
}

TEST_CASE("a signed judgement is shown from then on, an outcome nobody pooled cannot be signed") {
  Synthesis s;
  Json call = {{"rows", {row("A", 4, 40, 9, 40), row("B", 9, 50, 11, 50)}}};
  const Json before = s.made(call);
  const Json& findings = before["outcomes"][0]["summary_of_findings"];
  CHECK(findings["certainty_is"] == "proposed, unsigned");
  CHECK(findings["domains"][3]["proposed"] == "very_serious");
  call["sign"] = {{{"outcome", "cold at day 7"},
                   {"domain", "imprecision"},
                   {"judgement", "serious"},
                   {"name", "R. Reviewer"}}};
  s.made(call);
  call.erase("sign");
  const Json after = s.made(call);
  CHECK(after["outcomes"][0]["summary_of_findings"]["domains"][3]["signed"]["name"] ==
        "R. Reviewer");
  call["sign"] = {{{"outcome", "fever"},
                   {"domain", "imprecision"},
                   {"judgement", "serious"},
                   {"name", "R. Reviewer"}}};
  CHECK(s.made(call)["error"]["path"] == "sign");
}
