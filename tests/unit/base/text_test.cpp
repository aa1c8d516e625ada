#include "base/text.hpp"

#include "support/catch.hpp"

using namespace ev::text;

TEST_CASE("code points and bytes are converted both ways") {
  const std::string s = "aβ→𝛂z";
  CHECK(code_points(s) == 5);
  CHECK(byte_of(s, 2) == 3);
  CHECK(code_point_of(s, 3) == 2);
  CHECK(slice(s, 1, 4) == "β→𝛂");
  CHECK(slice(s, 4, 99) == "z");
  CHECK(slice(s, 3, 3).empty());
}

TEST_CASE("invalid UTF-8 is found and repaired, valid text is untouched") {
  CHECK(valid_utf8("größer ≥ 5"));
  CHECK_FALSE(valid_utf8("a\xFFz"));
  CHECK_FALSE(valid_utf8("\xED\xA0\x80"));
  CHECK(repair_utf8("a\xFFz") == "a\xEF\xBF\xBDz");
  CHECK(repair_utf8("größer") == "größer");
}

TEST_CASE("Greek letters are spelled by their names") {
  CHECK(spell_greek(fold("TGF-β1, Ω-3 and ΦΧ")) == "tgf-beta1, omega-3 and phichi");
  CHECK(spell_greek("plain ½ œ") == "plain ½ œ");
  CHECK(greek_name(U'ς') == "sigma");
  CHECK(greek_name(U'a').empty());
}

TEST_CASE("cuts never split a character") {
  CHECK(cut_bytes("aβ", 2) == "a");
  CHECK(cut_bytes("aβ", 3) == "aβ");
  CHECK(ellipsize("abcdef", 4) == "abc…");
  CHECK(ellipsize("abc", 4) == "abc");
}

TEST_CASE("folding ignores case, accents and compatibility forms") {
  CHECK(fold("Größe") == "grosse");
  CHECK(fold("ﬁbrosis") == "fibrosis");
  CHECK(fold("Sjögren") == "sjogren");
  CHECK(fold("β-Blocker") == "β-blocker");
  CHECK(fold("soft\xC2\xADhyphen") == "softhyphen");
  CHECK(fold("Me\xCC\x81t \xEF\xBC\xA1\xEF\xBC\xA2-C") == "met ab-c");
}

TEST_CASE("what is shown holds no invisible characters") {
  CHECK(displayable("a\xE2\x80\x8B"
                    "b\xE2\x80\xAE"
                    "c\x07\nd") == "abc\nd");
  CHECK(displayable("tag\xF3\xA0\x81\x81 end") == "tag end");
  CHECK(displayable("a\xFF\x01\xC3\xA9 \xEF\xBF\xBD") == "a\xEF\xBF\xBD\xC3\xA9 \xEF\xBF\xBD");
}

TEST_CASE("edit distance stops at its limit") {
  CHECK(edit_distance("min_year", "min_yaer", 3) == 2);
  CHECK(edit_distance("abc", "xyzzzz", 2) == 3);
  CHECK(edit_distance("", "ab", 3) == 2);
}

TEST_CASE("split, join and trim") {
  CHECK(split("a,,b", ',') == std::vector<std::string>{"a", "", "b"});
  CHECK(join({"a", "b"}, "; ") == "a; b");
  CHECK(join({}, "; ").empty());
  CHECK(trim(" \t a b \n") == "a b");
  CHECK(starts_with_ignoring_ascii_case("RETRACTED: x", "retracted:"));
}
