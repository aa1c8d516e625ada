#include "pipeline/text/other_study.hpp"

#include "support/catch.hpp"

#include <string>

using namespace ev;

namespace {

// The parts that tell of another study, divided by bars.
std::string foreign(std::string_view sentence) {
  const auto tokens = doc::tokenize(sentence);
  std::string out;
  for (const doc::ForeignPart& part : doc::parts_on_other_studies(sentence, tokens))
    out +=
        (out.empty() ? "" : "|") + std::string(sentence.substr(part.begin, part.end - part.begin));
  return out;
}

}  // namespace

TEST_CASE("a sentence tells of an earlier study from its name on") {
  CHECK(foreign("In the earlier FROST trial the hazard ratio was 0.5.") ==
        "In the earlier FROST trial the hazard ratio was 0.5.");
  CHECK(foreign("Previous studies showed a relative risk of 0.7.") ==
        "Previous studies showed a relative risk of 0.7.");
  CHECK(foreign("The hazard ratio in another trial was 0.5.") == "in another trial was 0.5.");
  CHECK(foreign("A smaller effect than in the pivotal study (odds ratio 0.4) was seen.") ==
        "in the pivotal study (odds ratio 0.4) was seen.");
  CHECK(foreign("The previously reported odds ratio was 0.5.") ==
        "previously reported odds ratio was 0.5.");
  CHECK(foreign("As reported previously, the odds ratio was 0.5.").empty() == false);
}

TEST_CASE("what comes back to the record's own study ends the part") {
  CHECK(foreign("In the earlier trial the hazard ratio was 0.5, whereas it was 0.8 here.") ==
        "In the earlier trial the hazard ratio was 0.5, ");
  CHECK(foreign("In a previous study it was 0.5; the odds ratio was 0.8.") ==
        "In a previous study it was 0.5");
  CHECK(foreign("In a previous study of this drug it was 0.5, and in the present study 0.8.") ==
        "In a previous study of this drug it was 0.5, and in the ");
}

TEST_CASE("a figure right before the study is that study's") {
  CHECK(foreign("The hazard ratio was 0.8, compared with 0.5 (0.3 to 0.8) in the earlier trial.") ==
        " 0.5 (0.3 to 0.8) in the earlier trial");
  CHECK(foreign("We found a hazard ratio of 0.8 versus 0.5 reported previously.") ==
        " 0.5 reported previously");
}

TEST_CASE("a study that is only likened to the record's own tells nothing behind the comma") {
  CHECK(foreign("As in the previous trial, the odds ratio was 0.8.") == "in the previous trial");
  CHECK(foreign("Consistent with previously reported results, the odds ratio was 0.8.") ==
        "previously reported results");
}

TEST_CASE("other things that were earlier are no other study") {
  for (const char* const sentence :
       {"Previously treated patients had an odds ratio of 0.8.",
        "The odds ratio was 0.8 in patients with previous study medication.",
        "In the previous study group the odds ratio was 0.8.",
        "In another analysis the odds ratio was 0.8.",
        "Meta-analysis of previous trials showed an odds ratio of 0.8.",
        "Earlier treatment reduced death (hazard ratio 0.8).", "In this trial it was 0.8."}) {
    INFO(sentence);
    CHECK(foreign(sentence).empty());
  }
}
