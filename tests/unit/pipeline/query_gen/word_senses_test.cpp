#include "pipeline/query_gen/word_senses.hpp"

#include "support/catch.hpp"

namespace ev::query_gen {

TEST_CASE("an abbreviation stands only for a heading that writes it in capitals") {
  const mesh::Heading scan{.ui = "D1", .name = "Gnome Scans", .entry_terms = {"GNO Scan", "GNO"}};
  const mesh::Heading animal{.ui = "D2", .name = "Gnoes", .entry_terms = {"gno"}};
  CHECK(writes_so(scan, "GNO"));
  CHECK_FALSE(writes_so(animal, "GNO"));
  CHECK(only_as_capitals(scan, "gno"));
  CHECK_FALSE(only_as_capitals(animal, "gno"));
}

TEST_CASE("diseases and drugs are subjects by themselves") {
  CHECK(is_subject_by_itself({.ui = "D1", .name = "Zebra Fever", .tree_numbers = {"C01.1"}}));
  CHECK(is_subject_by_itself({.ui = "D1", .name = "Zebrazole", .tree_numbers = {"D03.1"}}));
  CHECK_FALSE(is_subject_by_itself({.ui = "D1", .name = "Zebras", .tree_numbers = {"B01.1"}}));
}

TEST_CASE("headings share a branch from its second level") {
  const mesh::Heading a{.ui = "D1", .name = "A", .tree_numbers = {"C12.777.829.866"}};
  const mesh::Heading b{.ui = "D2", .name = "B", .tree_numbers = {"C23.888", "C12.777.934"}};
  const mesh::Heading c{.ui = "D3", .name = "C", .tree_numbers = {"C12.294.1"}};
  CHECK(share_branch(a, b));
  CHECK_FALSE(share_branch(a, c));
}

}  // namespace ev::query_gen
