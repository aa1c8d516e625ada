#include "pipeline/query_gen/listed_pairs.hpp"

#include "base/text.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "support/catch.hpp"

namespace ev::query_gen {

namespace {

const mesh::MemoryVocabulary& gnomes() {
  static const mesh::MemoryVocabulary vocabulary = *mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\n"
      "D1\tGnome\tA01.1\tGnomes\n"
      "D2\tNeozebras\tC04\tZebroma|Zebroid\n"
      "D3\tGnome Neozebras\tC04.5;C06.1\tGnome Zebroma\n"
      "D4\tHat\tJ01.1\tHats\n"
      "D5\tPurplic Edema\tC05.1.2\t\n"
      "D6\tPurplic Edemas, Rare\tC05\t\n"
      "D7\tStudy of Gnomes\tV01\tGnome Tally\n",
      "test");
  return vocabulary;
}

std::string listed(const char* goal) {
  std::vector<std::string> out;
  for (const Concept& c : read_concepts(goal, gnomes(), "").concepts) {
    out.push_back(c.heading.empty() ? c.text : c.heading);
  }
  return text::join(out, " | ");
}

}  // namespace

TEST_CASE("two words of a list that together name a heading become it") {
  CHECK(listed("gnome, zebroma, hats") == "Gnome Neozebras | Hat");
  CHECK(listed("zebroma, hats, gnome") == "Gnome Neozebras | Hat");
  CHECK(listed("purpli, oedema") == "Purplic Edema");            // cut off, and in British spelling
  CHECK(listed("gnome, hats, tally") == "Gnome | Hat | tally");  // a kind of study is no subject
  const GoalConcepts reading = read_concepts("gnome, hats, zebroma", gnomes(), "");
  REQUIRE(reading.concepts.size() == 2);
  CHECK(reading.concepts.front().remark == "\"gnome\" and \"zebroma\" of the list, together");
}

TEST_CASE("a sentence or a longer item of a list is read as it stands") {
  CHECK(listed("Does a hat affect a gnome with a zebroma?") == "Hat | Gnome | Neozebras");
  CHECK(listed("gnome hats, zebroma").find("Gnome Neozebras") == std::string::npos);
}

TEST_CASE("in a long list of alternatives the broader heading stays") {
  CHECK(listed("gnome, hats, zebroma, cloak, lantern") ==
        "Gnome Neozebras | Hat | Neozebras | cloak | lantern");
}

}  // namespace ev::query_gen
