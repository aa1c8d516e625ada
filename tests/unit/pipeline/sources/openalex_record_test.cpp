#include "pipeline/sources/openalex_record.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <nlohmann/json.hpp>

using namespace ev;
using sources::read_openalex_work;

namespace {

const Json& works() {
  static const Json document = Json::parse(test::fixture("openalex/works.json"));
  return document["results"];
}

model::Article work_with(const char* members) {
  Json work = Json::parse(members);
  if (!work.contains("id")) work["id"] = "https://openalex.org/W9000000099";
  return read_openalex_work(work).value();
}

std::string abstract_of(const char* index, const char* title = "A title") {
  return work_with((std::string(R"({"title":")") + title + R"(","abstract_inverted_index":)" +
                    index + "}")
                       .c_str())
      .abstract;
}

}  // namespace

TEST_CASE("a work becomes a record") {
  const auto a = read_openalex_work(works()[0]);
  REQUIRE(a);
  CHECK(a->pmid == "90000101");
  CHECK(a->id.empty());
  CHECK(a->openalex_id == "W9000000001");
  CHECK(a->pmcid == "PMC9900101");
  CHECK(a->doi == "10.5555/oa.one");
  CHECK(a->title == "In vivo uptake of CO₂ & water in invented cells");
  CHECK(a->abstract == "Uptake of CO₂ rose (P<0.05) of course. NCT00000201");
  CHECK(a->sections.empty());
  CHECK(a->nct_ids == std::vector<std::string>{"NCT00000201"});
  CHECK(a->journal == "Journal of Invented Cells");
  CHECK(a->issns == std::vector<std::string>{"0000-0019", "0000-0027"});
  CHECK(a->publication_date == "2021-03-07");
  CHECK(a->volume == "12");
  CHECK(a->issue == "3");
  CHECK(a->pages == "101-109");
  CHECK(a->languages == std::vector<std::string>{"eng"});
  CHECK(a->publication_types == std::vector<std::string>{"Journal Article"});
  CHECK_FALSE(a->is_preprint);
  CHECK(a->keywords == std::vector<std::string>{"Uptake", "Water"});
  CHECK(a->concepts == std::vector<std::string>{"Cell uptake research", "Invented methods"});
  CHECK(a->citation_counts == std::vector<model::CitationCount>{{"openalex", 17}});
  CHECK_FALSE(a->citation_count.has_value());
  CHECK(a->is_open_access == true);
  CHECK(a->pdf_url == "https://archive.example/one.pdf");
  CHECK(a->license == "cc-by-nc");
  CHECK(a->grants == std::vector<model::Grant>{{"AB-1", "", "Fund for Examples", ""}});
  CHECK(a->retraction.status == model::RetractionStatus::none);
  CHECK(a->url == "https://pubmed.ncbi.nlm.nih.gov/90000101/");
  CHECK(a->metadata.at("source") == "openalex");
  CHECK(a->metadata.at("venue_2yr_mean_citedness") == "11.25");
  CHECK(a->metadata.at("openalex_source") == "S9001");
}

TEST_CASE("authors come with family name, ORCID and affiliations") {
  const auto a = read_openalex_work(works()[0]);
  REQUIRE(a->authors.size() == 4);
  CHECK(a->authors[0].name == "Example Ada B.");
  CHECK(a->authors[0].initials == "AB");
  CHECK(a->authors[0].orcid == "0000-0002-1825-0097");
  CHECK(a->authors[0].affiliations ==
        std::vector<std::string>{"Dept. of Tests, University of Nowhere"});
  CHECK(a->authors[1].last_name == "van Sample");
  CHECK(a->authors[1].affiliations == std::vector<std::string>{"Sample Institute"});
  CHECK(a->authors[2].collective);
  CHECK(a->authors[2].name == "The TEST Study Group");
  CHECK(a->authors[3].name == "LI Wei");  // its other form has the family name last
  CHECK(a->authors[3].affiliations == std::vector<std::string>{"Example Academy"});
  CHECK(a->authors_complete);
}

TEST_CASE("a list of a hundred authors is cut unless the work says otherwise") {
  Json work = {{"id", "https://openalex.org/W9000000099"}, {"authorships", Json::array()}};
  for (int i = 0; i < 100; ++i) {
    work["authorships"].push_back({{"raw_author_name", "Ada Example" + std::to_string(i)}});
  }
  CHECK_FALSE(read_openalex_work(work)->authors_complete);
  CHECK(read_openalex_work(work)->authors.size() == 100);
  work["is_authors_truncated"] = false;
  CHECK(read_openalex_work(work)->authors_complete);
  work["authorships"].erase(0);
  work.erase("is_authors_truncated");
  CHECK(read_openalex_work(work)->authors_complete);
}

TEST_CASE("headings are joined by descriptor") {
  const auto a = read_openalex_work(works()[0]);
  REQUIRE(a->mesh_headings.size() == 2);
  CHECK(a->mesh_headings[0] == model::MeshHeading{"Animals", "D000818", false, {}});
  CHECK(a->mesh_headings[1] ==
        model::MeshHeading{
            "Water", "D014867", true, {{"metabolism", "Q000378", true}, {"chemistry", "Q000737"}}});
}

TEST_CASE("what a work lacks stays empty") {
  const auto a = read_openalex_work(works()[1]);
  REQUIRE(a);
  CHECK(a->id == "W9000000002");
  CHECK(model::item_id(*a) == "W9000000002");
  CHECK(a->pmcid == "PMC9900102");
  CHECK(a->title.empty());
  CHECK(a->abstract.empty());
  CHECK(a->languages.empty());
  CHECK(a->publication_types.empty());
  CHECK(a->metadata.at("openalex_type") == "book-chapter");
  CHECK(a->journal == "Proceedings of Nowhere");
  CHECK(a->pages == "e12");
  CHECK(a->pdf_url.empty());  // not a free copy
  CHECK(a->url == "https://openalex.org/W9000000002");
  // A bare year comes as the first of January, a bare month as its first day.
  CHECK(a->publication_date == "1999");
  CHECK(a->metadata.at("original_date") == "1999-01-01");
  CHECK(work_with(R"({"publication_date":"2025-03-01"})").publication_date == "2025-03");
  CHECK(work_with(R"({"publication_date":"2025-01-02"})").publication_date == "2025-01-02");
  const auto bare = work_with("{}");
  CHECK(bare.citation_counts.empty());
  CHECK_FALSE(bare.is_open_access.has_value());
  CHECK(bare.metadata.count("openalex_type") == 0);
}

TEST_CASE("retraction is OpenAlex's word, beside the title's") {
  const auto a = read_openalex_work(works()[2]);
  CHECK(a->retraction.status == model::RetractionStatus::retracted);
  CHECK(a->retraction.sources == std::vector<std::string>{"title", "openalex:is_retracted"});
  CHECK(a->is_preprint);
  CHECK(a->journal == "Invented Preprint Server");
  CHECK(a->issns.empty());
  CHECK(a->languages == std::vector<std::string>{"ger"});
  // A notice is not the paper, though OpenAlex flags it too.
  const auto notice = work_with(
      R"({"type":"retraction","is_retracted":true,"title":"RETRACTED: An invented claim"})");
  CHECK(notice.retraction.status == model::RetractionStatus::notice);
  CHECK(notice.retraction.sources == std::vector<std::string>{"openalex:type"});
  CHECK(notice.publication_types == std::vector<std::string>{"Retraction Notice"});
}

TEST_CASE("an archive is not the journal of an article") {
  const char* pubmed =
      R"({"type":"article","primary_location":{"raw_source_name":"Real Journal",
          "source":{"display_name":"PubMed","type":"repository","issn":["0000-0019"]}}})";
  CHECK(work_with(pubmed).journal == "Real Journal");
  CHECK(work_with(pubmed).issns.empty());
  CHECK(work_with(R"({"type":"article","primary_location":{"raw_source_name":"Pubmed",
          "source":{"display_name":"PubMed","type":"repository"}}})")
            .journal.empty());
}

