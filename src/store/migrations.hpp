// The store's tables as numbered steps (PRAGMA user_version = steps done). A step, once released,
// is never changed; new tables are new steps. Any number of processes may call migrate() at once.
// Errors: a file written by a newer program, or one that is no store of this program, is refused
// untouched.
#pragma once

#include "store/database.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace ev::store {

std::span<const std::string_view> schema_steps();
inline std::int64_t schema_version() {
  return static_cast<std::int64_t>(schema_steps().size());
}

// Refuses a file of a newer program or of another one; changes nothing.
Result<void> check_compatible(Database& db,
                              std::span<const std::string_view> steps = schema_steps());

// Brings the file to the last step, all missing steps in one transaction.
Result<void> migrate(Database& db, std::span<const std::string_view> steps = schema_steps());

}  // namespace ev::store
