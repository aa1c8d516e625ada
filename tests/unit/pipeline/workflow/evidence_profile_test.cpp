#include "pipeline/workflow/evidence_profile.hpp"

#include "support/catch.hpp"
#include "support/scoring_support.hpp"

using namespace ev;
using namespace ev::workflow;

namespace {

model::Article trial(const char* pmid, const char* conduct) {
  model::Article a;
  a.pmid = pmid;
  a.title = "A trial";
  a.abstract = std::string("Zinc was given to children. ") + conduct;
  return a;
}

synthesis::Synthesis pooled(double events, double events_comparator, double n) {
  std::vector<synthesis::StudyResult> studies;
  for (const char* id : {"1", "2"}) {
    synthesis::StudyResult s{.id = id, .label = id, .outcome = "fever", .randomized = true};
    s.intervention = {.name = "zinc", .n = n, .events = events};
    s.comparator = {.name = "placebo", .n = n, .events = events_comparator};
    studies.push_back(std::move(s));
  }
  auto out = synthesis::synthesize(std::move(studies), {}, Context{});
  REQUIRE(out);
  out->outcome = "fever";
  return *std::move(out);
}

const DomainProfile& of(const EvidenceProfile& p, GradeDomain domain) {
  return p.domains.at(static_cast<std::size_t>(domain));
}

const std::vector<model::Article> kBlind = {trial("1", "It was double-blind."),
                                            trial("2", "The double-blind phase was long.")};

}  // namespace

TEST_CASE("Each domain has its signals; blinding is quoted") {
  const auto p = evidence_profile(pooled(100, 200, 500), kBlind, nullptr);
  CHECK(of(p, GradeDomain::risk_of_bias).proposed == GradeJudgement::not_serious);
  CHECK(of(p, GradeDomain::risk_of_bias).signals[0].quote == "It was double-blind.");
  CHECK(of(p, GradeDomain::imprecision).proposed == GradeJudgement::not_serious);
  CHECK(of(p, GradeDomain::publication_bias).proposed == GradeJudgement::not_judged);
  CHECK(of(p, GradeDomain::indirectness).proposed == GradeJudgement::not_judged);
  CHECK(p.certainty == "high");
  CHECK_FALSE(p.all_signed());
}

TEST_CASE("Open trials, few events and an interval with no effect lower the certainty") {
  const std::vector<model::Article> open = {trial("1", "It was open-label."),
                                            trial("2", "Nobody was told.")};
  const auto p = evidence_profile(pooled(10, 12, 50), open, nullptr);
  CHECK(of(p, GradeDomain::risk_of_bias).proposed == GradeJudgement::serious);
  CHECK(of(p, GradeDomain::imprecision).proposed == GradeJudgement::very_serious);
  CHECK(p.certainty == "very low");
}

TEST_CASE("What abstracts do not say of the conduct is not judged") {
  const std::vector<model::Article> silent = {trial("1", "It was long."),
                                              trial("2", "It was short.")};
  const auto p = evidence_profile(pooled(100, 200, 500), silent, nullptr);
  CHECK(of(p, GradeDomain::risk_of_bias).proposed == GradeJudgement::not_judged);
}

TEST_CASE("A person's judgement is kept with name and time, for these numbers alone") {
  test::Pipeline pipeline;
  auto p = evidence_profile(pooled(100, 200, 500), kBlind, nullptr);
  REQUIRE(sign(pipeline.services, p,
               {"fever", GradeDomain::risk_of_bias, GradeJudgement::very_serious, "R. Reviewer"}));
  CHECK(p.certainty == "low");
  auto again = evidence_profile(pooled(100, 200, 500), kBlind, nullptr);
  REQUIRE(add_signatures(pipeline.services, again));
  const auto& domain = of(again, GradeDomain::risk_of_bias);
  REQUIRE(domain.signed_by);
  CHECK(domain.signed_by->name == "R. Reviewer");
  CHECK_FALSE(domain.signed_by->at.empty());
  auto other = evidence_profile(pooled(101, 200, 500), kBlind, nullptr);
  REQUIRE(add_signatures(pipeline.services, other));
  CHECK_FALSE(of(other, GradeDomain::risk_of_bias).signed_by);
}
