#include "llm/none_gateway.hpp"

#include "model_bench.hpp"

namespace ev::llm {

TEST_CASE("without an endpoint every task says so and names the settings") {
  NoneGateway gateway;
  CHECK_FALSE(gateway.can_complete());
  CHECK_FALSE(gateway.can_embed());
  CHECK(gateway.model().empty());
  const std::vector<Task> tasks = {test_task(), test_task("b")};
  const auto answers = gateway.complete(tasks, Context{});
  REQUIRE(answers.size() == 2);
  CHECK(answers[1].error().code == Errc::llm_unreachable);
  CHECK(has(answers[1].error().recovery, "EVIDENCE_MCP_LLM_API"));
  CHECK(has(answers[1].error().recovery, "EVIDENCE_MCP_LLM_MODEL"));
  const auto vectors = gateway.embed({}, Context{});
  REQUIRE_FALSE(vectors);
  CHECK(has(vectors.error().recovery, "EVIDENCE_MCP_EMBEDDINGS_URL"));
}

TEST_CASE("another reason can be given") {
  NoneGateway gateway("the built-in sample works without a model");
  const Task task = test_task();
  CHECK(has(gateway.complete({&task, 1}, Context{}).front().error().message, "sample"));
}

}  // namespace ev::llm
