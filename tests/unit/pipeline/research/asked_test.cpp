#include "pipeline/research/asked.hpp"

#include "support/catch.hpp"

using namespace ev;
using research::Rubric;
using research::what_is_asked;

TEST_CASE("a clinical question is judged by clinical evidence and makes a claim") {
  for (const char* question : {"Does zinc shorten colds?", "Zinc shortens colds. Is it true?",
                               "Is zinc safe in pregnancy?", "Zinc reduces mortality in sepsis"}) {
    INFO(question);
    CHECK(what_is_asked(question).rubric == Rubric::clinical);
    CHECK(what_is_asked(question).claim == question);
  }
}

TEST_CASE("a subject in somebody is read as whether it helps") {
  CHECK(what_is_asked("carvedilol in heart failure").claim ==
        "Does carvedilol help in heart failure?");
  CHECK(what_is_asked("zinc for the common cold").claim == "Does zinc help in the common cold?");
  CHECK(what_is_asked("carvedilol in heart failure").rubric == Rubric::clinical);
}

TEST_CASE("mechanisms are judged where one is asked for, or where no question is put") {
  CHECK(what_is_asked("By which mechanism does metformin slow dementia?").rubric ==
        Rubric::mechanism);
  CHECK(what_is_asked("Which drugs could be repurposed for Alzheimer disease?").rubric ==
        Rubric::mechanism);
  for (const char* subject : {"metformin alzheimer", "metformin[tiab] AND dementia[tiab]"}) {
    INFO(subject);
    CHECK(what_is_asked(subject).rubric == Rubric::mechanism);
    CHECK(what_is_asked(subject).claim.empty());
  }
}

TEST_CASE("an open question without a treatment is clinical and makes no claim") {
  const research::Asked asked = what_is_asked("What works best for migraine in pregnancy?");
  CHECK(asked.rubric == Rubric::clinical);
  CHECK(asked.claim.empty());
}
