#include "pipeline/search/enrich.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/search/upstream.hpp"

#include <algorithm>
#include <thread>

using namespace ev;

namespace {

model::Article paper(const std::string& pmid, const std::string& doi, const std::string& title) {
  model::Article a;
  a.pmid = pmid;
  a.doi = doi;
  a.title = title;
  a.metadata["source"] = "pubmed";
  return a;
}

const std::string kTitle = "Invented tablets for invented complaints of adults";

search::Enrichment enriched(test::Upstream& up, std::vector<model::Article>& records,
                            const std::vector<std::string>& services) {
  auto got = search::enrich(up.ports(), services, records, up.context());
  REQUIRE(got);
  return *std::move(got);
}

const search::EnrichmentReport& of(const search::Enrichment& e, const std::string& service) {
  const auto it = std::find_if(e.reports.begin(), e.reports.end(),
                               [&](const auto& r) { return r.service == service; });
  REQUIRE(it != e.reports.end());
  return *it;
}

std::string crossref_list(const std::string& items) {
  return R"({"status":"ok","message-type":"work-list","message":{"total-results":1,"items":[)" +
         items + "]}}";
}

std::string crossref_work(const std::string& more) {
  return R"({"DOI":"10.5555/a","type":"journal-article","title":[")" + kTitle +
         R"("],"volume":"7","page":"1-9","is-referenced-by-count":12)" + more + "}";
}

}  // namespace

TEST_CASE("citation metrics keep their source and replace nothing") {
  test::Upstream up;
  up.script.on("icite", R"({"data":[{"pmid":90000001,"citation_count":5,)"
                        R"("relative_citation_ratio":2.5,"nih_percentile":80.5},)"
                        R"({"pmid":90000002,"citation_count":3}]})");
  std::vector<model::Article> records = {paper("90000001", "", kTitle),
                                         paper("90000002", "", kTitle)};
  records[1].citation_count = 9;
  records[1].metadata["citation_source"] = "europepmc";
  const search::Enrichment got = enriched(up, records, {"icite"});
  CHECK(of(got, "icite").status == search::SourceStatus::ok);
  CHECK(of(got, "icite").asked == 2);
  CHECK(of(got, "icite").known == 2);
  CHECK_FALSE(got.new_ids);
  CHECK(records[0].citation_count == 5);
  CHECK(records[0].metadata["citation_source"] == "icite");
  CHECK(records[0].metadata["relative_citation_ratio"] == "2.5");
  CHECK(records[0].metadata["nih_percentile"] == "80.5");
  CHECK(records[1].citation_count == 9);
  CHECK(records[1].citation_counts ==
        std::vector<model::CitationCount>{{"europepmc", 9}, {"icite", 3}});
  CHECK(up.script.requests().size() == 1);
}

TEST_CASE("missing identifiers are filled, contradicted ones are not") {
  test::Upstream up;
  up.script.on("idtype=doi",
               R"({"status":"ok","records":[{"requested-id":"10.5555/a","doi":"10.5555/a",)"
               R"("pmid":90000001,"pmcid":"PMC99000001"},{"requested-id":"10.5555/b",)"
               R"("doi":"10.5555/other","pmid":90000002,"pmcid":"PMC99000002"},)"
               R"({"requested-id":"10.5555/c","status":"error","errmsg":"not in PMC"}]})");
  std::vector<model::Article> records(5);
  for (std::size_t i = 0; i < 3; ++i) {
    records[i].doi = std::string("10.5555/") + "abc"[i];
    records[i].openalex_id = records[i].id = "W990000000" + std::to_string(i);
    records[i].metadata["source"] = "openalex";
  }
  records[3] = paper("90000009", "10.5555/d", kTitle);  // PubMed's own word: not in PMC
  records[4].doi = "10.5555/preprint";
  records[4].is_preprint = true;
  const search::Enrichment got = enriched(up, records, {"idconv"});
  CHECK(of(got, "idconv").asked == 3);
  CHECK(of(got, "idconv").known == 1);
  CHECK(got.new_ids);
  CHECK(records[0].pmid == "90000001");
  CHECK(records[0].pmcid == "PMC99000001");
  CHECK(records[0].id.empty());
  CHECK(records[0].metadata["from_idconv"] == "pmid pmcid");
  CHECK(records[1].pmid.empty());
  CHECK(records[1].pmcid.empty());
  CHECK(records[2].id == "W9900000002");
  CHECK(up.script.requests().size() == 1);
}

