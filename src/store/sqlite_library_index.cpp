#include "store/sqlite_library_index.hpp"

#include "store/index_match.hpp"

#include <algorithm>
#include <array>

namespace ev::store {

namespace {

// Old entries of replaced versions have no row in library_record.
constexpr const char* kFrom =
    " FROM library_words JOIN library_record r ON r.n = library_words.rowid "
    "WHERE library_words MATCH ? ";

std::string part_of(const IndexText& text, std::size_t i) {
  return i < text.parts.size() ? index_column(text.parts[i]) : std::string();
}

// Title, body, subjects, affiliations, transliterated title, conflicts, rest, keys: titles are
// written to say what a paper is about; names and places hardly do.
constexpr const char* kWeights = "2.0, 1.0, 1.0, 0.2, 1.0, 0.2, 0.2, 1.0";
constexpr std::size_t kMostRows = 1'000'000'000;

Result<std::int64_t> outdated(Database& db) {
  return db.integer("SELECT value FROM counter WHERE name = 'library_outdated'");
}

Result<std::vector<IndexHit>> all_hits(Stmt& stmt) {
  std::vector<IndexHit> out;
  while (true) {
    EV_TRY(const bool more, stmt.step());
    if (!more) return out;
    out.push_back({stmt.integer(0), stmt.text(1)});
  }
}

}  // namespace

Result<IndexWriter> IndexWriter::open(Database& db) {
  EV_TRY(Stmt known, db.prepare("SELECT key FROM library_record WHERE item_id = ?"));
  EV_TRY(Stmt forget, db.prepare("DELETE FROM library_record WHERE item_id = ?"));
  EV_TRY(Stmt record, db.prepare("INSERT INTO library_record (item_id, key) VALUES (?, ?)"));
  EV_TRY(Stmt words, db.prepare("INSERT INTO library_words "
                                "(rowid, p0, p1, p2, p3, p4, p5, p6, keys) "
                                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  return IndexWriter(db, std::move(known), std::move(forget), std::move(record), std::move(words));
}

Result<void> IndexWriter::put(std::string_view item_id, std::string_view key,
                              const IndexText& text) {
  EV_TRY(const bool there, known_.bind(item_id).step());
  if (there) {
    const bool same = known_.bytes(0) == key;
    EV_CHECK(known_.run());
    if (same) return {};
    EV_CHECK(forget_.bind(item_id).run());
    EV_CHECK(db_.exec("UPDATE counter SET value = value + 1 WHERE name = 'library_outdated'"));
  }
  EV_CHECK(record_.bind(item_id, key).run());
  std::array<std::string, kIndexParts> parts;
  for (std::size_t i = 0; i < kIndexParts; ++i) parts[i] = part_of(text, i);
  return words_
      .bind(db_.last_id(), parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6],
            key_column(text.keys))
      .run();
}

Result<std::vector<IndexHit>> SqliteLibraryIndex::find(const IndexQuery& query) {
  return connection_.use([&](Database& db) -> Result<std::vector<IndexHit>> {
    EV_TRY(Stmt stmt, db.prepare(std::string("SELECT r.n, r.item_id") + kFrom +
                                 "ORDER BY library_words.rowid"));
    stmt.bind(match_expression(query));
    return all_hits(stmt);
  });
}

Result<bool> SqliteLibraryIndex::any(const IndexQuery& query) {
  return connection_.use([&](Database& db) -> Result<bool> {
    EV_TRY(Stmt stmt, db.prepare(std::string("SELECT 1") + kFrom + "LIMIT 1"));
    return stmt.bind(match_expression(query)).step();
  });
}

Result<std::vector<IndexHit>> SqliteLibraryIndex::best(const IndexQuery& query, std::size_t limit) {
  return connection_.use([&](Database& db) -> Result<std::vector<IndexHit>> {
    EV_TRY(const std::int64_t old, outdated(db));
    EV_TRY(Stmt stmt,
           db.prepare("SELECT r.n, r.item_id FROM (SELECT rowid, bm25(library_words, " +
                      std::string(kWeights) +
                      ") AS score FROM library_words WHERE library_words MATCH ? "
                      "ORDER BY score LIMIT ?) w CROSS JOIN library_record r ON r.n = w.rowid "
                      "ORDER BY w.score, r.item_id"));
    const auto most = static_cast<std::int64_t>(std::min<std::size_t>(limit, kMostRows)) + old;
    stmt.bind(match_expression(query), most);
    EV_TRY(std::vector<IndexHit> hits, all_hits(stmt));
    if (hits.size() > limit) hits.resize(limit);
    return hits;
  });
}

Result<std::size_t> SqliteLibraryIndex::count(const IndexQuery& query) {
  return connection_.use([&](Database& db) -> Result<std::size_t> {
    EV_TRY(const std::int64_t old, outdated(db));
    EV_TRY(Stmt stmt, db.prepare(old > 0 ? std::string("SELECT count(*)") + kFrom
                                         : "SELECT count(*) FROM library_words WHERE "
                                           "library_words MATCH ?"));
    EV_TRY(const bool row, stmt.bind(match_expression(query)).step());
    return row ? static_cast<std::size_t>(stmt.integer(0)) : 0;
  });
}

Result<LibraryFigures> SqliteLibraryIndex::figures() {
  return connection_.use([&](Database& db) -> Result<LibraryFigures> {
    LibraryFigures out;
    EV_TRY(out.records, db.integer("SELECT count(*) FROM library_record"));
    EV_TRY(out.outdated, outdated(db));
    return out;
  });
}

Result<void> SqliteLibraryIndex::clear() {
  return connection_.use([&](Database& db) -> Result<void> {
    return db.write([&]() -> Result<void> {
      return db.exec(
          "DELETE FROM library_record; "
          "INSERT INTO library_words (library_words) VALUES ('delete-all'); "
          "UPDATE counter SET value = 0 WHERE name = 'library_outdated'");
    });
  });
}

Result<void> SqliteLibraryIndex::refill(const std::vector<Entry>& entries) {
  return connection_.use([&](Database& db) -> Result<void> {
    return db.write([&]() -> Result<void> {
      EV_TRY(IndexWriter writer, IndexWriter::open(db));
      for (const Entry& entry : entries) {
        EV_CHECK(writer.put(entry.item_id, entry.key, entry.text));
      }
      return {};
    });
  });
}

}  // namespace ev::store
