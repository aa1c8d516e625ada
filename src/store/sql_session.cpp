#include "store/sql_session.hpp"

#include <new>

namespace ev::store {

std::unique_ptr<SqlStatement> IdleStatements::take(std::string_view sql) {
  const auto found = statements_.find(sql);
  if (found == statements_.end()) return nullptr;
  std::unique_ptr<SqlStatement> statement = std::move(found->second);
  statements_.erase(found);
  return statement;
}

void IdleStatements::put(std::unique_ptr<SqlStatement> statement) noexcept try {
  constexpr std::size_t kMost = 64;
  statement->rewind();
  if (statements_.size() == kMost) clear();
  // The statement keeps its text as long as it lives.
  const std::string_view sql = statement->sql();
  statements_.emplace(sql, std::move(statement));
} catch (const std::bad_alloc&) {
  // It is prepared anew the next time.
}

Result<void> Stmt::run() {
  while (true) {
    EV_TRY(const bool more, step());
    if (!more) return {};
  }
}

Result<std::int64_t> SqlSession::integer(std::string_view sql) {
  EV_TRY(Stmt stmt, prepare(sql));
  EV_TRY(const bool found, stmt.step());
  if (!found) return Error{.code = Errc::not_found, .message = "no such row in the local store"};
  return stmt.integer(0);
}

void SqlSession::roll_back() {
  // What failed before is what the caller is told; the engine ends the transaction in any case.
  const Result<void> ended = exec("ROLLBACK");
  (void)ended;
}

}  // namespace ev::store
