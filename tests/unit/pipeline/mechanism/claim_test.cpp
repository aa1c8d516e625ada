#include "pipeline/mechanism/claim.hpp"

#include "base/text.hpp"
#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace ev;
using namespace ev::mechanism;

namespace {

model::Article concluding(const std::string& pmid, const std::string& conclusion,
                          const std::string& author) {
  model::Article article =
      mechanism::test::record(pmid, "Mice were kept. " + conclusion, "Vensolane and pain.");
  article.authors.push_back({.name = author, .last_name = author});
  return article;
}
const std::string kClaim = "Vensolane reduces pain";

ClaimResult tested(const std::vector<model::Article>& articles, std::size_t groups = 1) {
  return test_claim(kClaim, articles, {.groups_wanted = groups}, mechanism::test::context())
      .value();
}

}  // namespace

TEST_CASE("one given record decides, records that were searched must be independent") {
  const auto yes = concluding("90000001", "Vensolane reduces pain.", "Aalto");
  const auto no = concluding("90000002", "Vensolane does not reduce pain.", "Brunn");
  const auto also = concluding("90000003", "Vensolane reduced pain in mice.", "Carl");
  CHECK(tested({yes}).verdict == Verdict::supported);
  CHECK(tested({no}).verdict == Verdict::refuted);
  CHECK(tested({yes}, 2).verdict == Verdict::insufficient);
  CHECK(tested({yes, also}, 2).verdict == Verdict::supported);
  CHECK(tested({yes, no}).verdict == Verdict::mixed);
  CHECK(tested({}).verdict == Verdict::insufficient);
}

TEST_CASE("a single record that says the opposite refutes, and an organ's failure denies nothing") {
  struct Row {
    const char* claim;
    const char* conclusion;
    Verdict verdict;
  };
  static const Row kRows[] = {
      {"Vensolane reduces pain", "Vensolane increased pain.", Verdict::refuted},
      {"Vensolane reduces pain", "Pain was higher with vensolane.", Verdict::refuted},
      {"Vensolane delays progression", "Vensolane hastened progression.", Verdict::refuted},
      {"Vensolane delays progression", "Vensolane delayed progression.", Verdict::supported},
      {"Vensolane promotes weight loss", "Vensolane reduced body weight.", Verdict::supported},
      {"Vensolane promotes weight loss", "Vensolane increased body weight.", Verdict::refuted},
      {"Vensolane slows cognitive decline", "Vensolane accelerated cognitive decline.",
       Verdict::refuted},
      {"Vensolane is better than ostrolane for pain",
       "Ostrolane relieved pain better than vensolane.", Verdict::refuted},
      {"Vensolane increases the risk of stroke", "Vensolane reduced the risk of stroke.",
       Verdict::refuted},
      {"Vensolane improves survival in heart failure",
       "Vensolane prolonged survival in heart failure.", Verdict::supported},
      {"Vensolane improves survival in heart failure",
       "Vensolane did not prolong survival in heart failure.", Verdict::refuted},
  };
  for (const Row& row : kRows) {
    INFO(row.claim << " / " << row.conclusion);
    const std::vector<model::Article> one = {concluding("90000001", row.conclusion, "Aalto")};
    CHECK(test_claim(row.claim, one, {.groups_wanted = 1}, mechanism::test::context())
              .value()
              .verdict == row.verdict);
  }
}

TEST_CASE("a record on something else is a mention, a retracted one is not read") {
  auto other =
      mechanism::test::record("90000001", "Bees like flowers. Flowers open at dawn.", "Bees.");
  auto retracted = concluding("90000002", "Vensolane reduces pain.", "Aalto");
  retracted.retraction.status = model::RetractionStatus::retracted;
  const ClaimResult r = tested({other, retracted});
  CHECK(r.verdict == Verdict::insufficient);
  CHECK(r.excluded_retracted == std::vector<std::string>{"90000002"});
  REQUIRE(r.articles.size() == 1);
  CHECK(r.articles[0].stance == Stance::mentions);
}

