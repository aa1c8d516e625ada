// Documents in SQLite: small named JSON texts, the newest first in lists.
// Thread rule: any thread, any number of processes.
#pragma once

#include "base/clock.hpp"
#include "store/result_sets.hpp"
#include "store/sql_connection.hpp"

namespace ev::store {

class SqlDocuments final : public Documents {
 public:
  SqlDocuments(SqlConnection& connection, const Clock& clock)
      : connection_(connection), clock_(clock) {}
  Result<void> put(std::string_view kind, std::string_view id, std::string_view json) override;
  Result<std::optional<std::string>> get(std::string_view kind, std::string_view id) override;
  Result<std::vector<std::pair<std::string, std::string>>> list(std::string_view kind,
                                                                std::size_t limit) override;

 private:
  SqlConnection& connection_;
  const Clock& clock_;
};

}  // namespace ev::store
