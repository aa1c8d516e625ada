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
