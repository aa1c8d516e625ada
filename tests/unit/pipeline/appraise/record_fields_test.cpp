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
    CHECK(is_record_field(name));
  }
  for (const char* name : {"sample_size", "novelty", ""}) CHECK_FALSE(is_record_field(name));
}

TEST_CASE("an absent field is null, a present one is the record's") {
  model::Article a = test::article("1", "Zinc", "It helped.", "2021-05");
  Candidate candidate{.article = &a};
  CHECK(record_field(candidate, "year") == Value("2021-05"));
  CHECK(record_field(candidate, "citation_count").is_null());
  CHECK(record_field(candidate, "citation_impact").is_null());
  CHECK(record_field(candidate, "study_design").is_null());
  CHECK(record_field(candidate, "keywords").is_null());
  CHECK(record_field(candidate, "unheard_of").is_null());
  a.citation_count = 3;
  CHECK(record_field(candidate, "citation_count") == Value(3));
  candidate.citation_count = 8;
  candidate.relative_citation_ratio = 1.5;
  CHECK(record_field(candidate, "citations") == Value(8));
  CHECK(record_field(candidate, "rcr") == Value(1.5));
  a.keywords = {"metal"};
  a.publication_types = {"Review"};
  CHECK(record_field(candidate, "keywords") == Value(Value::Array{Value("metal")}));
  CHECK(record_field(candidate, "study_design") == Value("review"));
  CHECK(record_text(a) == "Zinc\nIt helped.\nmetal");
}
