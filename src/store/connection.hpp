// The one connection of a store, opened and migrated at its first use: a process that never touches
// the store takes no lock and makes no file. After a failure the next use tries again. Thread rule:
// use() may be called from any thread; callers take turns. The body must not lock anything.
#pragma once

#include "base/guarded.hpp"
#include "store/database.hpp"

#include <filesystem>
#include <optional>
#include <type_traits>
#include <utility>

namespace ev::store {

class Connection {
 public:
  explicit Connection(std::filesystem::path file) : file_(std::move(file)) {}
  const std::filesystem::path& file() const { return file_; }

  // `body` takes a Database& and returns a Result.
  template <class Body>
  auto use(Body&& body) -> std::invoke_result_t<Body, Database&> {
    auto slot = slot_.lock();
    if (!slot->has_value()) {
      EV_TRY(Database opened, open_store(file_));
      slot->emplace(std::move(opened));
    }
    return body(**slot);
  }

 private:
  static Result<Database> open_store(const std::filesystem::path& file);

  const std::filesystem::path file_;
  Guarded<std::optional<Database>> slot_;
};

}  // namespace ev::store
