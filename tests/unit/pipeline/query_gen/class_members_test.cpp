#include "pipeline/query_gen/class_members.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/query_gen/blocks.hpp"
#include "support/catch.hpp"

#include <algorithm>

namespace ev::query_gen {

TEST_CASE(
    "members of a class of drugs are those in common use and the vocabulary's compounds of its "
    "stem") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tProton Pump Inhibitors\tD27.1\t\nD2\tZebraprazole\tD02.1\t\n"
      "D3\tGnomoprazole\tD03.1\t\nD4\tHattipiprazole\tD03.2\t\nD5\tFolkprazole\tA01.1\t\n"
      "D6\tZebra Gnomoprazole\tD03.3\t\nD7\tAnti-Gnome Agents\tD27.2\t\n",
      "test");
  REQUIRE(v);
  const ClassMembers members = class_members(*v->by_name("Proton Pump Inhibitors"), *v);
  CHECK(members.stems == "-prazole");
  CHECK(members.names == std::vector<std::string>{"omeprazole", "esomeprazole", "lansoprazole",
                                                  "dexlansoprazole", "pantoprazole", "rabeprazole",
                                                  "gnomoprazole", "zebraprazole"});
  CHECK(class_members(*v->by_name("Anti-Gnome Agents"), *v).stems.empty());
  const Concept c = whole_concept("proton pump inhibitors", *v, "");
  CHECK(c.remark.starts_with("with members of the class by name: omeprazole, "));
  const auto printed = [&c](Breadth breadth) { return pubmed_query::print(block(c, breadth)); };
  CHECK(printed(Breadth::broad)
            .find("rabeprazole[tiab] OR gnomoprazole[tiab] OR zebraprazole[tiab]") !=
        std::string::npos);
  CHECK(printed(Breadth::title).find("prazole[ti]") != std::string::npos);
}

TEST_CASE("a class takes in the members of the classes below it, unless these are many") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tHistamine H1 Antagonists\tD27.1\t\n"
      "D2\tHistamine H1 Antagonists, Non-Sedating\tD27.1.5\t\n"
      "D3\tAntipsychotic Agents\tD27.7\t\nD4\tAgents\tD27\t\n",
      "test");
  REQUIRE(v);
  const std::vector<std::string> names =
      class_members(*v->by_name("Histamine H1 Antagonists"), *v).names;
  CHECK(names.front() == "diphenhydramine");
  CHECK(std::count(names.begin(), names.end(), "cetirizine") == 1);
  CHECK(class_members(*v->by_name("Agents"), *v).names.empty());
}

}  // namespace ev::query_gen
