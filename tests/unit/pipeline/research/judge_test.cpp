#include "pipeline/research/judge.hpp"

#include "facts_support.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace ev;
using research::Findings;
using research::Judgement;

namespace {

Judgement judged(const Findings& f) {
  return research::judge(f, research::Rubric::mechanism, "exampledrug example disease",
                         test::tests_of(f));
}

double points(const Judgement& j, const std::string& name) {
  for (const auto& c : j.criteria) {
    if (c.name == name) return c.points;
  }
  return -1;
}

bool asks_for(const Judgement& j, const std::string& query) {
  return std::find(j.next_queries.begin(), j.next_queries.end(), query) != j.next_queries.end();
}

}  // namespace

TEST_CASE("evidence that meets every criterion gets full marks and is sufficient") {
  const Judgement j = judged(test::good_findings());
  CHECK(*j.mechanism_score == 10);
  CHECK(j.clinical_score == 10);
  CHECK(j.sufficient);
  CHECK(j.missing.empty());
  CHECK(j.leading == "hyp-1");
}

TEST_CASE("the scores are the sums of their criteria, which never exceed their own limit") {
  Findings f = test::good_findings();
  f.hypotheses[0].links[1].human = 0;
  f.clinical.controlled = 1;
  const Judgement j = judged(f);
  double mechanism = 0;
  double clinical = 0;
  double most = 0;
  for (const auto& c : j.criteria) {
    CHECK(c.points >= 0);
    CHECK(c.points <= c.of);
    CHECK_FALSE(c.basis.empty());
    (c.score == "mechanism" ? mechanism : clinical) += c.points;
    most += c.of;
  }
  CHECK(most == 20);
  CHECK(*j.mechanism_score == Approx(mechanism));
  CHECK(j.clinical_score == Approx(clinical));
  CHECK(points(j, "controlled trials") == 2);
}

TEST_CASE("what is missing is named with the query that would find it") {
  Findings f = test::good_findings();
  f.hypotheses[0].links[1].human = 0;
  f.hypotheses[0].links[1].groups = 1;
  f.clinical = {.records = 3, .human = 1};
  const Judgement j = judged(f);
  CHECK_FALSE(j.sufficient);
  CHECK(asks_for(j, "EXT1 example process humans"));
  CHECK(asks_for(j, "EXT1 example process"));
  CHECK(asks_for(j, "exampledrug example disease randomized controlled trial"));
  CHECK(asks_for(j, "exampledrug example disease systematic review"));
  CHECK(points(j, "human studies") == 1);
  CHECK(points(j, "controlled trials") == 0);
}

TEST_CASE("unknown authors are no independent groups") {
  Findings f = test::good_findings();
  for (auto& link : f.hypotheses[0].links) link.groups.reset();
  CHECK(points(judged(f), "independent") == 0);
}

TEST_CASE("a link is tested only when it was searched for and against") {
  const Findings f = test::good_findings();
  std::vector<std::string> searched = test::tests_of(f);
  searched.pop_back();
  CHECK(points(research::judge(f, research::Rubric::mechanism, "x", searched), "tested") ==
        Approx(1.3));
  Findings refuted = f;
  refuted.hypotheses[0].links[0].status = model::LinkStatus::refuted;
  CHECK(points(judged(refuted), "tested") == Approx(1.3));
}

TEST_CASE("a hypothesis that is contested is never sufficient") {
  Findings f = test::good_findings();
  f.hypotheses[0].status = model::LinkStatus::contested;
  const Judgement j = judged(f);
  CHECK_FALSE(j.sufficient);
  CHECK(j.reason.find("contested") != std::string::npos);
}

TEST_CASE("a drug whose own effect is contested is never sufficient") {
  Findings f = test::good_findings();
  f.hypotheses[0].whole->status = model::LinkStatus::contested;
  const Judgement j = judged(f);
  CHECK_FALSE(j.sufficient);
  CHECK(j.reason.find("what the drug itself does") != std::string::npos);
}

TEST_CASE("what was not searched for and against is never sufficient") {
  const Findings f = test::good_findings();
  std::vector<std::string> searched = test::tests_of(f);
  searched.erase(searched.begin());
  const Judgement j = research::judge(f, research::Rubric::mechanism, "x", searched);
  CHECK_FALSE(j.sufficient);
  CHECK(j.reason.find("searched for and against") != std::string::npos);
}

TEST_CASE("links that only class names state are never sufficient") {
  Findings f = test::good_findings();
  for (auto& link : f.hypotheses[0].links) link.stated = 0;
  const Judgement j = judged(f);
  CHECK_FALSE(j.sufficient);
  CHECK(j.reason.find("drug class") != std::string::npos);
}

TEST_CASE("records in people that disagree cost points on direction") {
  Findings f = test::good_findings();
  f.hypotheses[0].whole->human = 1;
  f.hypotheses[0].whole->human_against = 3;
  const Judgement j = judged(f);
  CHECK(points(j, "direction") == 0.5);
  CHECK_FALSE(j.missing.empty());
}

TEST_CASE("without a hypothesis there is nothing but the next query") {
  const Judgement j = judged(Findings{});
  CHECK(*j.mechanism_score == 0);
  CHECK(j.leading.empty());
  CHECK_FALSE(j.sufficient);
  CHECK(asks_for(j, "exampledrug example disease mechanism of action"));
}

TEST_CASE("a supported hypothesis leads, then the more confident one, then the first") {
  auto a = test::hypothesis_facts("a");
  auto b = test::hypothesis_facts("b");
  auto c = test::hypothesis_facts("c");
  a.status = model::LinkStatus::refuted;
  a.confidence = 0.9;
  b.status = c.status = model::LinkStatus::supported;
  CHECK(research::leading({a, b, c})->hypothesis_id == "b");
  c.confidence = 0.8;
  CHECK(research::leading({a, b, c})->hypothesis_id == "c");
  CHECK(research::leading({}) == nullptr);
}

TEST_CASE("a clinical question is judged by its answer and its records, not by hypotheses") {
  Findings f = test::good_findings();
  f.hypotheses.clear();
  f.recommended_searches = {"exampledrug[tiab] AND decline[tiab]"};
  f.answer = research::AnswerFacts{.verdict = model::Verdict::refuted,
                                   .certainty = "moderate",
                                   .read = 4,
                                   .supporting = 1,
                                   .against = 3};
  const Judgement j = research::judge(f, research::Rubric::clinical, "exampledrug", {});
  CHECK_FALSE(j.mechanism_score);
  CHECK(j.clinical_score == 9.5);
  CHECK(points(j, "direction") == 1.5);
  CHECK(j.sufficient);
  CHECK(j.next_queries.front() == "exampledrug[tiab] AND decline[tiab]");
  f.answer->certainty = "limited";
  CHECK_FALSE(research::judge(f, research::Rubric::clinical, "exampledrug", {}).sufficient);
  f.answer.reset();
  const Judgement open = research::judge(f, research::Rubric::clinical, "exampledrug", {});
  CHECK_FALSE(open.sufficient);
  CHECK(open.reason.find("no claim") != std::string::npos);
}
