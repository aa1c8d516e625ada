// Whom, when and how much a question says, what it leaves open, and comparisons as mirror images.
#include "pipeline/question/frame_json.hpp"
#include "pipeline/question/frame_queries.hpp"
#include "pipeline/question/question_frame.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

namespace ev::question {

namespace {

std::string text_of(const Json& value) {
  return value.is_null() ? "" : value.get<std::string>();
}

bool any_query_has(const QuestionFrame& frame, const std::string& words) {
  for (const std::string& query : queries_of(frame)) {
    if (query.find(words) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("dose, people and the procedure beside which it is given stand in the frame") {
  struct Case {
    const char* text;
    const char* given;
    const char* qualifier;
    const char* people;
    const char* setting;
  };
  constexpr Case kCases[] = {
      {"low-dose aspirin after stroke in the elderly", "aspirin", "low dose", "elderly", ""},
      {"Does high-dose zentolol prevent migraine in children?", "zentolol", "high dose", "child",
       ""},
      {"Should warfarin be stopped before cataract surgery?", "warfarin", "stopping", "",
       "before cataract surgery"},
      {"Does ondansetron prevent vomiting after tonsillectomy in children?", "ondansetron", "",
       "child", "after tonsillectomy"},
      {"Prophylactic antibiotics before hip replacement", "antibiotic", "", "",
       "before hip replacement"},
      {"Vitamin D for fractures in postmenopausal women", "vitamin d", "", "postmenopausal woman",
       ""},
      {"Does metformin prior to hysterectomy lower blood glucose?", "metformin", "", "",
       "prior to hysterectomy"}};
  for (const Case& c : kCases) {
    const QuestionFrame frame = read_question(c.text);
    const Json json = to_json(frame);
    INFO(c.text << ": " << json.dump());
    CHECK(text_of(json["intervention"]).find(c.given) != std::string::npos);
    CHECK(json["qualifiers"].dump().find(c.qualifier) != std::string::npos);
    CHECK(text_of(json["population"]).find(c.people) != std::string::npos);
    CHECK(text_of(json["setting"]) == c.setting);
    if (*c.people != '\0') CHECK(any_query_has(frame, std::string("\"") + c.people));
  }
  CHECK(any_query_has(read_question("Should warfarin be stopped before cataract surgery?"),
                      "\"cataract surgery*\"[tiab]"));
  // Where the time tells two arms apart it is no setting.
  CHECK(
      read_question("Stay is shorter after laparoscopic than after open surgery").setting.empty());
  CHECK(read_question("Bleeding after tonsillectomy in children").setting.empty());
}

TEST_CASE("an open question says what is open, and makes no claim of an outcome") {
  struct Case {
    const char* text;
    QuestionType type;
    const char* outcome;
    const char* open;
  };
  constexpr Case kCases[] = {
      {"What are the risk factors for postpartum depression?", QuestionType::association,
       "postpartum depression", "risk factors"},
      {"Risk factors for gout in older people", QuestionType::association, "gout", "risk factors"},
      {"What causes anemia in children?", QuestionType::association, "anemia", "causes"},
      {"What is the prevalence of asthma in Spain?", QuestionType::prevalence, "asthma",
       "frequency"},
      {"How common is delirium after hip fracture?", QuestionType::prevalence, "delirium",
       "frequency"},
      {"Which treatments work for chronic insomnia?", QuestionType::efficacy, "insomnia",
       "treatment"},
      {"What is the best treatment for psoriasis?", QuestionType::efficacy, "psoriasis",
       "treatment"},
      {"How is gout treated?", QuestionType::efficacy, "gout", "treatment"}};
  for (const Case& c : kCases) {
    const QuestionFrame frame = read_question(c.text);
    INFO(c.text << ": " << to_json(frame).dump());
    CHECK(type_of(frame) == c.type);
    CHECK(frame.outcome_text == c.outcome);
    CHECK(asked_of(frame) == Asked::open);
    CHECK(frame.not_understood == std::vector<std::string>{std::string("open: ") + c.open});
    CHECK(claim_of(frame).empty());
    CHECK_FALSE(is_understood(frame));
    CHECK(any_query_has(frame, "[sh]"));
  }
}

TEST_CASE("how and why something happens is asked of what is said to happen") {
  constexpr std::pair<const char*, const char*> kCases[] = {
      {"How does DEHP cause liver damage?", "hepatotoxicity"},
      {"Why does smoking cause lung cancer?", "lung cancer"},
      {"What is the mechanism of metformin in gout?", "gout"}};
  for (const auto& [text, outcome] : kCases) {
    const QuestionFrame frame = read_question(text);
    INFO(text << ": " << to_json(frame).dump());
    CHECK(type_of(frame) == QuestionType::mechanism);
    CHECK(frame.outcome_text == outcome);
    CHECK_FALSE(frame.intervention.empty());
    CHECK(frame.not_understood.empty());
  }
}

TEST_CASE("two arms the other way round are the mirror image, whatever joins them") {
  for (const char* text :
       {"{} versus {} for migraine", "{} vs {} in children with fever", "{} versus {}",
        "Is {} better than {} for asthma?", "Which is better for gout, {} or {}?",
        "Is {} or {} safer for hypertension?"}) {
    const auto filled = [text](const char* first, const char* second) {
      std::string out = text;
      out.replace(out.find("{}"), 2, first);
      out.replace(out.find("{}"), 2, second);
      return read_question(out);
    };
    const QuestionFrame one = filled("ibuprofen", "naproxen");
    const QuestionFrame other = filled("naproxen", "ibuprofen");
    INFO(to_json(one).dump() << "\n" << to_json(other).dump());
    REQUIRE(one.comparator);
    REQUIRE(other.comparator);
    CHECK(one.intervention.text() == other.comparator->text());
    CHECK(one.comparator->text() == other.intervention.text());
    CHECK(one.outcome_text == other.outcome_text);
    CHECK(one.direction == other.direction);
    CHECK(one.by_value);
    CHECK_FALSE(one.either);
    CHECK(claim_of(one).starts_with("ibuprofen is "));
    CHECK(claim_of(other).starts_with("naproxen is "));
  }
}

TEST_CASE("denied benefits, better choices and additions are read") {
  struct Case {
    const char* text;
    const char* claim;
  };
  constexpr Case kCases[] = {
      {"There is no benefit of combining aspirin with warfarin in stroke",
       "combination aspirin and warfarin does not improve stroke"},
      {"There is no benefit from adding aspirin to clopidogrel in stroke",
       "combination aspirin and clopidogrel does not improve stroke"},
      {"Zentolol gives no further benefit over morvapril in asthma",
       "zentolol is no better than morvapril for asthma"},
      {"Zentolol offers no additional advantage over morvapril in asthma",
       "zentolol is no better than morvapril for asthma"},
      {"Zentolol is a better choice than morvapril for asthma",
       "zentolol is better than morvapril for asthma"},
      {"Zentolol is a worse choice than morvapril for asthma",
       "zentolol is worse than morvapril for asthma"},
      {"Zentolol has no effect on pain", "zentolol makes no difference to pain"},
      {"Zentolol is no better than morvapril for pain",
       "zentolol is no better than morvapril for pain"},
      {"Adding ezetimibe to simvastatin lowers pain",
       "combination ezetimibe and simvastatin lowers pain"},
      {"Do statins save lives?", "statin lowers mortality"},
      {"H pylori and gastric cancer", "helicobacter pylori infection changes gastric cancer"},
      {"oestrogen and breast cancer risk", "estrogen changes breast cancer"}};
  for (const Case& c : kCases) {
    const QuestionFrame frame = read_question(c.text);
    INFO(to_json(frame).dump());
    CHECK(claim_of(frame) == c.claim);
  }
}

}  // namespace ev::question