TEST_CASE("the abstract is put together in the order of positions") {
  CHECK(abstract_of(R"({"b":[1],"a":[0,2]})") == "a b a");
  CHECK(abstract_of(R"({"far":[1000000000],"near":[3]})") == "near far");
  CHECK(abstract_of(R"({"bad":[-1,"2",null,1.5,{}],"good":[7],"worse":3})") == "good");
  CHECK(abstract_of("[]").empty());
  CHECK(abstract_of("\"text\"").empty());
  CHECK(abstract_of("{}").empty());
  CHECK(abstract_of(R"({"&#38":[1],"Gut":[0],"Liver":[2]})") == "Gut & Liver");
  CHECK(abstract_of(R"({"R&amp;amp;D":[0],"m&lt;sup&gt;2&lt;/sup&gt;":[1]})") == "R&D m²");
  CHECK(abstract_of(R"({"n":[0],"<":[1],"5":[2]})") == "n < 5");
}

TEST_CASE("marks of JATS become sections or go") {
  const auto a = work_with(
      R"({"title":"T","abstract_inverted_index":{"<jats:title>Background</jats:title><jats:p>We":[0],
          "looked.</jats:p><jats:title>Results</jats:title><jats:p>None.</jats:p>":[1]}})");
  CHECK(a.abstract == "Background: We looked.\nResults: None.");
  REQUIRE(a.sections.size() == 2);
  CHECK(text::slice(a.abstract, static_cast<std::size_t>(a.sections[1].start),
                    static_cast<std::size_t>(a.sections[1].end)) == "None.");
  CHECK(abstract_of(R"({"<jats:p>One":[0],"two.</jats:p>":[1]})") == "One two.");
}

