-- Spreads the large tables of a laboratory's store by hash over this server and one more, which shard.sql has made ready. Run as a
-- superuser of this server in the store's database, once, while no program uses it (README.md beside this file):
--   psql -v schema=evidence_mcp -v host=part.lab -v port=5432 -v database=evidence_part -v user=evidence_part -f spread.sql evidence
-- The password of that user, where there is one, is added to the user mapping afterwards, not written here. For three servers and
-- more: MODULUS 3 and a further foreign partition each.
\set ON_ERROR_STOP on
BEGIN;
CREATE EXTENSION IF NOT EXISTS postgres_fdw;
CREATE SERVER evidence_part_1 FOREIGN DATA WRAPPER postgres_fdw
  OPTIONS (host :'host', port :'port', dbname :'database', fetch_size '1000', async_capable 'true', keep_connections 'on');
CREATE USER MAPPING FOR PUBLIC SERVER evidence_part_1 OPTIONS (user :'user');
SET LOCAL search_path TO :"schema";

ALTER TABLE library_words RENAME TO library_words_before;
CREATE TABLE library_words (
  record  BIGINT NOT NULL,
  p0 TEXT NOT NULL, p1 TEXT NOT NULL, p2 TEXT NOT NULL, p3 TEXT NOT NULL, p4 TEXT NOT NULL,
  p5 TEXT NOT NULL, p6 TEXT NOT NULL, keys TEXT NOT NULL,
  length  BIGINT NOT NULL,
  lexemes TSVECTOR NOT NULL
) PARTITION BY HASH (record);
CREATE TABLE library_words_0 PARTITION OF library_words FOR VALUES WITH (MODULUS 2, REMAINDER 0);
ALTER TABLE library_words_0 ADD PRIMARY KEY (record);
CREATE INDEX library_words_0_by_lexeme ON library_words_0 USING gin (lexemes);
CREATE FOREIGN TABLE library_words_1 PARTITION OF library_words FOR VALUES WITH (MODULUS 2, REMAINDER 1)
  SERVER evidence_part_1 OPTIONS (schema_name :'schema', table_name 'library_words_1');
INSERT INTO library_words SELECT * FROM library_words_before;
DROP TABLE library_words_before;

-- A table that lies on several servers cannot be referred to by a foreign key; versions are never deleted.
ALTER TABLE article_latest DROP CONSTRAINT article_latest_key_fkey;
ALTER TABLE article_version RENAME TO article_version_before;
CREATE TABLE article_version (
  key      TEXT COLLATE "C" NOT NULL,
  item_id  TEXT COLLATE "C" NOT NULL,
  json     TEXT COLLATE "C" NOT NULL
) PARTITION BY HASH (key);
CREATE TABLE article_version_0 PARTITION OF article_version FOR VALUES WITH (MODULUS 2, REMAINDER 0);
ALTER TABLE article_version_0 ADD PRIMARY KEY (key);
CREATE FOREIGN TABLE article_version_1 PARTITION OF article_version FOR VALUES WITH (MODULUS 2, REMAINDER 1)
  SERVER evidence_part_1 OPTIONS (schema_name :'schema', table_name 'article_version_1');
INSERT INTO article_version SELECT * FROM article_version_before;
DROP TABLE article_version_before;

ALTER TABLE result_entry RENAME TO result_entry_before;
CREATE TABLE result_entry (
  n       BIGINT NOT NULL,
  item_id TEXT COLLATE "C" NOT NULL,
  payload BYTEA NOT NULL
) PARTITION BY HASH (n);
CREATE TABLE result_entry_0 PARTITION OF result_entry FOR VALUES WITH (MODULUS 2, REMAINDER 0);
ALTER TABLE result_entry_0 ADD PRIMARY KEY (n);
CREATE FOREIGN TABLE result_entry_1 PARTITION OF result_entry FOR VALUES WITH (MODULUS 2, REMAINDER 1)
  SERVER evidence_part_1 OPTIONS (schema_name :'schema', table_name 'result_entry_1');
INSERT INTO result_entry SELECT * FROM result_entry_before;
DROP TABLE result_entry_before;
COMMIT;

-- With their values known, conditions on words are sent to where the records lie.
SELECT format('ALTER DATABASE %I SET plan_cache_mode = force_custom_plan', current_database()) \gexec
