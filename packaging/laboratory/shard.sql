-- What a further server holds of a laboratory's store: its part of the large tables. Run once on that server, in the database that
-- spread.sql names, as the role that spread.sql names:
--   psql -v schema=evidence_mcp -f shard.sql evidence_part
\set ON_ERROR_STOP on
BEGIN;
CREATE SCHEMA IF NOT EXISTS :"schema";
SET LOCAL search_path TO :"schema";
CREATE TABLE library_words_1 (
  record  BIGINT PRIMARY KEY,
  p0 TEXT NOT NULL, p1 TEXT NOT NULL, p2 TEXT NOT NULL, p3 TEXT NOT NULL, p4 TEXT NOT NULL,
  p5 TEXT NOT NULL, p6 TEXT NOT NULL, keys TEXT NOT NULL,
  length  BIGINT NOT NULL,
  lexemes TSVECTOR NOT NULL
);
CREATE INDEX library_words_1_by_lexeme ON library_words_1 USING gin (lexemes);
CREATE TABLE article_version_1 (
  key      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  item_id  TEXT COLLATE "C" NOT NULL,
  json     TEXT COLLATE "C" NOT NULL
);
CREATE TABLE result_entry_1 (
  n       BIGINT PRIMARY KEY,
  item_id TEXT COLLATE "C" NOT NULL,
  payload BYTEA NOT NULL
);
COMMIT;
