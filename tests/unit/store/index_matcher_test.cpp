#include "store/index_matcher.hpp"

#include "store/index_match.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/store_engines.hpp"

#include <random>

namespace {

using ev::store::IndexQuery;
using Kind = ev::store::IndexQuery::Kind;

// Few words, so that phrases, repetitions and overlaps come about.
const std::vector<std::string> kVocabulary = {"alpha", "beta", "gamma", "al", "bet2", "käse"};

std::string some_words(std::mt19937& random, std::size_t most) {
  std::string out;
  for (std::size_t n = random() % most; n > 0; --n) {
    if (!out.empty()) out += random() % 8 == 0 ? '\n' : ' ';
    out += kVocabulary[random() % kVocabulary.size()];
  }
  return out;
}

IndexQuery some_query(std::mt19937& random, int depth) {
  IndexQuery q;
  q.parts = static_cast<unsigned>(1 + random() % 127);
  switch (random() % (depth > 0 ? 6 : 3)) {
    case 0:
    case 1:
      q.kind = random() % 2 == 0 ? Kind::words : Kind::near;
      for (std::size_t n = 1 + random() % 3; n > 0; --n) {
        q.words.push_back(kVocabulary[random() % kVocabulary.size()]);
      }
      q.prefix = q.kind == Kind::words && random() % 3 == 0;
      q.gap = static_cast<int>(random() % 3);
      return q;
    case 2:
      q.kind = Kind::key;
      q.key = "k:" + kVocabulary[random() % kVocabulary.size()];
      q.prefix = random() % 2 == 0;
      return q;
    case 3:
      q.kind = Kind::all_of;
      break;
    case 4:
      q.kind = Kind::any_of;
      break;
    default:
      q.kind = Kind::difference;
  }
  for (std::size_t n = 1 + random() % 3; n > 0; --n) {
    q.children.push_back(some_query(random, depth - 1));
  }
  return q;
}

std::vector<ev::store::StoredArticle> some_records(std::mt19937& random, int count) {
  std::vector<ev::store::StoredArticle> rows;
  for (int i = 0; i < count; ++i) {
    ev::store::IndexText text;
    for (std::size_t part = 0; part < ev::store::kIndexParts; ++part) {
      text.parts.push_back(some_words(random, part < 2 ? 14 : 4));
    }
    text.keys.push_back("k:" + kVocabulary[random() % kVocabulary.size()]);
    ev::store::StoredArticle row{.item_id = std::to_string(1000 + i),
                                 .json = "{\"n\":" + std::to_string(i) + "}"};
    row.text = ev::store::index_columns(text);
    rows.push_back(std::move(row));
  }
  return rows;
}

// FTS5 then also counts words of a group that is not near, left over from the record before.
bool near_is_an_alternative(const IndexQuery& q, bool within) {
  if (q.kind == Kind::near) return within;
  bool found = false;
  for (std::size_t i = 0; i < q.children.size(); ++i) {
    const bool optional = q.kind == Kind::any_of || (q.kind == Kind::difference && i > 0);
    found = found || near_is_an_alternative(q.children[i], within || optional);
  }
  return found;
}

std::vector<std::string> ids(const std::vector<ev::store::IndexHit>& hits) {
  std::vector<std::string> out;
  for (const auto& hit : hits) out.push_back(hit.item_id);
  return out;
}

}  // namespace

TEST_CASE("both engines find the same records in the same order of relevance") {
  if (ev::test::engines().size() < 2) return;
  std::mt19937 random(7);
  const auto rows = some_records(random, 80);
  ev::test::OpenShelf one("sqlite");
  ev::test::OpenShelf other("postgresql");
  REQUIRE(one.store.articles.put(rows));
  REQUIRE(other.store.articles.put(rows));
  std::size_t found = 0;
  for (int i = 0; i < 200; ++i) {
    const IndexQuery query = some_query(random, 2);
    INFO(ev::store::match_expression(query));
    const auto expected = one.store.library.best(query, 1000, {});
    const auto page = other.store.library.best(query, 1000, {});
    REQUIRE(expected);
    REQUIRE(page);
    CHECK(page->count == expected->count);
    if (!near_is_an_alternative(query, false)) CHECK(ids(page->hits) == ids(expected->hits));
    CHECK(ids(*other.store.library.find(query, {})) == ids(*one.store.library.find(query, {})));
    CHECK(*other.store.library.count(query, {}) == expected->count);
    CHECK(*other.store.library.any(query, {}) == (expected->count > 0));
    found += expected->count;
  }
  CHECK(found > 2000);
}

TEST_CASE("a word that is longer than an entry of the index is told from its like") {
  if (ev::test::engines().size() < 2) return;
  ev::test::OpenShelf shelf(GENERATE(EV_ENGINES));
  const std::string stem(600, 'x');
  ev::store::StoredArticle row{.item_id = "1", .json = "{}"};
  row.text = ev::store::index_columns({.parts = {stem + "1"}, .keys = {stem + "1"}});
  REQUIRE(shelf.store.articles.put({row}));
  const auto hits = [&](const std::string& word, Kind kind) {
    IndexQuery q{.kind = kind, .parts = 1, .words = {word}};
    q.key = word;
    return *shelf.store.library.count(q, {});
  };
  CHECK(hits(stem + "1", Kind::words) == 1);
  CHECK(hits(stem + "2", Kind::words) == 0);
  CHECK(hits(stem + "1", Kind::key) == 1);
  CHECK(hits(stem + "2", Kind::key) == 0);
}
