#include "store/sql_mesh_table.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <set>

namespace ev::store {

namespace {

constexpr const char* kHeadingColumns =
    "h.n, i.kind, h.ui, h.name, h.key, h.class, h.trees, h.entry_terms, h.qualifiers, h.mapped_to ";
constexpr int kHeadingColumnCount = 10;

std::vector<std::string> lines_of(std::string_view joined) {
  return joined.empty() ? std::vector<std::string>() : text::split(joined, '\n');
}

MeshHeadingRow heading_row(const Stmt& stmt) {
  MeshHeadingRow row;
  row.n = stmt.integer(0);
  row.kind = stmt.text(1);
  row.ui = stmt.text(2);
  row.name = stmt.text(3);
  row.key = stmt.text(4);
  row.supplementary_class = static_cast<int>(stmt.integer(5));
  row.tree_numbers = lines_of(stmt.bytes(6));
  for (std::string& term : lines_of(stmt.bytes(7)))
    row.entry_terms.push_back({std::move(term), ""});
  row.qualifiers = lines_of(stmt.bytes(8));
  row.mapped_to = lines_of(stmt.bytes(9));
  return row;
}

Result<std::vector<MeshHeadingRow>> heading_rows(Stmt& stmt) {
  std::vector<MeshHeadingRow> out;
  while (true) {
    EV_TRY(const bool more, stmt.step());
    if (!more) return out;
    out.push_back(heading_row(stmt));
  }
}

// CROSS JOIN: the two or three imports in use first, then their terms by key.
Result<Stmt> heading_by_term(SqlSession& db, std::string_view condition) {
  return db.prepare("SELECT " + std::string(kHeadingColumns) +
                    ", min(t.entry) AS entry FROM mesh_import i "
                    "CROSS JOIN mesh_term t CROSS JOIN mesh_heading h "
                    "WHERE i.in_use = 1 AND i.kind <> 'qualifiers' AND t.import_n = i.n AND " +
                    std::string(condition) +
                    " AND t.key = ? AND h.n = t.heading_n "
                    "GROUP BY h.n, i.n ORDER BY entry, i.kind, h.ui");
}

// The end of the range of all keys that begin with `key`.
std::string after_prefix(std::string_view key) {
  return std::string(key) + "\xf4\x8f\xbf\xbf";
}

}  // namespace

Result<std::vector<MeshImport>> SqlMeshTable::imports() {
  return connection_.use([&](SqlSession& db) -> Result<std::vector<MeshImport>> {
    EV_TRY(Stmt stmt, db.prepare("SELECT n, kind, file, format, release, headings, terms, "
                                 "longest_term, touched_at FROM mesh_import WHERE in_use = 1 "
                                 "ORDER BY kind"));
    std::vector<MeshImport> out;
    while (true) {
      EV_TRY(const bool more, stmt.step());
      if (!more) return out;
      out.push_back({stmt.integer(0), stmt.text(1), stmt.text(2), stmt.text(3), stmt.text(4),
                     static_cast<std::size_t>(stmt.integer(5)),
                     static_cast<std::size_t>(stmt.integer(6)),
                     static_cast<std::size_t>(stmt.integer(7)), stmt.integer(8)});
    }
  });
}

Result<std::vector<MeshHeadingRow>> SqlMeshTable::by_terms(std::span<const std::string> keys) {
  return connection_.use([&](SqlSession& db) -> Result<std::vector<MeshHeadingRow>> {
    EV_TRY(Stmt stmt, heading_by_term(db, "t.entry IN (0, 1)"));
    for (const std::string& key : keys) {
      stmt.bind(key);
      EV_TRY(auto rows, heading_rows(stmt));
      if (!rows.empty()) return rows;
    }
    return std::vector<MeshHeadingRow>();
  });
}

Result<std::vector<MeshHeadingRow>> SqlMeshTable::by_name(std::string_view key) {
  return connection_.use([&](SqlSession& db) -> Result<std::vector<MeshHeadingRow>> {
    EV_TRY(Stmt stmt, heading_by_term(db, "t.entry = 0"));
    stmt.bind(key);
    return heading_rows(stmt);
  });
}

Result<std::vector<MeshHeadingRow>> SqlMeshTable::by_ui(std::string_view ui) {
  return connection_.use([&](SqlSession& db) -> Result<std::vector<MeshHeadingRow>> {
    EV_TRY(
        Stmt stmt,
        db.prepare("SELECT " + std::string(kHeadingColumns) +
                   "FROM mesh_heading h CROSS JOIN mesh_import i WHERE h.ui = ? AND "
                   "i.n = h.n >> 32 AND i.in_use = 1 AND i.kind <> 'qualifiers' ORDER BY i.kind"));
    stmt.bind(ui);
    return heading_rows(stmt);
  });
}

Result<std::vector<MeshHeadingRow>> SqlMeshTable::below(std::span<const std::string> numbers) {
  const auto load = [&](SqlSession& db) -> Result<std::vector<MeshHeadingRow>> {
    // '/' follows '.': the range holds the number and what continues it with a point.
    EV_TRY(Stmt at,
           db.prepare("SELECT t.heading_n FROM mesh_import i CROSS JOIN mesh_tree t "
                      "WHERE i.in_use = 1 AND i.kind <> 'qualifiers' AND t.import_n = i.n AND "
                      "t.number >= ?1 AND t.number < ?2"));
    std::set<std::int64_t> found;
    for (const std::string& number : numbers) {
      at.bind(number, number + "/");
      while (true) {
        EV_TRY(const bool more, at.step());
        if (!more) break;
        found.insert(at.integer(0));
      }
    }
    EV_TRY(Stmt one, db.prepare("SELECT " + std::string(kHeadingColumns) +
                                "FROM mesh_heading h CROSS JOIN mesh_import i "
                                "WHERE h.n = ? AND i.n = h.n >> 32"));
    std::vector<MeshHeadingRow> out;
    for (const std::int64_t n : found) {
      one.bind(n);
      EV_TRY(const bool there, one.step());
      if (there) out.push_back(heading_row(one));
    }
    std::sort(out.begin(), out.end(),
              [](const MeshHeadingRow& a, const MeshHeadingRow& b) { return a.ui < b.ui; });
    return out;
  };
  return connection_.use([&](SqlSession& db) { return db.read([&] { return load(db); }); });
}

Result<std::vector<std::string>> SqlMeshTable::keys_below(std::span<const std::string> numbers) {
  return connection_.use([&](SqlSession& db) -> Result<std::vector<std::string>> {
    EV_TRY(Stmt stmt,
           db.prepare("SELECT h.key FROM mesh_import i CROSS JOIN mesh_tree t "
                      "CROSS JOIN mesh_heading h "
                      "WHERE i.in_use = 1 AND i.kind <> 'qualifiers' AND t.import_n = i.n AND "
                      "t.number >= ?1 AND t.number < ?2 AND h.n = t.heading_n"));
    std::vector<std::string> out;
    for (const std::string& number : numbers) {
      stmt.bind(number, number + "/");
      while (true) {
        EV_TRY(const bool more, stmt.step());
        if (!more) break;
        out.push_back(stmt.text(0));
      }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  });
}

Result<std::vector<MeshCompletionRow>> SqlMeshTable::complete(std::string_view key,
                                                              std::size_t limit) {
  const auto load = [&](SqlSession& db) -> Result<std::vector<MeshCompletionRow>> {
    EV_TRY(Stmt stmt, db.prepare("SELECT " + std::string(kHeadingColumns) +
                                 ", t.place FROM mesh_import i CROSS JOIN mesh_term t "
                                 "CROSS JOIN mesh_heading h WHERE i.in_use = 1 AND i.kind = ?1 AND "
                                 "t.import_n = i.n AND t.entry = ?2 AND t.key >= ?3 AND "
                                 "t.key < ?4 AND h.n = t.heading_n "
                                 "ORDER BY t.import_n, t.entry, t.key, t.heading_n LIMIT ?5"));
    std::vector<MeshCompletionRow> out;
    for (const int entry : {0, 1}) {
      for (const std::string_view kind : {kMeshDescriptors, kMeshSupplementary}) {
        if (out.size() >= limit) return out;
        stmt.bind(kind, entry, key, after_prefix(key), limit - out.size());
        while (true) {
          EV_TRY(const bool more, stmt.step());
          if (!more) break;
          out.push_back({heading_row(stmt),
                         static_cast<std::size_t>(stmt.integer(kHeadingColumnCount)), entry == 0});
        }
      }
    }
    return out;
  };
  return connection_.use([&](SqlSession& db) { return db.read([&] { return load(db); }); });
}

Result<std::vector<MeshHeadingRow>> SqlMeshTable::not_in(std::int64_t import, std::int64_t after,
                                                         std::size_t limit) {
  return connection_.use([&](SqlSession& db) -> Result<std::vector<MeshHeadingRow>> {
    EV_TRY(Stmt stmt, db.prepare("SELECT " + std::string(kHeadingColumns) +
                                 "FROM mesh_import i CROSS JOIN mesh_heading h "
                                 "WHERE i.in_use = 1 AND "
                                 "i.kind = (SELECT kind FROM mesh_import WHERE n = ?1) AND "
                                 "h.n >= i.n << 32 AND h.n < (i.n + 1) << 32 AND h.n > ?2 AND "
                                 "NOT EXISTS (SELECT 1 FROM mesh_heading o WHERE o.ui = h.ui AND "
                                 "o.n >= ?1 << 32 AND o.n < (?1 + 1) << 32) "
                                 "ORDER BY h.n LIMIT ?3"));
    stmt.bind(import, after, limit);
    return heading_rows(stmt);
  });
}

Result<std::vector<MeshHeadingRow>> SqlMeshTable::qualifiers() {
  return connection_.use([&](SqlSession& db) -> Result<std::vector<MeshHeadingRow>> {
    EV_TRY(Stmt stmt, db.prepare("SELECT " + std::string(kHeadingColumns) +
                                 "FROM mesh_import i CROSS JOIN mesh_heading h "
                                 "WHERE i.in_use = 1 AND i.kind = 'qualifiers' AND "
                                 "h.n >= i.n << 32 AND h.n < (i.n + 1) << 32 ORDER BY h.name"));
    return heading_rows(stmt);
  });
}

}  // namespace ev::store
