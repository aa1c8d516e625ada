#include "pipeline/sources/crossref.hpp"

#include "net/url.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"
#include "unit/pipeline/sources/replies.hpp"

#include <algorithm>

using namespace ev;
using net::Verdict;
using sources::parse_crossref;
using test::answered;

namespace {

sources::CrossrefWork work_of(const std::string& members) {
  return parse_crossref(R"({"status":"ok","message":{"DOI":"10.5555/w",)" + members + "}}")
      .value()
      .at(0);
}

}  // namespace

TEST_CASE("Crossref: a work becomes a record") {
  const auto works = parse_crossref(test::fixture("crossref/work.json"));
  REQUIRE(works);
  REQUIRE(works->size() == 1);
  const model::Article& a = works->at(0).record;
  CHECK(a.doi == "10.5555/cross.one");
  CHECK(a.id.empty());
  CHECK(a.title == "Invented effects of CO₂ & time: A trial");
  CHECK(a.abstract == "Aims: To invent (NCT00009001).");
  CHECK(a.journal == "Journal of Invented Cells");
  CHECK(a.journal_abbreviation == "J Inv Cells");
  CHECK(a.issns == std::vector<std::string>{"0000-0019"});
  CHECK(a.volume + "/" + a.issue + "/" + a.pages == "7/2/11-19");
  CHECK(a.publication_date == "2021-03");
  CHECK(a.languages == std::vector<std::string>{"eng"});
  REQUIRE(a.authors.size() == 4);
  CHECK(a.authors[0].name == "Example Ada B.");
  CHECK(a.authors[0].orcid == "0000-0002-1825-0097");
  CHECK(a.authors[0].affiliations == std::vector<std::string>{"University of Nowhere"});
  CHECK(a.authors[1].collective);
  CHECK(a.authors[2].name == "van Sample Ludwig Jr");
  CHECK(a.authors[3].name == "Plato");
  CHECK(a.nct_ids == std::vector<std::string>{"NCT00009002", "NCT00009001"});
  CHECK(a.license == "https://creativecommons.org/licenses/by/4.0/");
  CHECK(a.grants.size() == 3);
  CHECK(a.references == std::vector<model::Reference>{{"", "", "10.5555/ref.1"},
                                                      {"Old C. Invented. 1999.", "", ""}});
  CHECK(a.citation_counts == std::vector<model::CitationCount>{{"crossref", 9}});
  CHECK(a.publication_types == std::vector<std::string>{"Journal Article"});
  CHECK(a.url == "https://doi.org/10.5555/cross.one");
  CHECK(a.metadata.at("source") == "crossref");
}

TEST_CASE("Crossref: notices about a work are its standing and its relations") {
  const auto works = parse_crossref(test::fixture("crossref/work.json"));
  const sources::CrossrefWork& work = works->at(0);
  REQUIRE(work.updates.size() == 2);
  CHECK(work.updates[1] == sources::CrossrefUpdate{sources::CrossrefUpdate::Direction::updated_by,
                                                   "retraction", "10.5555/cross.notice", "2022-10",
                                                   "retraction-watch"});
  CHECK(work.record.retraction.status == model::RetractionStatus::retracted);
  CHECK(work.record.retraction.sources == std::vector<std::string>{"crossref:updated-by"});
  CHECK(work.record.retraction.date == "2022-10");
  CHECK(work.record.related ==
        std::vector<model::Relation>{{"has_preprint", "DOI:10.5555/pre.1", "crossref"},
                                     {"has_erratum", "DOI:10.5555/cross.erratum", "crossref"},
                                     {"has_notice", "DOI:10.5555/cross.notice", "crossref"}});
  model::Article other;
  other.retraction = {
      model::RetractionStatus::corrected, {"pubmed:CommentsCorrections"}, "90000601", "2021"};
  add_crossref_updates(other, work);
  CHECK(other.retraction.status == model::RetractionStatus::retracted);
  CHECK(other.related.size() == 3);
  add_crossref_updates(other, work);
  CHECK(other.related.size() == 3);
}

