#include "llm/answer_cache.hpp"

#include "model_bench.hpp"

namespace ev::llm {

namespace {

struct CacheBench {
  test::FakeClock clock;
  test::MemoryCache store;
  ModelEndpoint endpoint{.url = "http://127.0.0.1:9/v1", .model = "m", .api_key = Secret(kTestKey)};
  AnswerCache cache(bool offline = false) { return {&store, clock, "openai", endpoint, offline}; }
};

}  // namespace

TEST_CASE("an answer is kept by content, for a month, and offline for ever") {
  CacheBench bench;
  CHECK_FALSE(bench.cache().answer(test_task()));
  bench.cache().keep(test_task(), {.json = kGood, .rung = Rung::json_object, .repaired = true});
  const auto found = bench.cache().answer(test_task());
  REQUIRE(found);
  CHECK(parse_json(found->json).value() == parse_json(kGood).value());
  CHECK(found->rung == Rung::json_object);
  CHECK(found->repaired);
  CHECK_FALSE(bench.cache().answer(test_task("Another text.")));
  bench.clock.advance(31 * 24h);
  CHECK_FALSE(bench.cache().answer(test_task()));
  CHECK(bench.cache(true).answer(test_task()));
}

TEST_CASE(
    "another model, endpoint, schema or instruction is another answer; the item's id is not") {
  CacheBench bench;
  bench.cache().keep(test_task(), {.json = kGood});
  Task same = test_task();
  same.item_id = "b";
  same.max_tokens = 7;
  CHECK(bench.cache().answer(same));
  Task other = test_task();
  other.instructions += "!";
  CHECK_FALSE(bench.cache().answer(other));
  other = test_task();
  other.prompt_version = "test/2";
  CHECK_FALSE(bench.cache().answer(other));
  bench.endpoint.model = "n";
  CHECK_FALSE(bench.cache().answer(test_task()));
  bench.endpoint.model = "m";
  bench.endpoint.url = "http://127.0.0.1:8/v1";
  CHECK_FALSE(bench.cache().answer(test_task()));
  CHECK(task_key(test_task(), "m").size() == 64);
  CHECK(task_key(test_task(), "m") != task_key(test_task(), ""));
}

TEST_CASE("the key of the API is nowhere in what is kept") {
  CacheBench bench;
  bench.cache().keep(test_task(), {.json = kGood});
  bench.cache().keep(Mode{});
  bench.cache().keep("text", std::vector<float>{1, 2});
  bench.cache().keep_dimension(2);
  CHECK(bench.store.all().size() == 4);
  for (const auto& [key, kept] : bench.store.all()) {
    CHECK_FALSE(has(key + kept.body, kTestKey));
    CHECK(key.size() == 64);
  }
  ModelEndpoint other = bench.endpoint;
  other.api_key = Secret("sk-another-key-000");
  CHECK(AnswerCache(&bench.store, bench.clock, "openai", other, false).answer(test_task()));
}

TEST_CASE("mode, vectors and dimension come back as they were") {
  CacheBench bench;
  CHECK_FALSE(bench.cache().mode());
  const Mode mode{
      .rung = Rung::prompt, .temperature = false, .seed = true, .completion_tokens = true};
  bench.cache().keep(mode);
  CHECK(bench.cache().mode() == mode);
  bench.clock.advance(8 * 24h);
  CHECK_FALSE(bench.cache().mode());
  const std::vector<float> vector = {0.1F, -2.5e-7F, 3e8F, 0.0F};
  bench.cache().keep("text", vector);
  CHECK(bench.cache().vector("text") == vector);
  CHECK_FALSE(bench.cache().vector("other"));
  CHECK(bench.cache().dimension() == 0);
  bench.cache().keep_dimension(4);
  CHECK(bench.cache().dimension() == 4);
}

TEST_CASE("damaged entries and no store at all are misses") {
  CacheBench bench;
  bench.cache().keep(test_task(), {.json = kGood});
  bench.cache().keep(Mode{});
  bench.cache().keep("text", std::vector<float>{1});
  for (const char* damage : {"", "x", "[]", "{}", R"({"rung":"up","answer":7})"}) {
    for (auto [key, kept] : bench.store.all()) {
      kept.body = damage;
      bench.store.put(key, kept);
    }
    CHECK_FALSE(bench.cache().answer(test_task()));
    CHECK_FALSE(bench.cache().mode());
    (void)bench.cache().vector("text");
  }
  const AnswerCache none(nullptr, bench.clock, "openai", bench.endpoint, false);
  none.keep(test_task(), {.json = kGood});
  CHECK_FALSE(none.answer(test_task()));
}

}  // namespace ev::llm
