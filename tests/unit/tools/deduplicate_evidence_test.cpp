#include "base/file.hpp"
#include "base/text.hpp"
#include "pipeline/workflow/records.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"
#include "support/tool_bench.hpp"
#include "tools/all_tools.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

struct DedupTool : test::ToolBench {
  DedupTool() : ToolBench(tools::deduplicate_evidence) {}
  std::string set(const std::vector<model::Article>& records) const {
    return tools::store_records(services, records, Json::object()).value();
  }
};

Json given_evidence(const std::string& source, const std::string& url,
                    const Json& metadata = nullptr) {
  return {{"content", "Grip strength rose."},
          {"citation",
           {{"source", source},
            {"title", "Walnut paste and grip strength in bus drivers"},
            {"url", url},
            {"date", "2013"},
            {"authors", {"Karlsen Lise"}}}},
          {"metadata", metadata}};
}

model::Article record(const std::string& record_id, const std::string& title) {
  model::Article a;
  a.id = "rec-" + record_id;
  a.title = title;
  a.abstract = "Grip strength rose in " + title;
  a.authors = {{.name = "Karlsen L", .last_name = "Karlsen", .initials = "L"}};
  a.journal = "Annals of Invented Medicine";
  a.publication_date = "2013";
  a.volume = "12";
  a.pages = "101-109";
  a.metadata["record_id"] = record_id;
  return a;
}

const std::string kTitle = "Walnut paste and grip strength in bus drivers";

}  // namespace

TEST_CASE("the same paper of two sources becomes one, that of PubMed") {
  DedupTool d;
  const Json answer =
      d.structured({{"evidence_list",
                     {given_evidence("europepmc", "https://europepmc.org/article/MED/90000001"),
                      given_evidence("pubmed", "https://pubmed.ncbi.nlm.nih.gov/90000001/"),
                      given_evidence("openalex", "https://openalex.org/W99",
                                     {{"pmid", "90000001"}, {"cited_by_count", 100}})}}});
  CHECK(answer["dedup"] == Json{{"before", 3}, {"after", 1}, {"merged", 2}});
  REQUIRE(answer["evidence"].size() == 1);
  const Json& one = answer["evidence"][0];
  CHECK(one["citation"]["source"] == "pubmed");
  CHECK(one["metadata"]["citation_counts"]["openalex"] == 100);
  CHECK(one["metadata"]["ids"]["openalex"] == "W99");
  CHECK(one["metadata"]["merged_from"].size() == 3);
  REQUIRE(answer["clusters"].size() == 1);
  CHECK(answer["clusters"][0]["members"][1]["rule"] == "same_pmid");
  CHECK_FALSE(one.contains("cluster"));
}

TEST_CASE("works without a shared identifier stay, unidentified ones too") {
  DedupTool d;
  const auto apart = [&](const Json& a, const Json& b) {
    return d.structured({{"evidence_list", {a, b}}})["dedup"]["after"] == 2;
  };
  Json other = given_evidence("pubmed", "https://pubmed.ncbi.nlm.nih.gov/90000002/");
  CHECK(apart(given_evidence("pubmed", "https://pubmed.ncbi.nlm.nih.gov/90000001/"), other));
  CHECK(apart(given_evidence("pubmed", "https://pubmed.ncbi.nlm.nih.gov/90000001/"),
              given_evidence("europepmc", "https://europepmc.org/article/PPR/PPR990001")));
  CHECK(apart(given_evidence("clinicaltrials", "https://clinicaltrials.gov/study/NCT09900001"),
              given_evidence("clinicaltrials", "https://clinicaltrials.gov/study/NCT09900002")));
  Json unknown = given_evidence("web", "https://example.org/unknown");
  unknown["citation"]["title"] = "Something else";
  CHECK(apart(unknown, other));
  CHECK(d.structured({{"evidence_list", {unknown}}})["evidence"].size() == 1);
}

TEST_CASE("inline records without any identifier are one only when all of them is equal") {
  DedupTool d;
  const Json one = {{"title", "Editorial"}, {"journal", "Throat Research"}};
  const Json other = {{"title", "Editorial"}, {"journal", "Annals of Invented Medicine"}};
  const Json answer = d.structured({{"evidence_list", {one, other, one}}});
  CHECK(answer["dedup"]["after"] == 2);
  CHECK(answer["clusters"][0]["members"][1]["rule"] == "same_record");
}

