#include "net/client.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/sample/answers.hpp"
#include "pipeline/sample/engine.hpp"
#include "pipeline/sources/icite.hpp"
#include "pipeline/sources/pubmed.hpp"
#include "pipeline/sources/pubmed_xml.hpp"
#include "support/catch.hpp"

#include <set>

namespace ev::sample {

namespace {

// Two records of the test's own, in PubMed's wire format.
constexpr std::string_view kTwoRecords =
    "<?xml version=\"1.0\" ?>\n<PubmedArticleSet>\n"
    "<PubmedArticle><MedlineCitation Status=\"MEDLINE\"><PMID "
    "Version=\"1\">90000951</PMID><Article>"
    "<Journal><JournalIssue><PubDate><Year>2020</Year></PubDate></JournalIssue><Title>Example</"
    "Title>"
    "</Journal><ArticleTitle>Zebrafish and "
    "\u03b2-carotene.</ArticleTitle><Abstract><AbstractText>Fish "
    "ate "
    "it.</AbstractText></Abstract><Language>eng</Language></Article><MeshHeadingList><MeshHeading>"
    "<DescriptorName UI=\"D006333\" MajorTopicYN=\"Y\">Heart Failure</DescriptorName></MeshHeading>"
    "</MeshHeadingList></MedlineCitation></PubmedArticle>\n"
    "<PubmedArticle><MedlineCitation Status=\"MEDLINE\"><PMID "
    "Version=\"1\">90000952</PMID><Article>"
    "<Journal><JournalIssue><PubDate><Year>2022</Year></PubDate></JournalIssue><Title>Example</"
    "Title>"
    "</Journal><ArticleTitle>Zebrafish without anything.</ArticleTitle><Language>eng</Language>"
    "</Article></MedlineCitation></PubmedArticle>\n</PubmedArticleSet>\n";
constexpr std::string_view kTwoRows =
    R"({"data":[{"_id":"90000951","pmid":90000951,"citation_count":3},{"_id":"90000952","pmid":90000952}]})";

struct Bench {
  SampleLibrary library = *SampleLibrary::load(kTwoRecords, pubmed_query::Date{2026, 11, 21});

