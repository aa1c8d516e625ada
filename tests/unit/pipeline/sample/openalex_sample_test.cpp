#include "pipeline/sample/openalex.hpp"
#include "pipeline/sample/openalex_filter.hpp"
#include "services_support.hpp"

namespace ev::sample {

namespace {

constexpr std::string_view kWorks = R"({"results":[
{"id":"https://openalex.org/W9951","doi":"https://doi.org/10.5555/z.1","title":"Zebrafish and carotene","display_name":"Zebrafish and carotene",
 "publication_year":2020,"publication_date":"2020-02-11","ids":{"pmid":"https://pubmed.ncbi.nlm.nih.gov/90000951","pmcid":"https://www.ncbi.nlm.nih.gov/pmc/articles/99000951"},
 "type":"article","language":"en","open_access":{"is_oa":true},"is_retracted":true,"cited_by_count":12,
 "primary_location":{"source":{"issn":["9900-0001"]}},"biblio":{"volume":"7","issue":null,"first_page":"1"},
 "authorships":[{"author":{"id":"https://openalex.org/A1","orcid":null},"raw_author_name":"Ada Alpha","raw_affiliation_strings":["University of Fish, Exampleland"]}],
 "referenced_works":[],"abstract_inverted_index":{"Fish":[0,4],"inhibited":[1],"the":[2],"sea.":[3]}},
{"id":"https://openalex.org/W9952","doi":null,"title":"Zebrafish alone","display_name":"Zebrafish alone","publication_year":2022,"publication_date":"2022-05-01",
 "ids":{},"type":"preprint","language":"de","open_access":{"is_oa":false},"is_retracted":false,"cited_by_count":3,"primary_location":null,"biblio":{},
 "authorships":[],"referenced_works":["https://openalex.org/W9951"],"abstract_inverted_index":null}]})";

struct Works : ServiceBench<OpenAlexSample> {
  Works() : ServiceBench(kWorks) {}
  std::size_t count(const std::string& filter) const {
    return json("/works?filter=" + encoded(filter)).at("meta").at("count");
  }
};

}  // namespace

TEST_CASE("OpenAlex sample: filters") {
  const Works works;
  const std::vector<std::pair<const char*, std::size_t>> cases = {
      {"title.search:zebrafish", 2},
      {"title_and_abstract.search:inhibit", 1},
      {"title_and_abstract.search:\"fish inhibits\"", 1},
      {"title_and_abstract.search:(carotene OR giraffe) AND zebrafish", 1},
      {"title.search:zebrafish,title_and_abstract.search:NOT sea", 1},
      {"default.search:zebrafish,publication_year:2020|2021", 1},
      {"from_publication_date:2021-01-01", 1},
      {"from_publication_date:2020-02-11,to_publication_date:2020-12-31", 1},
      {"publication_year:2020-2022", 2},
      {"publication_year:>2020", 1},
      {"cited_by_count:>3", 1},
      {"type:!preprint", 1},
      {"type:article|preprint", 2},
      {"is_retracted:true", 1},
      {"is_oa:false", 1},
      {"has_abstract:true", 1},
      {"has_pmid:false", 1},
      {"language:de", 1},
      {"doi:10.5555/Z.1", 1},
      {"doi:https://doi.org/10.5555/z.1|10.5555/none", 1},
      {"pmid:90000951|5", 1},
      {"pmcid:PMC99000951", 1},
      {"openalex:W9952", 1},
      {"cites:W9951", 1},
      {"primary_location.source.issn:9900-0001", 1},
      {"raw_author_name.search:alpha ada", 1},
      {"raw_affiliation_strings.search:\"university of fish\"", 1},
      {"biblio.volume:7,biblio.first_page:1", 1},
  };
  for (const auto& [filter, count] : cases) {
    CAPTURE(filter);
    CHECK(works.count(filter) == count);
  }
}

TEST_CASE("OpenAlex sample: pages, cursors to their end, fields, order") {
  const Works works;
  const Json first = works.json("/works?filter=title.search:zebrafish&per-page=1&page=1");
  CHECK(first["meta"]["count"] == 2);
  CHECK(first["meta"]["page"] == 1);
  CHECK_FALSE(first["meta"].contains("next_cursor"));
  CHECK(first["results"][0].contains("relevance_score"));
  std::string cursor = "*";
  int seen = 0;
  for (int page = 0; page < 5 && !cursor.empty(); ++page) {
    const Json reply = works.json("/works?search=zebrafish&per_page=1&cursor=" + encoded(cursor) +
                                  "&select=id,title");
    CHECK(reply["meta"]["page"].is_null());
    for (const Json& work : reply["results"]) {
      CHECK(work.size() == 2);
      ++seen;
    }
    cursor = reply["meta"]["next_cursor"].is_string() ? reply["meta"]["next_cursor"] : Json("");
  }
  CHECK(cursor.empty());
  CHECK(seen == 2);
  const Json sorted = works.json("/works?filter=language:en|de&sort=cited_by_count:desc");
  CHECK(sorted["results"][0]["cited_by_count"] == 12);
  CHECK(works.json("/works?filter=title.search:giraffe")["results"].empty());
}

TEST_CASE("OpenAlex sample: what it refuses, in the service's forms") {
  const Works works;
  for (const char* path :
       {"/works?filter=nope:1", "/works?filter=title.search:%28a", "/works?limit=5",
        "/works?per_page=200&page=51", "/works?cursor=abc", "/works?sort=relevance_score:desc",
        "/works?select=nope", "/works?filter=type"}) {
    CAPTURE(path);
    const auto [status, body] = works.refused(path);
    CHECK(status == 400);
    CHECK(parse_json(body).value().contains("message"));
  }
  const auto [status, body] = works.refused("/works/W1");
  CHECK(status == 404);
  CHECK(body.find("<!doctype html>") == 0);
  CHECK_FALSE(works.get("/authors/A1"));
}

TEST_CASE("OpenAlex sample: single works by any of their ids") {
  const Works works;
  for (const char* id : {"W9951", "w9951", "https://openalex.org/W9951", "doi:10.5555/z.1",
                         "https://doi.org/10.5555/z.1", "pmid:90000951", "pmcid:PMC99000951"}) {
    CAPTURE(id);
    CHECK(works.json("/works/" + encoded(id))["id"] == "https://openalex.org/W9951");
  }
  CHECK(works.json("/works/W9951?select=id").size() == 1);
}

TEST_CASE("an inverted index is put in order, whatever it holds") {
  CHECK(text_of_index(*parse_json(R"({"b":[1],"a":[0,2]})")) == "a b a");
  CHECK(text_of_index(*parse_json(R"({"far":[999999999],"a":[0],"x":"no","y":[-1,"z"]})")) ==
        "a far");
  CHECK(text_of_index(Json()) == "");
}

}  // namespace ev::sample
