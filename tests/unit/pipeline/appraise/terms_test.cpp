#include "pipeline/appraise/terms.hpp"

#include "support/catch.hpp"

using namespace ev::appraise;

TEST_CASE("tokens are folded runs of letters and digits") {
  CHECK(folded_tokens("Long-term β-Blockers, in GRÖSSE 12") ==
        std::vector<std::string>{"long", "term", "β", "blockers", "in", "grosse", "12"});
  CHECK(folded_tokens(" \n.") == std::vector<std::string>{});
}

TEST_CASE("a vocabulary drops stop words and joins inflections") {
  Vocabulary vocabulary;
  std::vector<Vocabulary::Id> ids;
  Vocabulary::Words room;
  vocabulary.add("The trials and a trial", ids, room);
  REQUIRE(ids.size() == 2);
  CHECK(ids[0] == ids[1]);
  CHECK(vocabulary.term(ids[0]) == "trial");
  std::vector<std::string> unknown;
  CHECK(vocabulary.find("Trial of the unicorns", unknown) == std::vector<Vocabulary::Id>{ids[0]});
  CHECK(unknown == std::vector<std::string>{"unicorn"});
}

TEST_CASE("a word table keeps every word while it grows") {
  std::string text;
  for (int i = 0; i < 5001; ++i) text += "word" + std::to_string(i) + " ";
  const FoldedWords words(text);
  WordTable table;
  for (std::size_t i = 0; i < 5000; ++i)
    table.add(table.sought(words, i), static_cast<std::int32_t>(i));
  for (std::size_t i = 0; i < 5000; ++i) {
    const std::int32_t* found = table.find(table.sought(words, i));
    REQUIRE(found != nullptr);
    CHECK(*found == static_cast<std::int32_t>(i));
  }
  CHECK(table.find(table.sought(words, 5000)) == nullptr);
}

TEST_CASE("a word table tells apart words that begin alike") {
  const FoldedWords words(
      "antibody antibodys antibodytwenty antibodytwentyone anti antibodytwentytwo");
  WordTable table;
  for (std::size_t i = 0; i < 5; ++i)
    table.add(table.sought(words, i), static_cast<std::int32_t>(words[i].size()));
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(*table.find(table.sought(words, i)) == static_cast<std::int32_t>(words[i].size()));
  CHECK(table.find(table.sought(words, 5)) == nullptr);
}

TEST_CASE("stop words are function words only") {
  for (const char* word : {"the", "what", "why", "a", "using"}) CHECK(is_stop_word(word));
  for (const char* word : {"trial", "risk", "increase", "zinc", ""})
    CHECK_FALSE(is_stop_word(word));
}
