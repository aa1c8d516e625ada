#include "store/sql_articles.hpp"

#include "base/hash.hpp"
#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/store_engines.hpp"

namespace {

struct ArticleShelf : ev::test::OpenShelf {
  using OpenShelf::OpenShelf;
  ev::store::SqlArticles& articles = store.articles;
};

ev::store::StoredArticle version(const std::string& id, const std::string& json) {
  return {.key = ev::sha256_hex(json), .item_id = id, .json = json};
}

}  // namespace

TEST_CASE("every version stays, the last one stored is the latest") {
  ArticleShelf shelf(GENERATE(EV_ENGINES));
  const auto first = version("90000001", R"({"title":"one"})");
  const auto second = version("90000001", R"({"title":"two"})");
  const auto keys = shelf.articles.put({first, second});
  REQUIRE(keys);
  CHECK(*keys == std::vector<std::string>{first.key, second.key});
  CHECK((*shelf.articles.by_key({first.key}))[0].json == first.json);
  CHECK((*shelf.articles.latest({"90000001"}, std::chrono::hours(1)))[0].json == second.json);

  REQUIRE(shelf.articles.put({first}));
  CHECK((*shelf.articles.latest({"90000001"}, std::chrono::hours(1)))[0].json == first.json);
  CHECK(*shelf.articles.count() == 1);
}

TEST_CASE("a version that does not replace only fills a gap and keeps the age") {
  ArticleShelf shelf(GENERATE(EV_ENGINES));
  const auto fetched = version("90000001", R"({"title":"fetched"})");
  auto inline_copy = version("90000001", R"({"title":"inline"})");
  inline_copy.replaces_latest = false;
  REQUIRE(shelf.articles.put({inline_copy}));
  CHECK((*shelf.articles.latest({"90000001"}, std::chrono::hours(1)))[0].json == inline_copy.json);
  REQUIRE(shelf.articles.put({fetched}));
  shelf.clock.advance(std::chrono::hours(2));
  REQUIRE(shelf.articles.put({inline_copy}));
  CHECK((*shelf.articles.latest({"90000001"}, std::chrono::hours(3)))[0].json == fetched.json);
  CHECK(shelf.articles.latest({"90000001"}, std::chrono::hours(1))->empty());
}

TEST_CASE("records too old or never stored are absent from latest()") {
  ArticleShelf shelf(GENERATE(EV_ENGINES));
  REQUIRE(shelf.articles.put({version("1", "{}")}));
  shelf.clock.advance(std::chrono::hours(10));
  REQUIRE(shelf.articles.put({version("2", "[]")}));
  const auto fresh = shelf.articles.latest({"1", "2", "3"}, std::chrono::hours(9));
  REQUIRE(fresh);
  REQUIRE(fresh->size() == 1);
  CHECK((*fresh)[0].item_id == "2");
  CHECK(shelf.articles.latest({"1", "2", "3"}, std::chrono::hours(10))->size() == 2);
}

TEST_CASE("by_key keeps the order and never drops a record silently") {
  ArticleShelf shelf(GENERATE(EV_ENGINES));
  const auto a = version("1", R"("a")");
  const auto b = version("2", R"("b")");
  REQUIRE(shelf.articles.put({a, b}));
  const auto found = shelf.articles.by_key({b.key, a.key, b.key});
  REQUIRE(found);
  REQUIRE(found->size() == 3);
  CHECK((*found)[0].item_id == "2");
  CHECK((*found)[1].item_id == "1");
  const auto missing = shelf.articles.by_key({a.key, "nowhere"});
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == ev::Errc::not_found);
}

TEST_CASE("an empty key is computed and one key never stands for two contents") {
  ArticleShelf shelf(GENERATE(EV_ENGINES));
  const auto keys = shelf.articles.put({{"", "1", R"({"x":1})"}});
  REQUIRE(keys);
  CHECK((*keys)[0] == ev::sha256_hex(R"({"x":1})"));
  CHECK_FALSE(shelf.articles.put({{(*keys)[0], "1", R"({"x":2})"}}));
  CHECK((*shelf.articles.by_key(*keys))[0].json == R"({"x":1})");
  CHECK(shelf.articles.put({})->empty());
}

TEST_CASE("pages run through all latest versions in the order of their ids") {
  ArticleShelf shelf(GENERATE(EV_ENGINES));
  REQUIRE(shelf.articles.put({version("c", "3"), version("a", "1"), version("b", "2")}));
  std::string seen;
  std::string after;
  while (true) {
    const auto page = shelf.articles.page(after, 2);
    REQUIRE(page);
    if (page->empty()) break;
    for (const auto& article : *page) seen += article.item_id;
    after = page->back().item_id;
  }
  CHECK(seen == "abc");
}
