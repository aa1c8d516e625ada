#include "store/postgres_schema.hpp"

#include <array>

namespace ev::store {

namespace {

// COLLATE "C": order and comparison by bytes, as SQLite has them. Runs belong to the role that
// started them: the tables hold everybody's, the views of the names the program uses one's own.
constexpr std::array<std::string_view, 1> kPostgresSteps = {R"sql(
CREATE TABLE article_version (
  key      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  item_id  TEXT COLLATE "C" NOT NULL,
  json     TEXT COLLATE "C" NOT NULL
);
CREATE TABLE article_latest (
  item_id   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  key       TEXT COLLATE "C" NOT NULL REFERENCES article_version (key),
  stored_at BIGINT NOT NULL
);

CREATE TABLE result_set (
  n          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id         TEXT COLLATE "C" NOT NULL UNIQUE,
  digest     TEXT COLLATE "C" NOT NULL,
  stage      TEXT COLLATE "C" NOT NULL,
  base       TEXT COLLATE "C" NOT NULL,
  meta       TEXT COLLATE "C" NOT NULL,
  row_count  BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  purged     BIGINT NOT NULL DEFAULT 0,
  made_by    TEXT COLLATE "C" NOT NULL DEFAULT session_user
);
CREATE INDEX result_set_by_expiry ON result_set (purged, expires_at);
-- n = set's number << 32 | position in the set
CREATE TABLE result_entry (
  n       BIGINT PRIMARY KEY,
  item_id TEXT COLLATE "C" NOT NULL,
  payload BYTEA NOT NULL
);

CREATE TABLE document (
  kind       TEXT COLLATE "C" NOT NULL,
  id         TEXT COLLATE "C" NOT NULL,
  json       TEXT COLLATE "C" NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (kind, id)
);
CREATE INDEX document_by_time ON document (kind, updated_at);

CREATE TABLE http_cache (
  n            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key          TEXT COLLATE "C" NOT NULL UNIQUE,
  status       BIGINT NOT NULL,
  content_type TEXT COLLATE "C" NOT NULL,
  body         BYTEA NOT NULL,
  raw_size     BIGINT NOT NULL,
  compressed   BIGINT NOT NULL,
  bytes        BIGINT NOT NULL,
  stored_at    BIGINT NOT NULL
);
CREATE INDEX http_cache_by_age ON http_cache (stored_at, n);
CREATE TABLE counter (
  name  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  value BIGINT NOT NULL
);
INSERT INTO counter (name, value) VALUES ('http_cache_bytes', 0);

CREATE TABLE library_record (
  n       BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  item_id TEXT COLLATE "C" NOT NULL UNIQUE,
  key     TEXT COLLATE "C" NOT NULL
);
CREATE TABLE library_words (
  record  BIGINT PRIMARY KEY,
  p0 TEXT NOT NULL, p1 TEXT NOT NULL, p2 TEXT NOT NULL, p3 TEXT NOT NULL, p4 TEXT NOT NULL,
  p5 TEXT NOT NULL, p6 TEXT NOT NULL, keys TEXT NOT NULL,
  length  BIGINT NOT NULL,  -- words and keys
  lexemes TSVECTOR NOT NULL
);
INSERT INTO counter (name, value) VALUES ('library_records', 0), ('library_words', 0);
CREATE INDEX library_words_by_lexeme ON library_words USING gin (lexemes);

CREATE TABLE mesh_import (
  n            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind         TEXT COLLATE "C" NOT NULL,
  in_use       BIGINT NOT NULL DEFAULT 0,
  file         TEXT COLLATE "C" NOT NULL,
  format       TEXT COLLATE "C" NOT NULL,
  release      TEXT COLLATE "C" NOT NULL,
  headings     BIGINT NOT NULL DEFAULT 0,
  terms        BIGINT NOT NULL DEFAULT 0,
  longest_term BIGINT NOT NULL DEFAULT 0,
  touched_at   BIGINT NOT NULL
);
CREATE UNIQUE INDEX mesh_import_in_use ON mesh_import (kind) WHERE in_use = 1;
CREATE TABLE mesh_heading (
  n           BIGINT PRIMARY KEY,
  ui          TEXT COLLATE "C" NOT NULL,
  name        TEXT COLLATE "C" NOT NULL,
  key         TEXT COLLATE "C" NOT NULL,
  class       BIGINT NOT NULL,
  trees       TEXT COLLATE "C" NOT NULL,
  entry_terms TEXT COLLATE "C" NOT NULL,
  qualifiers  TEXT COLLATE "C" NOT NULL,
  mapped_to   TEXT COLLATE "C" NOT NULL
);
CREATE INDEX mesh_heading_by_ui ON mesh_heading (ui);
CREATE TABLE mesh_term (
  import_n  BIGINT NOT NULL,
  entry     BIGINT NOT NULL,
  key       TEXT COLLATE "C" NOT NULL,
  heading_n BIGINT NOT NULL,
  place     BIGINT NOT NULL,
  PRIMARY KEY (import_n, entry, key, heading_n)
);
CREATE TABLE mesh_tree (
  import_n  BIGINT NOT NULL,
  number    TEXT COLLATE "C" NOT NULL,
  heading_n BIGINT NOT NULL,
  PRIMARY KEY (import_n, number, heading_n)
);

CREATE TABLE everyones_run (
  owner      TEXT COLLATE "C" NOT NULL DEFAULT session_user,
  run_id     TEXT COLLATE "C" NOT NULL,
  question   TEXT COLLATE "C" NOT NULL,
  options    TEXT COLLATE "C" NOT NULL,
  finished   BIGINT NOT NULL DEFAULT 0,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (owner, run_id)
);
CREATE INDEX everyones_run_by_time ON everyones_run (owner, updated_at);
CREATE VIEW research_run AS SELECT * FROM everyones_run WHERE owner = session_user;
CREATE TABLE everyones_step (
  owner      TEXT COLLATE "C" NOT NULL DEFAULT session_user,
  run_id     TEXT COLLATE "C" NOT NULL,
  position   BIGINT NOT NULL,
  stage      TEXT COLLATE "C" NOT NULL,
  json       TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (owner, run_id, position),
  FOREIGN KEY (owner, run_id) REFERENCES everyones_run (owner, run_id) ON DELETE CASCADE
);
CREATE VIEW research_step AS SELECT * FROM everyones_step WHERE owner = session_user;
CREATE TABLE everyones_report (
  owner    TEXT COLLATE "C" NOT NULL DEFAULT session_user,
  run_id   TEXT COLLATE "C" NOT NULL,
  answer   TEXT COLLATE "C" NOT NULL,
  html     TEXT COLLATE "C" NOT NULL,
  markdown TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (owner, run_id),
  FOREIGN KEY (owner, run_id) REFERENCES everyones_run (owner, run_id) ON DELETE CASCADE
);
CREATE VIEW research_report AS SELECT * FROM everyones_report WHERE owner = session_user;
CREATE TABLE everyones_hypothesis (
  n             BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner         TEXT COLLATE "C" NOT NULL DEFAULT session_user,
  hypothesis_id TEXT COLLATE "C" NOT NULL,
  digest        TEXT COLLATE "C" NOT NULL,
  run_id        TEXT COLLATE "C" NOT NULL,
  json          TEXT COLLATE "C" NOT NULL,
  created_at    BIGINT NOT NULL,
  UNIQUE (owner, hypothesis_id, digest)
);
CREATE VIEW hypothesis AS SELECT * FROM everyones_hypothesis WHERE owner = session_user;

-- One budget per service and key, for all machines. Times are the server's, in microseconds.
CREATE TABLE rate_budget (
  identity        TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  next_start      BIGINT NOT NULL DEFAULT 0,
  not_before      BIGINT NOT NULL DEFAULT 0,
  blocked_until   BIGINT NOT NULL DEFAULT 0,
  last_start      BIGINT NOT NULL DEFAULT 0,
  gap             BIGINT NOT NULL DEFAULT 0,
  consecutive_429 BIGINT NOT NULL DEFAULT 0
);
)sql"};

Result<void> refuse_newer_tables(const PostgresAddress& address, std::int64_t version) {
  if (version <= postgres_schema_version()) return {};
  return Error{.code = Errc::store_unavailable,
               .message = "the store " + address.shown +
                          " was written by a newer evidence-mcp (version " +
                          std::to_string(version) + " of its tables; this program knows " +
                          std::to_string(postgres_schema_version()) + ")",
               .source = "store",
               .recovery = "update evidence-mcp on this machine"};
}

Result<void> apply_steps(SqlSession& db, const PostgresAddress& address) {
  EV_TRY(const std::int64_t schemas,
         db.integer("SELECT count(*) FROM pg_namespace WHERE nspname = '" + address.schema + "'"));
  if (schemas == 0) EV_CHECK(db.exec("CREATE SCHEMA " + address.schema));
  // Another machine may have done the work while this one waited for its turn.
  EV_TRY(const std::int64_t done, stored_schema_version(db, address));
  EV_CHECK(refuse_newer_tables(address, done));
  if (done == 0) EV_CHECK(db.exec("CREATE TABLE store_version (version BIGINT NOT NULL)"));
  for (auto i = static_cast<std::size_t>(done); i < kPostgresSteps.size(); ++i) {
    EV_CHECK(db.exec(std::string(kPostgresSteps[i])));
  }
  const std::string version = std::to_string(kPostgresSteps.size());
  return db.exec("DELETE FROM store_version; INSERT INTO store_version VALUES (" + version + ")");
}

}  // namespace

std::int64_t postgres_schema_version() {
  return static_cast<std::int64_t>(kPostgresSteps.size());
}

Result<std::int64_t> stored_schema_version(SqlSession& db, const PostgresAddress& address) {
  EV_TRY(const std::int64_t there,
         db.integer("SELECT count(*) FROM pg_tables WHERE schemaname = '" + address.schema +
                    "' AND tablename = 'store_version'"));
  if (there == 0) return std::int64_t{0};
  return db.integer("SELECT version FROM store_version");
}

Result<void> check_postgres_schema(SqlSession& db, const PostgresAddress& address) {
  EV_TRY(const std::int64_t version, stored_schema_version(db, address));
  return refuse_newer_tables(address, version);
}

Result<void> migrate_postgres(SqlSession& db, const PostgresAddress& address) {
  EV_TRY(const std::int64_t version, stored_schema_version(db, address));
  EV_CHECK(refuse_newer_tables(address, version));
  if (version == postgres_schema_version()) return {};
  return db.write("migrations", [&] { return apply_steps(db, address); });
}

}  // namespace ev::store
