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

class Connection {
 public:
  explicit Connection(std::filesystem::path file, Tables tables = {})
      : file_(std::move(file)), tables_(tables) {}
  const std::filesystem::path& file() const { return file_; }

  // `body` takes a Database& and returns a Result. Both the waiting for the turn and the body's
  // statements end with the error of ctx.check() once the call must end.
  template <class Body>
  auto use(Body&& body, const Context& ctx = {}) -> std::invoke_result_t<Body, Database&> {
    EV_CHECK(begin_turn(ctx));
    const Turn turn{*this};
    EV_CHECK(open_if_needed());
    database_->watch(&ctx);
    auto result = body(*database_);
    if (!result && result.error().code == Errc::cancelled) EV_CHECK(ctx.check());
    return result;
  }

 private:
  struct Turn {
    Connection& of;
    ~Turn() {
      if (of.database_) of.database_->watch(nullptr);
      of.end_turn();
    }
  };
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