TEST_CASE("imported sets: every record id is told, with the rule that joined it") {
  DedupTool d;
  auto copy = record("b", kTitle);
  copy.pages = "101";
  const std::string first =
      d.set({record("a", kTitle), record("c", "Sour cherry and the gait of goats")});
  const std::string second = d.set({copy});
  const Json answer = d.structured({{"result_sets", {first, second}}});
  CHECK(answer["dedup"]["before"] == 3);
  REQUIRE(answer["clusters"].size() == 1);
  const Json& members = answer["clusters"][0]["members"];
  REQUIRE(members.size() == 2);
  CHECK(members[0]["record_id"] == "a");
  CHECK_FALSE(members[0].contains("rule"));
  CHECK(members[1]["record_id"] == "b");
  CHECK(members[1]["rule"] == "same_title");
  CHECK(members[1]["with"] == "a");
  CHECK(members[1]["reason"].get<std::string>().find("first page") != std::string::npos);
  // The handle holds the merged records, and giving it again changes nothing.
  const Json again = d.structured({{"result_set", answer["result_set"]}});
  CHECK(again["dedup"]["merged"] == 0);
  CHECK(again["evidence"] == answer["evidence"]);
}

TEST_CASE("two rows of one PMID in an imported set are two records") {
  DedupTool d;
  auto one = record("a", kTitle);
  one.pmid = "90000001";
  one.id.clear();
  auto other = record("b", "Valnøttpasta og gripestyrke hos bussjåfører");
  other.pmid = "90000001";
  other.id.clear();
  const Json answer = d.structured({{"result_set", d.set({one, other})}});
  CHECK(answer["dedup"]["before"] == 2);
  CHECK(answer["clusters"][0]["members"].size() == 2);
}

TEST_CASE("different records that claim one PMID keep apart under two names") {
  DedupTool d;
  auto one = record("a", kTitle);
  one.pmid = "90000001";
  auto other = record("b", "Sour cherry and the gait of goats on frozen ground");
  other.pmid = "90000001";
  other.publication_date = "1999";
  other.authors = {{.name = "Holm P", .last_name = "Holm", .initials = "P"}};
  const Json answer = d.structured({{"result_set", d.set({one, other})}});
  CHECK(answer["dedup"]["after"] == 2);
  CHECK(answer["doubtful"].size() == 1);
  CHECK(answer["warnings"][0].get<std::string>().find("90000001") != std::string::npos);
  CHECK(d.structured({{"result_set", answer["result_set"]}})["evidence"].size() == 2);
}

TEST_CASE("doubtful pairs come with their reason, in text and data") {
  DedupTool d;
  auto one = record("a", kTitle);
  auto other = record("b", kTitle);
  for (auto* a : {&one, &other}) {
    a->volume.clear();
    a->pages.clear();
    a->abstract.clear();
  }
  other.journal = "Throat Research";
  const mcp::ToolResult result = d.call({{"result_set", d.set({one, other})}});
  const Json answer = parse_json(result.structured).value();
  REQUIRE(answer["doubtful"].size() == 1);
  CHECK(answer["doubtful"][0]["a"]["record_id"] == "a");
  CHECK(answer["doubtful"][0]["b"]["record_id"] == "b");
  CHECK(result.text.find("perhaps the same as rec-b: titles equal") != std::string::npos);
}

TEST_CASE("preprint and article are related, not merged") {
  DedupTool d;
  auto article = record("a", kTitle);
  article.pmid = "90000001";
  article.id.clear();
  auto preprint = record("b", kTitle);
  preprint.is_preprint = true;
  preprint.journal = "medRxiv";
  const Json answer = d.structured({{"result_set", d.set({article, preprint})}});
  REQUIRE(answer["evidence"].size() == 2);
  CHECK(answer["evidence"][0]["metadata"]["related"][0]["type"] == "has_preprint");
  CHECK(answer["evidence"][1]["metadata"]["related"][0]["id"] == "PMID:90000001");
}

