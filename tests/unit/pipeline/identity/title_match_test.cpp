#include "pipeline/identity/title_match.hpp"

#include "support/catch.hpp"

using namespace ev;
using identity::read_title;
using identity::Title;
using identity::TitleMatch;

namespace {

TitleMatch match(const std::string& a, const std::string& b) {
  const Title x = read_title(a);
  const Title y = read_title(b);
  const double near =
      identity::overlap(identity::trigrams(x.letters), identity::trigrams(y.letters));
  CHECK(identity::match_titles(y, x, near) == identity::match_titles(x, y, near));
  return identity::match_titles(x, y, near);
}

bool numbers_differ(const std::string& a, const std::string& b) {
  return identity::other_numbers(read_title(a), read_title(b));
}

const std::string kTitle =
    "Determinants of grip strength in recreational runners from inner Moldania";

}  // namespace

TEST_CASE("how near two titles are") {
  CHECK(match(kTitle, kTitle + ".") == TitleMatch::same);
  CHECK(match(kTitle, "Determinants of gripstrength in recreational runners from inner Moldania") ==
        TitleMatch::same);
  CHECK(
      match(kTitle, "Determinants of grip strenght in recreational runners from inner Moldania") ==
      TitleMatch::typo);
  CHECK(
      match(kTitle,
            "The determinants of the grip strength in recreational runners from inner Moldania") ==
      TitleMatch::typo);
  CHECK(match(kTitle, kTitle + ": a report of the second survey") == TitleMatch::extended);
  CHECK(match(kTitle, "Bestimmungsgrössen der Griffstärke; " + kTitle) == TitleMatch::extended);
  CHECK(match(kTitle,
              "Determinants of low grip strength in recreational runners from inner Moldania") ==
        TitleMatch::more_words);
  CHECK(match(kTitle, "Determinants of grip strength in recreational divers from inner Moldania") ==
        TitleMatch::reworded);
  CHECK(match(kTitle, "Grip strength of runners in Moldania: its determinants") ==
        TitleMatch::similar);
  CHECK(match(kTitle, "Sour cherry and the gait of goats") == TitleMatch::different);
  CHECK(match(kTitle, "") == TitleMatch::different);
  CHECK(match("", "") == TitleMatch::different);
}

TEST_CASE("opposites and short words are no slips of the pen") {
  CHECK(match("Salt intake and hypertension in recreational runners",
              "Salt intake and hypotension in recreational runners") == TitleMatch::reworded);
  CHECK(match("Risk factors for poor grip strength in men with vitiligo",
              "Risk factors for poor grip strength in women with vitiligo") != TitleMatch::typo);
}

TEST_CASE("a title that was cut in the middle of a word") {
  const std::string whole =
      "A first phase trial of walnut paste in bus drivers and tram drivers with vitiligo and gout "
      "of the northern provinces";
  CHECK(match(whole, whole.substr(0, whole.size() - 5)) == TitleMatch::extended);
}

TEST_CASE("other digits are another work") {
  CHECK(numbers_differ(kTitle + ", 2012", kTitle + ", 2013"));
  CHECK(numbers_differ(kTitle + " (part I)", kTitle + " (part II)"));
  CHECK(numbers_differ(kTitle, kTitle + ": 12-month follow-up"));
  CHECK_FALSE(numbers_differ(kTitle + " 10 000", kTitle + " 10000"));
  // A title in two languages holds its numbers twice.
  const std::string numbered = "Walnut paste for 12 weeks in bus drivers with gout";
  CHECK_FALSE(numbers_differ(numbered, "Valnøttpasta i 12 uker for bussjåfører; " + numbered));
}

TEST_CASE("texts in the place of a title are not aligned word by word") {
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += "word" + std::string(1, static_cast<char>('a' + i % 26)) + " ";
  CHECK(match(text, text + "x y z and something else") != TitleMatch::different);
  CHECK(match(text + " end", "begin " + text) == TitleMatch::reworded);
}

TEST_CASE("trigrams of short words") {
  CHECK(identity::trigrams("ab").empty());
  CHECK(identity::overlap({}, {}) == 0);
  CHECK(identity::overlap(identity::trigrams("abcd"), identity::trigrams("abcd")) == 1.0);
}
