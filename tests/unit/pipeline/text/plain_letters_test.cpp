#include "pipeline/text/plain_letters.hpp"

#include "support/catch.hpp"

using namespace ev::text;

TEST_CASE("letters that look alike are one") {
  CHECK(like('L') == 'i');
  CHECK(written_as('0') == 'o');
  CHECK(written_as('8') == 0);
  CHECK(looks_like(U'а') == 'a');  // Cyrillic
  CHECK(looks_like(U'é') == 0);
  CHECK(looks_like(U'\U0001F170') == 'a');
}

TEST_CASE("escapes and tags are taken away, other signs stay") {
  CHECK(without_escapes("&lt;b&gt; &#x41;&#66; %41 \\u0042 50%25 &unknown; & %") ==
        "<b> AB A B 50% &unknown; & %");
  CHECK(without_tags("a<b>c</b><img alt='x'>d p<0.05 <!-- e --> <") == "acd p<0.05 <!-- e --> <");
  CHECK(squeezed("A b\nC") == "abc");
}

TEST_CASE("text that hides itself") {
  CHECK(hides_text("\u202Ex"));
  CHECK(hides_text("\xF3\xA0\x81\x81"));
  CHECK(hides_text("a\uFE0E\uFE0F\uFE0E"));
  CHECK_FALSE(hides_text("heart \u2764\uFE0F, soft\u00ADhyphen"));
}
