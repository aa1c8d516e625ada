#include "pipeline/sources/pubmed_xml.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <algorithm>
#include <map>

using namespace ev;
using model::Article;

namespace {

const sources::XmlSet& pitfalls() {
  static const sources::XmlSet set = sources::read_pubmed_set(test::fixture("pubmed/pitfalls.xml"));
  return set;
}

const Article& record(const std::string& pmid) {
  for (const Article& a : pitfalls().articles) {
    if (a.pmid == pmid) return a;
  }
  FAIL("no record " + pmid);
  static const Article none;
  return none;
}

std::string meta(const Article& a, const std::string& name) {
  const auto it = a.metadata.find(name);
  return it == a.metadata.end() ? "" : it->second;
}

std::vector<std::string> names(const Article& a) {
  std::vector<std::string> out;
  for (const model::Author& author : a.authors) out.push_back(author.name);
  return out;
}

std::string slice(const Article& a, const model::Section& s) {
  return std::string(
      text::slice(a.abstract, static_cast<std::size_t>(s.start), static_cast<std::size_t>(s.end)));
}

}  // namespace

TEST_CASE("the sample of the origin document gives one record") {
  const auto set = sources::read_pubmed_set(test::fixture("pubmed/one_record.xml"));
  REQUIRE(set.articles.size() == 1);
  const Article& a = set.articles.front();
  CHECK(a.pmid == "12345678");
  CHECK(a.title == "Metformin in Alzheimer's Disease: A Systematic Review");
  CHECK(names(a) == std::vector<std::string>{"Smith John"});
  CHECK(a.publication_date == "2024-01");
  CHECK(a.url == "https://pubmed.ncbi.nlm.nih.gov/12345678/");
  CHECK(set.complete);
}

TEST_CASE("a set is read whole: records, versions, withdrawals") {
  const sources::XmlSet& set = pitfalls();
  CHECK(set.malformed.empty());
  CHECK(set.complete);
  CHECK(set.root == "PubmedArticleSet");
  CHECK(set.deleted == std::vector<std::string>{"90100098", "90100099"});
  CHECK(set.duplicates == std::vector<std::string>{"90100095"});
  CHECK(record("90100095").title == "Second version.");
  CHECK(sources::version_of(record("90100095")) == 2);
  CHECK(sources::version_of(record("90100001")) == 1);
}

TEST_CASE("inline markup, blanks between it, CDATA, comments and instructions") {
  const Article& a = record("90100001");
  CHECK(a.title == "A \"Red Herring\" of in vitro work");
  CHECK(a.abstract == "Area 2 m² of Ca²⁺ in H₂O at 10^(-3) and x(a*); Cₘₐₓ rose by 5 < 6.");
}

TEST_CASE("identifiers of references are not the record's, wherever their list stands") {
  const std::string ids =
      "<ArticleIdList><ArticleId IdType=\"pmc\">PMC9900009</ArticleId>"
      "<ArticleId IdType=\"doi\">10.5555/cited</ArticleId></ArticleIdList>";
  const std::string reference =
      "<Reference><Citation>A ReferenceList.</Citation>" + ids + "</Reference>";
  const std::string own =
      "<ArticleIdList><ArticleId IdType=\"pubmed\">90100001</ArticleId></ArticleIdList>";
  for (const std::string& list :
       {"<ReferenceList>" + reference + "</ReferenceList>",
        "<ReferenceList><Title>R</Title><ReferenceList>" + reference + "</ReferenceList>" +
            reference + "</ReferenceList>",
        "<ReferenceList/><ReferenceList /><ReferenceList>" + reference + "</ReferenceList>",
        "<ReferenceList><![CDATA[</ReferenceList>]]>" + reference + "</ReferenceList>",
        "<ReferenceList><!-- <ReferenceList> -->" + reference + "</ReferenceList >",
        "<ReferenceList><ReferenceList/>" + reference +
            "<?x </ReferenceList> ?></ReferenceList>"}) {
    for (const std::string& data : {list + own, own + list, list + own + list}) {
      for (const bool references : {false, true}) {
        const std::string xml =
            "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>90100001</PMID><Article>"
            "<ArticleTitle>A.</ArticleTitle></Article></MedlineCitation><PubmedData>" +
            data + "</PubmedData></PubmedArticle></PubmedArticleSet>";
        CAPTURE(xml, references);
        const auto set = sources::read_pubmed_set(xml, {.references = references});
        REQUIRE(set.articles.size() == 1);
        CHECK(set.articles.front().pmcid.empty());
        CHECK(set.articles.front().doi.empty());
        CHECK(set.articles.front().references.empty() != references);
      }
    }
  }
}

