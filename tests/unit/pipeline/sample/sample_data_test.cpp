// The embedded records of the four services: they agree on what they share, they are marked as
// invented, and the queries translate/ writes for each service find them.
#include "base/json.hpp"
#include "base/text.hpp"
#include "net/client.hpp"
#include "pipeline/pubmed_query/evaluate.hpp"
#include "pipeline/pubmed_query/parser.hpp"
#include "pipeline/sample/answers.hpp"
#include "pipeline/sample/engine.hpp"
#include "pipeline/sample/openalex_filter.hpp"
#include "pipeline/sample/replies.hpp"
#include "pipeline/translate/clinicaltrials.hpp"
#include "pipeline/translate/europepmc.hpp"
#include "pipeline/translate/openalex.hpp"
#include "services_support.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ev::sample {

namespace {

struct Data {
  SampleLibrary library =
      *SampleLibrary::load(embedded_file("pubmed.xml"), pubmed_query::Date{2026, 11, 21});
  Json europepmc = parse_json(embedded_file("europepmc.json")).value().at("result");
  Json openalex = parse_json(embedded_file("openalex.json")).value().at("results");
  Json studies = parse_json(embedded_file("clinicaltrials.json")).value().at("studies");
  std::map<std::string, const model::Article*> by_pmid;

  Data() {
    for (const model::Article& article : library.articles()) by_pmid[article.pmid] = &article;
  }
  const model::Article& article(const std::string& pmid) const {
    INFO(pmid);
    REQUIRE(by_pmid.count(pmid) == 1);
    return *by_pmid.at(pmid);
  }
};

// Letters and digits only: services differ in full stops, entities and capitals.
std::string bare(std::string_view text) {
  std::string out;
  for (const char c : text::fold(text)) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c;
  }
  return out;
}

bool is_sample_doi(const std::string& doi) {
  return doi.rfind("10.5555/sample.", 0) == 0;
}

std::string study_number(const Json& study) {
  return text_at(study, "protocolSection.identificationModule.nctId");
}

}  // namespace

TEST_CASE("every record of the other services is marked, but not in its title") {
  const Data data;
  for (const Json* all : {&data.europepmc, &data.openalex, &data.studies}) {
    CHECK(all->size() >= 6);
    for (const Json& record : *all) {
      const std::string whole = dump_json(record);
      CAPTURE(whole.substr(0, 120));
      CHECK(whole.find("[sample] invented record") != std::string::npos);
      for (const char* path :
           {"title", "display_name", "protocolSection.identificationModule.briefTitle",
            "protocolSection.identificationModule.officialTitle"}) {
        CHECK(text_at(record, path).find("[sample]") == std::string::npos);
      }
    }
  }
}

TEST_CASE("Europe PMC's records agree with PubMed's") {
  const Data data;
  std::size_t shared = 0;
  for (const Json& record : data.europepmc) {
    const std::string id = text_at(record, "id");
    CAPTURE(id);
    CHECK(is_sample_doi(text_at(record, "doi")));
    if (text_at(record, "source") != "MED") continue;
    ++shared;
    const model::Article& a = data.article(id);
    CHECK(text_at(record, "pmid") == a.pmid);
    CHECK(text_at(record, "doi") == a.doi);
    CHECK(text_at(record, "pmcid") == a.pmcid);
    CHECK(text_at(record, "pubYear") == a.publication_date.substr(0, 4));
    CHECK(bare(text_at(record, "title")).find(bare(a.title)) != std::string::npos);
    CHECK(record.value("authorList", Json::object()).value("author", Json::array()).size() ==
          a.authors.size());
    CHECK((text_at(record, "title").rfind("RETRACTED: ", 0) == 0) ==
          (a.retraction.status == model::RetractionStatus::retracted));
  }
  CHECK(shared >= 40);
}

TEST_CASE("preprints: one of a published record, told by both; one in Europe PMC only") {
  const Data data;
  std::map<std::string, std::string> published;  // preprint -> PMID
  std::map<std::string, std::string> told_back;  // PMID -> preprint
  std::set<std::string> alone;
  for (const Json& record : data.europepmc) {
    const std::string id = text_at(record, "id");
    if (text_at(record, "source") == "PPR") alone.insert(id);
    for (const Json& link : record.value("commentCorrectionList", Json::object())
                                .value("commentCorrection", Json::array())) {
      if (link["type"] == "Preprint of") published[id] = link["id"];
      if (link["type"] == "Preprint in") told_back[id] = link["id"];
    }
  }
  CHECK(published.size() >= 2);
  for (const auto& [preprint, pmid] : published) {
    CHECK(told_back[data.article(pmid).pmid] == preprint);
    alone.erase(preprint);
  }
  REQUIRE(alone.size() == 1);
  for (const Json& work : data.openalex) {
    for (const Json& record : data.europepmc) {
      if (text_at(record, "id") != *alone.begin()) continue;
      CHECK(text_at(work, "doi") != "https://doi.org/" + text_at(record, "doi"));
    }
  }
}

