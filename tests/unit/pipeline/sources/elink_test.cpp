#include "pipeline/sources/elink.hpp"

#include "support/catch.hpp"

using namespace ev;
using sources::PubMedLink;

namespace {

std::string link_set(const std::string& id, const std::string& lists) {
  return R"({"dbfrom":"pubmed","ids":[")" + id + "\"]" + lists + "}";
}
std::string link_list(const std::string& name, const std::string& links) {
  return R"(,"linksetdbs":[{"dbto":"pmc","linkname":"pubmed_pmc_refs","links":["7"]},{"dbto":"pubmed","linkname":")" +
         name + R"(","links":[)" + links + "]}]";
}
std::string links_reply(const std::string& sets) {
  return R"({"header":{"type":"elink","version":"0.3"},"linksets":[)" + sets + "]}";
}

}  // namespace

TEST_CASE("several records are asked for at once, each by a parameter of its own") {
  const Config config;
  std::vector<std::string> pmids;
  for (int i = 0; i < 51; ++i) pmids.push_back(std::to_string(90000001 + i));
  pmids.push_back("PMC12");
  const auto plans = sources::plan_pubmed_links(config, PubMedLink::similar, pmids);
  REQUIRE(plans.size() == 2);
  std::size_t ids = 0;
  for (const net::Param& p : plans[0].params) ids += p.first == "id" ? 1 : 0;
  CHECK(ids == 50);
  CHECK(plans[1].params.back() == net::Param{"id", "90000051"});
  CHECK(sources::plan_pubmed_links(config, PubMedLink::similar, {}).empty());
}

TEST_CASE("lists are chosen by name, the record itself is left out") {
  const auto got = sources::parse_pubmed_links(
      PubMedLink::similar,
      links_reply(
          link_set(
              "90000001",
              link_list(
                  "pubmed_pubmed",
                  R"("90000001","90000002",{"id":"90000003","score":"9"},90000004,"90000002")")) +
          "," + link_set("90000005", "")));
  REQUIRE(got);
  CHECK(got->at("90000001") == std::vector<std::string>{"90000002", "90000003", "90000004"});
  CHECK(got->at("90000005").empty());
  const auto other = sources::parse_pubmed_links(
      PubMedLink::cited_by,
      links_reply(link_set("90000001", link_list("pubmed_pubmed", R"("90000002")"))));
  REQUIRE(other);
  CHECK(other->at("90000001").empty());
}

TEST_CASE("a reply of another form is no empty list") {
  for (const char* body :
       {"", "[]", "{}", R"({"linksets":7})", R"({"linksets":[{"ids":["1","2"]}]})",
        R"({"linksets":[7]})", R"({"ERROR":"Couldn't resolve #exLinkSrv2"})"}) {
    CAPTURE(body);
    const auto got = sources::parse_pubmed_links(PubMedLink::similar, body);
    REQUIRE_FALSE(got);
    CHECK(got.error().code == Errc::upstream_changed);
    CHECK(got.error().source == "pubmed");
  }
}
