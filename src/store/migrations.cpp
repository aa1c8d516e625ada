#include "store/migrations.hpp"

#include <array>

namespace ev::store {

namespace {

// Marks the file as a store of this program ("EvMC").
constexpr std::int64_t kApplicationId = 0x45764d43;

constexpr std::array<std::string_view, 5> kSteps = {R"sql(
CREATE TABLE article_version (
  key      TEXT NOT NULL PRIMARY KEY,
  item_id  TEXT NOT NULL,
  json     TEXT NOT NULL
);
CREATE TABLE article_latest (
  item_id   TEXT NOT NULL PRIMARY KEY,
  key       TEXT NOT NULL REFERENCES article_version (key),
  stored_at INTEGER NOT NULL
) WITHOUT ROWID;

-- An expired set keeps its head, so that the error can name the call that makes it again; its rows go.
CREATE TABLE result_set (
  n          INTEGER PRIMARY KEY,
  id         TEXT NOT NULL UNIQUE,
  digest     TEXT NOT NULL,
  stage      TEXT NOT NULL,
  base       TEXT NOT NULL,
  meta       TEXT NOT NULL,
  row_count  INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  purged     INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX result_set_by_expiry ON result_set (purged, expires_at);
CREATE TABLE result_row (
  set_n    INTEGER NOT NULL REFERENCES result_set (n) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  item_id  TEXT NOT NULL,
  payload  TEXT NOT NULL,
  PRIMARY KEY (set_n, position)
) WITHOUT ROWID;

CREATE TABLE document (
  kind       TEXT NOT NULL,
  id         TEXT NOT NULL,
  json       TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (kind, id)
);
CREATE INDEX document_by_time ON document (kind, updated_at);

CREATE TABLE http_cache (
  n            INTEGER PRIMARY KEY,
  key          TEXT NOT NULL UNIQUE,
  status       INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  body         BLOB NOT NULL,
  raw_size     INTEGER NOT NULL,
  compressed   INTEGER NOT NULL,
  bytes        INTEGER NOT NULL,
  stored_at    INTEGER NOT NULL
);
CREATE INDEX http_cache_by_age ON http_cache (stored_at, n);
CREATE TABLE counter (
  name  TEXT NOT NULL PRIMARY KEY,
  value INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO counter (name, value) VALUES ('http_cache_bytes', 0);
)sql",
                                                    R"sql(
-- AUTOINCREMENT: a number is never used again, as old entries of library_words keep theirs.
CREATE TABLE library_record (
  n       INTEGER PRIMARY KEY AUTOINCREMENT,
  item_id TEXT NOT NULL UNIQUE,
  key     TEXT NOT NULL
);
CREATE VIRTUAL TABLE library_words USING fts5 (
  p0, p1, p2, p3, p4, p5, p6, keys, content = '', tokenize = 'ascii'
);
INSERT INTO counter (name, value) VALUES ('library_outdated', 0);
-- Fewer, larger pieces are written and merged: a quarter less time per record.
INSERT INTO library_words (library_words, rank) VALUES ('hashsize', 16777216);
INSERT INTO library_words (library_words, rank) VALUES ('automerge', 16);
)sql",
                                                    R"sql(
-- An imported vocabulary is written beside the one in use, in many small transactions, and taken
-- into use by one. Numbers are never used twice, so that what a process has loaded stays true.
CREATE TABLE mesh_import (
  n            INTEGER PRIMARY KEY AUTOINCREMENT,
  kind         TEXT NOT NULL,
  in_use       INTEGER NOT NULL DEFAULT 0,
  file         TEXT NOT NULL,
  format       TEXT NOT NULL,
  release      TEXT NOT NULL,
  headings     INTEGER NOT NULL DEFAULT 0,
  terms        INTEGER NOT NULL DEFAULT 0,
  longest_term INTEGER NOT NULL DEFAULT 0,
  touched_at   INTEGER NOT NULL
);
CREATE UNIQUE INDEX mesh_import_in_use ON mesh_import (kind) WHERE in_use = 1;
-- n = import's number << 32 | position in the file; lists are joined by line feeds.
CREATE TABLE mesh_heading (
  n           INTEGER PRIMARY KEY,
  ui          TEXT NOT NULL,
  name        TEXT NOT NULL,
  key         TEXT NOT NULL,
  class       INTEGER NOT NULL,
  trees       TEXT NOT NULL,
  entry_terms TEXT NOT NULL,
  qualifiers  TEXT NOT NULL,
  mapped_to   TEXT NOT NULL
);
CREATE INDEX mesh_heading_by_ui ON mesh_heading (ui);
-- entry: 0 = the heading's own name, 1 = an entry term; place: which one, from 0.
CREATE TABLE mesh_term (
  import_n  INTEGER NOT NULL,
  entry     INTEGER NOT NULL,
  key       TEXT NOT NULL,
  heading_n INTEGER NOT NULL,
  place     INTEGER NOT NULL,
  PRIMARY KEY (import_n, entry, key, heading_n)
) WITHOUT ROWID;
CREATE TABLE mesh_tree (
  import_n  INTEGER NOT NULL,
  number    TEXT NOT NULL,
  heading_n INTEGER NOT NULL,
  PRIMARY KEY (import_n, number, heading_n)
) WITHOUT ROWID;
)sql",
                                                    R"sql(
-- A run of the research loop is its appended steps; hypotheses are kept in every version, each once.
CREATE TABLE research_run (
  run_id     TEXT NOT NULL PRIMARY KEY,
  question   TEXT NOT NULL,
  options    TEXT NOT NULL,
  finished   INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX research_run_by_time ON research_run (updated_at);
CREATE TABLE research_step (
  run_id     TEXT NOT NULL REFERENCES research_run (run_id) ON DELETE CASCADE,
  position   INTEGER NOT NULL,
  stage      TEXT NOT NULL,
  json       TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (run_id, position)
);
CREATE TABLE research_report (
  run_id   TEXT NOT NULL PRIMARY KEY REFERENCES research_run (run_id) ON DELETE CASCADE,
  answer   TEXT NOT NULL,
  html     TEXT NOT NULL,
  markdown TEXT NOT NULL
);
CREATE TABLE hypothesis (
  n             INTEGER PRIMARY KEY,
  hypothesis_id TEXT NOT NULL,
  digest        TEXT NOT NULL,
  run_id        TEXT NOT NULL,
  json          TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  UNIQUE (hypothesis_id, digest)
);
)sql",
                                                    R"sql(
-- n = set's number << 32 | position in the set: a row is found by its number alone, where the key of
-- a table without such numbers lies in the row, all of which, however large, is read to compare it.
CREATE TABLE result_entry (
  n       INTEGER PRIMARY KEY,
  item_id TEXT NOT NULL,
  payload TEXT NOT NULL
);
INSERT INTO result_entry (n, item_id, payload)
  SELECT set_n << 32 | position, item_id, payload FROM result_row ORDER BY set_n, position;
DROP TABLE result_row;
)sql"};

Result<void> refuse_newer(const Database& db, std::int64_t version, std::size_t known) {
  if (version <= static_cast<std::int64_t>(known)) return {};
  return Error{.code = Errc::store_unavailable,
               .message = "the local store " + db.file().string() +
                          " was written by a newer evidence-mcp (version " +
                          std::to_string(version) + " of its tables; this program knows " +
                          std::to_string(known) + ")",
               .source = "store",
               .recovery = "update evidence-mcp, or set EVIDENCE_MCP_HOME to another folder"};
}

Result<void> refuse_foreign(Database& db) {
  EV_TRY(const std::int64_t id, db.integer("PRAGMA application_id"));
  if (id == kApplicationId) return {};
  EV_TRY(const std::int64_t tables, db.integer("SELECT count(*) FROM sqlite_master"));
  if (id == 0 && tables == 0) return {};
  return Error{.code = Errc::store_unavailable,
               .message = db.file().string() + " is a database of another program",
               .source = "store",
               .recovery = "move it away, or set EVIDENCE_MCP_HOME to another folder"};
}

Result<void> apply(Database& db, std::span<const std::string_view> steps) {
  // Another process may have done the work while this one waited for the writer's place.
  EV_TRY(const std::int64_t done, db.integer("PRAGMA user_version"));
  EV_CHECK(refuse_newer(db, done, steps.size()));
  for (std::size_t i = static_cast<std::size_t>(done); i < steps.size(); ++i) {
    EV_CHECK(db.exec(std::string(steps[i])));
  }
  return db.exec("PRAGMA application_id=" + std::to_string(kApplicationId) +
                 "; PRAGMA user_version=" + std::to_string(steps.size()));
}

}  // namespace

std::span<const std::string_view> schema_steps() {
  return kSteps;
}

Result<void> check_compatible(Database& db, std::span<const std::string_view> steps) {
  // One snapshot: another process may be making the tables.
  return db.read([&]() -> Result<void> {
    EV_CHECK(refuse_foreign(db));
    EV_TRY(const std::int64_t version, db.integer("PRAGMA user_version"));
    return refuse_newer(db, version, steps.size());
  });
}

Result<void> migrate(Database& db, std::span<const std::string_view> steps) {
  EV_CHECK(check_compatible(db, steps));
  EV_TRY(const std::int64_t version, db.integer("PRAGMA user_version"));
  if (version == static_cast<std::int64_t>(steps.size())) return {};
  return db.write([&] { return apply(db, steps); });
}

}  // namespace ev::store
