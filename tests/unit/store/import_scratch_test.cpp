#include "store/import_scratch.hpp"

#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"

#include <vector>

namespace {

using ev::Result;
using ev::store::ImportScratch;
using ev::store::ResultRow;

std::vector<ResultRow> rows_of(ImportScratch& scratch) {
  std::vector<ResultRow> out;
  REQUIRE(scratch.each_row([&out](const ResultRow& row) -> Result<void> {
    out.push_back(row);
    return {};
  }));
  return out;
}

}  // namespace

TEST_CASE("numbers are kept by id") {
  auto scratch = ImportScratch::open();
  REQUIRE(scratch);
  CHECK_FALSE(scratch->number("90000001")->has_value());
  REQUIRE(scratch->set_number("90000001", 1));
  REQUIRE(scratch->set_number("rec-0", 7));
  REQUIRE(scratch->set_number("90000001", 2));
  CHECK(*scratch->number("90000001") == 2);
  CHECK(*scratch->number("rec-0") == 7);
}

TEST_CASE("rows come back in order, replaced in place, as often as asked") {
  auto scratch = ImportScratch::open();
  REQUIRE(scratch);
  for (const char* id : {"b", "a", "c"}) REQUIRE(scratch->append({id, "old"}));
  REQUIRE(scratch->replace(1, {"a", "new"}));
  CHECK(scratch->rows() == 3);
  const std::vector<ResultRow> expected = {{"b", "old"}, {"a", "new"}, {"c", "old"}};
  CHECK(rows_of(*scratch) == expected);
  CHECK(rows_of(*scratch) == expected);
}

TEST_CASE("a set has the same handle whether its rows were in memory or not") {
  ev::test::FakeClock clock;
  ev::store::Store store(":memory:", clock);
  auto scratch = ImportScratch::open();
  REQUIRE(scratch);
  ev::store::ResultSet whole{.stage = "records", .meta = "{}"};
  for (int i = 0; i < 5; ++i) {
    whole.rows.push_back({std::to_string(90000001 + i), "k" + std::to_string(i)});
    REQUIRE(scratch->append(whole.rows.back()));
  }
  const auto streamed = store.result_sets.put(
      {.stage = "records", .meta = "{}"},
      [&](const ev::store::RowVisitor& visit) { return scratch->each_row(visit); });
  REQUIRE(streamed);
  CHECK(store.result_sets.get(*streamed)->rows == whole.rows);
  CHECK(*store.result_sets.put(whole) == *streamed);
}
