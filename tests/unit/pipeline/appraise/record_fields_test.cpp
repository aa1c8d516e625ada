#include "pipeline/appraise/record_fields.hpp"

#include "support.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::appraise;
using model::Value;

TEST_CASE("record fields are found under their usual names") {
  for (const char* name :
       {"relevance", "recency", "Publication Year", "study-design", "citation_count",
        "citation_impact", "text_quality", "MeSH_terms", "is_preprint"}) {
    CAPTURE(name);
    CHECK(record_field(name) != nullptr);
  }
  for (const char* name : {"sample_size", "novelty", ""}) CHECK(record_field(name) == nullptr);
}

TEST_CASE("an absent field is null, a present one is the record's") {
  model::Article a = test::article("1", "Zinc", "It helped.", "2021-05");
  Candidate candidate{.article = &a};
  CHECK(record_field("year")(candidate) == Value("2021-05"));
  CHECK(record_field("citation_count")(candidate).is_null());
  CHECK(record_field("citation_impact")(candidate).is_null());
  CHECK(record_field("study_design")(candidate).is_null());
  CHECK(record_field("keywords")(candidate).is_null());
  a.citation_count = 3;
  CHECK(record_field("citation_count")(candidate) == Value(3));
  candidate.citation_count = 8;
  candidate.relative_citation_ratio = 1.5;
  CHECK(record_field("citations")(candidate) == Value(8));
  CHECK(record_field("rcr")(candidate) == Value(1.5));
  a.keywords = {"metal"};
  a.publication_types = {"Review"};
  CHECK(record_field("keywords")(candidate) == Value(Value::Array{Value("metal")}));
  CHECK(record_field("study_design")(candidate) == Value("review"));
  CHECK(record_text(a) == "Zinc\nIt helped.\nmetal");
}
