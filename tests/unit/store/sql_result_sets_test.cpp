#include "store/sql_result_sets.hpp"

#include "base/limits.hpp"
#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/store_engines.hpp"
#include "support/temp_dir.hpp"

namespace {

using ev::store::ResultSet;
constexpr auto kDayLong = std::chrono::hours(24);

struct SetShelf : ev::test::OpenShelf {
  using OpenShelf::OpenShelf;
  ev::store::SqlResultSets& sets = store.result_sets;
};

ResultSet records(const std::string& meta) {
  return {.stage = "records", .meta = meta, .rows = {{"90000002", "k2"}, {"90000001", "k1"}}};
}

const std::string kSearchMeta =
    R"({"call":{"tool":"pubmed_search","arguments":{"search_query":"metformin"}}})";

}  // namespace

TEST_CASE("a set comes back as it was stored") {
  SetShelf shelf(GENERATE(EV_ENGINES));
  const auto id = shelf.sets.put(records(kSearchMeta));
  REQUIRE(id);
  REQUIRE(id->size() == 13);
  CHECK(id->substr(0, 3) == "rs-");
  CHECK(id->find_first_not_of("0123456789abcdef", 3) == std::string::npos);

  const auto set = shelf.sets.get(*id);
  REQUIRE(set);
  CHECK(set->id == *id);
  CHECK(set->stage == "records");
  CHECK(set->base.empty());
  CHECK(set->meta == kSearchMeta);
  CHECK(set->rows == records("").rows);
  CHECK(set->created_at == shelf.clock.unix_time().count());
  CHECK(set->expires_at - set->created_at == ev::limits::kResultSetDays * 86'400);
}

TEST_CASE("equal content has an equal handle, any difference another one") {
  SetShelf shelf(GENERATE(EV_ENGINES));
  const std::string id = *shelf.sets.put(records(kSearchMeta));
  shelf.clock.advance(std::chrono::hours(1));
  CHECK(*shelf.sets.put(records(kSearchMeta)) == id);
  CHECK(shelf.sets.list(10)->size() == 1);

  ResultSet other = records(kSearchMeta);
  std::swap(other.rows[0], other.rows[1]);
  CHECK(*shelf.sets.put(other) != id);
  other = records(kSearchMeta);
  other.stage = "features";
  CHECK(*shelf.sets.put(other) != id);
  other = records(kSearchMeta);
  other.base = id;
  CHECK(*shelf.sets.put(other) != id);
  // The border between two members is part of the content.
  other = records(kSearchMeta);
  other.rows[0] = {"90000002k", "2"};
  CHECK(*shelf.sets.put(other) != id);
}

TEST_CASE("contents whose first ten digits agree keep handles of their own") {
  SetShelf shelf(GENERATE(EV_ENGINES));
  const ResultSet one{.stage = "records", .meta = R"({"n":72872})", .rows = {}};
  const ResultSet two{.stage = "records", .meta = R"({"n":929047})", .rows = {}};
  const std::string a = *shelf.sets.put(one);
  const std::string b = *shelf.sets.put(two);
  CHECK(a.size() == 13);
  CHECK(b.substr(0, 13) == a);
  CHECK(b.size() == 14);
  CHECK(shelf.sets.get(a)->meta == one.meta);
  CHECK(shelf.sets.get(b)->meta == two.meta);
  CHECK(*shelf.sets.put(two) == b);
}

TEST_CASE("an expired handle names the call that makes it again") {
  SetShelf shelf(GENERATE(EV_ENGINES));
  const std::string id = *shelf.sets.put(records(kSearchMeta));
  shelf.clock.advance(30 * kDayLong - std::chrono::seconds(1));
  CHECK(shelf.sets.get(id));
  shelf.clock.advance(std::chrono::seconds(1));
  for (int round = 0; round < 2; ++round) {
    const auto gone = shelf.sets.get(id);
    REQUIRE_FALSE(gone);
    CHECK(gone.error().code == ev::Errc::unknown_result_set);
    CHECK(gone.error().message.find(id) != std::string::npos);
    CHECK(gone.error().message.find("expired") != std::string::npos);
    CHECK(gone.error().recovery == R"(call pubmed_search again with {"search_query":"metformin"})");
    // The second round runs after the purge.
    REQUIRE(shelf.sets.put(records("{}")));
  }
  CHECK(shelf.sets.list(10)->size() == 1);
}

TEST_CASE("an expired set without a recorded call still says what to do") {
  SetShelf shelf(GENERATE(EV_ENGINES));
  for (const char* meta :
       {"", "{}", "[1]", R"({"call":5})", R"({"call":{"tool":7}})", "not json"}) {
    const std::string id = *shelf.sets.put(records(meta));
    shelf.clock.advance(31 * kDayLong);
    CHECK_FALSE(shelf.sets.get(id).error().recovery.empty());
  }
}

TEST_CASE("rows of expired sets are deleted, heads after a year") {
  SetShelf shelf(GENERATE(EV_ENGINES));
  const std::string id = *shelf.sets.put(records(kSearchMeta));
  shelf.clock.advance(31 * kDayLong);
  REQUIRE(shelf.sets.put(records("{}")));
  const auto rows = [&] {
    return *shelf.store.connection.use(
        [](ev::store::SqlSession& db) { return db.integer("SELECT count(*) FROM result_entry"); });
  };
  CHECK(rows() == 2);
  CHECK(shelf.sets.get(id).error().message.find("expired") != std::string::npos);
  shelf.clock.advance(400 * kDayLong);
  REQUIRE(shelf.sets.put(records("{}")));
  CHECK(shelf.sets.get(id).error().message.find("no result set") != std::string::npos);
}

TEST_CASE("storing an expired content again brings its handle back to life") {
  SetShelf shelf(GENERATE(EV_ENGINES));
  const std::string id = *shelf.sets.put(records(kSearchMeta));
  shelf.clock.advance(31 * kDayLong);
  CHECK(*shelf.sets.put(records(kSearchMeta)) == id);
  const auto set = shelf.sets.get(id);
  REQUIRE(set);
  CHECK(set->rows == records("").rows);
}

TEST_CASE("a derived set renews what it was derived from") {
  SetShelf shelf(GENERATE(EV_ENGINES));
  const std::string base = *shelf.sets.put(records(kSearchMeta));
  shelf.clock.advance(20 * kDayLong);
  const ResultSet features{
      .stage = "features", .base = base, .meta = "{}", .rows = {{"90000001", R"({"n":5})"}}};
  const std::string middle = *shelf.sets.put(features);
  shelf.clock.advance(20 * kDayLong);
  const ResultSet scored{.stage = "scored", .base = middle, .meta = "{}", .rows = {}};
  const std::string top = *shelf.sets.put(scored);
  shelf.clock.advance(25 * kDayLong);
  CHECK(shelf.sets.get(base));
  CHECK(shelf.sets.get(middle));
  CHECK(shelf.sets.get(top));
  shelf.clock.advance(6 * kDayLong);
  CHECK_FALSE(shelf.sets.get(base));
  const auto late = shelf.sets.put(scored);
  REQUIRE_FALSE(late);
  CHECK(late.error().code == ev::Errc::unknown_result_set);
}

TEST_CASE("handles that were never there are told apart from expired ones") {
  SetShelf shelf(GENERATE(EV_ENGINES));
  for (const char* id : {"rs-0123456789", "", "rs-", "'; DROP TABLE result_set; --"}) {
    const auto none = shelf.sets.get(id);
    REQUIRE_FALSE(none);
    CHECK(none.error().code == ev::Errc::unknown_result_set);
    CHECK(none.error().message.find("no result set") != std::string::npos);
    CHECK_FALSE(none.error().recovery.empty());
  }
  CHECK_FALSE(shelf.sets.put({.stage = "scored", .base = "rs-0000000000"}));
}

TEST_CASE("lists are newest first and limited") {
  SetShelf shelf(GENERATE(EV_ENGINES));
  const std::string old = *shelf.sets.put(records("1"));
  shelf.clock.advance(std::chrono::seconds(10));
  const std::string recent = *shelf.sets.put(records("2"));
  const auto all = shelf.sets.list(10);
  REQUIRE(all->size() == 2);
  CHECK((*all)[0].id == recent);
  CHECK((*all)[1].id == old);
  CHECK((*all)[0].rows == 2);
  CHECK(shelf.sets.list(1)->size() == 1);
}

TEST_CASE("handles survive a restart") {
  const ev::test::Shelf shelf(GENERATE(EV_ENGINES));
  const ev::test::FakeClock clock;
  const std::string id = *shelf.open(clock)->result_sets.put(records(kSearchMeta));
  CHECK(shelf.open(clock)->result_sets.get(id)->rows.size() == 2);
}

TEST_CASE("renewing what a set was derived from looks at no other set") {
  SetShelf shelf("sqlite");
  std::string plan;
  const auto asked =
      shelf.store.connection.use([&plan](ev::store::SqlSession& db) -> ev::Result<void> {
        EV_TRY(ev::store::Stmt stmt,
               db.prepare(std::string("EXPLAIN QUERY PLAN ") + ev::store::kRenewChain));
        stmt.bind(std::string_view("rs-1"), std::int64_t{1});
        while (true) {
          EV_TRY(const bool more, stmt.step());
          if (!more) return {};
          plan += stmt.text(3) + "\n";
        }
      });
  REQUIRE(asked);
  INFO(plan);
  CHECK(plan.find("result_set_by_expiry") == std::string::npos);
  CHECK(plan.find("SCAN result_set") == std::string::npos);
  CHECK(plan.find("SCAN s") == std::string::npos);
  CHECK(plan.find("SEARCH result_set") != std::string::npos);
}