TEST_CASE("MathML is read as PubMed prints it, and written out beside it") {
  CHECK(record("90100002").title == "Energy at s=13 TeV sqrt and above");
  CHECK(record("90100002").abstract == "Ratio ¹₂ and R_(q)² given.");
  CHECK(meta(record("90100002"), "formulas") == "√s=13 TeV; 1/2");
}

TEST_CASE("structured abstracts keep labels, order and offsets; the copyright line is left out") {
  const Article& a = record("90100003");
  CHECK(a.abstract ==
        "An opening line.\nAIMS AND SCOPE: To see α-things.\nMETHODS: Done twice.\nMETHODS: "
        "More.\nLoose end.");
  REQUIRE(a.sections.size() == 5);
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"", "An opening line."},
      {"AIMS AND SCOPE", "To see α-things."},
      {"METHODS", "Done twice."},
      {"METHODS", "More."},
      {"", "Loose end."}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(a.sections[i].label == expected[i].first);
    CHECK(slice(a, a.sections[i]) == expected[i].second);
  }
  CHECK(a.sections[1].nlm_category == "OBJECTIVE");
  CHECK(a.sections[2].nlm_category.empty());
  CHECK(record("90100001").sections.empty());
}

TEST_CASE("other abstracts stand apart") {
  const Article& a = record("90100004");
  CHECK(a.abstract.empty());
  REQUIRE(a.other_abstracts.size() == 2);
  CHECK(a.other_abstracts[0].language == "ger");
  CHECK(a.other_abstracts[0].text == "Ein erfundener Text.");
  CHECK(a.other_abstracts[1].type == "plain-language-summary");
  CHECK(a.other_abstracts[1].text == "WHY: Because.");
}

TEST_CASE("translated titles lose their brackets and keep the fact") {
  CHECK(record("90100004").title == "A wider view: [sic] of things.");
  CHECK(record("90100004").vernacular_title == "Ein weiterer Blick.");
  CHECK(meta(record("90100004"), "title_translated") == "yes");
  CHECK(record("90100004").languages == std::vector<std::string>{"ger", "eng"});
  CHECK(record("90100005").title == "Nur auf Deutsch.");
  CHECK(record("90100006").title == "[18F]Tracer uptake in [11C] studies.");
  CHECK(meta(record("90100006"), "title_translated").empty());
}

TEST_CASE("an empty title and an empty abstract are no error") {
  CHECK(record("90100007").title.empty());
  CHECK(record("90100007").abstract.empty());
  CHECK(record("90100007").publication_date.empty());
  CHECK(record("90100007").retraction.status == model::RetractionStatus::none);
}

TEST_CASE("dates are as precise as they are, the original is kept") {
  const std::map<std::string, std::pair<std::string, std::string>> expected = {
      {"90100010", {"2019-09", "2019 Sep-Oct"}},
      {"90100011", {"1999", "1999 Spring"}},
      {"90100012", {"1998-12", "1998 Dec-1999 Jan"}},
      {"90100013", {"1976", "1976-1977"}},
      {"90100014", {"1978-03", "1978 Mar 1-15"}},
      {"90100015", {"2000", "2000 Spring-Summer"}},
      {"90100020", {"1990", "1990 Spring"}},
      {"90100021", {"2007-07-09", ""}},
      {"90100001", {"2021-03-07", ""}}};
  for (const auto& [pmid, dates] : expected) {
    INFO(pmid);
    CHECK(record(pmid).publication_date == dates.first);
    CHECK(meta(record(pmid), "original_date") == dates.second);
  }
  CHECK(record("90100022").publication_date == "2031-01");
  CHECK(meta(record("90100022"), "electronic_date") == "2020-12-05");
}