TEST_CASE("quotes stand at their offsets, whatever the order") {
  std::vector<model::Article> articles = {
      concluding("90000001", "Vensolane reduces pain.", "Aalto"),
      concluding("90000002", "Vensolane does not reduce pain.", "Brunn")};
  const ClaimResult first = tested(articles);
  std::swap(articles[0], articles[1]);
  const ClaimResult second = tested(articles);
  REQUIRE(first.articles.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(first.articles[i].id == second.articles[i].id);
    const auto& e = first.articles[i];
    const auto& article = articles[e.id == articles[0].pmid ? 0 : 1];
    CHECK(text::slice(article.abstract, static_cast<std::size_t>(e.quote.start),
                      static_cast<std::size_t>(e.quote.end)) == e.quote.text);
  }
}

TEST_CASE("a claim of who does what is a link") {
  const auto link = link_of_claim("Vensolane reduces pain in women");
  REQUIRE(link);
  CHECK(link->from == "Vensolane");
  CHECK(link->to == "pain");
  CHECK(link->sign == -1);
  const auto question = link_of_claim("Does vensolane improve zeta syndrome?");
  REQUIRE(question);
  CHECK(question->from == "vensolane");
  CHECK(question->sign == -1);  // of a disease, less is better
  CHECK_FALSE(link_of_claim("Is a full dose necessary?"));
}

TEST_CASE("plans, questions and titles without a finding bear nothing out") {
  const auto stance = [](const char* title, const char* abstract) {
    return tested({mechanism::test::record("90000001", abstract, title),
                   mechanism::test::record("90000002", "Nothing of it.", "Another matter.")})
        .articles.at(0)
        .stance;
  };
  CHECK(stance("Vensolane reduces pain.", "Mice were kept.") == Stance::supports);
  CHECK(stance("Vensolane in the reduction of pain.", "") == Stance::mentions);
  CHECK(stance("Vensolane reduces pain: a trial protocol.", "Ethics approval was given.") ==
        Stance::mentions);
  CHECK(stance("Vensolane and pain: time for a trial?", "") == Stance::mentions);
  CHECK(stance("A note.", "There is a gap in what is known on whether vensolane reduces pain.") ==
        Stance::mentions);
}

TEST_CASE("a change of another thing bears out no claim of two plain ends") {
  const auto result = tested(
      {mechanism::test::record("90000001", "Vensolane was given. Hunger rose and pain 4 fell.",
                               "Vensolane and pain."),
       mechanism::test::record("90000002", "Nothing of it.", "Another matter.")});
  CHECK(result.supporting_records == 0);
}

TEST_CASE("questions of yes or no begin with a verb") {
  CHECK(asks_yes_or_no("Does vensolane reduce pain in gout?"));
  CHECK(asks_yes_or_no("Is vensolane safe?"));
  CHECK_FALSE(asks_yes_or_no("How does vensolane reduce pain?"));
  CHECK_FALSE(asks_yes_or_no("vensolane gout"));
  CHECK_FALSE(asks_yes_or_no(""));
}

TEST_CASE("a conclusion denies a claim of two ends only where it denies what joins them") {
  const auto verdict_on = [](const char* conclusion) {
    std::vector<model::Article> articles;
    for (const char* pmid : {"90000001", "90000002", "90000003"})
      articles.push_back(mechanism::test::record(
          pmid, std::string("Rats with gout got vensolane. ") + conclusion, "Vensolane in gout"));
    return test_claim("Vensolane reduces gout", articles, {}, mechanism::test::context())
        .value()
        .contradicting_records;
  };
  CHECK(verdict_on("The value of vensolane is not limited to rats with gout.") == 0);
  CHECK(verdict_on("Vensolane did not reduce gout.") == 3);
  CHECK(verdict_on("No difference in gout was found between low and high doses of vensolane.") ==
        0);
}

TEST_CASE("what is denied of another, and advice, denies no claim") {
  const auto counted = [](const char* conclusion) {
    const ClaimResult r = tested({concluding("90000001", conclusion, "Aalto"),
                                  concluding("90000002", "The mice slept.", "Brunn")});
    return std::make_pair(r.supporting_records, r.contradicting_records);
  };
  using Counts = std::pair<std::size_t, std::size_t>;
  CHECK(counted("Unlike vensolane, moonbark does not reduce pain.") == Counts(0, 0));
  CHECK(counted("Moonbark should not be used to reduce pain in mice treated with vensolane.") ==
        Counts(0, 0));
  CHECK(counted("Vensolane does not reduce pain.") == Counts(0, 1));
}

