#include "pipeline/sample/europepmc.hpp"
#include "services_support.hpp"

namespace ev::sample {

namespace {

constexpr std::string_view kArticles = R"({"result":[
{"id":"90000951","source":"MED","pmid":"90000951","doi":"10.5555/z.1","pmcid":"PMC99000951",
 "title":"Zebrafish and β-carotene.","abstractText":"<h4>Results</h4>Fish ate it in 2020.",
 "authorString":"Alpha A, Beta B.","authorList":{"author":[{"fullName":"Alpha A"},{"collectiveName":"Fish Group"}]},
 "journalInfo":{"volume":"7","yearOfPublication":2020,"printPublicationDate":"2020-03-01","journal":{"title":"Example fish","isoabbreviation":"Ex Fish","essn":"9900-0001"}},
 "pubYear":"2020","pubTypeList":{"pubType":["Journal Article","Review"]},"language":"eng","isOpenAccess":"Y","inEPMC":"Y","citedByCount":12,
 "electronicPublicationDate":"2020-02-11","firstPublicationDate":"2020-02-11","dateOfCreation":"2020-02-12",
 "meshHeadingList":{"meshHeading":[{"descriptorName":"Heart Failure"}]},"_full_text":"NCT00001234"},
{"id":"90000952","source":"MED","pmid":"90000952","title":"Zebrafish alone.","pubYear":"2022","pubTypeList":{"pubType":["Letter"]},
 "language":"ger","isOpenAccess":"N","inEPMC":"N","citedByCount":3,"firstPublicationDate":"2022-05-01",
 "_references":[{"id":"90000951","source":"MED"},{"match":"N"}]},
{"id":"PPR990951","source":"PPR","doi":"10.5555/p.1","title":"A preprint on zebrafish.","abstractText":"Text.","pubYear":"2021",
 "pubTypeList":{"pubType":["Preprint"]},"citedByCount":0,"firstPublicationDate":"2021-01-01"}]})";

struct Epmc : ServiceBench<EuropePmcSample> {
  Epmc() : ServiceBench(kArticles) {}
  std::vector<std::string> ids(const std::string& query, const std::string& more = "") const {
    std::vector<std::string> out;
    const Json reply = json("/rest/search?format=json&query=" + encoded(query) + more);
    CHECK(reply.at("hitCount") == reply.at("resultList").at("result").size());
    for (const Json& row : reply["resultList"]["result"]) out.push_back(row.at("id"));
    return out;
  }
};

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("Europe PMC sample: fields of the query language") {
  const Epmc epmc;
  const std::vector<std::pair<const char*, std::size_t>> cases = {
      {"zebrafish", 3},
      {"TITLE:zebrafish", 3},
      {"TITLE_ABS:\"fish ate\"", 1},
      {"TITLE_ABS:carot*", 1},
      {"ABSTRACT:results", 1},
      {"ABSTRACT:h4", 0},
      {"KW:\"heart failure\"", 1},
      {"AUTH:\"alpha a\" OR AUTH:\"fish group\"", 1},
      {"JOURNAL:\"ex fish\"", 1},
      {"ISSN:\"9900-0001\"", 1},
      {"VOLUME:7", 1},
      {"EXT_ID:90000951 AND SRC:MED", 1},
      {"EXT_ID:\"90000951\" AND SRC:MED", 0},  // as the service has it
      {"DOI:\"10.5555/Z.1\"", 1},
      {"PMCID:PMC99000951", 1},
      {"SRC:PPR", 1},
      {"zebrafish AND NOT SRC:PPR", 2},
      {"PUB_TYPE:review", 1},
      {"LANG:ger", 1},
      {"OPEN_ACCESS:y", 1},
      {"HAS_ABSTRACT:y", 2},
      {"PUB_YEAR:2020", 1},
      {"PUB_YEAR:[2021 TO 2022]", 2},
      {"FIRST_PDATE:[2020-02-11 TO 2020-12-31]", 1},
      {"E_PDATE:[2021-01-01 TO 3000-12-31]", 0},
      {"CITED:[10 TO *]", 1},
      {"NCT00001234", 1},
      {"NO_SUCH_FIELD:zebrafish", 0},
  };
  for (const auto& [query, count] : cases) {
    CAPTURE(query);
    CHECK(epmc.ids(query).size() == count);
  }
}

