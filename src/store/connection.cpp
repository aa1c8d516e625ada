#include "store/connection.hpp"

#include <chrono>

namespace ev::store {

namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(10);

// Of a write-ahead log left behind by another process nothing could be read without writing.
bool is_only_readable(const std::filesystem::path& file) {
  if (!identity_of(file)) return false;
  const bool writable = may_write(file) && may_write(file.parent_path());
  return !writable && !identity_of(file.string() + "-wal");
}

Result<Database> open_tables(const std::filesystem::path& file, const Tables& tables) {
  if (is_only_readable(file)) {
    EV_TRY(Database db, Database::open_unchanging(file));
    EV_CHECK(check_compatible(db, tables.steps));
    EV_CHECK(db.use_word_relevance());
    return db;
  }
  EV_TRY(Database db, Database::open(file));
  EV_CHECK(check_compatible(db, tables.steps));
  EV_CHECK(db.use_wal());
  EV_CHECK(migrate(db, tables.steps));
  EV_CHECK(db.use_word_relevance());
  EV_CHECK(db.exec("PRAGMA cache_size=-" + std::to_string(tables.cache_kib)));
  return db;
}

}  // namespace

Result<void> Connection::begin_turn(const Context& ctx) {
  auto taken = taken_.lock();
  while (*taken) {
    taken.wait_until(free_, std::chrono::steady_clock::now() + kBetweenLooks,
                     [&taken] { return !*taken; });
    EV_CHECK(ctx.check());
  }
  *taken = true;
  return {};
}

void Connection::end_turn() {
  *taken_.lock() = false;
  free_.notify_one();
}

Result<SqlSession*> Connection::borrow(const Context& ctx) {
  EV_CHECK(begin_turn(ctx));
  if (Result<void> open = open_if_needed(); !open) {
    end_turn();
    return std::move(open).error();
  }
  database_->watch(&ctx);
  return &*database_;
}

void Connection::give_back(SqlSession&) noexcept {
  database_->watch(nullptr);
  end_turn();
}

void Connection::shrink() {
  if (!begin_turn({})) return;
  if (database_) {
    const Result<void> shrunk = database_->exec("PRAGMA shrink_memory");
    (void)shrunk;  // the pages are only a copy
  }
  end_turn();
}

Result<void> Connection::open_if_needed() {
  if (database_ && identity_of(file_) == opened_) return {};
  database_.reset();
  EV_TRY(Database opened, open_tables(file_, tables_));
  database_.emplace(std::move(opened));
  opened_ = identity_of(file_);
  return {};
}

}  // namespace ev::store
