#include "pipeline/sources/europepmc_lists.hpp"

#include "pipeline/sources/europepmc_reply.hpp"
#include "support/catch.hpp"
#include "support/has.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

using namespace ev;
using sources::EuropePmcList;

namespace {

net::HttpResponse xml_reply(std::string body, int status = 200) {
  net::HttpResponse r;
  r.status = status;
  r.body = std::move(body);
  return r;
}

}  // namespace

TEST_CASE("lists are asked for by source and id") {
  Config config;
  const auto plan =
      sources::plan_europepmc_list(config, EuropePmcList::citations, "PMID:90000001", 2);
  REQUIRE(plan);
  CHECK(plan->url == "https://www.ebi.ac.uk/europepmc/webservices/rest/MED/90000001/citations");
  CHECK(plan->params[0] == net::Param{"page", "2"});
  CHECK(plan->params[1] == net::Param{"pageSize", "1000"});
  CHECK(sources::plan_europepmc_list(config, EuropePmcList::references, "90000001")->url ==
        "https://www.ebi.ac.uk/europepmc/webservices/rest/MED/90000001/references");
  CHECK(has(sources::plan_europepmc_list(config, EuropePmcList::references, "PPR:PPR1")->url,
            "/PPR/PPR1/"));
  CHECK(has(sources::plan_europepmc_list(config, EuropePmcList::references, "AGR:IND1/2")->url,
            "/AGR/IND1%2F2/"));
  for (const char* bad : {"", "MED:abc", "MED:1/../x?y", "XX:1", "PPR:a b", "NCT00000101"}) {
    INFO(bad);
    CHECK_FALSE(sources::plan_europepmc_list(config, EuropePmcList::citations, bad));
  }
}

TEST_CASE("citing works are read") {
  const auto list = sources::parse_europepmc_list(EuropePmcList::citations,
                                                  test::fixture("europepmc/citations.json"));
  REQUIRE(list);
  CHECK(list->total == 2);
  CHECK_FALSE(list->next_page);
  REQUIRE(list->works.size() == 2);
  CHECK(list->works[0] == sources::CitedWork{.id = "90000031",
                                             .source = "MED",
                                             .pmid = "90000031",
                                             .title = "Citing Fictomys again.",
                                             .authors = {"Doe JA", "Roe B"},
                                             .journal = "J Invent Med",
                                             .year = 2026});
  CHECK(list->works[1].pmid.empty());
  CHECK(list->works[1].year == 2026);  // a number in a string
}

TEST_CASE("references may have no identifier") {
  const auto list = sources::parse_europepmc_list(EuropePmcList::references,
                                                  test::fixture("europepmc/references.json"));
  REQUIRE(list);
  REQUIRE(list->works.size() == 3);
  CHECK(list->works[1].doi == "10.5555/old.1");
  CHECK(list->works[1].journal == "Proc Nowhere");
  CHECK(list->works[2].citation == "Poe, E. et al. A letter. Ann Fict 3, 7 (1966).");
}

TEST_CASE("a list that is absent, empty or one object is read, an error is not") {
  const auto parse = [](std::string_view body, int page = 1, int size = 1000) {
    return sources::parse_europepmc_list(EuropePmcList::citations, body, page, size);
  };
  CHECK(parse(R"({"version":"6.9","hitCount":0})")->works.empty());
  CHECK(parse(R"({"hitCount":0,"citationList":{"citation":[]}})")->works.empty());
  CHECK(parse(R"({"hitCount":1,"citationList":{"citation":{"id":"1","source":"MED"}}})")
            ->works.size() == 1);
  CHECK(parse(R"({"hitCount":"26","citationList":{"citation":[{"id":"1"}]}})", 1, 25)->next_page ==
        2);
  CHECK_FALSE(
      parse(R"({"hitCount":26,"citationList":{"citation":[{"id":"1"}]}})", 2, 25)->next_page);
  CHECK_FALSE(parse(R"({"hitCount":99})", 2, 25)->next_page);
  CHECK(parse(R"({"hitCount":99})").error().code == Errc::upstream_changed);
  CHECK_FALSE(parse(R"({"version":"6.9"})"));
  CHECK_FALSE(parse(R"({"errCode":500,"errMsg":"x"})"));
  CHECK_FALSE(parse("cut"));
  CHECK(parse(R"({"hitCount":2,"citationList":{"citation":[7,null]}})")->works.empty());
}

TEST_CASE("open full text is asked for by PMCID or preprint id") {
  const Config config;
  for (const char* id : {"PMC9000001", "PMCID:PMC9000001", "PMC:PMC9000001"}) {
    const auto plan = sources::plan_europepmc_full_text(config, id);
    REQUIRE(plan);
    CHECK(has(plan->url, "/rest/PMC9000001/fullTextXML"));
  }
  CHECK(has(sources::plan_europepmc_full_text(config, "PPR:PPR1")->url, "/PPR1/fullTextXML"));
  for (const char* bad : {"", "90000001", "PMID:90000001", "PMC", "PMC1/../x"}) {
    CHECK_FALSE(sources::plan_europepmc_full_text(config, bad));
  }
}

TEST_CASE("a closed article is not found, a broken reply is tried again") {
  using net::Verdict;
  const auto classify = [](std::string body, int status = 200) {
    return sources::classify_europepmc_full_text(xml_reply(std::move(body), status));
  };
  CHECK(classify(test::fixture("europepmc/fulltext.xml")).verdict == Verdict::ok);
  CHECK(classify("", 404).code == Errc::not_found);
  CHECK(classify("<errorBean><errCode>0</errCode><errMsg>Article is not open access "
                 "one</errMsg></errorBean>")
            .code == Errc::not_found);
  CHECK(classify("<errorBean><errCode>500</errCode></errorBean>").verdict == Verdict::transient);
  CHECK(classify("<article><body>").verdict == Verdict::transient);
  CHECK(classify("<html><body>maintenance</body></html>").verdict == Verdict::transient);
  CHECK(classify("").verdict == Verdict::transient);
  CHECK(classify("", 503).verdict == Verdict::transient);
}
