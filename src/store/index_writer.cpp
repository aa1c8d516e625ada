#include "store/index_writer.hpp"

#include "store/index_match.hpp"

#include <algorithm>
#include <array>

namespace ev::store {

namespace {

// SQLite's full-text table takes the words of a replaced version back only if it is told them, so
// they stay and are counted; PostgreSQL's go with their row.
constexpr const char* kSqliteReplaced =
    "UPDATE counter SET value = value + 1 WHERE name = 'library_outdated' AND ?1 = ?1";
constexpr const char* kPostgresReplaced =
    "WITH gone AS (DELETE FROM library_words WHERE record = ?1 RETURNING length) "
    "UPDATE counter SET value = value - CASE name WHEN 'library_records' THEN 1 ELSE length END "
    "FROM gone WHERE name IN ('library_records', 'library_words')";

constexpr const char* kSqliteWords =
    "INSERT INTO library_words (rowid, p0, p1, p2, p3, p4, p5, p6, keys) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
constexpr const char* kPostgresWords =
    "WITH made AS (INSERT INTO library_words "
    "(record, p0, p1, p2, p3, p4, p5, p6, keys, length, lexemes) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, array_to_tsvector(string_to_array(?, ' '))) "
    "RETURNING length) "
    "UPDATE counter SET value = value + CASE name WHEN 'library_records' THEN 1 ELSE length END "
    "FROM made WHERE name IN ('library_records', 'library_words')";

}  // namespace

Result<IndexWriter> IndexWriter::open(SqlSession& db) {
  const bool sqlite = db.engine() == SqlEngine::sqlite;
  EV_TRY(Stmt known, db.prepare("SELECT n, key FROM library_record WHERE item_id = ?"));
  EV_TRY(Stmt forget, db.prepare("DELETE FROM library_record WHERE item_id = ?"));
  EV_TRY(Stmt replaced, db.prepare(sqlite ? kSqliteReplaced : kPostgresReplaced));
  EV_TRY(Stmt record,
         db.prepare("INSERT INTO library_record (item_id, key) VALUES (?, ?) RETURNING n"));
  EV_TRY(Stmt words, db.prepare(sqlite ? kSqliteWords : kPostgresWords));
  return IndexWriter(db, {.known = std::move(known),
                          .forget = std::move(forget),
                          .replaced = std::move(replaced),
                          .record = std::move(record),
                          .words = std::move(words)});
}

Result<std::optional<std::int64_t>> IndexWriter::number(std::string_view item_id,
                                                        std::string_view key) {
  Stmt& known = statements_.known;
  EV_TRY(const bool there, known.bind(item_id).step());
  if (there) {
    const std::int64_t before = known.integer(0);
    const bool same = known.bytes(1) == key;
    EV_CHECK(known.run());
    if (same) return std::optional<std::int64_t>();
    EV_CHECK(statements_.forget.bind(item_id).run());
    EV_CHECK(statements_.replaced.bind(before).run());
  }
  Stmt& record = statements_.record;
  EV_TRY(const bool made, record.bind(item_id, key).step());
  if (!made) return Error{.message = "the library gave no number", .source = "store"};
  const std::int64_t number = record.integer(0);
  EV_CHECK(record.run());
  return std::optional<std::int64_t>(number);
}

Result<void> IndexWriter::write_words(std::int64_t record, const IndexColumns& text) {
  std::array<std::string_view, kIndexParts> p;
  std::copy_n(text.parts.begin(), std::min(text.parts.size(), p.size()), p.begin());
  Stmt& words = statements_.words;
  if (db_.engine() == SqlEngine::sqlite) {
    return words.bind(record, p[0], p[1], p[2], p[3], p[4], p[5], p[6], text.keys).run();
  }
  std::size_t length = index_tokens(text.keys).size();
  for (const std::string_view part : p) length += index_tokens(part).size();
  return words
      .bind(record, p[0], p[1], p[2], p[3], p[4], p[5], p[6], text.keys, length,
            index_lexemes(text))
      .run();
}

}  // namespace ev::store
