#include "pipeline/search/fallback.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/search/upstream.hpp"

#include <algorithm>

using namespace ev;

namespace {

std::string epmc_page(long hits, const std::vector<std::string>& pmids, const std::string& cursor,
                      const std::string& next) {
  std::string records;
  for (const std::string& pmid : pmids) {
    records += (records.empty() ? "" : ",") +
               (R"({"id":")" + pmid + R"(","source":"MED","pmid":")") + pmid +
               R"(","title":"Title )" + pmid + R"("})";
  }
  return R"({"version":"6.9","hitCount":)" + std::to_string(hits) +
         (next.empty() ? "" : R"(,"nextCursorMark":")" + next + "\"") +
         R"(,"request":{"cursorMark":")" + cursor + R"("},"resultList":{"result":[)" + records +
         "]}}";
}

const Error kBlocked{.code = Errc::upstream_unavailable,
                     .message = "ncbi: blocked",
                     .source = "pubmed",
                     .blocked = true};

}  // namespace

TEST_CASE("Europe PMC answers for PubMed, and the answer says so") {
  test::Upstream up;
  up.script.on("europepmc", epmc_page(2, {"90000002", "90000001"}, "*", ""));
  const auto got = search::search_in_place_of_pubmed(
      up.ports(), {.query = "asthma[ti] OR wheeze[ti]", .max = 20}, kBlocked, up.context());
  REQUIRE(got);
  CHECK(got->source == "europepmc");
  CHECK(got->total == 2);
  REQUIRE(got->articles.size() == 2);
  CHECK(got->articles[0].pmid == "90000002");
  CHECK(got->articles[0].metadata.at("source") == "europepmc");
  CHECK(got->query_translation.starts_with("(TITLE:"));
  CHECK(got->query_translation.ends_with(") AND SRC:MED"));
  REQUIRE_FALSE(got->warnings.empty());
  CHECK(got->warnings.front().find("PubMed could not be asked (NCBI has blocked this address)") ==
        0);
  REQUIRE(got->errors.size() == 1);
  CHECK(got->errors[0].source == "pubmed");
}

TEST_CASE("pages before the one asked for are read over") {
  test::Upstream up;
  up.script.on("cursorMark=NEXT", epmc_page(4, {"3", "4"}, "NEXT", ""));
  up.script.on("europepmc", epmc_page(4, {"1", "2"}, "*", "NEXT"));
  const auto got = search::search_in_place_of_pubmed(
      up.ports(), {.query = "asthma[ti]", .offset = 1, .max = 2}, kBlocked, up.context());
  REQUIRE(got);
  CHECK(got->ids == std::vector<std::string>{"2", "3"});
  CHECK(got->total == 4);
}

TEST_CASE("what is NCBI's failure, and what is not") {
  test::Upstream up;
  const auto falls = [&up](Errc code) {
    return search::may_fall_back(up.ports(), Error{.code = code});
  };
  CHECK(falls(Errc::upstream_unavailable));
  CHECK(falls(Errc::timeout));
  CHECK(falls(Errc::rate_limited));
  CHECK_FALSE(falls(Errc::invalid_query));
  CHECK_FALSE(falls(Errc::cancelled));
  CHECK_FALSE(falls(Errc::offline));
  up.config.endpoints["europepmc"].enabled = false;
  CHECK_FALSE(falls(Errc::upstream_unavailable));
  up.config.endpoints["europepmc"].enabled = true;
  up.config.endpoints["pubmed"].enabled = false;  // the user's own choice
  CHECK_FALSE(falls(Errc::upstream_unavailable));
}

TEST_CASE("records that PubMed failed to deliver come from Europe PMC, in PubMed's order") {
  test::Upstream up;
  up.script.on("europepmc", epmc_page(1, {"90000001"}, "*", ""));
  search::SearchOutcome outcome;
  outcome.ids = {"90000001", "90000002", "90000003"};
  outcome.articles.emplace_back().pmid = "90000002";
  outcome.failed = {"90000001", "90000003"};
  outcome.errors = {{.code = Errc::upstream_unavailable, .source = "pubmed"}};
  REQUIRE(search::fetch_failed_elsewhere(up.ports(), outcome, up.context()));
  REQUIRE(outcome.articles.size() == 2);
  CHECK(outcome.articles[0].pmid == "90000001");
  CHECK(outcome.articles[1].pmid == "90000002");
  CHECK(outcome.failed == std::vector<std::string>{"90000003"});
  REQUIRE(outcome.warnings.size() == 1);
  CHECK(outcome.warnings[0] == "1 record(s) that PubMed did not deliver are Europe PMC's");
}

TEST_CASE("when neither answers, the reason is NCBI's") {
  test::Upstream up;
  up.script.on("europepmc", {{.status = 400, .body = "<html></html>"}});
  const auto got = search::search_in_place_of_pubmed(up.ports(), {.query = "asthma[ti]"}, kBlocked,
                                                     up.context());
  REQUIRE_FALSE(got);
  CHECK(got.error().source == "europepmc");
}