TEST_CASE("a claim that leaves the direction open has two ends as well") {
  const auto link = link_of_claim("Vensolane affects serum zetokine in gout");
  REQUIRE(link);
  CHECK(link->from == "Vensolane");
  CHECK(link->to == "serum zetokine");
  CHECK(link->sign == 0);
}

TEST_CASE("one record that says the opposite is no support, an organ's failure no denial") {
  const auto verdict = [](const char* claim, const char* conclusion) {
    const std::vector<model::Article> articles = {mechanism::test::record(
        "90000001", std::string("Mice were kept. ") + conclusion, "Vensolane and pain.")};
    return test_claim(claim, articles, {.groups_wanted = 1}, mechanism::test::context())
        .value()
        .verdict;
  };
  CHECK(verdict("Vensolane reduces pain", "Vensolane increased pain.") == Verdict::refuted);
  CHECK(verdict("Vensolane reduces pain", "Vensolane reduced pain.") == Verdict::supported);
  CHECK(verdict("Vensolane reduces pain in heart failure",
                "Vensolane reduced pain in heart failure.") == Verdict::supported);
  CHECK(verdict("Vensolane reduces pain in heart failure",
                "Failure of vensolane to reduce pain was seen.") == Verdict::refuted);
}

TEST_CASE("only a sentence that denies the link bears out a claim of no effect") {
  const auto stance = [](const char* claim, const char* conclusion) {
    const std::vector<model::Article> articles = {
        mechanism::test::record("90000001", std::string("Mice were kept. ") + conclusion,
                                "Vensolane and pain in gout."),
        mechanism::test::record("90000002", "Nothing of it.", "Another matter.")};
    return test_claim(claim, articles, {}, mechanism::test::context()).value().articles[0].stance;
  };
  const char* kNone = "Vensolane has no effect on pain in gout";
  CHECK(stance(kNone, "Vensolane had no effect on pain.") == Stance::supports);
  CHECK(stance(kNone, "Vensolane did not reduce pain.") == Stance::supports);
  CHECK(stance(kNone, "Vensolane reduced pain in gout but not hunger.") == Stance::contradicts);
  CHECK(stance(kNone, "Vensolane did not alter hunger in gout.") == Stance::mentions);
  CHECK(stance(kNone, "In mice not fed before, vensolane was liked.") == Stance::mentions);
  const char* kNot = "Vensolane does not reduce pain in gout";
  CHECK(stance(kNot, "Vensolane had no effect on pain.") == Stance::supports);
  CHECK(stance(kNot, "Vensolane reduced pain.") == Stance::contradicts);
  CHECK(stance("Vensolane is not associated with pain", "Vensolane raised pain.") ==
        Stance::contradicts);
}

TEST_CASE("records that were searched for must speak of where the claim holds") {
  const auto with_claim = [](const char* claim, const std::vector<model::Article>& articles) {
    return test_claim(claim, articles, {.groups_wanted = 2}, mechanism::test::context()).value();
  };
  const auto in_mice = concluding("90000001", "Vensolane reduced mortality in sepsis.", "Aalto");
  const auto also = concluding("90000002", "Vensolane reduced mortality in sepsis.", "Brunn");
  CHECK(with_claim("Vensolane reduces mortality in sepsis", {in_mice, also}).verdict ==
        Verdict::supported);
  CHECK(with_claim("Vensolane reduces mortality in asthma", {in_mice, also}).verdict ==
        Verdict::insufficient);
}

TEST_CASE("a claim on a class of drugs is borne out by its members") {
  const std::vector<model::Article> articles = {
      concluding("90000001", "Vensolane reduced pain.", "Aalto"),
      concluding("90000002", "Vensolane reduced pain.", "Brunn")};
  const auto verdict = [&](std::vector<std::string> members) {
    return test_claim("Zetolytics reduce pain", articles,
                      {.groups_wanted = 2, .members = std::move(members)},
                      mechanism::test::context())
        .value()
        .verdict;
  };
  CHECK(verdict({}) == Verdict::insufficient);
  CHECK(verdict({"vensolane"}) == Verdict::supported);
}
