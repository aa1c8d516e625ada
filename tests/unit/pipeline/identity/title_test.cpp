#include "pipeline/identity/title.hpp"

#include "support/catch.hpp"

#include <utility>

using namespace ev;
using identity::read_title;

namespace {

std::string letters(const std::string& title) {
  return read_title(title).letters;
}

const std::string kPlain = "Walnut paste and grip strength in bus drivers";

}  // namespace

TEST_CASE("case, punctuation, markup and entities do not make another title") {
  for (const char* other : {"WALNUT PASTE AND GRIP STRENGTH IN BUS DRIVERS.",
                            "Walnut-paste and grip-strength in bus drivers",
                            "<i>Walnut</i> paste and <b>grip</b> strength in bus drivers",
                            "\"Walnut paste and grip strength in bus drivers\"",
                            "Walnut&nbsp;paste and grip strength in bus&#32;drivers",
                            "Walnut paste and grip strength in bus drìvérs"}) {
    CAPTURE(other);
    CHECK(letters(other) == letters(kPlain));
  }
  CHECK(letters("A &lt; B &amp; C") == "abc");
}

TEST_CASE("notes of databases and the brackets of translations are no part of the title") {
  for (const char* note :
       {" [Review]", " [Review] [45 refs]", ". [Norwegian]",
        ".[Erratum appears in Ann Inv Med. 2019;12(3):44]",
        " [Erratum appears in Ann Inv Med. 2019;12(3):44 Note: Karlsen, L [corrected to Carlsen, "
        "L]]",
        " [Erratum appears in Ann", " (Structured abstract)", " (review)", " [Abstract]",
        ". [see comment]", " <ORIGINAL> VALNØTTPASTA OG GRIPESTYRKE"}) {
    CAPTURE(note);
    CHECK(letters(kPlain + note) == letters(kPlain));
    CHECK(read_title(kPlain + note).digits.empty());
  }
  CHECK(letters("[" + kPlain + "].") == letters(kPlain));
  CHECK(letters("[" + kPlain + "]. [Norwegian]") == letters(kPlain));
  CHECK(letters("[" + kPlain) == letters(kPlain));
  CHECK(letters("RETRACTED: " + kPlain) == letters(kPlain));
  CHECK(letters("Retracted article: " + kPlain) == letters(kPlain));
  // Not a note.
  CHECK(letters(kPlain + " (part I)") != letters(kPlain));
  CHECK(letters("[18F]walnut uptake in drivers") == "18fwalnutuptakeindrivers");
}

TEST_CASE("Greek letters are spelled out, Roman numerals are numbers") {
  CHECK(letters("TNF-α and Ménière") == letters("TNF-alpha and Meniere"));
  CHECK(letters("Ørsted's disease") == letters("Orsted's disease"));
  CHECK(letters("Phase II trial") == letters("Phase 2 trial"));
  CHECK(letters("Phase I trial") == letters("phase 1 trial"));
  CHECK(letters("Phase I/II trial") == letters("phase 1/2 trial"));
  CHECK(read_title("Walnuts (part II)").digits == "2");
  // A letter is a number only where one is expected.
  CHECK(read_title("Vitamin I and what I saw").digits.empty());
}

TEST_CASE("digits of the title in one: blanks in numbers do not count") {
  CHECK(read_title("10 000 women and HPV16").digits == "1000016");
  CHECK(read_title("10000 women and HPV 16").digits == "1000016");
}

TEST_CASE("a title tells what kind of text it is") {
  const std::pair<const char*, int> cases[] = {
      {"Re: Walnut paste", identity::kReply},
      {"Author's reply: walnut paste", identity::kReply},
      {"Walnut paste: reply", identity::kReply},
      {"Reply to the letter about walnut paste", identity::kReply},
      {"Erratum: walnut paste", identity::kErratum},
      {"Correction to: walnut paste", identity::kErratum},
      {"Corrigendum to walnut paste", identity::kErratum},
      {"Retraction: walnut paste", identity::kRetractionNotice},
      {"Expression of concern on walnut paste", identity::kRetractionNotice},
      {"Walnut paste: study protocol for a randomised trial", identity::kProtocol},
      {"Walnut paste: letter", identity::kLetter},
      {"Comment on: walnut paste", identity::kComment},
      {"Walnut paste [editorial]", identity::kEditorial},
      {"Walnut paste", 0},
      {"Retention of walnut paste", 0},
      {"Response to walnut paste in bus drivers", 0},
      {"Correction of refraction by walnut paste", 0},
      {"RETRACTED: walnut paste", 0},
      {"Walnut paste [Erratum appears in Ann Inv Med 2019]", 0}};
  for (const auto& [title, kinds] : cases) {
    CAPTURE(title);
    CHECK(read_title(title).kinds == kinds);
  }
}

TEST_CASE("odd titles are survived") {
  for (const char* odd : {"", "[", "]", "[]", "()", "[[[[", "&", "&#x;", "&#99999999;", "<", "<>",
                          "<a", "[.]", "((", "...", "\xFF\xFE", "[a] [b] [c] [d]"}) {
    CAPTURE(odd);
    CHECK(read_title(odd).letters.size() < 40);
  }
  CHECK_FALSE(read_title("Editorial").specific());
  CHECK(read_title(kPlain).specific());
  std::string nested(5000, '[');
  CHECK(read_title(nested + "a").letters.size() <= 1);
}
