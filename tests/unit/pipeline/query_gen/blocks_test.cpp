#include "pipeline/query_gen/blocks.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

namespace pq = pubmed_query;

TEST_CASE("a quorum is factored, from OR to AND") {
  std::vector<pq::Node> blocks;
  for (const char* name : {"a1", "b1", "c1"})
    blocks.push_back(pq::make_term(name, pq::Field::tiab));
  CHECK(pq::print(quorum(blocks, 1)) == "a1[tiab] OR b1[tiab] OR c1[tiab]");
  CHECK(pq::print(quorum(blocks, 2)) ==
        "(a1[tiab] AND (b1[tiab] OR c1[tiab])) OR (b1[tiab] AND c1[tiab])");
  CHECK(pq::print(quorum(blocks, 3)) == "a1[tiab] AND b1[tiab] AND c1[tiab]");
}

TEST_CASE("blocks: headings with entry terms, words with inflections, neighbours by proximity") {
  const auto broad = [](const char* text) {
    return pq::print(block(whole_concept(text, mesh::built_in(), ""), Breadth::broad),
                     pq::TagStyle::readable);
  };
  CHECK(
      broad("cardiac failure").find("\"Heart Failure\"[MeSH Terms] OR \"cardiac failure\"[tiab]") ==
      0);
  CHECK(broad("zebras") == "zebra*[tiab]");
  CHECK(broad("imp") == "imp[tiab]");
  CHECK(broad("BRX1") == "BRX1[tiab] OR \"BRX-1\"[tiab]");
  CHECK(broad("overdosed") == "overdos*[tiab]");
  CHECK(broad("gadgeties") == "gadget*[tiab]");
  CHECK(broad("TIGIT") == "TIGIT[tiab]");  // a symbol has no inflections
  CHECK(broad("zebra fever") == "\"zebra fever\"[tiab:~3]");
  CHECK(broad("zebra (fever)") == "\"zebra fever\"[tiab:~3]");
  CHECK(pq::print(text_term("or", pq::Field::tiab)) == "\"or\"[tiab]");
}

TEST_CASE("time frames are absolute") {
  CHECK(pq::print(*time_range("last_year", "2024/02/29")) == "2023/02/28:2024/02/29[dp]");
  CHECK_FALSE(time_range("all_time", "2024/02/29"));
  CHECK_FALSE(time_range("", "2024/02/29"));
}

TEST_CASE("headings a vocabulary lacks are left out of fixed blocks") {
  CHECK(pq::print(
            *confirmed_block("mh:Mortality|mh:Zebra Fever|tiab:case control", mesh::built_in())) ==
        "\"Mortality\"[mh] OR \"case control\"[tiab]");
  CHECK_FALSE(confirmed_block("mh:Zebra Fever", mesh::built_in()));
}

}  // namespace ev::query_gen