TEST_CASE("Europe PMC sample: order, pages to their end") {
  const Epmc epmc;
  CHECK(epmc.ids("zebrafish OR carotene").front() == "90000951");
  CHECK(epmc.ids("zebrafish", "&sort=" + encoded("CITED desc")) ==
        Ids{"90000951", "90000952", "PPR990951"});
  CHECK(epmc.ids("zebrafish", "&sort=" + encoded("PUB_YEAR asc")).front() == "90000951");
  std::string cursor = "*";
  Ids seen;
  for (int page = 0; page < 5 && !cursor.empty(); ++page) {
    const Json reply =
        epmc.json("/rest/search?query=zebrafish&pageSize=1&cursorMark=" + encoded(cursor));
    CHECK(reply["hitCount"] == 3);
    CHECK(reply["request"]["pageSize"] == 1);
    for (const Json& row : reply["resultList"]["result"]) seen.push_back(row["id"]);
    cursor = reply.value("nextCursorMark", "");
  }
  CHECK(cursor.empty());
  CHECK(seen.size() == 3);
}

TEST_CASE("Europe PMC sample: what is rejected has no count, never zero hits") {
  const Epmc epmc;
  const Json version = {{"version", "6.9"}};
  CHECK(epmc.json("/rest/search?query=zebrafish&sort=NOPE") == version);
  CHECK(epmc.json("/rest/search?query=zebrafish&cursorMark=abc") == version);
  CHECK(epmc.json("/rest/search?query=" + encoded("(zebrafish")) == version);
  CHECK(epmc.json("/rest/search?query=")["errCode"] == 400);
  const Json none = epmc.json("/rest/search?query=giraffe");
  CHECK(none["hitCount"] == 0);
  CHECK(none["resultList"]["result"].empty());
}

TEST_CASE("Europe PMC sample: forms of results, POST, single articles, lists") {
  const Epmc epmc;
  const std::string query = "/rest/search?query=" + encoded("EXT_ID:90000951") + "&resultType=";
  const Json core = epmc.json(query + "core")["resultList"]["result"][0];
  CHECK(core.contains("abstractText"));
  CHECK_FALSE(core.contains("_full_text"));
  const Json lite = epmc.json(query + "lite")["resultList"]["result"][0];
  CHECK_FALSE(lite.contains("abstractText"));
  CHECK(lite["journalTitle"] == "Ex Fish");
  CHECK(lite["pubType"] == "journal article; review");
  CHECK(epmc.json(query + "idlist")["resultList"]["result"][0].size() == 4);
  const auto posted =
      epmc.service.answer(read_form({.method = "POST",
                                     .url = "https://x.test/rest/searchPOST",
                                     .body = "query=TITLE%3Aalone&resultType=core"}));
  CHECK(parse_json(posted->body).value()["hitCount"] == 1);
  CHECK(epmc.json("/rest/article/MED/90000951?resultType=core")["result"]["pmid"] == "90000951");
  CHECK(epmc.refused("/rest/article/MED/1").first == 404);
  CHECK(epmc.json("/rest/MED/90000952/references")["referenceList"]["reference"].size() == 2);
  const Json cited = epmc.json("/rest/MED/90000951/citations?page=1&pageSize=100");
  CHECK(cited["hitCount"] == 1);
  CHECK(cited["citationList"]["citation"][0]["id"] == "90000952");
  CHECK_FALSE(epmc.get("/rest/other"));
}

}  // namespace ev::sample