TEST_CASE("evidence with relevance is ordered by it, ties by source") {
  DedupTool d;
  const auto one = [](const char* source, const char* pmid, double relevance) {
    Json e = given_evidence(source, "", {{"pmid", pmid}});
    e["relevance"] = relevance;
    return e;
  };
  const Json answer =
      d.structured({{"evidence_list",
                     {one("europepmc", "90000003", 0.5), one("pubmed", "90000001", 0.2),
                      one("pubmed", "90000002", 0.5), one("openalex", "90000001", 0.9)}}});
  REQUIRE(answer["evidence"].size() == 3);
  CHECK(answer["evidence"][0]["metadata"]["pmid"] == "90000001");
  CHECK(answer["evidence"][0]["relevance"] == 0.9);
  CHECK(answer["evidence"][1]["metadata"]["pmid"] == "90000002");
  CHECK(answer["evidence"][2]["metadata"]["pmid"] == "90000003");
}

TEST_CASE("a file of an open folder is read, with what was wrong in it") {
  DedupTool d;
  const test::TempDir dir;
  REQUIRE(write_file_atomically(dir.path() / "list.csv",
                                "record_id,author,title,year,journal,volume,pages\n"
                                "r1,\"Karlsen, L\"," +
                                    kTitle +
                                    ",2013,Ann Inv Med,12,101-109\n"
                                    "r2,\"Karlsen, L\"," +
                                    kTitle + ",2013,Annals of Invented Medicine,12,101-9\n"));
  d.config.roots = {std::filesystem::weakly_canonical(dir.path())};
  const Json answer = d.structured({{"path", "list.csv"}});
  CHECK(answer["dedup"] == Json{{"before", 2}, {"after", 1}, {"merged", 1}});
  CHECK(answer["clusters"][0]["members"][1]["record_id"] == "r2");
  const mcp::ToolResult outside = d.call({{"path", "/etc/hostname"}});
  CHECK(outside.is_error);
}

TEST_CASE("a small budget shows rows and pages through all, clusters with their records") {
  DedupTool d;
  std::vector<model::Article> records;
  for (int i = 0; i < 40; ++i) {
    const std::string n = std::to_string(i);
    auto a = record("a" + n, "Walnut paste and grip strength in drivers of line " + n);
    a.pages = std::to_string(1000 + 20 * i);
    auto b = a;
    b.id = "rec-b" + n;
    b.metadata["record_id"] = "b" + n;
    records.push_back(a);
    records.push_back(b);
  }
  Json arguments = {{"result_set", d.set(records)}, {"max_response_tokens", 1000}};
  std::size_t shown = 0;
  std::size_t clusters = 0;
  for (int page = 0; page < 60; ++page) {
    const mcp::ToolResult result = d.call(arguments);
    REQUIRE_FALSE(result.is_error);
    CHECK(text::code_points(result.structured) < 5500);
    CHECK(text::code_points(result.text) < 5500);
    const Json answer = parse_json(result.structured).value();
    CHECK(answer["evidence"].size() == answer["clusters"].size());
    shown += answer["evidence"].size();
    clusters += answer["clusters"].size();
    if (!answer.contains("next_cursor")) break;
    arguments["cursor"] = answer["next_cursor"];
  }
  CHECK(shown == 40);
  CHECK(clusters == 40);
}

TEST_CASE("the text alone tells the result") {
  DedupTool d;
  auto copy = record("b", kTitle);
  const mcp::ToolResult result = d.call({{"result_set", d.set({record("a", kTitle), copy})}});
  CHECK(result.text.find("**1 unique** of 2 records") == 0);
  CHECK(result.text.find("result_set `rs-") != std::string::npos);
  CHECK(result.text.find("2 records: file 2 (same_title) [a, b]") != std::string::npos);
}

TEST_CASE("features of a scored set are not carried over, its records are") {
  DedupTool d;
  const std::string records = d.set(
      {record("a", kTitle), record("b", kTitle), record("c", "Sour cherry and the gait of goats")});
  const auto features = tools::store_derived(d.services, "features", records, Json::object(),
                                             {{"rec-c", {{"extraction", Json::object()}}}});
  REQUIRE(features);
  const Json answer = d.structured({{"result_set", *features}});
  REQUIRE(answer["evidence"].size() == 1);
  CHECK(answer["evidence"][0]["metadata"]["item_id"] == "rec-c");
}

TEST_CASE("a blank handle is refused like any other that names no set") {
  DedupTool tool;
  for (const char* handle : {" ", "\t", "\n \n", "rs-", "rs-0000000000", "(", "\u00a0"}) {
    INFO(handle);
    CHECK(tool.call({{"result_set", handle}}).is_error);
    CHECK(tool.call({{"result_sets", {handle}}}).is_error);
  }
}
