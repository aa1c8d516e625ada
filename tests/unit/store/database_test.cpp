#include "store/database.hpp"

#include "base/file.hpp"
#include "support/catch.hpp"
#include "support/temp_dir.hpp"

#include <sys/stat.h>

namespace {

using ev::store::Blob;
using ev::store::Database;

Database memory_database() {
  auto db = Database::open(":memory:");
  REQUIRE(db);
  return *std::move(db);
}

unsigned mode_of(const std::filesystem::path& path) {
  struct stat info {};
  REQUIRE(::stat(path.c_str(), &info) == 0);
  return info.st_mode & 0777;
}

}  // namespace

TEST_CASE("values come back as they were bound") {
  Database db = memory_database();
  REQUIRE(db.exec("CREATE TABLE t (a INTEGER, b TEXT, c BLOB)"));
  auto insert = db.prepare("INSERT INTO t VALUES (?, ?, ?)");
  REQUIRE(insert);
  const std::string zeros("x\0y", 3);
  REQUIRE(insert->bind(-7, std::string_view(), Blob{zeros}).run());
  REQUIRE(insert->bind(std::size_t{9}, "β", Blob{}).run());
  CHECK(db.changes() == 1);

  auto select = db.prepare("SELECT a, b, c FROM t ORDER BY a");
  REQUIRE(select);
  REQUIRE(*select->step());
  CHECK(select->integer(0) == -7);
  CHECK(select->text(1).empty());
  CHECK(select->bytes(2) == zeros);
  REQUIRE(*select->step());
  CHECK(select->text(1) == "β");
  CHECK(select->bytes(2).empty());
  CHECK_FALSE(*select->step());
  CHECK(*db.integer("SELECT count(*) FROM t WHERE b IS NULL OR c IS NULL") == 0);
}

TEST_CASE("a failed body rolls its transaction back") {
  Database db = memory_database();
  REQUIRE(db.exec("CREATE TABLE t (a)"));
  const auto failed = db.write([&]() -> ev::Result<void> {
    EV_CHECK(db.exec("INSERT INTO t VALUES (1)"));
    return ev::Error{.message = "no"};
  });
  CHECK_FALSE(failed);
  CHECK(*db.integer("SELECT count(*) FROM t") == 0);
  REQUIRE(db.write([&] { return db.exec("INSERT INTO t VALUES (1)"); }));
  CHECK(*db.integer("SELECT count(*) FROM t") == 1);
}

TEST_CASE("wrong statements are internal errors without SQLite's words") {
  Database db = memory_database();
  const auto bad = db.prepare("SELECT nonsense FROM nowhere");
  REQUIRE_FALSE(bad);
  CHECK(bad.error().code == ev::Errc::internal);
  CHECK(bad.error().message.find("nowhere") == std::string::npos);
  auto extra = db.prepare("SELECT 1");
  REQUIRE(extra);
  CHECK_FALSE(extra->bind(1).step());
  CHECK(db.integer("SELECT 1 WHERE 0").error().code == ev::Errc::not_found);
}

TEST_CASE("file and folder are private, the companions of the log too") {
  const ev::test::TempDir dir;
  const auto file = dir.path() / "home" / "s.db";
  auto db = Database::open(file);
  REQUIRE(db);
  REQUIRE(db->use_wal());
  REQUIRE(db->exec("CREATE TABLE t (a)"));
  CHECK(mode_of(dir.path() / "home") == 0700);
  CHECK(mode_of(file) == 0600);
  CHECK(mode_of(file.string() + "-wal") == 0600);
  CHECK(mode_of(file.string() + "-shm") == 0600);
}

TEST_CASE("a damaged file is named together with the remedy, and kept") {
  const ev::test::TempDir dir;
  const auto file = dir.path() / "s.db";
  const std::string junk(8192, 'z');
  REQUIRE(ev::write_file_atomically(file, junk));
  const auto db = Database::open(file);
  ev::Error error = db ? ev::Error{} : db.error();
  if (db) {
    auto opened = Database::open(file);
    const auto read = opened->integer("PRAGMA user_version");
    REQUIRE_FALSE(read);
    error = read.error();
  }
  CHECK(error.code == ev::Errc::store_unavailable);
  CHECK(error.message.find(file.string()) != std::string::npos);
  CHECK(error.message.find("damaged") != std::string::npos);
  CHECK(error.recovery.find("move the file") != std::string::npos);
  CHECK(*ev::read_file(file) == junk);
}

TEST_CASE("an existing-only open makes nothing") {
  const ev::test::TempDir dir;
  const auto db = Database::open(dir.path() / "s.db", ev::store::OpenMode::existing);
  REQUIRE_FALSE(db);
  CHECK(db.error().code == ev::Errc::not_found);
  CHECK(std::filesystem::is_empty(dir.path()));
}

TEST_CASE("a folder that cannot be made is named") {
  const ev::test::TempDir dir;
  REQUIRE(ev::write_file_atomically(dir.path() / "file", "x"));
  const auto db = Database::open(dir.path() / "file" / "home" / "s.db");
  REQUIRE_FALSE(db);
  CHECK(db.error().message.find("file") != std::string::npos);
}

TEST_CASE("a statement that was left in the middle is as new when it is asked again") {
  Database db = memory_database();
  REQUIRE(db.exec("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3)"));
  constexpr const char* kSql = "SELECT a FROM t WHERE a >= ? ORDER BY a";
  {
    auto left = db.prepare(kSql);
    REQUIRE(*left->bind(2).step());
    auto beside = db.prepare(kSql);
    REQUIRE(*beside->bind(3).step());
    CHECK(left->integer(0) == 2);
    CHECK(beside->integer(0) == 3);
  }
  auto again = db.prepare(kSql);
  CHECK_FALSE(*again->step());  // nothing is bound
  REQUIRE(*again->bind(1).step());
  CHECK(again->integer(0) == 1);
  const Database moved = std::move(db);
  REQUIRE(*again->step());
  CHECK(again->integer(0) == 2);
}

TEST_CASE("many different statements are not all kept") {
  Database db = memory_database();
  for (int i = 0; i < 200; ++i) CHECK(*db.integer("SELECT " + std::to_string(i)) == i);
}

TEST_CASE("a statement ends soon after its call must") {
  Database db = memory_database();
  std::stop_source stop;
  const ev::Context ctx{.stop = stop.get_token()};
  db.watch(&ctx);
  REQUIRE(db.integer("SELECT 1"));
  stop.request_stop();
  const auto endless = db.integer(
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n");
  REQUIRE_FALSE(endless);
  CHECK(endless.error().code == ev::Errc::cancelled);
  db.watch(nullptr);
  CHECK(*db.integer("SELECT 2") == 2);
}

TEST_CASE("a file can be read without a right to write, as it stands") {
  const ev::test::TempDir dir;
  const auto file = dir.path() / "100% s#1.db";
  {
    auto db = Database::open(file);
    REQUIRE(db);
    REQUIRE(db->exec("CREATE TABLE t (a); INSERT INTO t VALUES (7)"));
  }
  auto db = Database::open_unchanging(file);
  REQUIRE(db);
  CHECK(*db->integer("SELECT a FROM t") == 7);
  const auto refused = db->exec("INSERT INTO t VALUES (8)");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ev::Errc::store_unavailable);
}
