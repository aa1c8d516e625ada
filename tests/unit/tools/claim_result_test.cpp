#include "tools/claim_result.hpp"

#include "pipeline/answer/claim_answer.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

answer::RecordStance stance(const char* id, model::Stance stance) {
  answer::RecordStance out{.id = id};
  out.stance = stance;
  out.on_topic = true;
  out.strength = 2;
  out.provenance.design = model::StudyDesign::randomized_controlled_trial;
  return out;
}

answer::Answer answer_of(std::vector<answer::RecordStance> records) {
  answer::Answer out;
  out.frame = question::read_question("Does vensolane reduce pain?");
  out.records = std::move(records);
  answer::conclude(out, {});
  return out;
}

std::vector<std::string> ids_of(const Json& result) {
  std::vector<std::string> out;
  for (const Json& record : result.at("articles")) out.push_back(record.at("pmid"));
  return out;
}

const answer::Answer kThree =
    answer_of({stance("1", model::Stance::supports), stance("2", model::Stance::supports),
               stance("3", model::Stance::mentions)});

}  // namespace

TEST_CASE("the table by outcome counts each design on its side") {
  const Json result = tools::whole_result(kThree);
  const std::string design(model::label_of(model::StudyDesign::randomized_controlled_trial));
  CHECK(result.at("by_outcome").size() == 1);
  CHECK(result.at("by_outcome")[0].at("designs") == Json{{design, {{"for", 2}}}});
  CHECK(result.at("by_outcome")[0].at("for") == 2);
  CHECK_FALSE(result.contains("pooled"));
  CHECK(ids_of(result) == std::vector<std::string>{"1", "2", "3"});
}

TEST_CASE("what is not shown is counted, and mentions are shown where all is asked for") {
  const Json whole = tools::whole_result(kThree);
  const Json one = tools::listed(whole, {.each_side = 1});
  CHECK(ids_of(one) == std::vector<std::string>{"1"});
  CHECK(one.at("evidence_omitted") == 1);
  CHECK(ids_of(tools::listed(whole, {.all = true})) == std::vector<std::string>{"1", "2", "3"});
}

TEST_CASE("the answer opens with its verdict, and without a claim says how to ask for one") {
  const Json whole = tools::whole_result(kThree);
  CHECK(tools::answer_member(whole).at("verdict") == whole.at("verdict"));
  CHECK(tools::answer_member(whole).at("text") == kThree.text);
  const Json none = tools::no_answer_member("What is pain?");
  CHECK(none.at("verdict").is_null());
  CHECK(none.at("text").get<std::string>().starts_with("\"What is pain?\" makes no claim"));
}

TEST_CASE("a comparison shows its direction and the first record that is quoted") {
  workflow::ComparisonAnswer compared;
  compared.direction = model::EffectDirection::decreased;
  compared.answer = kThree;
  compared.answer.records[1].quote.text = "Pain was lower with vensolane.";
  const Json result = tools::whole_result(compared);
  CHECK(result.at("direction") == "decreased");
  CHECK(result.at("pmid") == "2");
  CHECK(result.at("quote") == "Pain was lower with vensolane.");
}
