// One table over every service: which replies with status 200 are taken for its own, and which of
// them may be cached.
#include "pipeline/sources/clinicaltrials.hpp"
#include "pipeline/sources/crossref.hpp"
#include "pipeline/sources/elink.hpp"
#include "pipeline/sources/europepmc.hpp"
#include "pipeline/sources/europepmc_lists.hpp"
#include "pipeline/sources/icite.hpp"
#include "pipeline/sources/idconv.hpp"
#include "pipeline/sources/mesh_eutils.hpp"
#include "pipeline/sources/openalex.hpp"
#include "pipeline/sources/pubmed.hpp"
#include "pipeline/sources/pubtator.hpp"
#include "pipeline/sources/semanticscholar.hpp"
#include "pipeline/sources/unpaywall.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/sources/replies.hpp"

using namespace ev;
using net::Verdict;

namespace {

struct Service {
  const char* name;
  bool ncbi;
  net::RequestPlan plan;
  std::string good;  // "@" stands in a title, name or echoed query
};

std::string with_text(const std::string& body, const std::string& words) {
  std::string out = body;
  if (const std::size_t at = out.find('@'); at != std::string::npos) out.replace(at, 1, words);
  return out;
}

const Config& config() {
  static const Config made = [] {
    Config c;
    c.unpaywall_email = "someone@example.org";
    return c;
  }();
  return made;
}

std::vector<Service> services() {
  using namespace sources;
  const std::vector<std::string> pmids = {"11"};
  const std::vector<std::string> dois = {"10.1234/x"};
  const PubMed pubmed(config());
  const EuropePmc epmc(config());
  const OpenAlex openalex(config());
  const ClinicalTrials trials(config());
  const SemanticScholar scholar(config());
  return {
      {"esearch", true, *pubmed.plan({.text = "walnut", .max = 1}),
       R"({"esearchresult":{"count":"1","idlist":["11"],"querytranslation":"@"}})"},
      {"esearch, count", true, pubmed.probe("walnut"),
       R"({"esearchresult":{"count":"1","idlist":[],"translationset":[{"from":"error","to":"@"}]}})"},
      {"efetch", true, pubmed.fetch(pmids).front(),
       "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>11</PMID><Article><ArticleTitle>"
       "@</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"},
      {"elink", true, plan_pubmed_links(config(), PubMedLink::similar, pmids).front(),
       R"({"header":{"note":"@"},"linksets":[{"dbfrom":"pubmed","ids":["11"]}]})"},
      {"mesh search", true, mesh_search_plan(config(), "walnut"),
       R"({"esearchresult":{"count":"0","idlist":[],"querytranslation":"@"}})"},
      {"mesh summary", true, mesh_summary_plan(config(), pmids),
       R"({"result":{"uids":[],"note":"@"}})"},
      {"europepmc", false, *epmc.plan({.params = {{"query", "walnut"}}, .max = 1}),
       R"({"hitCount":1,"resultList":{"result":[{"id":"11","source":"MED","pmid":"11","title":"@"}]}})"},
      {"europepmc records", false, epmc.fetch(pmids).front(),
       R"({"hitCount":1,"resultList":{"result":[{"id":"11","source":"MED","pmid":"11","title":"@"}]}})"},
      {"europepmc list", false,
       *plan_europepmc_list(config(), EuropePmcList::references, "MED:11", 1, 10),
       R"({"hitCount":1,"referenceList":{"reference":[{"id":"12","source":"MED","title":"@"}]}})"},
      {"full text", false, *plan_europepmc_full_text(config(), "PMC11"),
       "<article><front><article-meta><title-group><article-title>@</article-title></title-group>"
       "</article-meta></front><body><p>Walnuts.</p></body></article>"},
      {"openalex", false, *openalex.plan({.params = {{"filter", "type:review"}}, .max = 1}),
       R"({"meta":{"count":1},"results":[{"id":"https://openalex.org/W11","title":"@"}]})"},
      {"semanticscholar", false, *scholar.plan({.params = {{"query", "walnut"}}, .max = 1}),
       R"({"total":1,"data":[{"title":"@","externalIds":{"PubMed":"11"}}]})"},
      {"semanticscholar records", false, scholar.fetch(std::vector<std::string>{"PMID:11"}).front(),
       R"([{"title":"@","externalIds":{"PubMed":"11"}}])"},
      {"clinicaltrials", false, *trials.plan({.params = {{"query.cond", "walnut"}}, .max = 1}),
       R"({"totalCount":1,"studies":[{"protocolSection":{"identificationModule":{"nctId":"NCT00000011","briefTitle":"@"}}}]})"},
      {"crossref", false, plan_crossref(config(), dois).front(),
       R"({"status":"ok","message":{"DOI":"10.1234/x","title":["@"]}})"},
      {"icite", false, plan_citations(config(), pmids).front(),
       R"({"meta":{"note":"@"},"data":[{"pmid":11,"citation_count":2}]})"},
      {"idconv", true, plan_id_conversion(config(), pmids).requests.front(),
       R"({"status":"ok","note":"@","records":[{"pmid":"11","requested-id":"11"}]})"},
      {"pubtator", true, plan_annotations(config(), pmids).front(),
       R"({"PubTator3":[{"_id":"11|None","id":"11","passages":[{"text":"@"}]}]})"},
      {"unpaywall", false, *plan_open_access(config(), "10.1234/x"),
       R"({"doi":"10.1234/x","is_oa":false,"title":"@"})"},
  };
}

// Neither taken as an answer nor kept for the next caller.
bool is_refused(const Service& service, const net::HttpResponse& reply) {
  return service.plan.classify(reply).verdict != Verdict::ok && !service.plan.keep(reply);
}

}  // namespace

TEST_CASE("a service's own reply is taken and kept, whatever its titles say") {
  for (const Service& service : services()) {
    for (const char* words :
         {"Walnuts", "nurse error", "We were blocked for possible abuse: a survey",
          "WWW Error Blocked Diagnostic", "misuse.ncbi.nlm.nih.gov", "API rate limit exceeded",
          "API key invalid", "Search Backend failed", "errCode 404", "database is updating"}) {
      INFO(service.name << ": " << words);
      const auto reply = test::good_reply(with_text(service.good, words));
      CHECK(service.plan.classify(reply).verdict == Verdict::ok);
      CHECK(service.plan.keep(reply));
    }
  }
}

TEST_CASE("what is no reply of the service is neither taken nor kept") {
  for (const Service& service : services()) {
    for (const char* body :
         {"{}", "[{}]x", R"({"status":"login"})",
          R"({"portal":"https://wifi.example.org","ok":true})", R"({"error":7})",
          R"({"version":"6.9"})", "null", "7", "ok", "<html><title>Sign in</title></html>",
          "<?xml version=\"1.0\"?><rsp/>"}) {
      INFO(service.name << ": " << body);
      CHECK(is_refused(service, test::good_reply(body)));
    }
    const std::string good = with_text(service.good, "Walnuts");
    INFO(service.name);
    CHECK(is_refused(service, test::good_reply(good.substr(0, good.size() * 2 / 3))));
    CHECK(service.plan.classify(test::good_reply(with_text(service.good, "Wal\xFF\xFEnuts")))
              .verdict == Verdict::transient);
  }
}

TEST_CASE("members and items of another kind are no reply that is taken and kept") {
  for (const Service& service : services()) {
    for (const char* body :
         {"[]", "[1]", "[[]]", R"(["x"])", " [ ] ", "[true]", R"({"esearchresult":[]})",
          R"({"esearchresult":"x","result":[],"linksets":7})", R"({"esearchresult":null})",
          R"({"data":{},"results":{},"studies":7,"records":"x","PubTator3":{}})",
          R"({"hitCount":[],"resultList":7,"status":[],"message":"x","doi":1,"is_oa":{}})"}) {
      INFO(service.name << ": " << body);
      const auto reply = test::good_reply(body);
      CHECK_FALSE(
          (service.plan.classify(reply).verdict == Verdict::ok && service.plan.keep(reply)));
    }
  }
}

TEST_CASE("a block page blocks the host that sent it, if it is NCBI's") {
  const auto redirect =
      test::answered(302, "", {{"location", "https://misuse.ncbi.nlm.nih.gov/error/abuse.shtml"}});
  const auto page =
      test::good_reply("<html><title>NCBI - WWW Error Blocked Diagnostic</title></html>");
  for (const Service& service : services()) {
    INFO(service.name);
    CHECK((service.plan.policy.service == "ncbi") == service.ncbi);
    for (const auto& reply : {redirect, page}) {
      CHECK((service.plan.classify(reply).verdict == Verdict::blocked) == service.ncbi);
    }
  }
}
