// MeshTable in SQLite. Every look-up is a handful of index seeks; nothing is loaded ahead. Writing
// takes the writer's place for a fraction of a second at a time. Thread rule: any thread, any
// number of processes.
#pragma once

#include "base/clock.hpp"
#include "store/mesh_table.hpp"
#include "store/sql_connection.hpp"

namespace ev::store {

class SqlMeshTable final : public MeshTable {
 public:
  SqlMeshTable(SqlConnection& connection, const Clock& clock)
      : connection_(connection), clock_(clock) {}
  Result<std::vector<MeshImport>> imports() override;
  Result<std::vector<MeshHeadingRow>> by_terms(std::span<const std::string> keys) override;
  Result<std::vector<MeshHeadingRow>> by_name(std::string_view key) override;
  Result<std::vector<MeshHeadingRow>> by_ui(std::string_view ui) override;
  Result<std::vector<MeshHeadingRow>> below(std::span<const std::string> numbers) override;
  Result<std::vector<std::string>> keys_below(std::span<const std::string> numbers) override;
  Result<std::vector<MeshCompletionRow>> complete(std::string_view key, std::size_t limit) override;
  Result<std::vector<MeshHeadingRow>> qualifiers() override;

  Result<std::int64_t> begin(const MeshImport& import) override;
  Result<void> add(std::int64_t import, std::span<const MeshHeadingRow> rows) override;
  Result<std::vector<MeshHeadingRow>> not_in(std::int64_t import, std::int64_t after,
                                             std::size_t limit) override;
  Result<void> rename(std::int64_t import, std::string_view file) override;
  Result<MeshImport> finish(std::int64_t import) override;
  Result<void> abandon(std::int64_t import) override;

 private:
  Result<void> clear(std::int64_t import);

  SqlConnection& connection_;
  const Clock& clock_;
};

}  // namespace ev::store
