#include "pipeline/sources/eutils.hpp"

#include "support/catch.hpp"

using namespace ev;
using net::Verdict;
using sources::EutilsReply;

namespace {

net::HttpResponse reply(int status, std::string body, std::vector<net::Header> headers = {}) {
  net::HttpResponse r;
  r.status = status;
  r.body = std::move(body);
  r.headers = std::move(headers);
  return r;
}

net::Classified json(int status, const std::string& body) {
  return sources::classify_eutils(reply(status, body), EutilsReply::esearch);
}
net::Classified records(int status, const std::string& body) {
  return sources::classify_eutils(reply(status, body), EutilsReply::article_set);
}
std::string search_error(const std::string& text) {
  return R"({"header":{"type":"esearch","version":"0.3"},"esearchresult":{"ERROR":")" + text +
         "\"}}";
}
std::string fetch_error(const std::string& text) {
  return "<?xml version=\"1.0\"?>\n<!DOCTYPE eEfetchResult PUBLIC \"x\" "
         "\"y\">\n<eFetchResult>\n\t<ERROR>" +
         text + "</ERROR>\n</eFetchResult>";
}

constexpr const char* kNoRoot =
    "<?xml version=\"1.0\" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC \"a\" \"b\">\n";

}  // namespace

TEST_CASE("good replies are good, empty ones too") {
  CHECK(json(200, R"({"esearchresult":{"count":"0","idlist":[]}})"
                  "\n")
            .verdict == Verdict::ok);
  CHECK(
      json(200,
           R"({"esearchresult":{"count":"1","idlist":["1"],"errorlist":{"phrasesnotfound":["x"]},)"
           R"("querytranslation":"\"API rate limit exceeded\"[ti] AND \"ERROR\"[ti]"}})")
          .verdict == Verdict::ok);
  CHECK(records(200, std::string(kNoRoot) + "<PubmedArticleSet></PubmedArticleSet>\n").verdict ==
        Verdict::ok);
  CHECK(records(200, "<PubmedArticleSet/>").verdict == Verdict::ok);
  CHECK(sources::classify_eutils(reply(200, "<eSpellResult><ERROR/></eSpellResult>"),
                                 EutilsReply::xml)
            .verdict == Verdict::ok);
}

TEST_CASE("back ends that are down are transient, whatever the status") {
  for (const char* text :
       {"Search Backend failed: Couldn't resolve #pmquerysrv-mz?dbaf=pubmed, the address table is "
        "empty.",
        "Search Backend failed: Database is not supported: pubmed", "NCBI C++ Exception: something",
        "TXCLIENT::readAll EOF", "CException seen", "CTxRawClient: closed connection",
        "Invalid db name specified: pubmed", "Error reading from remote server", "Bad+gateway",
        "server is temporarily unable to service your request",
        "Resource temporarily unavailable"}) {
    INFO(text);
    CHECK(json(200, search_error(text)).verdict == Verdict::transient);
    CHECK(records(200, fetch_error(text)).verdict == Verdict::transient);
  }
  CHECK(json(200,
             R"({"error":"/lbsm/eutils_lb -> Neg","api-key":"1.2.3.4","type":"ip","status":"ok"})")
            .verdict == Verdict::transient);
  CHECK(records(400, fetch_error(
                         "Error: CEFetchPApplication::proxy_stream(): Failed to connect to PubOne "
                         "service. Try again later."))
            .verdict == Verdict::transient);
  CHECK(records(400, fetch_error("&lt;html&gt;&lt;h1&gt;502 Bad Gateway&lt;/h1&gt;")).verdict ==
        Verdict::transient);
  CHECK(records(400, "<html><h1>502 Bad Gateway</h1></html>").verdict == Verdict::transient);
  for (const int status : {408, 500, 502, 503, 504}) {
    CHECK(json(status, "<html><title>WWW Error Diagnostic</title></html>").verdict ==
          Verdict::transient);
  }
  CHECK(json(503, "Unable to route request! service name: /http/service/ratecontrol").verdict ==
        Verdict::transient);
}

TEST_CASE("a reply with damaged bytes is asked for again: an id could come out as another") {
  CHECK(json(200, "{\"esearchresult\":{\"count\":\"1\",\"idlist\":[\"12\xFF\xFE\"]}}").verdict ==
        Verdict::transient);
}

TEST_CASE("the wrong kind of body is transient") {
  CHECK(json(200, "<!DOCTYPE html><html>We are down for maintenance</html>").verdict ==
        Verdict::transient);
  CHECK(json(200, R"({"esearchresult":{"count":"12","idlist":["1","2)").verdict ==
        Verdict::transient);
  CHECK(json(200, "").verdict == Verdict::transient);
  CHECK(json(200, "plain words").verdict == Verdict::transient);
  CHECK(records(200, kNoRoot).verdict == Verdict::transient);
  CHECK(records(200, "").verdict == Verdict::transient);
  CHECK(records(200, "<html>maintenance</html>").verdict == Verdict::transient);
  CHECK(records(200, "<PubmedArticleSet><PubmedArticle><PMID>1").verdict == Verdict::transient);
  const std::string long_cut = "<PubmedArticleSet>" + std::string(20000, 'x') + "</PubmedArticle>";
  CHECK(records(200, long_cut).verdict == Verdict::transient);
  CHECK(records(200, long_cut + "</PubmedArticleSet>").verdict == Verdict::ok);
  CHECK(json(200, R"({"esearchresult":{"idlist":[")" + std::string(20000, '1')).verdict ==
        Verdict::transient);
}

