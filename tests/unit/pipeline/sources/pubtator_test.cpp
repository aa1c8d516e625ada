#include "pipeline/sources/pubtator.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"
#include "unit/pipeline/sources/replies.hpp"

using namespace ev;
using net::Verdict;
using sources::parse_annotations;
using test::answered;

TEST_CASE("PubTator: annotations are gathered by entity, with their texts and passages") {
  const auto records = parse_annotations(test::fixture("pubtator3/export.json"));
  REQUIRE(records);
  REQUIRE(records->size() == 2);
  const sources::AnnotatedRecord& record = records->at("90000401");
  CHECK(record.pmcid == "PMC9900401");
  REQUIRE(record.annotations.size() == 5);
  CHECK(record.annotations[0] ==
        sources::EntityAnnotation{"Gene",
                                  "64332",
                                  "NFKBIZ",
                                  "@GENE_NFKBIZ",
                                  {{"IkappaBzeta", "title"}, {"Nfkbiz", "abstract"}}});
  // Found but not identified: kept apart by their texts.
  CHECK(record.annotations[1] ==
        sources::EntityAnnotation{
            "Chemical", "", "", "", {{"inventol", "title"}, {"Inventol", "abstract"}}});
  CHECK(record.annotations[2].identifier == "10090");
  CHECK(record.annotations[3].mentions.at(0).text == "other");
  CHECK(record.annotations[4].identifier == "9606");
  CHECK(records->at("90000402") == sources::AnnotatedRecord{});
}

TEST_CASE("PubTator: relations have two roles and a score where it is a number") {
  const auto records = parse_annotations(test::fixture("pubtator3/export.json"));
  const auto& relations = records->at("90000401").relations;
  REQUIRE(relations.size() == 2);
  CHECK(relations[0] == sources::EntityRelation{"Association",
                                                {"Gene", "64332", "NFKBIZ"},
                                                {"Chemical", "MESH:D000001", "Inventol"},
                                                0.9989});
  CHECK(relations[1].type == "Bind");
  CHECK_FALSE(relations[1].score);
}

TEST_CASE("PubTator: every form of the export is read") {
  const std::string one = R"({"id":"90000403","passages":[]})";
  const std::string two = R"({"_id":"90000404|None","passages":[]})";
  CHECK(parse_annotations(one)->count("90000403") == 1);
  CHECK(parse_annotations("[" + one + "," + two + "]")->size() == 2);
  CHECK(parse_annotations(one + "\n" + two + "\r\n\n")->size() == 2);
  CHECK(parse_annotations(R"({"PubTator3":[]})")->empty());
  CHECK(parse_annotations("")->empty());
  CHECK(parse_annotations(" \n")->empty());
}

TEST_CASE("PubTator: other shapes are no empty annotation") {
  for (const char* body : {"{}", "null", "7", R"({"PubTator3":{}})", R"({"PubTator3":[7]})",
                           R"({"detail":"Updating"})", R"({"passages":[]})", R"({"id":"90000403"})",
                           "{\"id\":\"90000403\",\"passages\":[]}\n{\"id\":", "<html>"}) {
    INFO(body);
    const auto records = parse_annotations(body);
    REQUIRE_FALSE(records);
    CHECK(records.error().code == Errc::upstream_changed);
    CHECK(records.error().source == "pubtator");
  }
}

TEST_CASE("PubTator: at most a hundred PMIDs a request, under NCBI's limit without a key") {
  std::vector<std::string> pmids = {"PMC7", "x"};
  for (int i = 0; i < 150; ++i) pmids.push_back(std::to_string(90000001 + i));
  Config config;
  config.ncbi_api_key = Secret("ncbi-secret-1");
  const auto plans = sources::plan_annotations(config, pmids);
  REQUIRE(plans.size() == 2);
  CHECK(plans[0].url ==
        "https://www.ncbi.nlm.nih.gov/research/pubtator3-api/publications/export/biocjson");
  CHECK(test::param_of(plans[0], "pmids").substr(0, 18) == "90000001,90000002,");
  CHECK(plans[0].policy.service == "ncbi");
  CHECK(plans[0].policy.key.empty());
  CHECK(plans[0].policy.gap >= std::chrono::milliseconds(334));
  CHECK(plans[0].secret_params.empty());
  CHECK(sources::plan_annotations(config, {}).empty());
}

TEST_CASE("PubTator: replies are classified") {
  const auto verdict = [](int status, const std::string& body) {
    return sources::classify_pubtator(answered(status, body));
  };
  CHECK(verdict(200, R"({"PubTator3":[]})").verdict == Verdict::ok);
  CHECK(verdict(200, "").verdict == Verdict::ok);  // none of them is known
  CHECK(verdict(200, "{\"id\":1,\"passages\":[]}\n{\"id\":2,\"passages\":[]}").verdict ==
        Verdict::ok);
  const char* updating =
      R"({"detail":"We are currently updating the Database. Please try again later"})";
  CHECK(verdict(200, updating).verdict == Verdict::transient);
  CHECK(verdict(404, updating).verdict == Verdict::transient);
  const auto bad = verdict(400, R"({"detail":"Too many ids"})");
  CHECK(bad.verdict == Verdict::permanent);
  CHECK(bad.reason == "Too many ids");
  CHECK(verdict(404, R"({"detail":"Not found."})").code == Errc::not_found);
  CHECK(verdict(200, test::kHtmlPage).verdict == Verdict::transient);
  CHECK(verdict(200, R"({"PubTator3":[{"id":"1")").verdict == Verdict::transient);
  CHECK(verdict(429, "").verdict == Verdict::rate);
  CHECK(verdict(502, test::kHtmlPage).verdict == Verdict::transient);
  CHECK(sources::classify_pubtator(
            answered(302, "", {{"location", "https://misuse.ncbi.nlm.nih.gov/error/abuse.shtml"}}))
            .verdict == Verdict::blocked);
}
