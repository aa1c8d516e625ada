#include "store/word_relevance.hpp"

#include "store/database.hpp"
#include "support/catch.hpp"

#include <string>

using ev::store::Database;

namespace {

void put_texts(Database& db, int first, int last) {
  auto insert = db.prepare("INSERT INTO t (rowid, a, b) VALUES (?, ?, ?)");
  REQUIRE(insert);
  for (int i = first; i <= last; ++i) {
    std::string body = "heart";
    for (int k = 0; k < i % 7; ++k) body += k % 2 == 0 ? " kidney stone" : " failure";
    REQUIRE(insert->bind(i, i % 3 == 0 ? "heart failure" : "kidney", body).run());
  }
}

std::int64_t different(Database& db) {
  return db
      .integer(
          "SELECT count(*) FROM (SELECT relevance(t, 2.0, 0.5) AS mine, bm25(t, 2.0, 0.5) AS "
          "theirs FROM t WHERE t MATCH 'heart OR \"kidney stone\" OR failure') "
          "WHERE mine <> theirs")
      .value();
}

}  // namespace

TEST_CASE("relevance is bm25 to the bit, also of records met before and written since") {
  Database db = Database::open(":memory:").value();
  REQUIRE(db.use_word_relevance());
  REQUIRE(db.exec("CREATE VIRTUAL TABLE t USING fts5 (a, b, content = '', tokenize = 'ascii')"));
  put_texts(db, 1, 40);
  CHECK(different(db) == 0);
  CHECK(different(db) == 0);
  put_texts(db, 41, 90);
  CHECK(different(db) == 0);
  REQUIRE(db.exec("INSERT INTO t (t) VALUES ('delete-all')"));
  put_texts(db, 2, 50);
  REQUIRE(db.exec("INSERT INTO t (rowid, a, b) VALUES (1, 'heart heart heart heart', 'heart')"));
  CHECK(different(db) == 0);
}
