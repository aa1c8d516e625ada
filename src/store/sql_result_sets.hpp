// ResultSets in SQLite. A handle is "rs-" and the first 10 hex digits of the SHA-256 of stage,
// base, meta and rows (more digits only if another content already has those ten). Storing a set
// renews it and every set it was derived from, so a base never expires before what was built on it.
// Rows of expired sets are deleted a few sets at a time when a set is stored; their heads stay for
// a year to explain themselves. Thread rule: any thread, any number of processes.
#pragma once

#include "base/clock.hpp"
#include "store/result_sets.hpp"
#include "store/sql_connection.hpp"

namespace ev::store {

// Renews the set ?1 and all it was derived from until ?2: by their ids; by the index of expiry,
// which the signs keep out, every live set would be looked at.
inline constexpr const char* kRenewChain =
    "WITH RECURSIVE chain (id, base) AS (SELECT id, base FROM result_set WHERE id = ?1 UNION "
    "SELECT s.id, s.base FROM result_set s JOIN chain c ON s.id = c.base) "
    "UPDATE result_set SET expires_at = ?2 WHERE id IN (SELECT id FROM chain) "
    "AND +purged = 0 AND +expires_at < ?2";

class SqlResultSets final : public ResultSets {
 public:
  SqlResultSets(SqlConnection& connection, const Clock& clock)
      : connection_(connection), clock_(clock) {}
  // unknown_result_set when `base` is not in the store or has expired.
  Result<std::string> put(const ResultSet& set) override;
  Result<std::string> put(const ResultSet& head, const RowSource& rows) override;
  Result<ResultSet> get(std::string_view id, const Context& ctx = {}) override;
  // Newest first; expired sets are left out.
  Result<std::vector<ResultSetInfo>> list(std::size_t limit) override;

 private:
  SqlConnection& connection_;
  const Clock& clock_;
};

}  // namespace ev::store
