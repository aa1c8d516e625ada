#include "pipeline/question/concept_lexicon.hpp"

#include "pipeline/question/slot.hpp"
#include "pipeline/question/word_sets.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace ev::question;

namespace {

// How the words stand for a concept; 0 when they do not name it.
double level(const char* words, const char* name) {
  double out = 0;
  for (const ConceptSpan& s : ConceptLexicon::built_in().find(words_of(words))) {
    if (s.about->name == name) out = s.level;
  }
  return out;
}

}  // namespace

TEST_CASE("names, British spelling, plurals, lay words and opposites lead to one concept") {
  CHECK(level("heart attacks", "myocardial infarction") == 1);
  CHECK(level("oedema", "edema") == 1);
  CHECK(level("ankle swelling", "edema") == 1);
  CHECK(level("tumours", "cancer") == 1);
  CHECK(level("survival", "mortality") == -1);
  CHECK(level("losartan", "angiotensin receptor blocker") == kMember);
  CHECK(level("under the skin", "subcutaneous") == 1);
  CHECK(level("teapots", "edema") == 0);
}

TEST_CASE("drugs are known by list or ending") {
  const auto is_drug = [](const char* word) {
    return ConceptLexicon::built_in().is_drug(words_of(word).front());
  };
  CHECK(is_drug("losartan"));
  CHECK(is_drug("zentolol"));
  CHECK_FALSE(is_drug("mountain"));
  CHECK_FALSE(ends_like_a_drug("pril"));
}

TEST_CASE(
    "what is given stands before what it is added to; one drug in two forms shares its name") {
  const Slot added = read_slot(words_of("zentolol added to morvapril"));
  REQUIRE(added.own.size() == 2);
  CHECK(added.own[0].at < added.head);
  CHECK(added.own[1].at >= added.head);
  const Slot patch = read_slot(words_of("zentolol patch"));
  const Slot tablet = read_slot(words_of("zentolol tablets"));
  CHECK(share_a_name(patch, tablet));
  CHECK_FALSE(share_a_name(patch, read_slot(words_of("morvapril"))));
  CHECK(read_slot(words_of("placebo")).is_control());
}

TEST_CASE("words keep their place and marks") {
  const auto words = words_of("Oedema (5.2%)");
  REQUIRE(words.size() == 7);
  CHECK(words[0].text == "edema");
  CHECK(words[0].end == 6);
  CHECK(words[1].mark);
}

TEST_CASE("a word that means another thing beside its neighbours names no outcome") {
  for (const char* other :
       {"ST-segment depression", "ST depression", "respiratory depression",
        "bone marrow depression", "depression of the ST segment", "depression of respiration",
        "CNS depression", "cortical spreading depression"}) {
    INFO(other);
    CHECK(level(other, "depression") == 0);
  }
  CHECK(level("stroke volume", "stroke") == 0);
  CHECK(level("heat stroke", "stroke") == 0);
  CHECK(level("cerebral infarction", "myocardial infarction") == 0);
  CHECK(level("portal hypertension", "blood pressure") == 0);
  CHECK(level("cold agglutinins", "common cold") == 0);
  // The thing itself.
  for (const char* own : {"postpartum depression", "major depression", "depression of patients",
                          "depression in respiratory disease", "severe depression"}) {
    INFO(own);
    CHECK(level(own, "depression") == 1);
  }
  CHECK(level("a stroke", "stroke") == 1);
  CHECK(level("arterial hypertension", "blood pressure") == 1);
}
