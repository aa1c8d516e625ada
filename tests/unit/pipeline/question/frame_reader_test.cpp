#include "pipeline/question/frame_json.hpp"
#include "pipeline/question/question_frame.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;
using namespace ev::question;

namespace {

// '+' more of the outcome as it is worded, '-' less, '0' no effect, '?' either way.
char asked_sign(const QuestionFrame& frame) {
  if (frame.asks_for_no_effect()) return '0';
  if (frame.either) return '?';
  return frame.direction > 0 ? '+' : '-';
}

struct Case {
  const char* text;
  const char* intervention;
  const char* outcome;
  char asked;
};
constexpr Case kCases[] = {
    {"Does zentolol reduce angina?", "zentolol", "angina", '-'},
    {"Zentolol lowers blood pressure", "zentolol", "blood pressure", '-'},
    {"Zentolol raises blood pressure", "zentolol", "blood pressure", '+'},
    {"Blood pressure is lowered by zentolol", "zentolol", "blood pressure", '-'},
    {"Blood pressure is not lowered by zentolol", "zentolol", "blood pressure", '0'},
    {"Zentolol has no effect on blood pressure", "zentolol", "blood pressure", '0'},
    {"Zentolol does not cause headache", "zentolol", "headache", '0'},
    {"Is zentolol harmful in heart failure?", "zentolol", "heart failure", '+'},
    {"Beta blockers are harmful in heart failure", "beta", "heart failure", '+'},
    {"Beta blockers help in heart failure", "beta", "heart failure", '-'},
    {"Do statins save lives?", "statins", "mortality", '+'},
    {"Smoking is a risk factor for stroke", "smoking", "stroke", '+'},
    {"Stroke is more common in smokers", "smokers", "stroke", '+'},
    {"Headache is a side effect of zentolol", "zentolol", "headache", '+'},
    {"Zentolol causes swollen legs", "zentolol", "edema", '+'},
    {"Swelling is due to zentolol", "zentolol", "edema", '+'},
    {"Zentolol prevents migraine", "zentolol", "migraine", '-'},
    {"Migraine is prevented by zentolol", "zentolol", "migraine", '-'},
    {"Zentolol protects against fractures", "zentolol", "fracture", '-'},
    {"Zentolol improves memory", "zentolol", "cognition", '+'},
    {"Zentolol impairs memory", "zentolol", "cognition", '-'},
    {"Zentolol worsens asthma", "zentolol", "asthma", '+'},
    {"Zentolol relieves pain", "zentolol", "pain", '-'},
    {"Is zentolol good for pain?", "zentolol", "pain", '-'},
    {"Zentolol is effective in psoriasis", "zentolol", "psoriasis", '-'},
    {"Zentolol is ineffective for psoriasis", "zentolol", "psoriasis", '0'},
    {"Zentolol is no better than placebo for psoriasis", "zentolol", "psoriasis", '0'},
    {"Zentolol is better than morvapril for angina", "zentolol", "angina", '-'},
    {"Zentolol is worse than morvapril for angina", "zentolol", "angina", '+'},
    {"Zentolol is as effective as morvapril for angina", "zentolol", "angina", '0'},
    {"Zentolol and morvapril are equally effective in angina", "zentolol", "angina", '0'},
    {"There is no difference in mortality between zentolol and morvapril", "zentolol", "mortality",
     '0'},
    {"Zentolol causes less cough than morvapril", "zentolol", "cough", '-'},
    {"Zentolol causes more cough than morvapril", "zentolol", "cough", '+'},
    {"Cough is less frequent with zentolol than with morvapril", "zentolol", "cough", '-'},
    {"Cough is more common with zentolol than with morvapril", "zentolol", "cough", '+'},
    {"Zentolol lowers blood pressure more than morvapril", "zentolol", "blood pressure", '-'},
    {"Compared with morvapril, zentolol reduces cough", "zentolol", "cough", '-'},
    {"Zentolol is superior to morvapril for insomnia", "zentolol", "insomnia", '-'},
    {"Constipation is rarer with zentolol", "zentolol", "constipation", '-'},
    {"There is no nausea with zentolol", "zentolol", "nausea", '0'},
    {"Zentolol increases bone density", "zentolol", "bone mineral density", '+'},
    {"Bone mineral density is increased by zentolol", "zentolol", "bone mineral density", '+'},
    {"Do patients on zentolol get fewer seizures?", "zentolol", "seizure", '-'},
    {"Zentolol does nothing for pain", "zentolol", "pain", '0'},
    {"Zentolol makes no difference to survival", "zentolol", "mortality", '0'},
    {"Does zentolol cut deaths from heart failure?", "zentolol", "mortality", '-'},
    {"Tumours are caused by zentolol", "zentolol", "cancer", '+'},
    {"Does zentolol affect the heart rate?", "zentolol", "heart rate", '?'},
    {"Zentolol interacts with warfarin", "zentolol", "drug interaction", '?'},
    {"Oesophagitis heals faster with zentolol than with morvapril", "zentolol",
     "erosive esophagitis", '-'},
    {"Caesarean sections are less common with zentolol", "zentolol", "cesarean", '-'},
    {"Adding zentolol to morvapril reduces cough", "zentolol", "cough", '-'},
    {"Zentolol under the skin reduces pain in children", "zentolol", "pain", '-'},
    {"Is fatigue reduced by zentolol in cancer?", "zentolol", "fatigue", '-'},
    {"Zentolol carries no higher risk of stroke than morvapril", "zentolol", "stroke", '0'},
    {"Zentolol is not associated with dementia", "zentolol", "dementia", '0'},
    {"Is zentolol linked to dementia?", "zentolol", "dementia", '+'},
    {"Dementia risk is raised by zentolol", "zentolol", "dementia", '+'},
    {"Heart attacks are less likely with zentolol", "zentolol", "myocardial infarction", '-'},
    {"Zentolol slows cognitive decline", "zentolol", "cognition", '-'},
    {"Zentolol shortens survival", "zentolol", "mortality", '-'},
    {"Zentolol reduces pain compared with no treatment", "zentolol", "pain", '-'},
    {"Does zentolol relieve osteoarthritis pain?", "zentolol", "pain", '-'},
    {"Zentolol protects older people from stroke", "zentolol", "stroke", '-'},
    {"Treating high blood pressure protects older people from dementia", "blood pressure",
     "dementia", '-'},
    {"Zentolol raises the risk of H. pylori infection", "zentolol", "helicobacter pylori infection",
     '+'},
};

}  // namespace

