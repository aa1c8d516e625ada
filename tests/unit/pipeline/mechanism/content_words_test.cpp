#include "pipeline/mechanism/content_words.hpp"

#include "support/catch.hpp"

using namespace ev::mechanism;

TEST_CASE("forms of a word share a stem, function words say nothing") {
  CHECK(stem_of("inhibition") == stem_of("inhibiting"));
  CHECK(stem_of("patients") == "patient");
  CHECK(stem_of("sold") == "sold");  // too short to cut
  CHECK(is_function_word("does"));
  CHECK(content_stems("Does the drug reduce pain?") == content_stems("drugs reduced pain"));
}

TEST_CASE("overlap is the share of the wanted words") {
  CHECK(overlap_share({"a", "b"}, {"b", "c"}) == Approx(0.5));
  CHECK(overlap_share({}, {"b"}) == 0);
}