TEST_CASE("Crossref: each kind of update") {
  const auto standing = [](const std::string& type) {
    return work_of(R"("updated-by":[{"DOI":"10.5555/n","type":")" + type + "\"}]").record;
  };
  CHECK(standing("expression_of_concern").retraction.status ==
        model::RetractionStatus::expression_of_concern);
  CHECK(standing("Expression-of-Concern").retraction.status ==
        model::RetractionStatus::expression_of_concern);
  CHECK(standing("withdrawal").retraction.status == model::RetractionStatus::retracted);
  CHECK(standing("erratum").retraction.status == model::RetractionStatus::corrected);
  CHECK(standing("erratum").related.at(0).type == "has_erratum");
  CHECK(standing("partial_retraction").retraction.status == model::RetractionStatus::corrected);
  CHECK(standing("new_version").retraction.status == model::RetractionStatus::none);
  CHECK(standing("new_version").related.at(0).type == "has_update");
  CHECK(standing("something_new").retraction.status == model::RetractionStatus::none);
  CHECK(work_of(R"("updated-by":[{"DOI":"10.5555/n","type":"something_new"}])").updates.size() ==
        1);
  const auto notice = work_of(
      R"("title":["RETRACTED: A claim"],"update-to":[{"DOI":"10.5555/Claim","type":"retraction","source":"publisher"}])");
  CHECK(notice.record.retraction.status == model::RetractionStatus::notice);
  CHECK(notice.record.related.at(0) ==
        model::Relation{"notice_of", "DOI:10.5555/claim", "crossref"});
  const auto preprint = work_of(
      R"("type":"posted-content","subtype":"preprint","institution":[{"name":"Invented Server"}],"posted":{"date-parts":[[2020,1,2]]},
         "relation":{"is-preprint-of":[{"id-type":"doi","id":"10.5555/J"}]},"container-title":[])");
  CHECK(preprint.record.is_preprint);
  CHECK(preprint.record.journal == "Invented Server");
  CHECK(preprint.record.publication_date == "2020-01-02");
  CHECK(preprint.record.related.at(0) ==
        model::Relation{"preprint_of", "DOI:10.5555/j", "crossref"});
}

TEST_CASE("Crossref: lists, odd members and other shapes") {
  const auto list = parse_crossref(
      R"({"status":"ok","message":{"items":[{"DOI":"10.5555/a"},7,{"DOI":"10.5555/b"}]}})");
  CHECK(list->size() == 2);
  CHECK(parse_crossref(R"({"status":"ok","message":{"items":[]}})")->empty());
  const auto odd = work_of(
      R"("title":"text","author":{"a":1},"issued":{"date-parts":"x"},"published":{"date-parts":[[2021,13]]},"updated-by":{"a":1},
         "relation":[1],"volume":7,"reference":null,"is-referenced-by-count":-1)");
  CHECK(odd.record.title.empty());
  CHECK(odd.record.volume == "7");
  CHECK(odd.record.publication_date.empty());
  CHECK(odd.record.citation_counts.empty());
  for (const char* body :
       {"{}", "[]", "null", R"({"status":"ok"})", R"({"status":"ok","message":{}})",
        R"({"status":"failed","message-type":"validation-failure","message":[{"message":"no"}]})",
        "Resource not found.", "<html>"}) {
    INFO(body);
    const auto works = parse_crossref(body);
    REQUIRE_FALSE(works);
    CHECK(works.error().code == Errc::upstream_changed);
  }
}

TEST_CASE("Crossref: one request a DOI, faster with an address") {
  const std::vector<std::string> dois = {"https://doi.org/10.5555/A(1)/b", "x", "10.5555/c"};
  Config config;
  const auto open = sources::plan_crossref(config, dois);
  REQUIRE(open.size() == 2);
  CHECK(open[0].url == "https://api.crossref.org/works/10.5555%2Fa%281%29%2Fb");
  CHECK(open[0].policy.concurrency == 1);
  CHECK(open[0].policy.gap >= std::chrono::milliseconds(200));
  CHECK(open[0].secret_params.empty());
  config.ncbi_email = "ncbi@example.org";
  CHECK(sources::plan_crossref(config, dois)[0].secret_params ==
        std::vector<net::Param>{{"mailto", "ncbi@example.org"}});
  config.unpaywall_email = "ada@example.org";
  const auto polite = sources::plan_crossref(config, dois);
  CHECK(polite[0].secret_params == std::vector<net::Param>{{"mailto", "ada@example.org"}});
  CHECK(polite[0].policy.concurrency == 3);
  CHECK(polite[0].policy.gap >= std::chrono::milliseconds(100));
}