TEST_CASE("OpenAlex's works agree with PubMed's, and one is nowhere else") {
  const Data data;
  std::set<std::string> elsewhere;
  for (const model::Article& a : data.library.articles()) elsewhere.insert(a.doi);
  for (const Json& record : data.europepmc) elsewhere.insert(text_at(record, "doi"));
  std::set<std::string> ids;
  std::size_t shared = 0, only_here = 0, retracted = 0, without_abstract = 0;
  for (const Json& work : data.openalex) {
    const std::string id = text_at(work, "id");
    CAPTURE(id);
    CHECK(ids.insert(id).second);
    const std::string doi = text_at(work, "doi").substr(16);
    CHECK(is_sample_doi(doi));
    only_here += elsewhere.count(doi) == 0 ? 1 : 0;
    retracted += work["is_retracted"] == true ? 1 : 0;
    without_abstract += work["abstract_inverted_index"].is_null() ? 1 : 0;
    const std::string pmid_url = text_at(work, "ids.pmid");
    if (pmid_url.empty()) continue;
    ++shared;
    const model::Article& a = data.article(pmid_url.substr(pmid_url.rfind('/') + 1));
    CHECK(doi == a.doi);
    CHECK(bare(text_at(work, "title")) == bare(a.title));
    CHECK((work["is_retracted"] == true) ==
          (a.retraction.status == model::RetractionStatus::retracted));
    CHECK(std::abs(work["publication_year"].get<int>() - *model::year_of(a)) <= 1);
    const std::string text = bare(text_of_index(work["abstract_inverted_index"]));
    if (!text.empty()) {
      CHECK(text.find(bare(a.abstract.substr(a.abstract.rfind(' ')))) != std::string::npos);
    }
  }
  CHECK(shared >= 30);
  CHECK(shared < data.library.articles().size());
  CHECK(only_here == 1);
  CHECK(retracted == 1);
  CHECK(without_abstract >= 1);
}

TEST_CASE("trials and papers name each other") {
  const Data data;
  std::set<std::string> numbers;
  std::size_t paired = 0, alone = 0;
  for (const Json& study : data.studies) {
    const std::string nct = study_number(study);
    CAPTURE(nct);
    CHECK(nct.rfind("NCT990000", 0) == 0);
    CHECK(numbers.insert(nct).second);
    bool has_paper = false;
    for (const Json& reference : study["protocolSection"]
                                     .value("referencesModule", Json::object())
                                     .value("references", Json::array())) {
      const model::Article& a = data.article(reference["pmid"]);
      if (reference["type"] == "BACKGROUND") continue;
      has_paper = true;
      CHECK(std::count(a.nct_ids.begin(), a.nct_ids.end(), nct) == 1);
    }
    (has_paper ? paired : alone) += 1;
  }
  CHECK(paired >= 4);
  CHECK(alone >= 2);
  // A paper's trial that is there refers back to it.
  for (const model::Article& a : data.library.articles()) {
    for (const std::string& nct : a.nct_ids) {
      if (numbers.count(nct) == 0) continue;
      CAPTURE(a.pmid, nct);
      const auto study = std::find_if(data.studies.begin(), data.studies.end(),
                                      [&](const Json& s) { return study_number(s) == nct; });
      const std::vector<std::string> pmids =
          texts_at(*study, "protocolSection.referencesModule.references.pmid");
      CHECK(std::count(pmids.begin(), pmids.end(), a.pmid) == 1);
    }
  }
}