TEST_CASE("the rate limit is told by status or body, with two seconds when nothing is said") {
  const std::string body =
      R"({"error":"API rate limit exceeded","api-key":"1.2.3.4","count":"4","limit":"3"})";
  CHECK(json(429, body).verdict == Verdict::rate);
  CHECK(json(429, body).retry_after_s == 2.0);
  CHECK(json(200, body).verdict == Verdict::rate);
  CHECK(records(429, body).verdict == Verdict::rate);
  const auto told =
      sources::classify_eutils(reply(429, body, {{"retry-after", "7"}}), EutilsReply::esearch);
  CHECK_FALSE(told.retry_after_s);
}

TEST_CASE("a block stops everything") {
  const auto redirect = sources::classify_eutils(
      reply(302, "", {{"location", "https://misuse.ncbi.nlm.nih.gov/error/abuse.shtml"}}),
      EutilsReply::esearch);
  CHECK(redirect.verdict == Verdict::blocked);
  CHECK(json(200, "<html><title>NCBI - WWW Error Blocked Diagnostic</title></html>").verdict ==
        Verdict::blocked);
  CHECK(records(200, "<html>your address was blocked for possible abuse</html>").verdict ==
        Verdict::blocked);
  CHECK(sources::classify_eutils(reply(302, "", {{"location", "https://www.ncbi.nlm.nih.gov/"}}),
                                 EutilsReply::esearch)
            .verdict == Verdict::transient);
}

TEST_CASE("JSON is judged by its members, whatever its words say") {
  // PubMed echoes the query in several places.
  const auto echoing = [](const std::string& word) {
    return R"({"esearchresult":{"count":"12","idlist":["1"],"translationset":[{"from":"error","to":")" +
           word + R"("},{"from":"ERROR","to":"x"}],"querytranslation":")" + word + "\"}}";
  };
  for (const char* word : {"nurse error", "API key invalid", "blocked for possible abuse",
                           "API rate limit exceeded", "Search Backend failed: tryagainlater",
                           "<ERROR>Bad gateway</ERROR>", "<html>", "unable to obtain query #1"}) {
    INFO(word);
    CHECK(json(200, echoing(word)).verdict == Verdict::ok);
    CHECK(records(200, "<PubmedArticleSet><PubmedArticle><ArticleTitle>" +
                           std::string(word[0] == '<' ? "word" : word) +
                           "</ArticleTitle></PubmedArticle></PubmedArticleSet>")
              .verdict == Verdict::ok);
  }
}

TEST_CASE("what will not get better is permanent and says why") {
  const auto key = json(400, R"({"error":"API key invalid","api-key":"s3cret","type":"invalid"})");
  CHECK(key.verdict == Verdict::permanent);
  CHECK(key.code == Errc::invalid_argument);
  CHECK(key.reason.find("NCBI_API_KEY") != std::string::npos);
  CHECK(key.reason.find("s3cret") == std::string::npos);
  const auto ids = records(400, fetch_error("ID list is empty! Possibly it has no correct IDs."));
  CHECK(ids.verdict == Verdict::permanent);
  CHECK(ids.code == Errc::not_found);
  CHECK(records(400, fetch_error("Supplied id parameter is empty.")).code == Errc::not_found);
  const auto syntax =
      json(200, search_error("Search Backend failed: Query syntax error near '(('"));
  CHECK(syntax.verdict == Verdict::permanent);
  CHECK(syntax.code == Errc::invalid_query);
  // The line break inside the JSON string is what E-utilities really send.
  const auto offset = json(
      200,
      search_error("Search Backend failed: Exception:\n'retstart' cannot be larger than 9998."));
  CHECK(offset.verdict == Verdict::permanent);
  CHECK(offset.code == Errc::invalid_argument);
  CHECK(json(200, search_error("Empty term and query_key - nothing todo")).verdict ==
        Verdict::permanent);
  CHECK(json(414, "<?xml version=\"1.0\"?><html><title>Submitted URI too large!</title></html>")
            .verdict == Verdict::permanent);
  CHECK(json(400, "odd").verdict == Verdict::permanent);
  CHECK(json(403, "<html/>").verdict == Verdict::permanent);
}

TEST_CASE("an expired session asks for a new search") {
  CHECK(json(200, R"({"esearchresult":{"ERROR":"Unable to obtain query #1"}})").verdict ==
        Verdict::expired);
  CHECK(records(200, fetch_error("Unable to obtain query #1")).verdict == Verdict::expired);
}

TEST_CASE("an error in XML is found where JSON was asked") {
  CHECK(json(200, "<eSearchResult><ERROR>TXCLIENT::readAll EOF</ERROR></eSearchResult>").verdict ==
        Verdict::transient);
}

TEST_CASE("the plan carries identity and limits, the key only as a secret") {
  Config config;
  const auto bare = sources::eutils_plan(config, "esearch", EutilsReply::esearch);
  CHECK(bare.url == "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/esearch.fcgi");
  CHECK(bare.secret_params == std::vector<net::Param>{{"tool", "evidence-mcp"}});
  CHECK(bare.policy.service == "ncbi");
  CHECK(bare.policy.gap == std::chrono::milliseconds(400));
  CHECK(bare.policy.concurrency == 3);
  config.ncbi_api_key = Secret("k");
  config.ncbi_email = "a@example.org";
  config.endpoints["pubmed"] = {"http://127.0.0.1:1/e", true};
  const auto keyed = sources::eutils_plan(config, "efetch", EutilsReply::article_set);
  CHECK(keyed.url == "http://127.0.0.1:1/e/efetch.fcgi");
  CHECK(keyed.secret_params == std::vector<net::Param>{{"tool", "evidence-mcp"},
                                                       {"email", "a@example.org"},
                                                       {"api_key", "k"}});
  CHECK(keyed.params.empty());
  CHECK(keyed.policy.gap == std::chrono::milliseconds(125));
  CHECK(keyed.policy.concurrency == 6);
  CHECK(keyed.policy.key == "k");
}