  net::HttpResponse get(const std::string& path_and_query) const {
    return answer(library, kTwoRows,
                  read_form({.method = "GET", .url = "https://x.test" + path_and_query}));
  }
  sources::EsearchReply search(const std::string& query) const {
    const auto reply = get("/entrez/eutils/esearch.fcgi?db=pubmed&retmode=json&" + query);
    REQUIRE(reply.status == 200);
    const auto parsed = sources::parse_esearch(reply.body);
    REQUIRE(parsed);
    return *parsed;
  }
};

}  // namespace

TEST_CASE("requests are taken apart, the body winning over the query string") {
  const Form form = read_form({.method = "POST",
                               .url = "http://127.0.0.1:1/a/efetch.fcgi?db=pubmed&id=1",
                               .body = "id=2%2C3&id=4&term=a+b%20c%zz"});
  CHECK(form.path == "/a/efetch.fcgi");
  CHECK(form.get("db") == "pubmed");
  CHECK(form.get("id") == "2,3,4");
  CHECK(form.get("term") == "a b c%zz");
  CHECK(form.number("missing", 7) == 7);
  CHECK(form.number("term", 7) == 7);
}

TEST_CASE("esearch: counts, paging, order, translation") {
  const Bench bench;
  const auto both = bench.search("term=zebrafish");
  CHECK(both.count == 2);
  CHECK(both.ids == std::vector<std::string>{"90000952", "90000951"});
  CHECK(both.query_translation == "\"zebrafish\"[All Fields]");
  const auto second = bench.search("term=zebrafish&retstart=1&retmax=1");
  CHECK(second.ids == std::vector<std::string>{"90000951"});
  CHECK(second.retstart == 1);
  CHECK(bench.search("term=zebrafish&mindate=2021&maxdate=2023").count == 1);
  CHECK(bench.search("term=zebrafish&retmax=0").ids.empty());
  const auto mapped = bench.search("term=cardiac%20failure");
  CHECK(mapped.count == 1);
  REQUIRE(mapped.translations.size() == 1);
  CHECK(mapped.translations[0].second.find("\"heart failure\"[MeSH Terms]") == 0);
}

TEST_CASE("esearch: what was dropped or found nothing is said") {
  const Bench bench;
  const auto dropped = bench.search("term=zebrafish%20xyzzy");
  CHECK(dropped.count == 2);
  CHECK(dropped.phrases_not_found == std::vector<std::string>{"xyzzy"});
  const auto nothing = bench.search("term=%22purple%20fish%22%5Btiab%5D");
  CHECK(nothing.count == 0);
  CHECK(nothing.quoted_phrases_not_found == std::vector<std::string>{"\"purple fish\"[tiab]"});
  CHECK(nothing.messages == std::vector<std::string>{"No items found."});
  CHECK(bench.search("term=zebrafish%5Bxyz%5D").fields_not_found ==
        std::vector<std::string>{"xyz"});
  CHECK(bench.search("term=zebrafish&sort=date").messages ==
        std::vector<std::string>{"Unknown sort schema 'date' ignored"});
  CHECK_FALSE(sources::parse_esearch(bench.get("/x/esearch.fcgi?term=").body));
  CHECK_FALSE(sources::parse_esearch(bench.get("/x/esearch.fcgi?term=a1&retstart=9999").body));
}

TEST_CASE("efetch gives the records' own bytes, in the order asked for") {
  const Bench bench;
  const auto reply =
      bench.get("/entrez/eutils/efetch.fcgi?db=pubmed&retmode=xml&id=90000952,1,90000951");
  REQUIRE(reply.status == 200);
  const std::string_view record = bench.library.record("90000951");
  CHECK(kTwoRecords.find(record) != std::string_view::npos);
  CHECK(reply.body.find(record) != std::string::npos);
  const sources::XmlSet set = sources::read_pubmed_set(reply.body);
  REQUIRE(set.articles.size() == 2);
  CHECK(set.articles[0].pmid == "90000952");
  CHECK(set.complete);
  CHECK(sources::read_pubmed_set(bench.get("/x/efetch.fcgi?id=1").body).articles.empty());
  CHECK(bench.get("/x/efetch.fcgi?id=abc,0").status == 400);
}

TEST_CASE("iCite rows, and a plain 404 for every other service") {
  const Bench bench;
  const auto rows = sources::parse_citations(bench.get("/api/pubs?pmids=90000951,5").body);
  REQUIRE(rows);
  REQUIRE(rows->size() == 1);
  CHECK(rows->at("90000951").citation_count == 3);
  CHECK(sources::parse_citations(bench.get("/api/pubs/90000952").body)->size() == 1);
  CHECK(bench.get("/europepmc/search?query=x").status == 404);
  CHECK(bench.get("/x/einfo.fcgi").status == 200);
}

TEST_CASE("the embedded sample: at least forty readable, marked records from 90000001 on") {
  const auto library =
      SampleLibrary::load(embedded_file("pubmed.xml"), pubmed_query::Date{2026, 11, 21});
  REQUIRE(library);
  CHECK(library->articles().size() >= 40);
  std::set<std::string> pmids;
  for (const model::Article& article : library->articles()) {
    INFO(article.pmid);
    CHECK(std::stol(article.pmid) >= kFirstSamplePmid);
    CHECK(pmids.insert(article.pmid).second);
    CHECK_FALSE(article.title.empty());
    CHECK(article.title.find("[sample]") == std::string::npos);
    CHECK(library->record(article.pmid).find("[sample]") != std::string_view::npos);
  }
  const auto rows = sources::parse_citations(embedded_file("icite.json"));
  REQUIRE(rows);
  for (const auto& [pmid, row] : *rows) CHECK(pmids.contains(pmid));
}

TEST_CASE("the sample answers through the real client, the same bytes each time") {
  const SystemClock clock;
  Config config;
  config.endpoints["pubmed"] = {"https://eutils.ncbi.nlm.nih.gov/entrez/eutils", true};
  net::Client client(
      {.clock = &clock, .make_engine = [&] { return make_engine(&clock); }, .user_agent = "test"});
  const sources::PubMed pubmed(config);
  const Context ctx{.clock = &clock};
  const auto first = client.send(pubmed.probe("metformin AND alzheimer disease"), ctx);
  const auto again = client.send(pubmed.probe("metformin AND alzheimer disease"), ctx);
  REQUIRE(first);
  REQUIRE(again);
  CHECK(first->body == again->body);
  const auto reply = sources::parse_esearch(first->body);
  REQUIRE(reply);
  CHECK(reply->count >= 5);
}

}  // namespace ev::sample
