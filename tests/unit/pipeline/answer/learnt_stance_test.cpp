#include "pipeline/answer/learnt_stance.hpp"

#include "pipeline/answer/rule_stance.hpp"
#include "pipeline/answer/sentence_numbers.hpp"
#include "support/catch.hpp"

#include <cmath>

using namespace ev;
using namespace ev::answer;

namespace {

// All texts are invented.
struct Record {
  explicit Record(const std::string& abstract, const std::string& title = "Zentolol for pain.") {
    article.pmid = "90000001";
    article.title = title;
    article.abstract = abstract;
  }
  model::Article article;
};

std::vector<SentenceOdds> odds_of(const std::string& claim, const Record& record) {
  const doc::RecordAnalysis analysis(record.article);
  const RecordWords words(analysis);
  const question::QuestionFrame frame = question::read_question(claim);
  return sentence_odds(frame, words, votes_of(frame, words).sentences);
}

}  // namespace

TEST_CASE("every sentence has as many numbers as the model takes, all of them finite") {
  const Record record(
      "BACKGROUND: Pain is common.\nRESULTS: Zentolol reduced pain (RR 0.6, 95% CI 0.4 to 0.8, "
      "p=0.01) against 40% with morvapril. Nausea did not differ.\nCONCLUSION: It helps.");
  for (const char* claim :
       {"Zentolol reduces pain", "Zentolol is as good as morvapril for pain",
        "Does zentolol cause nausea?", "Zentolol affects sleep", "zentolol for people with pain"}) {
    CAPTURE(claim);
    const doc::RecordAnalysis analysis(record.article);
    const RecordWords words(analysis);
    const question::QuestionFrame frame = question::read_question(claim);
    const auto numbers = sentence_numbers(frame, words, votes_of(frame, words).sentences);
    REQUIRE(numbers.size() == words.sentences().size());
    for (const nlp::Numbers& of : numbers) {
      CHECK(of.size() == kSentenceNumbers);
      for (const float number : of) CHECK(std::isfinite(number));
    }
  }
}

TEST_CASE("the sentence that states the result tells most, and turns with the claim") {
  const Record record(
      "Sixty adults took part. Zentolol significantly reduced pain compared with placebo. They "
      "lived in one town.");
  const auto supports = odds_of("Zentolol reduces pain", record);
  REQUIRE(supports.size() == 4);
  CHECK(supports[2].supports > 0.5);
  CHECK(supports[2].supports > supports[2].contradicts);
  CHECK(supports[1].supports + supports[1].contradicts < 0.1);
  CHECK(supports[3].supports + supports[3].contradicts < 0.1);
  const auto denies = odds_of("Zentolol does not reduce pain", record);
  CHECK(denies[2].contradicts > denies[2].supports);
}

TEST_CASE("aims, earlier work, the start and tendencies tell nothing, whatever their words") {
  for (const char* silent : {"We studied whether zentolol reduces pain.",
                             "Previous studies found that zentolol reduced pain.",
                             "Pain did not differ between the groups at baseline.",
                             "Larger studies are needed to see whether zentolol reduces pain."}) {
    CAPTURE(silent);
    const auto odds = odds_of("Zentolol reduces pain",
                              Record(std::string("Adults took part. ") + silent + " They went."));
    REQUIRE(odds.size() == 4);
    CHECK(odds[2].supports == 0);
    CHECK(odds[2].contradicts == 0);
  }
}

TEST_CASE("a comparison is not decided by a sentence that names neither arm") {
  const auto odds = odds_of("Zentolol relieves pain better than morvapril",
                            Record("Adults took part. Pain was relieved much better. They went.",
                                   "Zentolol, morvapril and ibuprofen."));
  REQUIRE(odds.size() == 4);
  CHECK(odds[2].supports == 0);
}

TEST_CASE("what the rules have read stands where the models bear it out") {
  const Record record("Sixty adults took part. Zentolol reduced pain. They lived in one town.");
  const question::QuestionFrame frame = question::read_question("Zentolol reduces pain");
  const doc::RecordAnalysis analysis(record.article);
  const RecordWords words(analysis);
  const RecordVotes votes = votes_of(frame, words);
  const RecordStance rules = stance_by_rules(frame, words, votes);
  REQUIRE(rules.stance == model::Stance::supports);
  const RecordStance told = stance_by_models(frame, words, votes.sentences, rules);
  CHECK(told.stance == model::Stance::supports);
  CHECK(told.quote.text == "Zentolol reduced pain.");
  CHECK(told.strength == rules.strength);
}

TEST_CASE("a record that says nothing to the question stays as the rules left it") {
  const Record record("Sixty adults took part. They lived in one town.");
  const question::QuestionFrame frame = question::read_question("Zentolol cures gout");
  const doc::RecordAnalysis analysis(record.article);
  const RecordWords words(analysis);
  const RecordVotes votes = votes_of(frame, words);
  const RecordStance rules = stance_by_rules(frame, words, votes);
  const RecordStance told = stance_by_models(frame, words, votes.sentences, rules);
  CHECK(told.stance == rules.stance);
  CHECK(told.quote.text.empty());
}

TEST_CASE("a record without title and abstract says nothing") {
  const Record record("", "");
  const RecordStance told =
      stance_of(question::read_question("Zentolol reduces pain"), record.article);
  CHECK(told.stance == model::Stance::mentions);
  CHECK(told.quote.text.empty());
}

TEST_CASE("the higher rate of those without it is for less of it, in no reading for more") {
  const question::QuestionFrame frame = question::read_question("Zentolol reduces pain");
  for (const char* finding :
       {"At one week 70% on zentolol and 30% on placebo were without pain (p=0.002).",
        "With zentolol 70% and with placebo 30% had no pain (p=0.002).",
        "Pain was absent in 70% on zentolol and 30% on placebo (p=0.002)."}) {
    CAPTURE(finding);
    const Record record(std::string("Adults took part. ") + finding + " They went.");
    const doc::RecordAnalysis analysis(record.article);
    const RecordWords words(analysis);
    CHECK(stance_by_rules(frame, words, votes_of(frame, words)).stance == model::Stance::supports);
    CHECK(stance_of(frame, record.article).stance != model::Stance::contradicts);
  }
}
