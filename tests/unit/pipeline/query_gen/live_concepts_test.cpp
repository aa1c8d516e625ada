#include "pipeline/query_gen/live_concepts.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "sample_probe.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

TEST_CASE("only a translation of the whole text confirms a heading") {
  ListProbe probe(three_articles());
  probe.more_translations = {{"zebra fever", "\"zebra fever syndrome\"[MeSH Terms] OR x"},
                             {"blue zebra", "\"x\"[All Fields]"}};
  std::vector<Concept> concepts = {whole_concept("zebra fever", mesh::built_in(), ""),
                                   whole_concept("blue zebra", mesh::built_in(), ""),
                                   whole_concept("metformin", mesh::built_in(), "")};
  CHECK(confirm_live(concepts, probe.function(), Context{}).empty());
  CHECK(concepts[0].heading == "zebra fever syndrome");
  CHECK(concepts[0].confirmed_by == "PubMed's own translation");
  CHECK(concepts[1].heading.empty());
  CHECK(concepts[1].weight < 0);   // occurs nowhere
  CHECK(probe.asked.size() == 2);  // the vocabulary knew the third
  const ProbeFn broken = [](std::span<const std::string> queries, const Context&) {
    return std::vector<Result<search::Probe>>(queries.size(),
                                              Error{.code = Errc::timeout, .message = "late"});
  };
  std::vector<Concept> open = {whole_concept("zebra fever", mesh::built_in(), "")};
  CHECK(confirm_live(open, broken, Context{}).size() == 1);
}

TEST_CASE("a heading that PubMed confirmed gets its entry terms from the MeSH database") {
  Concept c;
  c.text = "zebra fever";
  c.heading = "Zebra Fever";
  c.confirmed_by = "PubMed's own translation";
  std::vector<Concept> concepts = {c};
  std::vector<std::string> asked;
  const search::LiveMesh live = [&asked](std::span<const std::string> terms, const Context&) {
    asked.assign(terms.begin(), terms.end());
    std::vector<Result<search::Headings>> out;
    out.push_back(search::Headings{{.ui = "D1",
                                    .name = "Zebra Fever",
                                    .tree_numbers = {"C01.1"},
                                    .entry_terms = {"Striped Fever", "Fever, Zebra"}}});
    return out;
  };
  CHECK(complete_live(concepts, mesh::built_in(), live, Context{}).empty());
  CHECK(asked == std::vector<std::string>{"Zebra Fever"});
  CHECK(concepts[0].role == "condition");
  CHECK(concepts[0].synonyms == std::vector<std::string>{"zebra fever", "Striped Fever"});
  CHECK(concepts[0].confirmed_by == search::kLiveMeshSource);

  const search::LiveMesh down = [](std::span<const std::string>, const Context&) {
    return std::vector<Result<search::Headings>>{Error{.message = "no route"}};
  };
  concepts = {c};
  CHECK(complete_live(concepts, mesh::built_in(), down, Context{}).size() == 1);
  CHECK(concepts[0].heading == "Zebra Fever");
}

TEST_CASE("a synonym that PubMed would break up is left out, the goal's own words stay") {
  ListProbe probe(three_articles());
  probe.splits_phrases = true;
  Concept c = whole_concept("metformin", mesh::built_in(), "");
  c.synonyms = {"purple gnome", "heart failure", "gnome-Metformin", "Glucogadget"};
  c.narrower = {"Zebra Metformin"};
  std::vector<Concept> concepts = {c};
  const std::vector<std::string> dropped =
      drop_unknown_phrases(concepts, probe.function(), Context{});
  CHECK(dropped == std::vector<std::string>{"gnome-Metformin", "Zebra Metformin"});
  CHECK(concepts[0].synonyms ==
        std::vector<std::string>{"purple gnome", "heart failure", "Glucogadget"});
  CHECK(concepts[0].narrower.empty());
  CHECK(probe.asked.size() == 1);
  CHECK(drop_unknown_phrases(concepts, {}, Context{}).empty());
}

TEST_CASE("a span that takes the last of some plain words leaves the others") {
  ListProbe probe(three_articles());
  probe.more_translations = {{"air gnomia", "\"air gnomia\"[MeSH Terms] OR x"}};
  GoalConcepts r = read_concepts("purple air gnomia", mesh::built_in(), "");
  CHECK(confirm_spans(r, probe.function(), Context{}).empty());
  REQUIRE(r.concepts.size() == 2);
  CHECK(r.concepts[0].text == "purple");
  CHECK(r.concepts[1].heading == "air gnomia");
}

TEST_CASE("a longer span that PubMed knows as a whole takes the place of its pieces") {
  ListProbe probe(three_articles());
  probe.more_translations = {
      {"zebra versus gnome disease", "\"zebra vs gnome disease\"[MeSH Terms] OR zebra"},
      {"gnome disease", "\"gnome\"[MeSH Terms]"}};
  GoalConcepts reading =
      read_concepts("metformin in zebra versus gnome disease of asthma", mesh::built_in(), "");
  REQUIRE(reading.concepts.size() == 4);
  REQUIRE_FALSE(reading.spans.empty());
  CHECK(reading.spans[0].text == "zebra versus gnome disease");
  CHECK(confirm_spans(reading, probe.function(), Context{}).empty());
  REQUIRE(reading.concepts.size() == 3);
  CHECK(reading.concepts[1].text == "zebra versus gnome disease");
  CHECK(reading.concepts[1].heading == "zebra vs gnome disease");
  CHECK(reading.concepts[2].heading == "Asthma");
  // Nobody knows it: the pieces stay.
  reading = read_concepts("striped versus purple disease", mesh::built_in(), "");
  const std::size_t before = reading.concepts.size();
  CHECK(confirm_spans(reading, probe.function(), Context{}).empty());
  CHECK(reading.concepts.size() == before);
}

TEST_CASE("a term is asked about with the noun that completes it") {
  ListProbe probe(three_articles());
  probe.more_translations = {{"zebra cell disease", "\"anemia, zebra\"[MeSH Terms]"}};
  std::vector<Concept> concepts =
      read_concepts("treatment of zebra cell disease", mesh::built_in(), "").concepts;
  CHECK(confirm_live(concepts, probe.function(), Context{}).empty());
  REQUIRE(concepts.size() == 1);
  CHECK(concepts[0].heading == "anemia, zebra");
}

TEST_CASE("an abbreviation is asked about by what it stands for") {
  ListProbe probe(three_articles());
  std::vector<Concept> concepts = read_concepts("DKA", mesh::built_in(), "").concepts;
  confirm_live(concepts, probe.function(), Context{});
  CHECK(probe.asked == std::vector<std::string>{"diabetic ketoacidosis"});
}

}  // namespace ev::query_gen
