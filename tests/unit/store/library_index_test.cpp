#include "store/index_match.hpp"
#include "store/sqlite_library_index.hpp"
#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/store_engines.hpp"
#include "support/temp_dir.hpp"

namespace {

using ev::store::IndexQuery;
using Kind = ev::store::IndexQuery::Kind;

struct IndexShelf : ev::test::OpenShelf {
  using OpenShelf::OpenShelf;

  void put(const std::string& id, const std::string& title, std::vector<std::string> keys) {
    ev::store::StoredArticle row{.item_id = id, .json = "{\"t\":\"" + title + "\"}"};
    row.text = ev::store::index_columns({.parts = {title}, .keys = std::move(keys)});
    REQUIRE(store.articles.put({row}));
  }
  std::size_t hits(const IndexQuery& query) { return store.library.find(query, {})->size(); }
};

IndexQuery words(std::vector<std::string> list, bool prefix = false) {
  IndexQuery q{.kind = Kind::words, .parts = 1};
  q.words = std::move(list);
  q.prefix = prefix;
  return q;
}

IndexQuery key(std::string text, bool prefix = false) {
  IndexQuery q{.kind = Kind::key, .prefix = prefix};
  q.key = std::move(text);
  return q;
}

IndexQuery join(Kind kind, std::vector<IndexQuery> children) {
  IndexQuery q{.kind = kind};
  q.children = std::move(children);
  return q;
}

}  // namespace

TEST_CASE("words are found within a segment, keys whole") {
  IndexShelf shelf(GENERATE(EV_ENGINES));
  shelf.put("1", "heart failure\nkidney stones", {"mh:heart failure", "au:o'neil|j"});
  CHECK(shelf.hits(words({"heart", "failure"})) == 1);
  CHECK(shelf.hits(words({"failure", "kidney"})) == 0);
  CHECK(shelf.hits(words({"heart", "fail"}, true)) == 1);
  CHECK(shelf.hits(words({"heart", "fail"})) == 0);
  CHECK(shelf.hits(words({"mh"})) == 0);
  CHECK(shelf.hits(key("mh:heart failure")) == 1);
  CHECK(shelf.hits(key("mh:heart")) == 0);
  CHECK(shelf.hits(key("mh:heart", true)) == 1);
  CHECK(shelf.hits(key("au:o'neil|", true)) == 1);
}

TEST_CASE("nothing matches an empty question, whatever stands beside it") {
  IndexShelf shelf(GENERATE(EV_ENGINES));
  shelf.put("1", "heart failure", {"a:b"});
  CHECK(shelf.hits(words({})) == 0);
  CHECK(shelf.hits(join(Kind::any_of, {})) == 0);
  CHECK(shelf.hits(join(Kind::any_of, {join(Kind::any_of, {}), words({"heart"})})) == 1);
  CHECK(shelf.hits(join(Kind::all_of, {join(Kind::any_of, {}), words({"heart"})})) == 0);
  CHECK(shelf.hits(join(Kind::difference, {words({"heart"}), join(Kind::any_of, {})})) == 1);
  CHECK(shelf.hits(join(Kind::difference, {words({"heart"}), words({"failure"})})) == 0);
}

TEST_CASE("a term that is said again is asked for once, and may be taken from itself") {
  IndexShelf shelf(GENERATE(EV_ENGINES));
  shelf.put("1", "heart failure", {"a:b"});
  for (const Kind kind : {Kind::all_of, Kind::any_of}) {
    const std::vector<IndexQuery> many(2'000, words({"heart"}));
    CHECK(ev::store::match_expression(join(kind, many)) ==
          ev::store::match_expression(join(kind, {words({"heart"})})));
    CHECK(shelf.hits(join(kind, many)) == 1);
  }
  CHECK(shelf.hits(join(Kind::difference, {words({"heart"}), words({"heart"})})) == 0);
  CHECK(shelf.hits(join(Kind::difference, {words({"heart"}), key("x:y"), key("x:y")})) == 1);
}

TEST_CASE("signs of the match language in a question are only characters") {
  IndexShelf shelf(GENERATE(EV_ENGINES));
  shelf.put("1", "heart failure", {"aid:10.1/(a)\"b*"});
  CHECK(shelf.hits(key("aid:10.1/(a)\"b*")) == 1);
  CHECK(shelf.hits(key("aid:10.1/(a)")) == 0);
  CHECK(shelf.hits(words({"heart\" OR \"x"})) == 0);
  CHECK(shelf.hits(words({"OR"})) == 0);
  CHECK(shelf.hits(words({"NEAR"})) == 0);
}

TEST_CASE("the same record stored again keeps its entry; a new version replaces it") {
  IndexShelf shelf(GENERATE(EV_ENGINES));
  shelf.put("1", "heart failure", {});
  shelf.put("1", "heart failure", {});
  CHECK(shelf.store.library.figures()->outdated == 0);
  shelf.put("1", "kidney stones", {});
  CHECK(shelf.hits(words({"heart"})) == 0);
  CHECK(shelf.hits(words({"kidney"})) == 1);
  CHECK(shelf.store.library.figures()->records == 1);
  // PostgreSQL takes the words of the replaced version back at once.
  CHECK(shelf.store.library.figures()->outdated == (shelf.shelf.address() ? 0 : 1));
}

TEST_CASE(
    "a longer list begins with the shorter one, records of one score in any order of import") {
  IndexShelf shelf(GENERATE(EV_ENGINES));
  for (const int n : {7, 2, 9, 4, 1, 8, 3, 6, 5}) {
    shelf.put(std::to_string(n), "heart failure", {});
  }
  shelf.put("5", "heart failure again", {});  // its old entry is still in the index
  shelf.put("0", "heart heart heart", {});
  const auto all = shelf.store.library.best(words({"heart"}), 100, {});
  std::vector<std::string> whole;
  for (const ev::store::IndexHit& hit : all->hits) whole.push_back(hit.item_id);
  CHECK(whole == std::vector<std::string>{"0", "1", "2", "3", "4", "6", "7", "8", "9", "5"});
  for (std::size_t limit = 0; limit <= whole.size(); ++limit) {
    const auto some = shelf.store.library.best(words({"heart"}), limit, {});
    REQUIRE(some->hits.size() == limit);
    for (std::size_t i = 0; i < limit; ++i) CHECK(some->hits[i].item_id == whole[i]);
  }
}

TEST_CASE("the words of records stored together are one piece of the index") {
  ev::test::TempDir dir;
  const ev::test::FakeClock clock;
  ev::store::Store store(dir.path() / "s.db", clock);
  std::vector<ev::store::StoredArticle> rows;
  for (int i = 1; i <= 50; ++i) {
    ev::store::StoredArticle row{.item_id = std::to_string(90000000 + i),
                                 .json = "{\"n\":" + std::to_string(i) + "}"};
    row.text = ev::store::index_columns({.parts = {"heart failure"}, .keys = {"a:b"}});
    rows.push_back(std::move(row));
  }
  REQUIRE(store.articles.put(rows));
  auto db = ev::store::Database::open(dir.path() / "s.db").value();
  CHECK(db.integer("SELECT count(DISTINCT segid) FROM library_words_idx").value() == 1);
}