TEST_CASE("a query in PubMed's syntax finds the same papers in every service's own") {
  const Data data;
  const auto europepmc = *EuropePmcSample::load(embedded_file("europepmc.json"));
  const auto openalex = *OpenAlexSample::load(embedded_file("openalex.json"));
  const auto ask = [](const auto& service, const std::string& path,
                      const translate::Translation& translation, const std::string& more) {
    std::string url = "https://x.test" + path + "?" + more;
    for (const auto& parameter : translation.parameters) {
      url += "&" + parameter.name + "=" + encoded(parameter.value);
    }
    const auto reply = service.answer(read_form({.method = "GET", .url = url}));
    REQUIRE(reply);
    return parse_json(reply->body).value();
  };
  for (const char* query :
       {"carvedilol[tiab] AND \"heart failure\"[tiab]", "metformin[ti] AND 2020:2023[dp]",
        "omeprazole[ti] NOT bismuth[ti]", "amyloid[ti] OR retinopathy[ti]"}) {
    CAPTURE(query);
    const pubmed_query::Node tree = *pubmed_query::parse(query).tree;
    std::set<std::string> pubmed;
    for (const auto id : pubmed_query::evaluate(tree, data.library.index())) {
      pubmed.insert(data.library.index().article(id).pmid);
    }
    CHECK(pubmed.size() >= 3);
    std::set<std::string> there;
    const Json found =
        ask(europepmc, "/search", translate::to_europepmc(tree, {}), "pageSize=1000");
    for (const Json& row : found.at("resultList").at("result")) {
      if (row.contains("pmid")) there.insert(row["pmid"]);
    }
    std::set<std::string> expected = pubmed;
    expected.erase("90000014");  // a preprint, which Europe PMC has under a number of its own
    CHECK(there == expected);
    std::set<std::string> works;
    const Json list = ask(openalex, "/works", translate::to_openalex(tree, {}), "per_page=100");
    for (const Json& work : list.at("results")) {
      const std::string url = text_at(work, "ids.pmid");
      if (!url.empty()) works.insert(url.substr(url.rfind('/') + 1));
    }
    CHECK(works.size() >= 2);
    // Stems find more, but OpenAlex does not have every paper nor every abstract.
    CHECK(std::includes(pubmed.begin(), pubmed.end(), works.begin(), works.end()));
  }
}

TEST_CASE("the trials of a question are found by condition and intervention") {
  const auto registry = *ClinicalTrialsSample::load(embedded_file("clinicaltrials.json"));
  translate::Options options;
  options.role = [](const std::string& term) {
    return term == "metformin"           ? translate::Role::intervention
           : term == "alzheimer disease" ? translate::Role::condition
                                         : translate::Role::unknown;
  };
  const pubmed_query::Node tree =
      *pubmed_query::parse("metformin[tiab] AND \"alzheimer disease\"[tiab]").tree;
  std::string url = "https://x.test/api/v2/studies?countTotal=true";
  const translate::Translation translation = translate::to_clinicaltrials(tree, options);
  for (const auto& parameter : translation.parameters) {
    url += "&" + parameter.name + "=" + encoded(parameter.value);
  }
  const auto reply = registry.answer(read_form({.method = "GET", .url = url}));
  CHECK(parse_json(reply->body).value()["totalCount"] == 5);
}

TEST_CASE("the engine answers all services at their own addresses, and no others") {
  const SystemClock clock;
  net::Client client(
      {.clock = &clock, .make_engine = [&] { return make_engine(&clock); }, .user_agent = "test"});
  const Context ctx{.clock = &clock};
  const auto get = [&](const std::string& url) {
    net::RequestPlan plan;
    plan.source = "test";
    plan.url = url.substr(0, url.find('?'));
    for (const std::string& pair : text::split(url.substr(url.find('?') + 1), '&')) {
      plan.params.emplace_back(pair.substr(0, pair.find('=')), pair.substr(pair.find('=') + 1));
    }
    plan.classify = [](const net::HttpResponse&) { return net::Classified{}; };
    return client.send(plan, ctx);
  };
  for (const char* url :
       {"https://www.ebi.ac.uk/europepmc/webservices/rest/search?query=metformin&format=json",
        "https://api.openalex.org/works?filter=title.search:metformin",
        "https://clinicaltrials.gov/api/v2/studies?query.term=metformin",
        "https://api.crossref.org/works?filter=doi:10.5555/sample.90000001"}) {
    CAPTURE(url);
    const auto reply = get(url);
    REQUIRE(reply);
    CHECK(reply->status == 200);
    CHECK(reply->body.find("etformin") != std::string::npos);
    CHECK(get(url)->body == reply->body);
  }
  for (const char* url : {"https://api.crossref.org/works/10.5555/nothing?mailto=a@b.c",
                          "https://api.unpaywall.org/v2/10.5555/nothing?email=a@b.c",
                          "https://api.example.org/records?id=90000001"}) {
    const auto reply = get(url);
    REQUIRE(reply);
    CHECK(reply->status == 404);
  }
}

}  // namespace ev::sample
