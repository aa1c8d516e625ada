#include "pipeline/query_gen/class_members.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/query_gen/blocks.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

TEST_CASE("members of a class of drugs are the vocabulary's compounds of its name stem") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tProton Pump Inhibitors\tD27.1\t\nD2\tZebraprazole\tD02.1\t\n"
      "D3\tGnomoprazole\tD03.1\t\nD4\tHattipiprazole\tD03.2\t\nD5\tFolkprazole\tA01.1\t\n"
      "D6\tZebra Gnomoprazole\tD03.3\t\nD7\tAnti-Gnome Agents\tD27.2\t\n",
      "test");
  REQUIRE(v);
  const ClassMembers members = class_members(*v->by_name("Proton Pump Inhibitors"), *v);
  CHECK(members.stems == "-prazole");
  CHECK(members.names == std::vector<std::string>{"Gnomoprazole", "Zebraprazole"});
  CHECK(class_members(*v->by_name("Anti-Gnome Agents"), *v).stems.empty());
  const Concept c = whole_concept("proton pump inhibitors", *v, "");
  CHECK(c.remark == "with its members by name (-prazole): Gnomoprazole, Zebraprazole");
  const auto printed = [&c](Breadth breadth) { return pubmed_query::print(block(c, breadth)); };
  CHECK(printed(Breadth::broad).find("Gnomoprazole[tiab] OR Zebraprazole[tiab]") !=
        std::string::npos);
  CHECK(printed(Breadth::title).find("prazole[ti]") != std::string::npos);
}

}  // namespace ev::query_gen
