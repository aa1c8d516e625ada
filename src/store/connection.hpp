// The one connection of a store (or of another file of tables), opened and migrated at its first
// use: a process that never touches the store takes no lock and makes no file. After a failure the
// next use tries again. A file that was removed or replaced while it was open is noticed: the one
// of that name is opened. Where nothing may be written, an existing store can still be read. Thread
// rule: use() may be called from any thread; callers take turns. The body must not lock anything.
#pragma once

#include "base/context.hpp"
#include "base/file.hpp"
#include "base/guarded.hpp"
#include "store/database.hpp"
#include "store/migrations.hpp"
#include "store/sql_connection.hpp"

#include <condition_variable>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace ev::store {

// What the file holds and how much of it is kept in memory.
struct Tables {
  std::span<const std::string_view> steps = schema_steps();
  int cache_kib = 65'536;
};

class Connection final : public SqlConnection {
 public:
  explicit Connection(std::filesystem::path file, Tables tables = {})
      : file_(std::move(file)), tables_(tables) {}
  const std::filesystem::path& file() const { return file_; }

  // As SqlConnection::use(), for a body that takes a Database&.
  template <class Body>
  auto use(Body&& body, const Context& ctx = {}) -> std::invoke_result_t<Body, Database&> {
    return SqlConnection::use([&](SqlSession&) { return body(*database_); }, ctx);
  }
  void shrink() override;

 private:
  Result<SqlSession*> borrow(const Context& ctx) override;
  void give_back(SqlSession& session) noexcept override;
  Result<void> begin_turn(const Context& ctx);
  void end_turn();
  Result<void> open_if_needed();

  const std::filesystem::path file_;
  const Tables tables_;
  Guarded<bool> taken_;
  std::condition_variable free_;
  // Of whose turn it is.
  std::optional<Database> database_;
  std::optional<FileIdentity> opened_;
};

}  // namespace ev::store
