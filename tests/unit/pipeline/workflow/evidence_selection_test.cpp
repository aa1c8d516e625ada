#include "pipeline/workflow/evidence_selection.hpp"

#include "support/catch.hpp"
#include "support/fake_gateway.hpp"
#include "support/tool_services.hpp"

using namespace ev;

namespace {

const std::vector<std::string> kTexts = {"iron", "zinc", "zinc again", "copper"};

// By their vectors copper is what is asked for, and iron the farthest from it.
test::FakeGateway with_vectors() {
  test::FakeGateway gateway;
  gateway.vectors = {{"iron", {0, 1}},
                     {"zinc", {1, 1}},
                     {"zinc again", {1, 0.9F}},
                     {"copper", {1, 0}},
                     {"about zinc", {1, 0}}};
  return gateway;
}

workflow::EvidenceSelection chosen(llm::Gateway& gateway, std::size_t n,
                                   const char* engine = "auto") {
  test::ToolServices bench;
  const workflow::Services& s = bench.services;
  const workflow::Services services{s.config,    s.clock, s.http,    s.result_sets, s.articles,
                                    s.documents, s.runs,  s.library, s.vocabulary,  gateway};
  return workflow::select_evidence(services, kTexts, "about zinc", n, engine, bench.ctx).value();
}

}  // namespace

TEST_CASE("an embeddings endpoint chooses by its vectors, and is named") {
  test::FakeGateway gateway = with_vectors();
  const auto made = chosen(gateway, 1);
  CHECK(made.chosen == std::vector<std::size_t>{3});
  CHECK(made.method == "MMR, lambda 0.7, over embeddings by fake");
  CHECK(made.warnings.empty());
}

TEST_CASE("without embeddings words choose: none configured, not wanted, failed") {
  test::FakeGateway none;
  CHECK(chosen(none, 1).chosen == std::vector<std::size_t>{1});
  test::FakeGateway gateway = with_vectors();
  CHECK(chosen(gateway, 1, "rules").chosen == std::vector<std::size_t>{1});
  CHECK(chosen(gateway, 1, "rules").method == "MMR, lambda 0.7, over TF-IDF");
  gateway.cannot_embed_now = true;
  const auto failed = chosen(gateway, 1);
  CHECK(failed.chosen == std::vector<std::size_t>{1});
  REQUIRE(failed.warnings.size() == 1);
}

TEST_CASE("when all are chosen nothing is asked") {
  test::FakeGateway gateway = with_vectors();
  gateway.cannot_embed_now = true;
  const auto all = chosen(gateway, 4);
  CHECK(all.chosen == std::vector<std::size_t>{0, 1, 2, 3});
  CHECK(all.warnings.empty());
}
