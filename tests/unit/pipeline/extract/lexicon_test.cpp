#include "pipeline/extract/lexicon.hpp"

#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("kinds of words by list and by ending") {
  CHECK((word_kinds("the") & kind::determiner) != 0);
  CHECK((word_kinds("significantly") & kind::adverb) != 0);
  CHECK((word_kinds("boldly") & kind::adverb) != 0);
  CHECK((word_kinds("family") & kind::adverb) == 0);
  CHECK((word_kinds("nurses") & kind::person) != 0);
  CHECK((word_kinds("bronchitis") & kind::condition) != 0);
  CHECK((word_kinds("neuropathies") & kind::drug) == 0);
  CHECK((word_kinds("imaginolol") & kind::drug) != 0);
  CHECK((word_kinds("imaginostatins") & kind::drug) != 0);
  CHECK((word_kinds("zolpidem") & kind::drug) != 0);
  CHECK((word_kinds("tonsillectomy") & kind::therapy) != 0);
  CHECK((word_kinds("placebo") & kind::inactive) != 0);
  CHECK((word_kinds("mortality") & kind::outcome) != 0);
  CHECK((word_kinds("depression") & (kind::condition | kind::outcome)) ==
        (kind::condition | kind::outcome));
  CHECK((word_kinds("shortened") & kind::participle) != 0);
  CHECK(word_kinds("metabolism") == 0);
  CHECK(word_kinds("autophagy") == 0);
  CHECK(word_kinds("") == 0);
}

TEST_CASE("listed words have places, and places have words") {
  CHECK(lexicon_size() > 1000);
  CHECK(lexicon_word(lexicon_index("aspirin")) == "aspirin");
  CHECK(lexicon_word(1) < lexicon_word(2));
  CHECK(lexicon_index("unheard") == 0);
  CHECK(lexicon_word(0).empty());
  CHECK(lexicon_word(lexicon_size() + 1).empty());
}

}  // namespace ev::extract
