#include "store/sql_documents.hpp"

namespace ev::store {

namespace {
using NamedJson = std::pair<std::string, std::string>;
}  // namespace

Result<void> SqlDocuments::put(std::string_view kind, std::string_view id, std::string_view json) {
  const std::int64_t now = clock_.unix_time().count();
  return connection_.use([&](SqlSession& db) -> Result<void> {
    EV_TRY(Stmt stmt,
           db.prepare("INSERT INTO document (kind, id, json, updated_at) VALUES (?, ?, ?, ?) "
                      "ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json, "
                      "updated_at = excluded.updated_at"));
    return stmt.bind(kind, id, json, now).run();
  });
}

Result<std::optional<std::string>> SqlDocuments::get(std::string_view kind, std::string_view id) {
  return connection_.use([&](SqlSession& db) -> Result<std::optional<std::string>> {
    EV_TRY(Stmt stmt, db.prepare("SELECT json FROM document WHERE kind = ? AND id = ?"));
    EV_TRY(const bool found, stmt.bind(kind, id).step());
    if (!found) return std::optional<std::string>();
    return std::optional<std::string>(stmt.text(0));
  });
}

Result<std::vector<NamedJson>> SqlDocuments::list(std::string_view kind, std::size_t limit) {
  return connection_.use([&](SqlSession& db) -> Result<std::vector<NamedJson>> {
    EV_TRY(Stmt stmt, db.prepare("SELECT id, json FROM document WHERE kind = ? "
                                 "ORDER BY updated_at DESC, id LIMIT ?"));
    stmt.bind(kind, limit);
    std::vector<NamedJson> out;
    while (true) {
      EV_TRY(const bool more, stmt.step());
      if (!more) return out;
      out.emplace_back(stmt.text(0), stmt.text(1));
    }
  });
}

}  // namespace ev::store
