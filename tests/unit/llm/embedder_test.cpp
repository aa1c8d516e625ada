#include "llm/embedder.hpp"

#include "model_bench.hpp"

namespace ev::llm {

namespace {

std::string vectors_body(const std::vector<std::vector<float>>& vectors) {
  Json data = Json::array();
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    data.push_back({{"index", i}, {"embedding", vectors[i]}});
  }
  return dump_json(Json{{"data", data}, {"usage", {{"prompt_tokens", 5}}}});
}

struct EmbedBench : ModelBench {
  EmbedBench() {
    config.embeddings_url = style.url;
    config.embeddings_model = "e";
  }
  void serve_vectors(const std::vector<std::vector<std::vector<float>>>& all) {
    std::vector<test::FakeReply> replies;
    for (const auto& vectors : all) replies.push_back({.body = vectors_body(vectors)});
    serve(std::move(replies));
  }
  Result<Embeddings> embed(const std::vector<std::string>& texts) {
    return gateway().embed(texts, context(), run);
  }
};

}  // namespace

TEST_CASE("one vector per text, in order, none for an empty one, equal texts once") {
  EmbedBench bench;
  bench.serve_vectors({{{1, 0}, {0, 1}}});
  const auto out = bench.embed({"b", "", "a", "b"});
  REQUIRE(out);
  CHECK(out->model == "e");
  CHECK(out->vectors == std::vector<std::vector<float>>{{0, 1}, {}, {1, 0}, {0, 1}});
  CHECK(bench.body(0)["input"] == Json{"a", "b"});
  CHECK(bench.run.usage.calls == 1);
  CHECK(bench.run.usage.tokens_in == 5);
}

TEST_CASE("vectors are kept, also for another process") {
  EmbedBench bench;
  bench.serve_vectors({{{1, 0}, {0, 1}}, {{1, 1}}});
  REQUIRE(bench.embed({"a", "b"}));
  bench.restart();
  const auto out = bench.embed({"c", "a"});
  REQUIRE(out);
  CHECK(out->vectors[1] == std::vector<float>{1, 0});
  CHECK(bench.requests() == 2);
  CHECK(bench.body(1)["input"] == Json{"c"});
  CHECK(bench.run.usage.from_cache == 1);
}

TEST_CASE("many texts go in several requests") {
  EmbedBench bench;
  std::vector<std::string> texts;
  for (int i = 100; i < 200; ++i) texts.push_back("text " + std::to_string(i));
  bench.serve_vectors(
      {std::vector<std::vector<float>>(64, {1, 0}), std::vector<std::vector<float>>(36, {0, 1})});
  const auto out = bench.embed(texts);
  REQUIRE(out);
  CHECK(bench.requests() == 2);
  CHECK(out->vectors[0] == std::vector<float>{1, 0});
  CHECK(out->vectors[99] == std::vector<float>{0, 1});
}

TEST_CASE("vectors that cannot be used are errors and are not kept") {
  const std::vector<std::string> bad = {vectors_body({{1, 0}}),          // short batch
                                        vectors_body({{0, 0}, {0, 0}}),  // zero vectors
                                        vectors_body({{1, 0}, {1}}),     // mixed dimensions
                                        R"({"data":[]})",
                                        "<html>",
                                        "{}"};
  for (const std::string& body : bad) {
    INFO(body);
    EmbedBench bench;
    bench.serve({{.body = body}});
    const auto out = bench.embed({"a", "b"});
    REQUIRE_FALSE(out);
    CHECK(
        (out.error().code == Errc::upstream_changed || out.error().code == Errc::llm_unreachable));
    CHECK(has(out.error().recovery, "EVIDENCE_MCP_EMBEDDINGS_URL"));
    CHECK(bench.cache.all().empty());
  }
}

TEST_CASE("another dimension than before is an error once, then the new one counts") {
  EmbedBench bench;
  bench.serve_vectors({{{1, 0}}, {{1}}, {{1}}, {{1}, {2}}});
  REQUIRE(bench.embed({"a"}));
  const auto changed = bench.embed({"b"});
  REQUIRE_FALSE(changed);
  CHECK(has(changed.error().message, "vectors of 1 dimensions"));
  REQUIRE(bench.embed({"b"}));
  // "a" is kept with the old dimension and asked for again.
  const auto both = bench.embed({"a", "c"});
  REQUIRE(both);
  CHECK(both->vectors[0] == std::vector<float>{1});
}

TEST_CASE("the endpoint's errors are those of a model") {
  EmbedBench bench;
  bench.serve({{.status = 401, .body = "{}"}});
  CHECK(bench.embed({"a"}).error().code == Errc::llm_auth);
  EmbedBench down;
  down.serve({{.failed = true}});
  CHECK(down.embed({"a"}).error().code == Errc::llm_unreachable);
  EmbedBench poor;
  poor.run.budget.tokens = 10;
  CHECK(poor.embed({std::string(300, 'x')}).error().code == Errc::budget_exhausted);
  CHECK(poor.requests() == 0);
}

}  // namespace ev::llm
