#include "store/sql_documents.hpp"

#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/store_engines.hpp"

TEST_CASE("documents are replaced by name and listed newest first") {
  ev::test::OpenShelf shelf(GENERATE(EV_ENGINES));
  auto& clock = shelf.clock;
  auto& store = shelf.store;
  auto& documents = store.documents;
  REQUIRE(documents.put("hypothesis", "h1", R"({"v":1})"));
  clock.advance(std::chrono::seconds(5));
  REQUIRE(documents.put("hypothesis", "h2", "{}"));
  REQUIRE(documents.put("labels", "h1", "[]"));
  clock.advance(std::chrono::seconds(5));
  REQUIRE(documents.put("hypothesis", "h1", R"({"v":2})"));

  CHECK(**documents.get("hypothesis", "h1") == R"({"v":2})");
  CHECK(**documents.get("labels", "h1") == "[]");
  CHECK_FALSE((*documents.get("labels", "h2")).has_value());
  const auto all = documents.list("hypothesis", 10);
  REQUIRE(all);
  REQUIRE(all->size() == 2);
  CHECK((*all)[0].first == "h1");
  CHECK((*all)[1].first == "h2");
  CHECK(documents.list("hypothesis", 1)->size() == 1);
}
