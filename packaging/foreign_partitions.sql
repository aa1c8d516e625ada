-- Spreads what is largest in a laboratory's store (records and the words of the library) over two more servers, by
-- hash, with postgres_fdw. Run by the owner with psql against the store, once, while no program writes:
--   psql "$EVIDENCE_MCP_STORE" -v schema=evidence_mcp -v first="host 'db1', dbname 'evidence', port '5432'"
--        -v second="host 'db2', dbname 'evidence', port '5432'" -v user="user 'evidence_owner', password '…'" -f foreign_partitions.sql
-- Every other role that uses the store needs a user mapping of its own. On each of the two servers must exist:
--   CREATE SCHEMA evidence_mcp;
--   CREATE TABLE evidence_mcp.article_part (key TEXT COLLATE "C" PRIMARY KEY, item_id TEXT COLLATE "C" NOT NULL,
--     json TEXT COLLATE "C" NOT NULL);
--   CREATE TABLE evidence_mcp.words_part (record BIGINT PRIMARY KEY, p0 TEXT NOT NULL, p1 TEXT NOT NULL, p2 TEXT NOT NULL,
--     p3 TEXT NOT NULL, p4 TEXT NOT NULL, p5 TEXT NOT NULL, p6 TEXT NOT NULL, keys TEXT NOT NULL, length BIGINT NOT NULL,
--     lexemes TSVECTOR NOT NULL);
--   CREATE INDEX ON evidence_mcp.words_part USING gin (lexemes);
-- A unique key cannot span servers: the parts hold their own, which is enough, as a key decides its part. One transaction over
-- several servers is not atomic if a server dies while it commits; records are named by their content, so writing again mends it.
\set ON_ERROR_STOP on
BEGIN;
SET search_path TO :"schema";
CREATE EXTENSION IF NOT EXISTS postgres_fdw;
CREATE SERVER evidence_first FOREIGN DATA WRAPPER postgres_fdw OPTIONS (:first, async_capable 'true');
CREATE SERVER evidence_second FOREIGN DATA WRAPPER postgres_fdw OPTIONS (:second, async_capable 'true');
CREATE USER MAPPING FOR CURRENT_USER SERVER evidence_first OPTIONS (:user);
CREATE USER MAPPING FOR CURRENT_USER SERVER evidence_second OPTIONS (:user);

ALTER TABLE article_latest DROP CONSTRAINT article_latest_key_fkey;
ALTER TABLE article_version RENAME TO article_before;
CREATE TABLE article_version (LIKE article_before) PARTITION BY HASH (key);
CREATE FOREIGN TABLE article_first PARTITION OF article_version FOR VALUES WITH (MODULUS 2, REMAINDER 0)
  SERVER evidence_first OPTIONS (schema_name 'evidence_mcp', table_name 'article_part');
CREATE FOREIGN TABLE article_second PARTITION OF article_version FOR VALUES WITH (MODULUS 2, REMAINDER 1)
  SERVER evidence_second OPTIONS (schema_name 'evidence_mcp', table_name 'article_part');
INSERT INTO article_version SELECT * FROM article_before;
DROP TABLE article_before;

ALTER TABLE library_words RENAME TO words_before;
CREATE TABLE library_words (LIKE words_before) PARTITION BY HASH (record);
CREATE FOREIGN TABLE words_first PARTITION OF library_words FOR VALUES WITH (MODULUS 2, REMAINDER 0)
  SERVER evidence_first OPTIONS (schema_name 'evidence_mcp', table_name 'words_part');
CREATE FOREIGN TABLE words_second PARTITION OF library_words FOR VALUES WITH (MODULUS 2, REMAINDER 1)
  SERVER evidence_second OPTIONS (schema_name 'evidence_mcp', table_name 'words_part');
INSERT INTO library_words SELECT * FROM words_before;
DROP TABLE words_before;
COMMIT;
