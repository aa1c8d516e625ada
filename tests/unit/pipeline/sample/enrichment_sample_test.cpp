#include "pipeline/sample/enrichment.hpp"
#include "pipeline/sources/crossref.hpp"
#include "pipeline/sources/idconv.hpp"
#include "pipeline/sources/pubtator.hpp"
#include "pipeline/sources/unpaywall.hpp"
#include "support/catch.hpp"

#include <algorithm>

namespace ev::sample {

namespace {

const SampleLibrary& whole_sample() {
  static const SampleLibrary library =
      *SampleLibrary::load(embedded_file("pubmed.xml"), pubmed_query::Date{2026, 11, 21});
  return library;
}

std::string body_of(const net::RequestPlan& plan, int status = 200) {
  std::string url = plan.url;
  for (const auto& [name, value] : plan.params) {
    url += (url == plan.url ? "?" : "&") + name + "=" + value;
  }
  const auto reply = answer_enrichment(whole_sample(), read_form({.method = "GET", .url = url}));
  REQUIRE(reply);
  CHECK(reply->status == status);
  return reply->body;
}

const model::Article& one_where(bool (*wanted)(const model::Article&)) {
  const auto& all = whole_sample().articles();
  const auto it = std::find_if(all.begin(), all.end(), wanted);
  REQUIRE(it != all.end());
  return *it;
}

}  // namespace

TEST_CASE("the sample converts ids of what is in its PMC") {
  const model::Article& in = one_where([](const model::Article& a) { return !a.pmcid.empty(); });
  const model::Article& out = one_where([](const model::Article& a) { return a.pmcid.empty(); });
  const std::vector<std::string> ids = {in.pmid, out.pmid};
  const auto rows =
      sources::parse_id_conversion(body_of(sources::plan_id_conversion({}, ids).requests.at(0)));
  REQUIRE(rows);
  REQUIRE(rows->size() == 2);
  CHECK(rows->at(0).pmcid == in.pmcid);
  CHECK(rows->at(1).pmcid.empty());
  CHECK_FALSE(rows->at(1).error.empty());
}

TEST_CASE("the sample annotates what its headings name") {
  const std::vector<std::string> pmids = {"90000001", "1"};
  const auto records =
      sources::parse_annotations(body_of(sources::plan_annotations({}, pmids).at(0)));
  REQUIRE(records);
  REQUIRE(records->size() == 1);
  CHECK_FALSE(records->begin()->second.annotations.empty());
  const std::vector<std::string> unknown = {"1"};
  CHECK(sources::parse_annotations(body_of(sources::plan_annotations({}, unknown).at(0)))->empty());
}

TEST_CASE("the sample's Crossref knows which paper was retracted, and the notice") {
  const model::Article& paper = one_where([](const model::Article& a) {
    return a.retraction.status == model::RetractionStatus::retracted;
  });
  std::size_t listed = 0;
  const std::vector<std::string> dois = {paper.doi, "10.5555/unknown"};
  const auto works =
      sources::parse_crossref(body_of(sources::plan_crossref_lists({}, dois, listed).at(0)));
  REQUIRE(works);
  REQUIRE(works->size() == 1);
  CHECK(works->at(0).record.retraction.status == model::RetractionStatus::retracted);
  REQUIRE(works->at(0).updates.size() == 1);
  CHECK(works->at(0).updates[0].type == "retraction");
  body_of(sources::plan_crossref({}, std::vector<std::string>{"10.5555/unknown"}).at(0), 404);
}

TEST_CASE("the sample's Unpaywall opens what is in its PMC") {
  Config config;
  config.unpaywall_email = "reader@library.org";
  const model::Article& in = one_where([](const model::Article& a) { return !a.pmcid.empty(); });
  const auto open = sources::parse_open_access(body_of(*sources::plan_open_access(config, in.doi)));
  REQUIRE(open);
  CHECK(open->is_open_access == true);
  body_of(*sources::plan_open_access(config, "10.5555/unknown"), 404);
}

TEST_CASE("other routes are not the enrichers'") {
  CHECK_FALSE(answer_enrichment(
      whole_sample(), read_form({.method = "GET", .url = "https://api.openalex.org/works?x=1"})));
}

}  // namespace ev::sample
