// The writing half of the MeSH table.
#include "base/text.hpp"
#include "store/sql_mesh_table.hpp"

#include <algorithm>

namespace ev::store {

namespace {

constexpr std::int64_t kHour = 60 * 60;
constexpr int kClearStep = 20'000;  // rows per transaction

// Terms arrive in no order of their keys: with the pages in memory, and rare checkpoints, each is
// written a few times only.
constexpr const char* kLargeCache = "PRAGMA cache_size=-65536; PRAGMA wal_autocheckpoint=16000";
constexpr const char* kUsualCache = "PRAGMA cache_size=-2000; PRAGMA wal_autocheckpoint=1000";

Result<void> set_cache(SqlSession& db, const char* size) {
  return db.engine() == SqlEngine::sqlite ? db.exec(size) : Result<void>();
}

std::int64_t first_heading(std::int64_t import) {
  return import << 32;
}

std::size_t words_of_key(std::string_view key) {
  return static_cast<std::size_t>(std::count(key.begin(), key.end(), ' ')) + 1;
}

std::string joined_terms(const std::vector<MeshTerm>& terms) {
  std::string out;
  for (const MeshTerm& term : terms) {
    if (!out.empty()) out += '\n';
    out += term.text;
  }
  return out;
}

struct Totals {
  std::int64_t headings = 0;
  std::int64_t terms = 0;
  std::size_t longest = 0;
};

class Writer {
 public:
  static Result<Writer> prepare(SqlSession& db, std::int64_t import) {
    EV_TRY(Stmt heading, db.prepare("INSERT INTO mesh_heading (n, ui, name, key, class, trees, "
                                    "entry_terms, qualifiers, mapped_to) "
                                    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    EV_TRY(Stmt term, db.prepare("INSERT INTO mesh_term "
                                 "(import_n, entry, key, heading_n, place) "
                                 "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"));
    EV_TRY(Stmt tree, db.prepare("INSERT INTO mesh_tree (import_n, number, heading_n) "
                                 "VALUES (?, ?, ?) ON CONFLICT DO NOTHING"));
    return Writer(db, import, std::move(heading), std::move(term), std::move(tree));
  }

  Result<void> add(std::int64_t n, const MeshHeadingRow& row) {
    EV_CHECK(heading_
                 .bind(n, row.ui, row.name, row.key, row.supplementary_class,
                       text::join(row.tree_numbers, "\n"), joined_terms(row.entry_terms),
                       text::join(row.qualifiers, "\n"), text::join(row.mapped_to, "\n"))
                 .run());
    EV_CHECK(add_term(n, 0, row.key, 0));
    for (std::size_t i = 0; i < row.entry_terms.size(); ++i) {
      const std::string& key = row.entry_terms[i].key;
      if (key != row.key) EV_CHECK(add_term(n, 1, key, i));
    }
    for (const std::string& number : row.tree_numbers) {
      EV_CHECK(tree_.bind(import_, number, n).run());
    }
    ++totals_.headings;
    return {};
  }

  const Totals& totals() const { return totals_; }

 private:
  Writer(SqlSession& db, std::int64_t import, Stmt heading, Stmt term, Stmt tree)
      : db_(&db),
        import_(import),
        heading_(std::move(heading)),
        term_(std::move(term)),
        tree_(std::move(tree)) {}

  Result<void> add_term(std::int64_t n, int entry, const std::string& key, std::size_t place) {
    if (key.empty()) return {};
    EV_CHECK(term_.bind(import_, entry, key, n, place).run());
    totals_.terms += db_->changes();
    totals_.longest = std::max(totals_.longest, words_of_key(key));
    return {};
  }

  SqlSession* db_;
  std::int64_t import_;
  Stmt heading_;
  Stmt term_;
  Stmt tree_;
  Totals totals_;
};

Error gone() {
  return Error{.message = "the import was cleared away by another one",
               .source = "store",
               .recovery = "import the file again"};
}

// Number of headings so far; not_found when the import is not open.
Result<std::int64_t> headings_so_far(SqlSession& db, std::int64_t import) {
  EV_TRY(Stmt stmt, db.prepare("SELECT headings FROM mesh_import WHERE n = ? AND in_use = 0"));
  EV_TRY(const bool found, stmt.bind(import).step());
  if (!found) return gone();
  return stmt.integer(0);
}

Result<void> add_rows(SqlSession& db, std::int64_t import, std::span<const MeshHeadingRow> rows,
                      std::int64_t now) {
  EV_TRY(const std::int64_t before, headings_so_far(db, import));
  EV_TRY(Writer writer, Writer::prepare(db, import));
  for (const MeshHeadingRow& row : rows) {
    EV_CHECK(writer.add(first_heading(import) + before + writer.totals().headings, row));
  }
  EV_TRY(Stmt note, db.prepare("UPDATE mesh_import SET headings = headings + ?1, "
                               "terms = terms + ?2, longest_term = CASE WHEN longest_term < ?3 "
                               "THEN ?3 ELSE longest_term END, touched_at = ?4 WHERE n = ?5"));
  const Totals& totals = writer.totals();
  return note.bind(totals.headings, totals.terms, totals.longest, now, import).run();
}

Result<std::vector<std::int64_t>> numbers_of(Stmt& stmt) {
  std::vector<std::int64_t> out;
  while (true) {
    EV_TRY(const bool more, stmt.step());
    if (!more) return out;
    out.push_back(stmt.integer(0));
  }
}

Result<MeshImport> import_of(SqlSession& db, std::int64_t n) {
  EV_TRY(Stmt stmt, db.prepare("SELECT kind, file, format, release, headings, terms, longest_term, "
                               "touched_at FROM mesh_import WHERE n = ?"));
  EV_TRY(const bool found, stmt.bind(n).step());
  if (!found) return gone();
  return MeshImport{n,
                    stmt.text(0),
                    stmt.text(1),
                    stmt.text(2),
                    stmt.text(3),
                    static_cast<std::size_t>(stmt.integer(4)),
                    static_cast<std::size_t>(stmt.integer(5)),
                    static_cast<std::size_t>(stmt.integer(6)),
                    stmt.integer(7)};
}

// Takes the import into use; returns what it replaces.
Result<std::vector<std::int64_t>> swap_in(SqlSession& db, std::int64_t import, std::int64_t now) {
  EV_CHECK(headings_so_far(db, import));
  EV_TRY(Stmt old, db.prepare("SELECT n FROM mesh_import WHERE in_use = 1 AND kind = "
                              "(SELECT kind FROM mesh_import WHERE n = ?)"));
  old.bind(import);
  EV_TRY(const auto replaced, numbers_of(old));
  // Out of use and untouched for longer than any import may be: cleared below, or by a later
  // import.
  EV_TRY(Stmt retire, db.prepare("UPDATE mesh_import SET in_use = 0, touched_at = 0 WHERE n = ?"));
  for (const std::int64_t n : replaced) EV_CHECK(retire.bind(n).run());
  EV_TRY(Stmt use, db.prepare("UPDATE mesh_import SET in_use = 1, touched_at = ? WHERE n = ?"));
  EV_CHECK(use.bind(now, import).run());
  return replaced;
}

// Deletes in steps; true = something is left.
Result<bool> clear_step(SqlSession& db, std::int64_t import) {
  EV_TRY(Stmt terms, db.prepare("DELETE FROM mesh_term WHERE import_n = ?1 AND (entry, key) IN "
                                "(SELECT entry, key FROM mesh_term WHERE import_n = ?1 LIMIT ?2)"));
  EV_CHECK(terms.bind(import, kClearStep).run());
  if (db.changes() > 0) return true;
  EV_TRY(Stmt headings,
         db.prepare("DELETE FROM mesh_heading WHERE n IN (SELECT n FROM mesh_heading "
                    "WHERE n >= ? AND n < ? LIMIT ?)"));
  EV_CHECK(headings.bind(first_heading(import), first_heading(import + 1), kClearStep).run());
  if (db.changes() > 0) return true;
  EV_TRY(Stmt trees, db.prepare("DELETE FROM mesh_tree WHERE import_n = ?"));
  EV_CHECK(trees.bind(import).run());
  EV_TRY(Stmt head, db.prepare("DELETE FROM mesh_import WHERE n = ? AND in_use = 0"));
  EV_CHECK(head.bind(import).run());
  return false;
}

}  // namespace

Result<std::int64_t> SqlMeshTable::begin(const MeshImport& import) {
  const std::int64_t now = clock_.unix_time().count();
  EV_TRY(const auto stale,
         connection_.use([&](SqlSession& db) -> Result<std::vector<std::int64_t>> {
           EV_TRY(Stmt stmt, db.prepare("SELECT n FROM mesh_import WHERE in_use = 0 AND "
                                        "touched_at < ?"));
           stmt.bind(now - kHour);
           return numbers_of(stmt);
         }));
  for (const std::int64_t n : stale) EV_CHECK(clear(n));
  return connection_.use([&](SqlSession& db) -> Result<std::int64_t> {
    EV_CHECK(set_cache(db, kLargeCache));
    return db.write("mesh", [&]() -> Result<std::int64_t> {
      EV_TRY(Stmt stmt, db.prepare("INSERT INTO mesh_import (kind, file, format, release, "
                                   "touched_at) VALUES (?, ?, ?, ?, ?) RETURNING n"));
      EV_TRY(const bool made,
             stmt.bind(import.kind, import.file, import.format, import.release, now).step());
      const std::int64_t n = made ? stmt.integer(0) : 0;
      EV_CHECK(stmt.run());
      return n;
    });
  });
}

Result<void> SqlMeshTable::add(std::int64_t import, std::span<const MeshHeadingRow> rows) {
  const std::int64_t now = clock_.unix_time().count();
  return connection_.use([&](SqlSession& db) {
    return db.write("mesh", [&] { return add_rows(db, import, rows, now); });
  });
}

Result<void> SqlMeshTable::rename(std::int64_t import, std::string_view file) {
  return connection_.use([&](SqlSession& db) {
    return db.write("mesh", [&]() -> Result<void> {
      EV_TRY(Stmt stmt, db.prepare("UPDATE mesh_import SET file = ? WHERE n = ?"));
      return stmt.bind(file, import).run();
    });
  });
}

Result<MeshImport> SqlMeshTable::finish(std::int64_t import) {
  const std::int64_t now = clock_.unix_time().count();
  EV_TRY(const auto replaced, connection_.use([&](SqlSession& db) {
    return db.write("mesh", [&] { return swap_in(db, import, now); });
  }));
  for (const std::int64_t n : replaced) EV_CHECK(clear(n));
  return connection_.use([&](SqlSession& db) -> Result<MeshImport> {
    EV_CHECK(set_cache(db, kUsualCache));
    return import_of(db, import);
  });
}

Result<void> SqlMeshTable::abandon(std::int64_t import) {
  EV_CHECK(clear(import));
  return connection_.use([&](SqlSession& db) { return set_cache(db, kUsualCache); });
}

Result<void> SqlMeshTable::clear(std::int64_t import) {
  while (true) {
    EV_TRY(const bool more, connection_.use([&](SqlSession& db) {
      return db.write("mesh", [&] { return clear_step(db, import); });
    }));
    if (!more) return {};
  }
}

}  // namespace ev::store
