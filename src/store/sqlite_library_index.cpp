#include "store/sqlite_library_index.hpp"

#include "store/index_match.hpp"
#include "store/index_writer.hpp"

#include <algorithm>

namespace ev::store {

namespace {

// Old entries of replaced versions have no row in library_record.
constexpr const char* kFrom =
    " FROM library_words JOIN library_record r ON r.n = library_words.rowid "
    "WHERE library_words MATCH ? ";

// As kColumnWeights has them.
constexpr const char* kWeights = "2.0, 1.0, 1.0, 0.2, 1.0, 0.2, 0.2, 1.0";
constexpr std::int64_t kMostRows = 1'000'000'000;

Result<std::int64_t> outdated(SqlSession& db) {
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

Result<std::size_t> count_hits(SqlSession& db, const IndexQuery& query) {
  EV_TRY(const std::int64_t old, outdated(db));
  EV_TRY(Stmt stmt, db.prepare(old > 0 ? std::string("SELECT count(*)") + kFrom
                                       : "SELECT count(*) FROM library_words WHERE "
                                         "library_words MATCH ?"));
  EV_TRY(const bool row, stmt.bind(match_expression(query)).step());
  return row ? static_cast<std::size_t>(stmt.integer(0)) : 0;
}

struct Ranking {
  std::vector<IndexHit> hits;
  std::size_t settled = 0;  // those before the last score of all: more rows would not move them
};

// The index cuts its list anywhere within records of one score, whose order is that of their ids:
// without the rest of them a longer list would not begin with the shorter one, and pages would
// repeat some records and leave out others.
Result<Ranking> ranked(SqlSession& db, const IndexQuery& query, std::int64_t rows) {
  EV_TRY(Stmt stmt,
         db.prepare("SELECT r.n, r.item_id, w.score < max(w.score) OVER () FROM "
                    "(SELECT rowid, relevance(library_words, " +
                    std::string(kWeights) +
                    ") AS score FROM library_words WHERE library_words MATCH ? "
                    "ORDER BY score LIMIT ?) w CROSS JOIN library_record r ON r.n = w.rowid "
                    "ORDER BY w.score, r.item_id"));
  stmt.bind(match_expression(query), rows);
  Ranking out;
  while (true) {
    EV_TRY(const bool more, stmt.step());
    if (!more) return out;
    out.hits.push_back({stmt.integer(0), stmt.text(1)});
    if (stmt.integer(2) != 0) out.settled = out.hits.size();
  }
}

}  // namespace

void order_newest(std::vector<IndexHit>& hits) {
  const auto number = [](const std::string& id) -> long long {
    const bool digits =
        !id.empty() && id.size() < 19 && id.find_first_not_of("0123456789") == std::string::npos;
    return digits ? std::stoll(id) : -1;
  };
  std::vector<std::pair<long long, IndexHit>> keyed;
  keyed.reserve(hits.size());
  for (IndexHit& hit : hits) {
    const long long key = number(hit.item_id);
    keyed.emplace_back(key, std::move(hit));
  }
  std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second.item_id < b.second.item_id;
  });
  for (std::size_t i = 0; i < hits.size(); ++i) hits[i] = std::move(keyed[i].second);
}

Result<std::vector<IndexHit>> SqliteLibraryIndex::find(const IndexQuery& query,
                                                       const Context& ctx) {
  return connection_.use(
      [&](SqlSession& db) -> Result<std::vector<IndexHit>> {
        EV_TRY(Stmt stmt, db.prepare(std::string("SELECT r.n, r.item_id") + kFrom +
                                     "ORDER BY library_words.rowid"));
        stmt.bind(match_expression(query));
        return all_hits(stmt);
      },
      ctx);
}

Result<bool> SqliteLibraryIndex::any(const IndexQuery& query, const Context& ctx) {
  return connection_.use(
      [&](SqlSession& db) -> Result<bool> {
        EV_TRY(Stmt stmt, db.prepare(std::string("SELECT 1") + kFrom + "LIMIT 1"));
        return stmt.bind(match_expression(query)).step();
      },
      ctx);
}

Result<IndexPage> SqliteLibraryIndex::best(const IndexQuery& query, std::size_t limit,
                                           const Context& ctx) {
  return connection_.use(
      [&](SqlSession& db) -> Result<IndexPage> {
        EV_TRY(const std::size_t count, count_hits(db, query));
        if (limit == 0) return IndexPage{.count = count};
        EV_TRY(const std::int64_t old, outdated(db));
        const auto wanted =
            static_cast<std::int64_t>(std::min<std::size_t>(limit, kMostRows)) + old;
        EV_TRY(Ranking ranking, ranked(db, query, wanted + 1));
        if (ranking.hits.size() > limit && limit > ranking.settled) {
          EV_TRY(ranking, ranked(db, query, kMostRows));
        }
        if (ranking.hits.size() > limit) ranking.hits.resize(limit);
        return IndexPage{count, std::move(ranking.hits)};
      },
      ctx);
}

Result<IndexPage> SqliteLibraryIndex::newest(const IndexQuery& query, std::size_t limit,
                                             const Context& ctx) {
  IndexPage out;
  if (limit == 0) {
    EV_TRY(out.count, count(query, ctx));
    return out;
  }
  EV_TRY(out.hits, find(query, ctx));
  out.count = out.hits.size();
  order_newest(out.hits);
  if (out.hits.size() > limit) out.hits.resize(limit);
  return out;
}

Result<std::size_t> SqliteLibraryIndex::count(const IndexQuery& query, const Context& ctx) {
  return connection_.use([&](SqlSession& db) { return count_hits(db, query); }, ctx);
}

Result<LibraryFigures> SqliteLibraryIndex::figures() {
  return connection_.use([&](SqlSession& db) -> Result<LibraryFigures> {
    LibraryFigures out;
    EV_TRY(out.records, db.integer("SELECT count(*) FROM library_record"));
    EV_TRY(out.outdated, outdated(db));
    return out;
  });
}

Result<std::size_t> SqliteLibraryIndex::rebuild(const TextOf& text_of) {
  const auto work = [&](SqlSession& db) -> Result<std::size_t> {
    EV_CHECK(
        db.exec("INSERT INTO library_words (library_words) VALUES ('delete-all'); "
                "UPDATE counter SET value = 0 WHERE name = 'library_outdated'"));
    EV_TRY(IndexWriter writer, IndexWriter::open(db));
    EV_TRY(Stmt next, db.prepare("SELECT r.n, v.json FROM library_record r "
                                 "CROSS JOIN article_version v ON v.key = r.key "
                                 "WHERE r.n > ? ORDER BY r.n LIMIT 1"));
    std::size_t done = 0;
    for (std::int64_t after = 0;; ++done) {
      EV_TRY(const bool more, next.bind(after).step());
      if (!more) return done;
      after = next.integer(0);
      EV_TRY(const IndexColumns text, text_of(next.text(1)));
      EV_CHECK(writer.write_words(after, text));
    }
  };
  return connection_.use(
      [&](SqlSession& db) { return db.write("articles", [&] { return work(db); }); });
}

}  // namespace ev::store
