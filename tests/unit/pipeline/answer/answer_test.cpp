#include "pipeline/answer/answer.hpp"

#include "base/clock.hpp"
#include "pipeline/answer/answer_json.hpp"
#include "pipeline/answer/claim_answer.hpp"
#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;
using namespace ev::answer;

namespace {

constexpr const char* kFor = "Zentolol reduced cough.";
constexpr const char* kAgainst = "Zentolol did not reduce cough.";

Context context() {
  static const SystemClock clock;
  return {.clock = &clock};
}

model::Article record(int number, const std::string& finding) {
  model::Article article;
  article.pmid = std::to_string(90000000 + number);
  article.title = "Study " + std::to_string(number);
  article.abstract = "People of one town took part. They were seen each week. " + finding;
  return article;
}

Answer asked(const std::vector<model::Article>& articles, bool searched = false) {
  return answer_question(question::read_question("Does zentolol reduce cough?"), articles,
                         {.searched = searched}, context())
      .value();
}
std::string verdict(const std::vector<model::Article>& articles, bool searched = false) {
  return std::string(wire_name(asked(articles, searched).verdict));
}

}  // namespace

TEST_CASE("the verdict follows the records of each side") {
  CHECK(verdict({}) == "insufficient");
  CHECK(verdict({record(1, kFor), record(2, kFor)}) == "supported");
  CHECK(verdict({record(1, kAgainst), record(2, kAgainst)}) == "refuted");
  CHECK(verdict({record(1, kFor), record(2, kAgainst)}) == "mixed");
  CHECK(verdict({record(1, "They slept well."), record(2, "They slept.")}) == "insufficient");
  CHECK(verdict({record(1, kFor)}, true) == "insufficient");
}

TEST_CASE("one study is never more than limited, and a work counts once") {
  const Answer one = asked({record(1, kFor)});
  CHECK(one.certainty.level == CertaintyLevel::limited);
  model::Article again = record(2, kFor);
  again.title = "Study 1";
  const Answer twice = asked({record(1, kFor), again});
  CHECK(twice.counts.supporting == 1);
  CHECK(twice.counted_once.size() == 1);
  CHECK(asked({}).certainty.level == CertaintyLevel::none);
}

TEST_CASE("retracted records are not read, and the order of the records does not show") {
  model::Article retracted = record(3, kFor);
  retracted.retraction.status = model::RetractionStatus::retracted;
  const Answer answer = asked({record(1, kFor), record(2, kAgainst), retracted});
  CHECK(answer.excluded_retracted == std::vector<std::string>{"90000003"});
  CHECK(answer.counts.records == 2);
  const Json first = to_json(answer);
  CHECK(first == to_json(asked({retracted, record(2, kAgainst), record(1, kFor)})));
}

TEST_CASE("an answer lists what is for, against and mixed, and counts the rest") {
  const Answer answer = asked({record(1, kFor), record(2, kAgainst), record(3, "They slept.")});
  const Json json = to_json(answer);
  CHECK(json["articles"].size() == 2);
  CHECK(json["for"] == 1);
  CHECK(json["against"] == 1);
  CHECK(json["no_effect"] == 1);
  CHECK(json["mentions"] == 1);
  CHECK(json["frame"]["outcome"] == "cough");
  CHECK(to_json(answer, {.all = true})["articles"].size() == 3);
  CHECK(to_json(answer, {.each_side = 0})["evidence_omitted"] == 2);
  CHECK(json["answer"]["dissent"].get<std::string>().find(kAgainst) != std::string::npos);
}

TEST_CASE("the answer's two sentences tell counts, designs, the best estimate and the dissent") {
  model::Article trial =
      record(2, "Cough was rarer with zentolol than with placebo (RR 0.72, 95% CI 0.55 to 0.92).");
  trial.publication_types = {"Randomized Controlled Trial"};
  const Answer answer = asked({record(1, kFor), trial, record(3, kFor), record(4, kAgainst)});
  CHECK(
      answer.text.starts_with("Supported, that zentolol lowers cough: of 4 records with a result "
                              "on this, 3 for (1 "
                              "randomized), 1 against, 0 mixed; 1 found no difference. The best "
                              "estimate is \"RR 0.72, 95% CI 0.55 to 0.92\" [90000002]; "
                              "[90000004] dissents; certainty "));
  CHECK(answer.best_estimate.value_or("").find("Cough was rarer") != std::string::npos);
  CHECK(asked({record(1, "They slept."), record(2, "They ate.")}).text.starts_with("No record"));
}

