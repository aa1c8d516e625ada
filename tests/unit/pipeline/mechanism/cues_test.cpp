#include "pipeline/mechanism/cues.hpp"

#include "support/catch.hpp"

using namespace ev::mechanism;

TEST_CASE("a stem gives the direction, an ending the form") {
  REQUIRE(cue_of("inhibited"));
  CHECK(cue_of("inhibited")->type == CueType::down);
  CHECK(cue_of("inhibited")->form == CueForm::participle);
  CHECK(cue_of("inhibitor")->form == CueForm::agent);
  CHECK(cue_of("inhibition")->form == CueForm::noun);
  CHECK(cue_of("activating")->form == CueForm::gerund);
  CHECK(cue_of("activates")->type == CueType::up);
  CHECK(cue_of("improves")->type == CueType::treat);
  CHECK(cue_of("lower")->form == CueForm::comparative);
  CHECK(cue_of("affected")->type == CueType::affect);
}

TEST_CASE("words that only look like cues are none") {
  for (const char* word : {"treatment", "depression", "protein", "health", "activity",
                           "alternative", "inhibin", "reducible"}) {
    CAPTURE(word);
    CHECK_FALSE(cue_of(word));
  }
}