TEST_CASE("a retraction that Crossref knows is on the record, with its source") {
  test::Upstream up;
  up.script.on("crossref",
               crossref_list(crossref_work(
                   R"(,"updated-by":[{"DOI":"10.5555/notice","type":"retraction",)"
                   R"("source":"retraction-watch","updated":{"date-parts":[[2024,5]]}}])")));
  std::vector<model::Article> records = {paper("90000001", "10.5555/a", kTitle)};
  records[0].volume = "6";
  const search::Enrichment got = enriched(up, records, {"crossref"});
  CHECK(of(got, "crossref").known == 1);
  CHECK(records[0].retraction.status == model::RetractionStatus::retracted);
  CHECK(records[0].retraction.sources == std::vector<std::string>{"crossref:updated-by"});
  CHECK(records[0].retraction.date == "2024-05");
  CHECK(records[0].volume == "6");
  CHECK(records[0].pages == "1-9");
  CHECK(records[0].metadata["from_crossref"] == "pages");
  CHECK(records[0].citation_count == 12);
}

TEST_CASE("a DOI that names a whole supplement says nothing of one abstract in it") {
  test::Upstream up;
  up.script.on(
      "crossref",
      crossref_list(R"({"DOI":"10.5555/a","title":["Abstracts of the Invented Congress"],)"
                    R"("volume":"7","updated-by":[{"DOI":"10.5555/n","type":"retraction"}]})"));
  std::vector<model::Article> records = {paper("90000001", "10.5555/a", kTitle)};
  const search::Enrichment got = enriched(up, records, {"crossref"});
  CHECK(of(got, "crossref").known == 0);
  CHECK(records[0].retraction.status == model::RetractionStatus::none);
  CHECK(records[0].volume.empty());
  // Two records with one DOI are not asked for at all.
  records = {paper("90000001", "10.5555/a", kTitle), paper("90000002", "10.5555/a", "Another")};
  const std::size_t before = up.script.requests().size();
  CHECK(of(enriched(up, records, {"crossref"}), "crossref").asked == 0);
  CHECK(up.script.requests().size() == before);
}

