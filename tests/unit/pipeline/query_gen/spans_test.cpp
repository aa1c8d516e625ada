#include "pipeline/query_gen/spans.hpp"

#include "base/text.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

namespace {

std::string spans(const char* goal) {
  std::vector<std::string> out;
  for (const Span& span : read_concepts(goal, mesh::built_in(), "").spans) out.push_back(span.text);
  return text::join(out, " | ");
}

}  // namespace

TEST_CASE("runs that may be one term, the longest first") {
  CHECK(spans("striped versus purple gnome disease") == "striped versus purple gnome disease");
  CHECK(spans("hand, claw and mouth disease").starts_with("hand, claw and mouth disease"));
  CHECK(spans("zebra gene therapy in asthma").starts_with("zebra gene therapy"));
}

TEST_CASE("plain words that stood together are cut for a longer term, a symbol stands by itself") {
  const auto v =
      mesh::parse_tsv("ui\theading\ttree_numbers\tentry_terms\nD1\tGnomes\tC14.9\t\n", "test");
  REQUIRE(v);
  const GoalConcepts r = read_concepts("purple air gnomes", *v, "");
  REQUIRE(r.spans.size() == 2);
  CHECK(r.spans[1].text == "air gnomes");
  const GoalConcepts symbol = read_concepts("the effect of XQZP gland gnomes", *v, "");
  REQUIRE(symbol.concepts.size() == 3);
  CHECK(symbol.concepts[0].text == "XQZP");
  CHECK(symbol.concepts[1].text == "gland");
}

TEST_CASE("what is one concept already, a sentence, or all known is not asked about") {
  CHECK(spans("sickle cell disease").empty());
  CHECK(spans("asthma and heart failure").empty());
  CHECK(spans("purple. gnomes").empty());
  CHECK(spans("purple gnomes without zebra disease") == "purple gnomes");
  CHECK(spans("").empty());
}

TEST_CASE("never more than a few") {
  const GoalConcepts r = read_concepts(
      "red gnome blue zebra green goblin white dragon black fairy brown unicorn yellow elf disease",
      mesh::built_in(), "");
  CHECK(r.spans.size() <= kMostSpans);
}

}  // namespace ev::query_gen
