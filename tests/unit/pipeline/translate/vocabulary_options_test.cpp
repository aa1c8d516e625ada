#include "pipeline/translate/vocabulary_options.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "support/catch.hpp"

namespace ev::translate {

TEST_CASE("a vocabulary gives narrower headings, entry terms and roles") {
  const mesh::MemoryVocabulary vocabulary(
      {{"D1", "Wheezing Disorders", {"C08.1"}, {"Wheeze Disease"}},
       {"D2", "Night Wheezing", {"C08.1.5"}, {"Nocturnal Wheeze"}},
       {"D3", "Whistol", {"D03.2"}, {}},
       {"D4", "Breathing Places", {"Z01"}, {}}},
      "test");
  const Options headings = with_vocabulary(vocabulary, Names::headings);
  CHECK(headings.expand("wheeze disease") ==
        std::vector<std::string>{"Wheezing Disorders", "Night Wheezing"});
  CHECK(headings.expand("Whistol") == std::vector<std::string>{"Whistol"});
  CHECK(headings.expand("Unheard Of").empty());
  const Options all = with_vocabulary(vocabulary, Names::entry_terms_too);
  CHECK(all.expand("Wheezing Disorders") ==
        std::vector<std::string>{"Wheezing Disorders", "Wheeze Disease", "Night Wheezing",
                                 "Nocturnal Wheeze"});
  CHECK(headings.role("night wheezing") == Role::condition);
  CHECK(headings.role("Whistol") == Role::intervention);
  CHECK(headings.role("Breathing Places") == Role::unknown);
  CHECK(headings.role("anything") == Role::unknown);
  CHECK(headings.complete("wheez") == std::vector<std::string>{"wheeze", "wheezing"});
  CHECK(headings.complete("wh").empty());
}

}  // namespace ev::translate
