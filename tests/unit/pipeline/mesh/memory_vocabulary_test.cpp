#include "pipeline/mesh/memory_vocabulary.hpp"

#include "support/catch.hpp"

#include <set>

namespace ev::mesh {

TEST_CASE("terms are compared as folded words") {
  CHECK(term_key("Alzheimer's Disease") == "alzheimer s disease");
  CHECK(term_key("Alzheimer\u2019s  disease") == "alzheimer s disease");
  CHECK(term_key("beta-Blocker") == "beta blocker");
  CHECK(term_key("Sj\u00f6gren") == "sjogren");
  CHECK(term_key("  (x) ") == "x");
  CHECK(term_key("\u2014") == "");
}

TEST_CASE("the built-in vocabulary holds what the examples need") {
  const MemoryVocabulary& v = built_in();
  CHECK(v.source() == "built-in vocabulary");
  CHECK(v.headings().size() >= 120);
  for (const char* name :
       {"Metformin", "Alzheimer Disease", "Heart Failure", "Carvedilol", "Helicobacter Infections",
        "Omeprazole", "Hypertension", "Machine Learning", "Diabetes Mellitus, Type 2", "Diagnosis",
        "Randomized Controlled Trial"}) {
    INFO(name);
    CHECK(v.by_name(name) != nullptr);
  }
  std::set<std::string> uis;
  for (const Heading& h : v.headings()) {
    INFO(h.name);
    CHECK(h.ui.size() >= 7);
    CHECK(h.ui.front() == 'D');
    CHECK(uis.insert(h.ui).second);
  }
}

TEST_CASE("look-up by heading, entry term and grammatical number") {
  const MemoryVocabulary& v = built_in();
  REQUIRE(v.find_first("statins") != nullptr);
  CHECK(v.find_first("statins")->name == "Hydroxymethylglutaryl-CoA Reductase Inhibitors");
  REQUIRE(v.find_first("cardiac failure") != nullptr);
  CHECK(v.find_first("cardiac failure")->name == "Heart Failure");
  REQUIRE(v.find_first("heart failures") != nullptr);
  CHECK(v.find_first("heart failures")->name == "Heart Failure");
  CHECK(v.by_name("cardiac failure") == nullptr);
  CHECK(v.find_first("xyzzy") == nullptr);
  CHECK(v.find("").empty());
}

TEST_CASE("a tree is exploded over complete tree numbers") {
  Result<MemoryVocabulary> parsed = parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tUpper\tC01;F02\tTop|Over\n"
      "D2\tLower\tC01.100\t\n"
      "D3\tLowest\tC01.100.200\n"
      "D4\tNeighbour\tC010\tTop\n",
      "test");
  REQUIRE(parsed);
  const MemoryVocabulary& v = *parsed;
  CHECK(v.exploded(*v.by_name("upper")).size() == 3);
  CHECK(v.exploded(*v.by_name("lower")).size() == 2);
  CHECK(v.find("top").size() == 2);
  CHECK(v.find("top").front()->name == "Upper");
  CHECK(in_branch(*v.by_name("Upper"), "C"));
  CHECK(in_branch(*v.by_name("Upper"), "F02"));
  CHECK_FALSE(in_branch(*v.by_name("Neighbour"), "C01"));
}

TEST_CASE("malformed vocabulary files are refused with the line") {
  CHECK_FALSE(parse_tsv("", "x"));
  CHECK_FALSE(parse_tsv("D1\tHeading\n", "x"));
  CHECK(parse_tsv("# what it is\nui\theading\nD1\tHeading\n", "x"));
  CHECK_FALSE(parse_tsv("ui\theading\n# no comment here\n", "x"));
  const auto r = parse_tsv("ui\theading\ttree_numbers\tentry_terms\nD1\tA\tC1\ta\nD2\n", "x");
  REQUIRE_FALSE(r);
  CHECK(r.error().message.find("line 3") != std::string::npos);
}

TEST_CASE("a prefix is completed from names, then entry terms") {
  const auto v = parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "C5\tfeverol\t\t\n"
      "D2\tFever\tC01\tHeat\n"
      "D1\tHeat Stroke\tC02\tFever from Heat|Feverish State\n",
      "test");
  REQUIRE(v);
  std::vector<std::string> texts;
  for (const Completion& c : v->complete("fever", 9)) texts.push_back(c.text);
  CHECK(texts == std::vector<std::string>{"Fever", "feverol", "Fever from Heat", "Feverish State"});
  REQUIRE(v->complete("Fever ", 9).size() == 1);
  CHECK(v->complete("Fever ", 9)[0].heading == "Heat Stroke");
  CHECK(v->complete("fever", 2).size() == 2);
  CHECK(v->by_ui("C5")->supplementary);
  CHECK(v->by_ui("D9") == nullptr);
}

}  // namespace ev::mesh
