#include "pipeline/mechanism/word_lists.hpp"

#include "support/catch.hpp"

using namespace ev::mechanism;

TEST_CASE("endings tell drugs, enzymes and diseases, with their exceptions") {
  CHECK(has_drug_stem("zortolol"));
  CHECK(has_drug_stem("brivastatin"));
  for (const char* word : {"somatostatin", "cholesterol", "aldosterone", "protocol", "statin"}) {
    CAPTURE(word);
    CHECK_FALSE(has_drug_stem(word));
  }
  CHECK(has_enzyme_ending("lactase"));
  CHECK_FALSE(has_enzyme_ending("disease"));
  CHECK_FALSE(has_enzyme_ending("increase"));
  CHECK(looks_like_disease("gastroenteritis"));
  CHECK(looks_like_disease("wandering syndrome"));
  CHECK_FALSE(looks_like_disease("glycemia"));
}

TEST_CASE("common words, gene words and qualifiers are told apart") {
  CHECK(is_common_word("rest"));
  CHECK_FALSE(is_common_word("cox"));
  CHECK(is_gene_context("expression"));
  CHECK(kind_of_qualifier("antagonists & inhibitors") == Kind::target);
  CHECK_FALSE(kind_of_qualifier("history"));
  CHECK(is_class_heading("anti-inflammatory agents"));
}