TEST_CASE("an open copy is found where none was known") {
  test::Upstream up;
  up.config.unpaywall_email = "reader@library.org";
  up.script.on("10.5555%2Fa",
               R"({"doi":"10.5555/a","is_oa":true,"oa_status":"green","best_oa_location":)"
               R"({"url":"https://example.org/a","url_for_pdf":"https://example.org/a.pdf"}})");
  up.script.on("10.5555%2Fb", {{.status = 404, .body = R"({"error":true,"message":"unknown"})"}});
  std::vector<model::Article> records = {paper("1", "10.5555/a", kTitle),
                                         paper("2", "10.5555/b", kTitle),
                                         paper("3", "10.5555/c", kTitle)};
  records[2].is_open_access = true;
  records[2].pdf_url = "https://example.org/c.pdf";
  const search::Enrichment got = enriched(up, records, {"unpaywall"});
  CHECK(of(got, "unpaywall").status == search::SourceStatus::ok);
  CHECK(of(got, "unpaywall").asked == 2);
  CHECK(of(got, "unpaywall").known == 1);
  CHECK(records[0].is_open_access == true);
  CHECK(records[0].pdf_url == "https://example.org/a.pdf");
  CHECK(records[0].metadata["from_unpaywall"] == "is_open_access pdf_url");
  CHECK_FALSE(records[1].is_open_access);
}

TEST_CASE("entities become concepts of the record") {
  test::Upstream up;
  up.script.on("biocjson",
               R"({"PubTator3":[{"pmid":90000001,"passages":[{"infons":{"type":"title"},)"
               R"("annotations":[{"text":"x","infons":{"type":"Disease","identifier":"MESH:D1",)"
               R"("name":"Invented Disease"}},{"text":"y","infons":{"type":"Chemical",)"
               R"("identifier":"-","name":"nothing"}},{"text":"mice","infons":{"type":"Species",)"
               R"("identifier":"10090","name":"Mus musculus"}}]}]}]})");
  std::vector<model::Article> records = {paper("90000001", "", kTitle)};
  records[0].concepts = {"Medicine"};
  enriched(up, records, {"pubtator"});
  CHECK(records[0].concepts == std::vector<std::string>{"Medicine", "Invented Disease"});
  CHECK(records[0].metadata["from_pubtator"] == "concepts");
}

TEST_CASE("one service that fails or hangs is named and leaves the others") {
  test::Upstream up;
  up.script.on("icite", R"({"data":[{"pmid":90000001,"citation_count":5}]})");
  up.script.on("crossref", {{.status = 500, .body = "<html>down</html>"}});
  up.script.on("idconv", {{.hang = true}});
  up.config.endpoints["pubtator"].enabled = false;
  std::vector<model::Article> records = {paper("90000001", "10.5555/a", kTitle), {}};
  records[1].pmcid = "PMC99000001";
  records[1].id = records[1].europepmc_id = "PMC:PMC99000001";
  Context ctx = up.context();
  const TimePoint start = up.clock.now();
  ctx.deadline = start + std::chrono::seconds(4);
  // Time stands until all have asked: it would pass at once for who comes late.
  up.script.freeze();
  Result<search::Enrichment> got = Error{};
  std::thread call(
      [&] { got = search::enrich(up.ports(), search::all_enrichers(), records, ctx); });
  CHECK(up.script.wait_for_requests(3));
  up.script.thaw();
  call.join();
  REQUIRE(got);
  CHECK(up.clock.now() - start <= std::chrono::seconds(4));
  REQUIRE(got->reports.size() == 5);
  CHECK(of(*got, "icite").status == search::SourceStatus::ok);
  CHECK(of(*got, "crossref").status == search::SourceStatus::error);
  CHECK(of(*got, "crossref").error);
  CHECK(of(*got, "idconv").status == search::SourceStatus::timeout);
  CHECK(of(*got, "pubtator").status == search::SourceStatus::skipped);
  CHECK(of(*got, "unpaywall").status == search::SourceStatus::skipped);
  CHECK(of(*got, "unpaywall").error->message == "Unpaywall wants an e-mail address");
  CHECK(records[0].citation_count == 5);
}

TEST_CASE("a page of records costs one request a service, and none the second time") {
  test::Upstream up;
  up.script.on("icite", R"({"data":[]})");
  up.script.on("crossref", crossref_list(""));
  std::vector<model::Article> records;
  for (int i = 0; i < 50; ++i) {
    const std::string n = std::to_string(90'000'001 + i);
    records.push_back(paper(n, "10.5555/" + n, kTitle + " " + n));
  }
  enriched(up, records, {"icite", "crossref", "idconv"});
  CHECK(up.count("icite") == 1);
  CHECK(up.count("crossref") == 1);
  CHECK(up.script.requests().size() == 2);
  enriched(up, records, {"icite", "crossref", "idconv"});
  CHECK(up.script.requests().size() == 2);
}

TEST_CASE("which services are asked without a choice") {
  Config config;
  using Names = std::vector<std::string>;
  CHECK(search::default_enrichers(config) == Names{"icite", "idconv", "crossref"});
  config.unpaywall_email = "reader@library.org";
  CHECK(search::default_enrichers(config) == Names{"icite", "idconv", "crossref", "unpaywall"});
  config.endpoints["icite"].enabled = false;
  CHECK(search::default_enrichers(config) == Names{"idconv", "crossref", "unpaywall"});
  config.sources = {"pubmed", "pubtator", "icite"};
  CHECK(search::default_enrichers(config) == Names{"pubtator"});
}

TEST_CASE("enrichment that is cancelled is cancelled") {
  test::Upstream up;
  std::stop_source stop;
  stop.request_stop();
  Context ctx = up.context();
  ctx.stop = stop.get_token();
  std::vector<model::Article> records = {paper("90000001", "", kTitle)};
  const auto got = search::enrich(up.ports(), {"icite"}, records, ctx);
  REQUIRE_FALSE(got);
  CHECK(got.error().code == Errc::cancelled);
}