TEST_CASE("Crossref: many DOIs are a few lists") {
  Config config;
  config.ncbi_email = "ada@example.org";
  std::size_t listed = 0;
  // What is no DOI, and what would end an item of the list, is left to the caller to name.
  const auto few = sources::plan_crossref_lists(
      config,
      std::vector<std::string>{"https://doi.org/10.5555/A(1)", "x", "10.5555/b,c", "10.5555/d e",
                               "10.5555/f"},
      listed);
  CHECK(listed == 2);
  REQUIRE(few.size() == 1);
  CHECK(few[0].url == "https://api.crossref.org/works");
  CHECK(test::param_of(few[0], "filter") == "doi:10.5555/a(1),doi:10.5555/f");
  CHECK(test::param_of(few[0], "rows") == "2");
  CHECK(few[0].secret_params == std::vector<net::Param>{{"mailto", "ada@example.org"}});
  CHECK(few[0].ttl.count() > 0);

  std::vector<std::string> dois;
  for (int i = 0; i < 120; ++i) dois.push_back("10.5555/" + std::to_string(i));
  const auto by_count = sources::plan_crossref_lists(config, dois, listed);
  CHECK(listed == 120);
  REQUIRE(by_count.size() == 3);
  CHECK(test::param_of(by_count[0], "rows") == "50");
  CHECK(test::param_of(by_count[2], "rows") == "20");
  std::size_t sent = 0;
  for (const net::RequestPlan& plan : by_count) {
    const std::string filter = test::param_of(plan, "filter");
    sent += static_cast<std::size_t>(std::count(filter.begin(), filter.end(), ',')) + 1;
  }
  CHECK(sent == 120);

  // Long ones make shorter lists: the service takes GET only.
  for (std::string& doi : dois) doi += std::string(200, 'z');
  const auto by_length = sources::plan_crossref_lists(config, dois, listed);
  CHECK(listed == 120);
  CHECK(by_length.size() > 3);
  for (const net::RequestPlan& plan : by_length) {
    CHECK(net::percent_encode(test::param_of(plan, "filter")).size() <= 3000);
  }
  CHECK(sources::plan_crossref_lists(config, {}, listed).empty());
  CHECK(listed == 0);
}

TEST_CASE("Crossref: replies are classified") {
  const auto verdict = [](int status, const std::string& body) {
    return sources::classify_crossref(answered(status, body));
  };
  CHECK(verdict(200, R"({"status":"ok","message":{}})").verdict == Verdict::ok);
  CHECK(verdict(200, R"({"status":"ok")").verdict == Verdict::transient);
  const auto unknown = verdict(404, "Resource not found.");
  CHECK(unknown.verdict == Verdict::permanent);
  CHECK(unknown.code == Errc::not_found);
  CHECK(
      verdict(404, R"({"status":"failed","message-type":"resource-failure","message":[]})").code ==
      Errc::not_found);
  CHECK(verdict(404, test::kHtmlPage).code != Errc::not_found);
  const auto refused = verdict(
      400,
      R"({"status":"failed","message-type":"validation-failure","message":[{"type":"x","message":"must be positive"}]})");
  CHECK(refused.verdict == Verdict::permanent);
  CHECK(refused.reason.find("must be positive") != std::string::npos);
  CHECK(verdict(400, R"({"status":"error","message":{"message":"an object"}})")
            .reason.find("an object") != std::string::npos);
  CHECK(verdict(403, R"({"message":"a text"})").reason.find("a text") != std::string::npos);
  const auto rate = verdict(429, "Too many requests");
  CHECK(rate.verdict == Verdict::rate);
  CHECK(rate.retry_after_s == 2.0);
  CHECK(verdict(500, R"({"status":"error","message-type":"exception","message":{"name":"x"}})")
            .verdict == Verdict::transient);
  CHECK(verdict(504, test::kHtmlPage).verdict == Verdict::transient);
}