TEST_CASE("authors: variants of names, groups, corrected-out names, ORCID, affiliations") {
  const Article& a = record("90100030");
  CHECK(names(a) == std::vector<std::string>{"Roe Richard 3ʳᵈ", "Poe PA", "Mononym", "Moe M E",
                                             "The Nothing Study Group"});
  CHECK_FALSE(a.authors_complete);
  CHECK(a.authors[0].orcid == "0000-0002-0000-123X");
  CHECK(a.authors[1].orcid == "0000-0002-1111-2222");
  CHECK(a.authors[0].affiliations ==
        std::vector<std::string>{"Dept of Nothing, Nowhere.", "Second Place."});
  CHECK(a.authors[0].last_name == "Roe");
  CHECK(a.authors[3].initials == "ME");
  CHECK(a.authors[4].collective);
  CHECK(record("90100001").authors_complete);
}

TEST_CASE("identifiers are the article's own, never those of cited papers") {
  const Article& a = record("90100040");
  CHECK(a.doi == "10.9999/from.elocation");
  CHECK(a.pmcid == "PMC9900001");
  CHECK(meta(a, "pii") == "S01");
  CHECK(meta(a, "manuscript_id") == "NIHMS1");
  CHECK(record("90100041").doi == "10.9999/first.choice");
  REQUIRE(a.references.size() == 2);
  CHECK(a.references[0] == model::Reference{.citation = "J Cited. 2001;1:1",
                                            .pmid = "90999999",
                                            .doi = "10.9999/cited"});
  CHECK(a.references[1].citation == "Nested. 2002");
  const auto lean =
      sources::read_pubmed_set(test::fixture("pubmed/pitfalls.xml"), {.references = false});
  for (const Article& other : lean.articles) CHECK(other.references.empty());
}

TEST_CASE("books and chapters") {
  const Article& chapter = record("90100050");
  CHECK(chapter.is_book);
  CHECK(chapter.title == "A Chapter on Nothing");
  CHECK(chapter.journal == "Reviews of Nothing");
  CHECK(names(chapter) == std::vector<std::string>{"Writer Wes"});
  CHECK(chapter.publication_date == "1993");
  CHECK(meta(chapter, "electronic_date") == "2001-02-03");
  CHECK(chapter.doi == "10.9999/book");
  CHECK(meta(chapter, "book_accession") == "NBK990001");
  CHECK(chapter.publication_types == std::vector<std::string>{"Review"});
  CHECK(chapter.sections.size() == 1);
  CHECK(chapter.keywords == std::vector<std::string>{"nothing"});
  const Article& whole = record("90100051");
  CHECK(whole.title == "Only a Book Title");
  CHECK(whole.journal.empty());
  CHECK(names(whole) == std::vector<std::string>{"Editor Ed"});
  CHECK(whole.publication_date == "2014-10-11");  // the only date it has
  CHECK(meta(whole, "original_date") == "revised 2014-10-11");
}

TEST_CASE("retraction status and its sources") {
  const model::Retraction& r = record("90100060").retraction;
  CHECK(r.status == model::RetractionStatus::retracted);
  CHECK(r.notice_pmid == "90100061");
  CHECK(r.date == "2022-03-27");
  CHECK(r.sources ==
        std::vector<std::string>{"pubmed:PublicationType", "pubmed:CommentsCorrections"});
  CHECK(record("90100061").retraction.status == model::RetractionStatus::notice);
  CHECK(record("90100061").retraction.notice_pmid.empty());
  CHECK(record("90100062").retraction.status == model::RetractionStatus::expression_of_concern);
  CHECK(record("90100063").retraction.status == model::RetractionStatus::notice);
  CHECK(record("90100064").retraction.status == model::RetractionStatus::corrected);
  CHECK(record("90100065").retraction.status == model::RetractionStatus::notice);
  CHECK(record("90100066").retraction.sources == std::vector<std::string>{"title"});
  CHECK(record("90100067").retraction.status == model::RetractionStatus::none);
  CHECK(record("90100068").retraction.status == model::RetractionStatus::retracted);
  CHECK(record("90100069").retraction.date == "2022-05-06");
  CHECK(record("90100060").comments_corrections.size() == 2);
}

TEST_CASE("preprints are marked and linked") {
  CHECK(record("90100070").is_preprint);
  CHECK(record("90100070").comments_corrections.at(0).type == "UpdateIn");
  CHECK_FALSE(record("90100001").is_preprint);
}

