// Questions whose misreading would turn an answer round, each with siblings of other words.
#include "pipeline/question/question_frame.hpp"
#include "support/catch.hpp"

#include <string>

using namespace ev::question;

namespace {

struct PatientCase {
  const char* text;
  const char* intervention;
  const char* comparator;
  const char* outcome;
  const char* population;
  char asked;  // of the outcome as worded: + more, - less, 0 no effect
};

char worded_sign(const QuestionFrame& frame) {
  return frame.asks_for_no_effect() ? '0' : frame.direction > 0 ? '+' : '-';
}
std::string first_of(const std::vector<ConceptSpan>& spans) {
  return spans.empty() ? "" : spans.front().about->name;
}

void check(const PatientCase& c) {
  INFO(c.text);
  const QuestionFrame frame = read_question(c.text);
  CHECK(frame.intervention.text().find(c.intervention) != std::string::npos);
  CHECK((frame.comparator ? frame.comparator->text() : "") == c.comparator);
  CHECK(first_of(frame.outcomes) == c.outcome);
  CHECK(first_of(frame.population) == c.population);
  CHECK(worded_sign(frame) == c.asked);
}

}  // namespace

TEST_CASE("harmful, bad and dangerous ask for more of the ill, safe for none") {
  for (const PatientCase& c :
       {PatientCase{"Beta blockers are harmful in heart failure", "beta blockers", "",
                    "heart failure", "", '+'},
        PatientCase{"Is brexor bad for people with diabetes?", "brexor", "", "diabetes", "", '+'},
        PatientCase{"Zentolol is dangerous in asthma", "zentolol", "", "asthma", "", '+'},
        PatientCase{"Kalvene makes psoriasis worse", "kalvene", "", "psoriasis", "", '+'},
        PatientCase{"Zentolol is safe in asthma", "zentolol", "", "asthma", "", '0'}})
    check(c);
}

TEST_CASE("the ill that is helped is the outcome, the patients' own ill is not") {
  for (const PatientCase& c :
       {PatientCase{"Do PPIs help asthma in patients with reflux?", "ppi", "", "asthma",
                    "gastroesophageal reflux", '-'},
        PatientCase{"Does brexor help depression in patients with cancer?", "brexor", "",
                    "depression", "cancer", '-'},
        PatientCase{"Is lorvex effective against pain in people with arthritis?", "lorvex", "",
                    "pain", "arthritis", '-'},
        PatientCase{"Kalvene reduces stroke among patients with diabetes", "kalvene", "", "stroke",
                    "diabetes", '-'}})
    check(c);
}

TEST_CASE("of two drugs the better one is known from either side") {
  for (const PatientCase& c : {PatientCase{"Zentolol relieves migraine better than morvapril",
                                           "zentolol", "morvapril", "migraine", "", '-'},
                               PatientCase{"Morvapril is inferior to zentolol for migraine",
                                           "morvapril", "zentolol", "migraine", "", '+'},
                               PatientCase{"Migraine is less frequent with brexor than with lorvex",
                                           "brexor", "lorvex", "migraine", "", '-'},
                               PatientCase{"Is brexor less likely than lorvex to cause cough?",
                                           "brexor", "lorvex", "cough", "", '-'}})
    check(c);
}

TEST_CASE("what follows without and and turns nothing") {
  for (const PatientCase& c : {PatientCase{"Zentolol prevents cramps without side effects",
                                           "zentolol", "", "muscle cramp", "", '-'},
                               PatientCase{"Kalvene reduces pain and improves quality of life",
                                           "kalvene", "", "pain", "", '-'},
                               PatientCase{"Brexor relieves nausea without causing drowsiness",
                                           "brexor", "", "nausea", "", '-'},
                               PatientCase{"Lorvex lowers blood pressure and improves survival",
                                           "lorvex", "", "blood pressure", "", '-'}})
    check(c);
}

TEST_CASE("no difference and no effect deny, however long the subject") {
  for (const PatientCase& c :
       {PatientCase{"Giving brexor twice a day for a year makes no difference to stroke", "brexor",
                    "", "stroke", "", '0'},
        PatientCase{"There is no effect of kalvene on blood pressure", "kalvene", "",
                    "blood pressure", "", '0'},
        PatientCase{"There is no evidence that lorvex helps depression", "lorvex", "", "depression",
                    "", '0'},
        PatientCase{"There is no link between smoking and asthma", "smoking", "", "asthma", "",
                    '0'}})
    check(c);
}

TEST_CASE("a claim that one thing acts on another is a mechanism") {
  for (const char* text : {"atenolol inhibits angiotensin II", "metformin activates AMPK",
                           "Zentolol blocks the XR7 receptor", "Brexor upregulates FOXQ9"}) {
    INFO(text);
    const QuestionFrame frame = read_question(text);
    CHECK(type_of(frame) == QuestionType::mechanism);
    CHECK(frame.intervention.words.size() == 1);
    CHECK_FALSE(frame.outcome_text.empty());
  }
  CHECK(type_of(read_question("Do beta blockers tire people?")) != QuestionType::mechanism);
}

TEST_CASE("a question without anything given says so") {
  const QuestionFrame frame = read_question("What works best for migraine in pregnancy?");
  CHECK(frame.intervention.empty());
  REQUIRE(frame.outcomes.size() == 1);
  CHECK(frame.outcomes.front().about->name == "migraine");
  CHECK_FALSE(is_understood(frame));
  CHECK(read_question("crohn infliximab").intervention.names_agent());
  CHECK(read_question("crohn infliximab").either);
}

TEST_CASE("a contracted not, a disclaimer and what is said of the patients turn what they should") {
  for (const PatientCase& c :
       {PatientCase{"Zentolol doesn't cause headache", "zentolol", "", "headache", "", '0'},
        PatientCase{"Zentolol won't relieve pain", "zentolol", "", "pain", "", '0'},
        PatientCase{"It's a myth that zentolol causes headache", "zentolol", "", "headache", "",
                    '0'},
        PatientCase{"Zentolol helps when depression has not responded to brexor", "zentolol", "",
                    "depression", "", '-'},
        PatientCase{"Doesn't zentolol relieve pain?", "zentolol", "", "pain", "", '-'}})
    check(c);
}

TEST_CASE(
    "a claim of which no word is known to say what becomes of the outcome is not understood") {
  const QuestionFrame frame = read_question("Does zentolol frobnicate asthma?");
  CHECK(frame.sense_unknown);
  CHECK_FALSE(read_question("Does zentolol relieve asthma?").sense_unknown);
}
