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
  vocabulary.add("The trials and a trial", ids);
  REQUIRE(ids.size() == 2);
  CHECK(ids[0] == ids[1]);
  CHECK(vocabulary.term(ids[0]) == "trial");
  std::vector<std::string> unknown;
  CHECK(vocabulary.find("Trial of the unicorns", unknown) == std::vector<Vocabulary::Id>{ids[0]});
  CHECK(unknown == std::vector<std::string>{"unicorn"});
}

TEST_CASE("a word table keeps every word while it grows") {
  WordTable table;
  for (int i = 0; i < 5000; ++i) {
    const std::string word = "word" + std::to_string(i);
    table.add(table.sought(word), i);
  }
  for (int i = 0; i < 5000; ++i) {
    const std::string word = "word" + std::to_string(i);
    const std::int32_t* found = table.find(table.sought(word));
    REQUIRE(found != nullptr);
    CHECK(*found == i);
  }
  CHECK(table.find(table.sought("word5000")) == nullptr);
  // Alike in their first eight letters, or up to the end of one of them.
  for (const char* word : {"antibody", "antibodys", "antibodytwenty", "antibodytwentyone", "anti"})
    table.add(table.sought(word), static_cast<std::int32_t>(std::string_view(word).size()));
  for (const char* word : {"antibody", "antibodys", "antibodytwenty", "antibodytwentyone", "anti"})
    CHECK(*table.find(table.sought(word)) ==
          static_cast<std::int32_t>(std::string_view(word).size()));
  CHECK(table.find(table.sought("antibodytwentytwo")) == nullptr);
  CHECK(table.find(table.sought("")) == nullptr);
}

TEST_CASE("stop words are function words only") {
  for (const char* word : {"the", "what", "why", "a", "using"}) CHECK(is_stop_word(word));
  for (const char* word : {"trial", "risk", "increase", "zinc", ""})
    CHECK_FALSE(is_stop_word(word));
}