TEST_CASE("an open question has no verdict, and a comparison says which claim was judged") {
  const auto read = [](const char* question) {
    const std::vector<model::Article> records = {
        record(1, "Zentolol was better than morvapril for pain (p < 0.01)."),
        record(2, "Pain was less with zentolol than with morvapril (p = 0.02).")};
    auto out = answer_question(question::read_question(question), records, {}, Context{});
    REQUIRE(out);
    return *std::move(out);
  };
  for (const char* open : {"What are the risk factors for pain?", "How common is pain?",
                           "Which drugs work for pain?"}) {
    const Answer answer = read(open);
    INFO(open << ": " << answer.text);
    CHECK(answer.verdict == model::Verdict::insufficient);
    CHECK(answer.text.find("no claim is judged") != std::string::npos);
  }
  const Answer one = read("Zentolol versus morvapril for pain");
  const Answer other = read("Morvapril versus zentolol for pain");
  CHECK(one.verdict == model::Verdict::supported);
  CHECK(other.verdict == model::Verdict::refuted);
  CHECK(one.text.starts_with("Supported, that zentolol is better than morvapril for pain: "));
  CHECK(other.text.starts_with("Refuted, that morvapril is better than zentolol for pain: "));
  CHECK(one.counts.supporting == other.counts.against);
  CHECK(to_json(one, {})["frame"]["judged"] == "zentolol is better than morvapril for pain");
}

TEST_CASE("a depression that is no illness says nothing of the illness") {
  const auto read = [](const char* finding) {
    const auto out =
        answer_question(question::read_question("Zentolol reduces depression"),
                        std::vector<model::Article>{record(1, finding)}, {}, Context{});
    REQUIRE(out);
    return out->counts.supporting;
  };
  CHECK(read("Zentolol reduced depression significantly (p < 0.01).") == 1);
  for (const char* other : {"Zentolol reduced ST-segment depression significantly (p < 0.01).",
                            "Zentolol reduced respiratory depression significantly (p < 0.01).",
                            "Zentolol reduced bone marrow depression significantly (p < 0.01)."}) {
    INFO(other);
    CHECK(read(other) == 0);
  }
}

TEST_CASE("a single record of several decides where its reading is well borne out") {
  model::Article clear = record(
      1, "Zentolol reduced cough compared with placebo. We conclude that zentolol reduces cough.");
  CHECK(verdict({clear, record(2, "They slept.")}) == "supported");
  CHECK(verdict({clear}, true) == "insufficient");
}

TEST_CASE("a single chosen record is taken at its conclusion's word, but not against its arms") {
  const auto read = [](const char* claim, const char* finding) {
    const std::vector<model::Article> one = {record(1, finding)};
    return std::string(wire_name(answer_claim(claim, one, {}, context()).value().verdict));
  };
  CHECK(read("Does zentolol reduce cough?", kFor) == "supported");
  CHECK(read("Does zentolol reduce cough?", kAgainst) == "refuted");
  CHECK(read("Zentolol is better than morvapril for pain",
             "Morvapril relieved pain better than zentolol.") == "refuted");
}

TEST_CASE("the class of another drug in the same sentence is no mechanism of this one") {
  const auto told = [](const std::string& claim, const std::string& title,
                       const std::string& sentence, int copies) {
    std::vector<model::Article> records;
    for (int i = 0; i < copies; ++i) {
      records.push_back(record(i + 1, sentence));
      records.back().title = title + " " + std::to_string(i);
    }
    return std::string(wire_name(answer_claim(claim, records, {}, context()).value().verdict));
  };
  struct Case {
    const char* claim;
    const char* title;
    const char* sentence;
    const char* verdict;
  };
  const Case cases[] = {
      {"Zentolol inhibits angiotensin II", "A study.",
       "Zentolol and the angiotensin II antagonist morvapril were given.", "insufficient"},
      {"Zentolol inhibits angiotensin II", "A study.",
       "We compared zentolol with the angiotensin II receptor blocker morvapril in 60 adults.",
       "insufficient"},
      {"Zentolol inhibits angiotensin II",
       "Zentolol versus the angiotensin II inhibitor morvapril.",
       "Blood pressure fell with zentolol and with morvapril.", "insufficient"},
      {"Does zentolol inhibit zetokine?", "A study.",
       "Pain fell with zentolol and with the zetokine inhibitor morvapril.", "insufficient"},
      {"Zentolol inhibits zetokine", "A study.", "Zentolol inhibited zetokine.", "supported"},
      {"Zentolol inhibits zetokine", "A study.", "Zentolol increased zetokine.", "refuted"},
  };
  for (const Case& c : cases) {
    INFO(c.claim << " | " << c.title << " | " << c.sentence);
    CHECK(told(c.claim, c.title, c.sentence, 1) == c.verdict);
    CHECK(told(c.claim, c.title, c.sentence, 2) == c.verdict);
  }
}