TEST_CASE("\"Abstract\" in front is a heading, not a word") {
  CHECK(abstract_of(R"({"ABSTRACT":[0],"Aims":[1]})") == "Aims");
  CHECK(abstract_of(R"({"Abstract:":[0],"aims":[1]})") == "aims");
  CHECK(abstract_of(R"({"Abstract":[0],"reasoning":[1]})") == "Abstract reasoning");
  CHECK(abstract_of(R"({"Abstract":[0],"Syntax":[1]})", "Abstract syntax") == "Abstract Syntax");
  CHECK(abstract_of(R"({"Abstraction":[0],"Is":[1]})") == "Abstraction Is");
  CHECK(abstract_of(R"({"Abstract":[0]})").empty());
}

TEST_CASE("an index that repeats a word without end is cut") {
  Json positions = Json::array();
  for (int i = 0; i < 2000; ++i) positions.push_back(i);
  const Json work = {{"id", "https://openalex.org/W1"},
                     {"abstract_inverted_index", {{std::string(1000, 'x'), positions}}}};
  const auto a = read_openalex_work(work);
  CHECK(a->abstract.size() <= (1u << 20));
  CHECK(a->metadata.at("abstract_cut") == "yes");
}

TEST_CASE("values of another type than documented are absent, and nothing breaks") {
  const auto a = work_with(
      R"({"title":{"x":1},"doi":7,"ids":{"pmid":90000105,"pmcid":9900105},"publication_date":20210101,
          "language":["en"],"type":3,"primary_location":"x","authorships":{"a":1},"cited_by_count":"5",
          "biblio":[1],"is_retracted":"yes","topics":"t","keywords":[1,null],"mesh":[null,{"descriptor_name":7}],
          "open_access":null,"best_oa_location":[],"abstract_inverted_index":{"a":[[0]]},"publication_year":2020})");
  CHECK(a.pmid == "90000105");
  CHECK(a.pmcid == "PMC9900105");
  CHECK(a.title.empty());
  CHECK(a.publication_date == "2020");
  CHECK(a.retraction.status == model::RetractionStatus::none);
  CHECK(a.keywords.empty());
  CHECK(a.mesh_headings.empty());
  CHECK(a.citation_counts == std::vector<model::CitationCount>{{"openalex", 5}});
  for (const char* no_work :
       {"null", "3", "[]", "{}", R"({"id":"https://openalex.org/A5023888391"})",
        R"({"title":"Only a title"})"}) {
    INFO(no_work);
    CHECK_FALSE(read_openalex_work(Json::parse(no_work)));
  }
}

TEST_CASE("identifiers are found in URLs") {
  CHECK(sources::openalex_id_in("https://openalex.org/W27") == "W27");
  CHECK(sources::openalex_id_in("w27") == "W27");
  CHECK(sources::openalex_id_in("https://openalex.org/A27").empty());
  CHECK(sources::openalex_id_in("W2x").empty());
  CHECK(sources::pmid_in("https://pubmed.ncbi.nlm.nih.gov/0090000101/") == "90000101");
  CHECK(sources::pmid_in("90000101.0").empty());
  CHECK(sources::pmid_in("123456789").empty());
  CHECK(sources::pmid_in("0").empty());
  CHECK(sources::pmcid_in("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC9900102/") == "PMC9900102");
  CHECK(sources::pmcid_in("pmc9900102.2") == "PMC9900102");
  CHECK(sources::pmcid_in("PMC").empty());
}
