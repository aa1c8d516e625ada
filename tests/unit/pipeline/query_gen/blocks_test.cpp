#include "pipeline/query_gen/blocks.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

namespace pq = pubmed_query;

namespace {

Concept from_words(std::vector<std::string> synonyms) {
  Concept c;
  c.synonyms = std::move(synonyms);
  return c;
}

}  // namespace

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

TEST_CASE("single words of a heading are searched with their family, substances are not") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tGnomination\tE01.1\tGnominations|Hat Wear\nD2\tPurplovirus\tB04.1\tPurploviruses\n"
      "D3\tExamplation\tD02.1\t\nD4\tZebrancy\tG08.1\t\n",
      "test");
  REQUIRE(v);
  const auto broad = [&v](const char* text) {
    return pq::print(block(whole_concept(text, *v, ""), Breadth::broad));
  };
  CHECK(broad("gnomination") == "\"Gnomination\"[mh] OR gnomin*[tiab] OR \"Hat Wear\"[tiab]");
  CHECK(broad("purplovirus") == "\"Purplovirus\"[mh] OR purplovir*[tiab]");
  CHECK(broad("examplation") == "\"Examplation\"[mh] OR examplation[tiab]");
  CHECK(broad("zebrancy") == "\"Zebrancy\"[mh] OR zebran*[tiab]");
}

TEST_CASE("titles and abstracts are asked for what the headings below are called") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tZebrosis\tC01.1\t\nD2\tFever, Purple\tC01.1.2\tPurple Fever|Purple Fevers\n"
      "D3\tGnome Zebrosis\tC01.1.3\t\nD4\tHats\tJ01.1\t\nD5\tTop Caps\tJ01.1.1\t\n"
      "D6\tGnome Neoplasms\tC04.1\tGnome Neoplasm\nD7\tOff-Hat Use\tE02.1\t\n",
      "test");
  REQUIRE(v);
  const auto printed = [&v](const char* text, Breadth breadth) {
    return pq::print(block(whole_concept(text, *v, ""), breadth));
  };
  CHECK(printed("zebrosis", Breadth::broad) ==
        "\"Zebrosis\"[mh] OR zebrosis[tiab] OR \"Purple Fever\"[tiab]");
  CHECK(printed("zebrosis", Breadth::title) == "\"Zebrosis\"[majr] OR zebrosis[ti]");
  CHECK(printed("hats", Breadth::broad) ==
        "\"Hats\"[mh] OR hats[tiab]");  // things are not exploded
  CHECK(printed("Gnome Neoplasms", Breadth::broad).find("\"Gnome cancer\"[tiab]") !=
        std::string::npos);
  CHECK(printed("off-hat use", Breadth::broad).find("\"off-hat\"[tiab]") != std::string::npos);
}

TEST_CASE("a symbol with a word behind its digit is also searched without it") {
  const auto broad = [](const char* text) {
    return pq::print(block(whole_concept(text, mesh::built_in(), ""), Breadth::broad));
  };
  CHECK(broad("BRX2Neo") == "BRX2Neo[tiab] OR \"BRX2 Neo\"[tiab:~3] OR BRX2[tiab]");
  CHECK(broad("BRX2a") == "BRX2a[tiab]");
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

TEST_CASE("a study type under another writing is the publication type that is meant") {
  for (const char* type :
       {"Randomised Trial", "randomised controlled trial", "RCT", "Randomized Trials"}) {
    std::string warning;
    const auto node = study_type(type, mesh::built_in(), warning);
    INFO(type);
    CHECK(pubmed_query::print(node) == "\"Randomized Controlled Trial\"[pt]");
    CHECK(warning.find("is read as the publication type") != std::string::npos);
  }
  std::string warning;
  CHECK(pubmed_query::print(study_type("Randomized Controlled Trial", mesh::built_in(), warning)) ==
        "\"Randomized Controlled Trial\"[pt]");
  CHECK(warning.empty());
}

TEST_CASE("an alternative that takes in others stands for them") {
  Concept c = from_words({"purple fever", "purple", "blue-green"});
  c.heading = "Purple Fever";
  Concept other = from_words({"blue", "green purple fever", "Purples"});
  other.heading = "Blue Fever";
  c.others = {other};
  CHECK(pq::print(block(c, Breadth::broad)) ==
        "\"Purple Fever\"[mh] OR purple[tiab] OR blue[tiab] OR \"Blue Fever\"[mh] OR "
        "Purples[tiab]");
}

}  // namespace ev::query_gen
