// Runs in SQLite. Thread rule: any thread, any number of processes.
#pragma once

#include "base/clock.hpp"
#include "store/runs.hpp"
#include "store/sql_connection.hpp"

namespace ev::store {

class SqlRuns final : public Runs {
 public:
  SqlRuns(SqlConnection& connection, const Clock& clock) : connection_(connection), clock_(clock) {}
  Result<void> start(const RunHead& head) override;
  Result<std::optional<StoredRun>> get(std::string_view run_id) override;
  Result<void> append(std::string_view run_id, std::size_t position, const RunStep& step,
                      std::span<const HypothesisVersion> hypotheses) override;
  Result<void> finish(std::string_view run_id, std::size_t position, const RunStep& step,
                      const RunReport& report) override;
  Result<std::optional<RunReport>> report(std::string_view run_id) override;
  Result<std::vector<RunHead>> list(std::size_t limit) override;
  Result<std::vector<HypothesisVersion>> hypotheses(std::string_view hypothesis_id) override;

 private:
  SqlConnection& connection_;
  const Clock& clock_;
};

}  // namespace ev::store