TEST_CASE("questions and claims of every wording become one frame") {
  for (const Case& c : kCases) {
    INFO(c.text);
    const QuestionFrame frame = read_question(c.text);
    const std::string outcome =
        frame.outcomes.empty() ? std::string() : frame.outcomes.front().about->name;
    INFO(frame.intervention.text() << " / " << outcome);
    CHECK(frame.intervention.text().find(c.intervention) != std::string::npos);
    CHECK(outcome == c.outcome);
    CHECK(asked_sign(frame) == c.asked);
  }
}

TEST_CASE("what is compared stands apart from what is given") {
  const QuestionFrame frame =
      read_question("Does zentolol prevent migraine better than morvapril in children?");
  REQUIRE(frame.comparator);
  CHECK(frame.comparator->text() == "morvapril");
  CHECK(frame.against_active());
  CHECK(type_of(frame) == QuestionType::comparison);
  const QuestionFrame placebo = read_question("Zentolol is no better than placebo for migraine");
  REQUIRE(placebo.comparator);
  CHECK_FALSE(placebo.against_active());
  CHECK(asked_of(placebo) == Asked::not_better);
}

TEST_CASE("whose the outcome is stands behind in, among and of") {
  const QuestionFrame frame = read_question("Does zentolol reduce mortality in heart failure?");
  REQUIRE(frame.population.size() == 1);
  CHECK(frame.population.front().about->name == "heart failure");
  const QuestionFrame of = read_question("Zentolol prevents recurrence of depression");
  REQUIRE(of.outcomes.size() == 1);
  CHECK(of.outcomes.front().about->name == "recurrence");
  REQUIRE(of.population.size() == 1);
  CHECK(of.population.front().about->name == "depression");
}

TEST_CASE("the type follows what is asked") {
  CHECK(type_of(read_question("Zentolol prevents migraine")) == QuestionType::prevention);
  CHECK(type_of(read_question("Zentolol causes cough")) == QuestionType::harm);
  CHECK(type_of(read_question("Is zentolol linked to dementia?")) == QuestionType::association);
  CHECK(type_of(read_question("Zentolol relieves pain")) == QuestionType::efficacy);
}

TEST_CASE("a frame as JSON names what is not understood") {
  const Json json = to_json(read_question("Zentolol lowers blood pressure in the elderly"));
  CHECK(json["intervention"] == "zentolol");
  CHECK(json["outcome"] == "blood pressure");
  CHECK(json["asked"] == "decreases");
  CHECK(json["desirable"] == false);
  CHECK(json["comparator"].is_null());
  CHECK_FALSE(is_understood(read_question("what about it?")));
  CHECK(to_json(read_question(""))["not_understood"].size() == 2);
}

TEST_CASE("a comparison's slots become a frame that leaves the direction open") {
  const QuestionFrame frame = frame_of_comparison("zentolol", "morvapril", "cough");
  CHECK(frame.intervention.text() == "zentolol");
  REQUIRE(frame.comparator);
  CHECK(frame.comparator->text() == "morvapril");
  REQUIRE(frame.outcomes.size() == 1);
  CHECK(frame.either);
}
