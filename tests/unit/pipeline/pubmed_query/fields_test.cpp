#include "pipeline/pubmed_query/fields.hpp"

#include "pipeline/pubmed_query/stop_words.hpp"
#include "support/catch.hpp"

namespace ev::pubmed_query {

TEST_CASE("fields are found by code, long name and alias") {
  for (const FieldInfo& f : all_fields()) {
    INFO(f.code);
    CHECK(find_field(f.code) == f.field);
    CHECK(find_field(f.name) == f.field);
  }
  CHECK(find_field("MeSH Terms") == Field::mh);
  CHECK(find_field(" title/ABSTRACT ") == Field::tiab);
  CHECK(find_field("uid") == Field::pmid);
  CHECK(find_field("nonsense") == Field::none);
}

TEST_CASE("the nearest tag is offered only when it is near") {
  CHECK(nearest_tag("titel") == "ti");
  CHECK(nearest_tag("tiabs") == "tiab");
  CHECK(nearest_tag("mash") == "mh");
  CHECK(nearest_tag("Title/Abstrat") == "tiab");
  CHECK(nearest_tag("abstract") == "tiab");
  CHECK(nearest_tag("qqqqqq").empty());
}

TEST_CASE("stop words") {
  CHECK(is_stop_word("the"));
  CHECK(is_stop_word("without"));
  CHECK_FALSE(is_stop_word("or"));
  CHECK_FALSE(is_stop_word("who"));
  CHECK_FALSE(is_stop_word(""));
}

}  // namespace ev::pubmed_query