TEST_CASE("indexing: headings, chemicals, registries, grants, keywords") {
  const Article& a = record("90100080");
  REQUIRE(a.mesh_headings.size() == 2);
  CHECK(a.mesh_headings[0].major);  // by its qualifier
  CHECK(a.mesh_headings[0].qualifiers.at(0) ==
        model::MeshQualifier{.name = "therapy", .ui = "Q1", .major = true});
  CHECK_FALSE(a.mesh_headings[1].major);
  CHECK(a.chemicals.at(0) == model::Chemical{.name = "Nothingol", .ui = "D000001"});
  CHECK(a.chemicals.at(1).registry_number == "9100L32L2N");
  CHECK(a.supplementary_concepts == std::vector<std::string>{"Nothing Syndrome"});
  CHECK(meta(a, "gene_symbols") == "notA; notB");
  CHECK(meta(a, "general_note") == "first note; second note");
  CHECK(meta(a, "indexing_method") == "Automated");
  CHECK(a.registry_ids == std::vector<std::string>{"ClinicalTrials.gov:NCT09900001", "GEO:GSE0"});
  CHECK(a.nct_ids == std::vector<std::string>{"NCT09900001", "NCT09900002", "NCT09900003"});
  CHECK(a.grants.at(0).agency == "CSR&D Nowhere");
  CHECK(a.grants.at(1) == model::Grant{.agency = "Other"});
  CHECK(a.keywords == std::vector<std::string>{"a keyword.", "other list"});
  CHECK(a.coi_statement == "None & none.");
  CHECK(a.publication_types ==
        std::vector<std::string>{"Journal Article", "Randomized Controlled Trial"});
}

TEST_CASE("characters: references, named entities, literal comparison signs") {
  const Article& a = record("90100090");
  CHECK(a.title == "P<0.001 & – naïve\u00A0\u00A0α&unknown; A&B");
  CHECK(a.abstract == "Whereas P<0.001 (n>5) and soft\u00ADhyphen, − 5 ﬁt\u2009thin.");
}

TEST_CASE("journal, volume and pages stay text") {
  const Article& a = record("90100091");
  CHECK(a.pages == "107-14; discussion 115");
  CHECK(record("90100092").pages == "4002.e26");
  CHECK(a.volume == "12A");
  CHECK(a.issue == "Pt 2");
  CHECK(a.journal == "Journal of invented results");
  CHECK(a.journal_abbreviation == "J Invent Res");
  CHECK(meta(a, "medline_ta") == "J Inv Res");
  CHECK(a.issns == std::vector<std::string>{"1234-5678", "8765-4321"});
}

TEST_CASE("malformed records are named and the others read") {
  const std::string xml = test::fixture("pubmed/malformed.xml");
  const auto set = sources::read_pubmed_set(xml);
  std::vector<std::string> read;
  for (const Article& a : set.articles) read.push_back(a.pmid);
  CHECK(read == std::vector<std::string>{"90100101", "90100104", "90100105"});
  REQUIRE(set.malformed.size() == 3);
  CHECK(set.malformed[0].pmid == "90100102");
  CHECK(set.malformed[1].pmid == "90100103");
  CHECK(set.malformed[2].pmid.empty());
  for (const sources::MalformedRecord& m : set.malformed) {
    CHECK(xml.compare(m.offset, 14, "<PubmedArticle") == 0);
    CHECK_FALSE(m.reason.empty());
  }
}

TEST_CASE("what is not a record is refused, whatever it is") {
  sources::XmlReader reader;
  for (const char* text :
       {"", "x", "<PubmedArticle/>", "<PubmedArticle><MedlineCitation/></PubmedArticle>",
        "<PubmedArticle><MedlineCitation><PMID>x</PMID></MedlineCitation></PubmedArticle>",
        "<PubmedBookArticle/>", "<PubmedArticle><"}) {
    INFO(text);
    CHECK_FALSE(reader.read(text));
  }
  // The reader goes on working after a bad record.
  CHECK(reader.read("<MedlineCitation><PMID>7</PMID></MedlineCitation>")->pmid == "7");
}

TEST_CASE("an empty set is empty, not an error") {
  const auto set =
      sources::read_pubmed_set("<?xml version=\"1.0\" ?><PubmedArticleSet></PubmedArticleSet>\n");
  CHECK(set.articles.empty());
  CHECK(set.complete);
  CHECK_FALSE(sources::read_pubmed_set("").complete);
}
