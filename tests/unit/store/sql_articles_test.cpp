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

namespace {

ev::store::StoredArticle with_words(const std::string& id, const std::string& words) {
  auto out = version(id, "{\"title\":\"" + words + "\"}");
  ev::store::IndexText text;
  text.parts.assign(ev::store::kIndexParts, words);
  out.text = ev::store::index_columns(text);
  return out;
}

std::size_t found(ArticleShelf& shelf, const std::string& word) {
  ev::store::IndexQuery query;
  query.parts = 1;
  query.words = {word};
  const auto count = shelf.store.library.count(query, {});
  REQUIRE(count);
  return *count;
}

// No more pages than there are now, so that a longer write finds no room; 0 lifts the limit.
void leave_room(ArticleShelf& shelf, std::int64_t pages) {
  const auto limited =
      shelf.store.connection.use([pages](ev::store::SqlSession& db) -> ev::Result<void> {
        EV_TRY(const std::int64_t now, db.integer("PRAGMA page_count"));
        const std::int64_t most = pages == 0 ? 1'000'000'000 : now + pages;
        return db.exec("PRAGMA max_page_count=" + std::to_string(most));
      });
  REQUIRE(limited);
}

std::string many_words(const std::string& first) {
  std::string out = first;
  for (int i = 0; i < 4000; ++i) out += " " + first + std::to_string(i);
  return out;
}

}  // namespace

TEST_CASE("records and their words are stored together, or neither") {
  ArticleShelf shelf("sqlite");
  leave_room(shelf, 3);
  const auto kept = shelf.articles.put({with_words("1", many_words("walnut"))});
  REQUIRE_FALSE(kept);
  CHECK(kept.error().code == ev::Errc::store_unavailable);
  CHECK(*shelf.articles.count() == 0);
  CHECK(found(shelf, "walnut") == 0);
}

TEST_CASE("what found no room is stored and searchable with the next call that finds some") {
  ArticleShelf shelf("sqlite");
  leave_room(shelf, 3);
  const auto walnut = with_words("1", many_words("walnut"));
  REQUIRE_FALSE(shelf.articles.put({walnut}));
  shelf.clock.advance(std::chrono::hours(1));
  leave_room(shelf, 0);
  // The same record from whoever only fills gaps, and one of another call.
  auto gap = version("1", walnut.json);
  gap.replaces_latest = false;
  const auto keys = shelf.articles.put({gap, with_words("2", "cherry")});
  REQUIRE(keys);
  CHECK(keys->size() == 2);
  CHECK(found(shelf, "walnut") == 1);
  CHECK(found(shelf, "cherry") == 1);
  // It keeps its age.
  CHECK(shelf.articles.latest({"1"}, std::chrono::minutes(30))->empty());
  CHECK((*shelf.articles.latest({"1"}, std::chrono::hours(2)))[0].searchable);
}

TEST_CASE("a call that leaves no room for what is owed is refused, and nothing is forgotten") {
  ArticleShelf shelf("sqlite");
  leave_room(shelf, 3);
  REQUIRE_FALSE(shelf.articles.put({with_words("1", many_words("walnut"))}));
  CHECK_FALSE(shelf.articles.put({with_words("2", "cherry")}));
  leave_room(shelf, 0);
  REQUIRE(shelf.articles.put({with_words("3", "almond")}));
  for (const char* const word : {"walnut", "cherry", "almond"}) CHECK(found(shelf, word) == 1);
}

TEST_CASE("a version that the index does not have says so") {
  ArticleShelf shelf(GENERATE(EV_ENGINES));
  auto inline_copy = version("1", R"({"title":"inline"})");
  inline_copy.replaces_latest = false;
  REQUIRE(shelf.articles.put({inline_copy}));
  CHECK_FALSE((*shelf.articles.latest({"1"}, std::chrono::hours(1)))[0].searchable);
  REQUIRE(shelf.articles.put({with_words("1", "walnut")}));
  CHECK((*shelf.articles.latest({"1"}, std::chrono::hours(1)))[0].searchable);
}
