#include "pipeline/sources/icite.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("both generations of replies are read") {
  const auto old_form = sources::parse_citations(
      R"({"meta":{},"data":[{"pmid":2,"citation_count":7,"relative_citation_ratio":1.5,"is_clinical":"Yes"},
          {"pmid":1,"citation_count":0,"relative_citation_ratio":null,"is_clinical":"No"}]})");
  REQUIRE(old_form);
  CHECK(old_form->at("2") == sources::Citations{7, 1.5, std::nullopt, true});
  CHECK(old_form->at("1") == sources::Citations{0, std::nullopt, std::nullopt, false});
  const auto new_form = sources::parse_citations(
      R"({"data":[{"_id":"2","pmid":2,"citation_count":7,"nih_percentile":55.5,"is_clinical":true}]})");
  CHECK(new_form->at("2") == sources::Citations{7, std::nullopt, 55.5, true});
  const auto renamed = sources::parse_citations(R"([{"pmid":"3","citedByPmidCount":4,"rcr":0.5}])");
  CHECK(renamed->at("3").citation_count == 4);
  CHECK(sources::parse_citations(R"({"pmid":5,"citation_count":1})")->at("5").citation_count == 1);
  CHECK(sources::parse_citations(R"({"data":[]})")->empty());
  CHECK_FALSE(sources::parse_citations(R"({"message":"x"})"));
  CHECK_FALSE(sources::parse_citations("<html>"));
}

TEST_CASE("one request for up to 200 ids, by GET") {
  std::vector<std::string> pmids(450, "12345678");
  Config config;
  const auto plans = sources::plan_citations(config, pmids);
  REQUIRE(plans.size() == 3);
  CHECK(plans[0].url == "https://icite.od.nih.gov/api/pubs");
  CHECK_FALSE(plans[0].force_post);
  CHECK(plans[0].ttl.count() > 0);
  CHECK(sources::plan_citations(config, {}).empty());
}

TEST_CASE("replies are classified") {
  net::HttpResponse r;
  r.status = 200;
  r.body = R"({"data":[]})";
  CHECK(sources::classify_icite(r).verdict == net::Verdict::ok);
  r.body = R"({"data":[)";
  CHECK(sources::classify_icite(r).verdict == net::Verdict::transient);
  r.body = "<html>";
  CHECK(sources::classify_icite(r).verdict == net::Verdict::transient);
  r.status = 404;
  CHECK(sources::classify_icite(r).verdict == net::Verdict::permanent);
  r.status = 502;
  CHECK(sources::classify_icite(r).verdict == net::Verdict::transient);
  r.status = 429;
  CHECK(sources::classify_icite(r).verdict == net::Verdict::rate);
}
