#include "pipeline/appraise/folded_words.hpp"

#include "support/catch.hpp"

#include <string>
#include <vector>

using namespace ev::appraise;

namespace {

std::vector<std::string> words_of(const std::string& text) {
  const FoldedWords words(text);
  return {words.begin(), words.end()};
}

}  // namespace

TEST_CASE("words are lowered runs of ASCII letters and digits") {
  CHECK(words_of("@AZ[az`09:/ {x}") == std::vector<std::string>{"az", "az", "09", "x"});
  CHECK(words_of("Two-armed, 3.5 mg") == std::vector<std::string>{"two", "armed", "3", "5", "mg"});
  CHECK(words_of("").empty());
  CHECK(words_of(" .").empty());
  CHECK(words_of(std::string("a\0b\x7f"
                             "c",
                             5)) == std::vector<std::string>{"a", "b", "c"});
}

TEST_CASE("other letters are folded, wherever the text has them") {
  CHECK(words_of("Plain first, then Ménière's, then PLAIN") ==
        std::vector<std::string>{"plain", "first", "then", "meniere", "s", "then", "plain"});
}

TEST_CASE("words are whole wherever they begin and end") {
  for (std::size_t before = 0; before < 140; ++before) {
    const std::string text = std::string(before, ' ') + "Zinc" + std::string(before, 'B') + " é2";
    CHECK(words_of(text) == std::vector<std::string>{"zinc" + std::string(before, 'b'), "e2"});
    CHECK(words_of(text.substr(0, before + 4)) == std::vector<std::string>{"zinc"});
  }
}

TEST_CASE("another text takes the place of the one before") {
  FoldedWords words("A long text of many words, the last of which is Ménière");
  words.read("two Words");
  REQUIRE(words.size() == 2);
  CHECK(words[1] == "words");
  words.read("");
  CHECK(words.empty());
}

TEST_CASE("an opening is what a word begins with") {
  const FoldedWords words("ab abcdefgh abcdefghi é Ab");
  CHECK(words.opening(0) == 'a' + 256u * 'b');
  CHECK(words.opening(1) == words.opening(2));
  CHECK(words.opening(3) == 'e');
  CHECK(words.opening(4) == words.opening(0));
}

TEST_CASE("a letter in the midst of a long word is folded too") {
  const std::string half(100, 'a');
  CHECK(words_of(half + "é" + half) == std::vector<std::string>{half + "e" + half});
}
