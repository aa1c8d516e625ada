#include "store/sql_articles.hpp"

#include "base/hash.hpp"
#include "store/index_writer.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ev::store {

namespace {

using ArticleList = std::vector<StoredArticle>;

// Records that are held in memory until there is room for them; earlier ones are fetched anew.
constexpr std::size_t kMostOwed = 500;

StoredArticle article_row(const Stmt& stmt) {
  return {.key = stmt.text(0), .item_id = stmt.text(1), .json = stmt.text(2)};
}

Result<void> check_same(SqlSession& db, const std::string& key, const std::string& json) {
  EV_TRY(Stmt stmt, db.prepare("SELECT json FROM article_version WHERE key = ?"));
  EV_TRY(const bool found, stmt.bind(key).step());
  if (found && stmt.bytes(0) == json) return {};
  return Error{.message = "two different records have the same key in the local store",
               .source = "store"};
}

Result<void> insert_version(SqlSession& db, Stmt& insert, const StoredArticle& article,
                            const std::string& key) {
  EV_CHECK(insert.bind(key, article.item_id, article.json).run());
  if (db.changes() == 0) return check_same(db, key, article.json);
  return {};
}

Result<std::vector<std::string>> put_all(SqlSession& db, const ArticleList& articles,
                                         std::int64_t now) {
  EV_TRY(Stmt insert,
         db.prepare("INSERT INTO article_version (key, item_id, json) VALUES (?, ?, ?) "
                    "ON CONFLICT DO NOTHING"));
  EV_TRY(Stmt replace,
         db.prepare("INSERT INTO article_latest (item_id, key, stored_at) VALUES (?, ?, ?) "
                    "ON CONFLICT (item_id) DO UPDATE SET key = excluded.key, "
                    "stored_at = excluded.stored_at"));
  EV_TRY(Stmt fill, db.prepare("INSERT INTO article_latest (item_id, key, stored_at) "
                               "VALUES (?, ?, ?) ON CONFLICT (item_id) DO NOTHING"));
  EV_TRY(IndexWriter index, IndexWriter::open(db));
  std::vector<std::string> keys;
  keys.reserve(articles.size());
  std::vector<std::pair<std::int64_t, const IndexColumns*>> words;
  for (const StoredArticle& article : articles) {
    keys.push_back(article.key.empty() ? sha256_hex(article.json) : article.key);
    EV_CHECK(insert_version(db, insert, article, keys.back()));
    Stmt& mark = article.replaces_latest ? replace : fill;
    EV_CHECK(mark.bind(article.item_id, keys.back(), now).run());
    if (!article.replaces_latest || article.text.parts.empty()) continue;
    EV_TRY(const auto number, index.number(article.item_id, keys.back()));
    if (number) words.emplace_back(*number, &article.text);
  }
  for (const auto& [number, text] : words) EV_CHECK(index.write_words(number, *text));
  return keys;
}

}  // namespace

Result<std::vector<std::string>> SqlArticles::put_both(const Owed& owed,
                                                       const ArticleList& articles,
                                                       std::int64_t now) {
  return connection_.use([&](SqlSession& db) {
    return db.write("articles", [&]() -> Result<std::vector<std::string>> {
      if (!owed.articles.empty()) EV_CHECK(put_all(db, owed.articles, owed.since));
      return put_all(db, articles, now);
    });
  });
}

// Without it the record could be stored later by whoever only fills gaps, and be never searchable.
void SqlArticles::owe(Owed owed, const ArticleList& articles, std::int64_t now) {
  if (owed.articles.empty()) owed.since = now;
  std::copy_if(articles.begin(), articles.end(), std::back_inserter(owed.articles),
               [](const StoredArticle& one) { return one.replaces_latest; });
  auto held = owed_.lock();
  std::move(held->articles.begin(), held->articles.end(), std::back_inserter(owed.articles));
  const auto surplus = owed.articles.size() - std::min(owed.articles.size(), kMostOwed);
  owed.articles.erase(owed.articles.begin(),
                      owed.articles.begin() + static_cast<std::ptrdiff_t>(surplus));
  *held = std::move(owed);
}

Result<std::vector<std::string>> SqlArticles::put(const ArticleList& articles) {
  if (articles.empty()) return std::vector<std::string>();
  const std::int64_t now = clock_.unix_time().count();
  Owed owed = std::exchange(*owed_.lock(), {});
  auto keys = put_both(owed, articles, now);
  if (!keys && keys.error().code == Errc::store_unavailable) {
    owe(std::move(owed), articles, now);
  } else if (!keys && !owed.articles.empty()) {
    return put_both({}, articles, now);
  }
  return keys;
}

Result<ArticleList> SqlArticles::by_key(const std::vector<std::string>& keys, const Context& ctx) {
  return connection_.use(
      [&](SqlSession& db) -> Result<ArticleList> {
        EV_TRY(Stmt stmt,
               db.prepare("SELECT key, item_id, json FROM article_version WHERE key = ?"));
        ArticleList out;
        out.reserve(keys.size());
        for (const std::string& key : keys) {
          EV_TRY(const bool found, stmt.bind(key).step());
          if (!found) {
            return Error{.code = Errc::not_found,
                         .message = "a stored record is missing from the local store",
                         .source = "store",
                         .recovery = "run the search that found it again"};
          }
          out.push_back(article_row(stmt));
        }
        return out;
      },
      ctx);
}

Result<ArticleList> SqlArticles::latest(const std::vector<std::string>& item_ids,
                                        std::chrono::seconds max_age, const Context& ctx) {
  const std::int64_t oldest = (clock_.unix_time() - max_age).count();
  return connection_.use(
      [&](SqlSession& db) -> Result<ArticleList> {
        EV_TRY(Stmt stmt, db.prepare("SELECT v.key, l.item_id, v.json, coalesce(r.n, 0) "
                                     "FROM article_latest l "
                                     "JOIN article_version v ON v.key = l.key "
                                     "LEFT JOIN library_record r "
                                     "ON r.item_id = l.item_id AND r.key = l.key "
                                     "WHERE l.item_id = ? AND l.stored_at >= ?"));
        ArticleList out;
        for (const std::string& id : item_ids) {
          EV_TRY(const bool found, stmt.bind(id, oldest).step());
          if (!found) continue;
          out.push_back(article_row(stmt));
          out.back().searchable = stmt.integer(3) != 0;
        }
        return out;
      },
      ctx);
}

Result<ArticleList> SqlArticles::page(std::string_view after, std::size_t limit) {
  return connection_.use([&](SqlSession& db) -> Result<ArticleList> {
    EV_TRY(Stmt stmt, db.prepare("SELECT v.key, l.item_id, v.json FROM article_latest l "
                                 "JOIN article_version v ON v.key = l.key "
                                 "WHERE l.item_id > ? ORDER BY l.item_id LIMIT ?"));
    stmt.bind(after, limit);
    ArticleList out;
    while (true) {
      EV_TRY(const bool more, stmt.step());
      if (!more) return out;
      out.push_back(article_row(stmt));
    }
  });
}

Result<std::size_t> SqlArticles::count() {
  return connection_.use([&](SqlSession& db) -> Result<std::size_t> {
    EV_TRY(const std::int64_t n, db.integer("SELECT count(*) FROM article_latest"));
    return static_cast<std::size_t>(n);
  });
}

}  // namespace ev::store
