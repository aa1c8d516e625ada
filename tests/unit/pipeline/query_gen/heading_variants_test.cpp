#include "pipeline/query_gen/heading_variants.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/query_gen/concepts.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

TEST_CASE("headings under another writing") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tZebra Neoplasms\tC04.1\t\nD2\tGnome Agents\tD27.1\t\nD3\tEsophagitosis\tC10.1\t\n"
      "D4\tPurplopause\tG08.1\t\nD5\tGnome Drugs\tL01.1\t\n"
      "D6\tZebroid\tA01.1\tZebroids\nD7\tPurplics\tH01.1\t\nD8\tInfant\tM01.1\tInfants\n"
      "D9\tZebranide Compounds\tD02.1\t\nDA\tPurpletide Agents\tL01.2\t\n",
      "test");
  REQUIRE(v);
  const auto found = [&v](const char* words) {
    const auto headings = heading_variants(words, *v);
    return headings.empty() ? std::string() : headings.front()->name;
  };
  CHECK(found("zebra cancer") == "Zebra Neoplasms");
  CHECK(found("gnome medications") == "Gnome Agents");
  CHECK(found("oesophagitosis") == "Esophagitosis");
  CHECK(found("purplopausal") == "Purplopause");
  CHECK(found("purplopausal zebra").empty());
  CHECK(found("zebroidal") == "Zebroid");
  CHECK(found("purplical").empty());  // not of purplics
  CHECK(found("babies") == "Infant");
  CHECK(found("zebranides") == "Zebranide Compounds");
  CHECK(found("purpletides").empty());  // no substances
  CHECK(found("natural").empty());
  CHECK(is_adjective_of("zebroidal", *v->by_name("Zebroid")));
  CHECK_FALSE(is_adjective_of("zebroids", *v->by_name("Zebroid")));
  CHECK(found("").empty());
  CHECK(is_other_sense({"D9", "Purpling (Psychology)"}, "purpling"));
  CHECK_FALSE(is_other_sense({"D9", "Purpling"}, "purpling"));
}

TEST_CASE("a word that was cut off is completed, but not to a brand") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tZebrosis\tC04.1\t\nD2\tExamplamide\tD02.1\tPurplan\nD3\tExamplin\tD02.2\t\n",
      "test");
  REQUIRE(v);
  CHECK(completed("zebro", *v).size() == 1);
  CHECK(completed("purpl", *v).empty());
  CHECK(completed("exampl", *v).size() == 1);
}

TEST_CASE("a drug is known by its salt, an acid by its salts") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tExamplimod Hydrochloride\tD02.1\t\nD2\tZebroic Acid\tD02.2\t\n"
      "D3\tGnomeland Potassium\tZ01.1\t\n",
      "test");
  REQUIRE(v);
  const auto heading = [&v](const char* goal) {
    return read_concepts(goal, *v, "").concepts.at(0).heading;
  };
  CHECK(heading("examplimod in pregnancy") == "Examplimod Hydrochloride");
  CHECK(heading("zebroate in pregnancy") == "Zebroic Acid");
  CHECK(heading("gnomeland in winter").empty());  // no substance
}

}  // namespace ev::query_gen
