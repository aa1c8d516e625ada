#include "pipeline/model/article_json.hpp"

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

model::Article whole() {
  model::Article a;
  a.pmid = "90000001";
  a.title = "A title";
  a.abstract = "METHODS: We did. RESULTS: It worked.";
  a.authors = {{.name = "Smith John", .last_name = "Smith", .initials = "J", .affiliations = {"X"}},
               {.name = "The Group", .collective = true}};
  a.journal = "Journal of Tests";
  a.publication_date = "2024-03";
  a.mesh_headings = {{.descriptor = "Metformin",
                      .ui = "D008687",
                      .major = true,
                      .qualifiers = {{.name = "therapeutic use", .ui = "Q000627", .major = true}}}};
  a.sections = {{.label = "METHODS", .nlm_category = "METHODS", .start = 9, .end = 16},
                {.label = "", .start = 26, .end = 36}};
  a.languages = {"eng", "spa"};
  a.retraction = {.status = model::RetractionStatus::retracted,
                  .sources = {"pubmed:PublicationType"},
                  .notice_pmid = "90000002"};
  a.chemicals = {{.name = "Metformin", .registry_number = "9100L32L2N", .ui = "D008687"}};
  a.citation_count = 0;
  a.metadata = {{"sample", "yes"}};
  return a;
}

}  // namespace

TEST_CASE("a record survives the way through JSON, by document and by text") {
  const model::Article a = whole();
  CHECK(model::article_from_json(model::to_json(a)) == a);
  CHECK(*parse_json(model::to_json_text(a)) == model::to_json(a));
}

TEST_CASE("canonical members are plain strings") {
  const Json json = model::to_json(whole());
  CHECK(json["authors"] == Json({"Smith John", "The Group"}));
  CHECK(json["mesh_terms"] == Json({"Metformin"}));
  CHECK(json["language"] == "eng");
  CHECK(json["citation_count"] == 0);
}

TEST_CASE("an inline article of a client needs only the canonical members") {
  const Json json = {{"pmid", "12345"},          {"title", "T"},
                     {"abstract", ""},           {"authors", {"Doe Jane"}},
                     {"mesh_terms", {"Humans"}}, {"own_member", 1}};
  const auto a = model::article_from_client(json, "articles[0]");
  REQUIRE(a);
  CHECK(a->authors.at(0).name == "Doe Jane");
  CHECK(model::mesh_terms(*a) == std::vector<std::string>{"Humans"});
}

TEST_CASE("a client's metadata may hold more than texts") {
  const auto article = model::article_from_client(
      {{"pmid", "1"}, {"metadata", {{"a", "x"}, {"n", 3}, {"l", {1, 2}}, {"z", nullptr}}}}, "a");
  REQUIRE(article);
  CHECK(article->metadata.at("a") == "x");
  CHECK(article->metadata.at("n") == "3");
  CHECK(article->metadata.at("l") == "[1,2]");
}

TEST_CASE("plain text is read as the slow road reads it, or not at all") {
  const model::Article a = whole();
  CHECK(model::article_from_plain_text(model::to_json_text(a)) == a);
  const std::string bare =
      R"({"pmid":"","title":"T","authors":["Doe J"],"mesh_terms":["Heart"],"language":"eng","retraction":{"status":""},"own":"x"})";
  CHECK(model::article_from_plain_text(bare) ==
        *model::article_from_client(*parse_json(bare), "article"));
  for (const char* text : {R"({"pmid":1,"title":"T"})", R"({"id":"1","title":"T"})", "{}", "[]",
                           R"({"title":null})", R"({"title":"T","sections":[{"mine":1}]})"}) {
    INFO(text);
    CHECK_FALSE(model::article_from_plain_text(text));
  }
}

TEST_CASE("a wrong inline article is refused with its path") {
  CHECK(model::article_from_client(Json{{"pmid", "1"}, {"title", 5}}, "articles[2]").error().path ==
        "articles[2].title");
  CHECK_FALSE(model::article_from_client(Json::object(), "articles[0]"));
  CHECK_FALSE(model::article_from_client(Json("x"), "articles[0]"));
}

TEST_CASE("the year is the first four digits, if they are digits") {
  CHECK(model::year_of({.publication_date = "2024-03-07"}) == 2024);
  CHECK_FALSE(model::year_of({.publication_date = "Spring"}));
  CHECK_FALSE(model::year_of({}));
}
