#include "store/sql_result_sets.hpp"

#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/limits.hpp"
#include "base/text.hpp"

#include <nlohmann/json.hpp>

namespace ev::store {

namespace {

constexpr std::int64_t kDay = 24 * 60 * 60;
constexpr std::int64_t kLife = limits::kResultSetDays * kDay;
constexpr std::int64_t kHeadLife = 365 * kDay;  // after expiry
constexpr int kPurgeStep = 8;                   // sets per put()
constexpr std::size_t kHandleDigits = 10;
constexpr std::size_t kShownArguments = 2'000;  // code points

struct Head {
  std::int64_t n = 0;
  std::string digest;
  std::int64_t expires_at = 0;
  bool purged = false;
  std::size_t row_count = 0;
  ResultSet set;  // without rows
};

struct Content {
  std::string digest;
  std::size_t rows = 0;
};

// Every part is preceded by its length, so that no two contents run together.
Result<Content> content_of(const ResultSet& set, const RowSource& rows) {
  Sha256 digest;
  Content content;
  const auto add = [&digest](std::string_view part) {
    digest.add(std::to_string(part.size()) + ':');
    digest.add(part);
  };
  add(set.stage);
  add(set.base);
  add(set.meta);
  EV_CHECK(rows([&](const ResultRow& row) -> Result<void> {
    ++content.rows;
    add(row.item_id);
    add(row.payload);
    return {};
  }));
  content.digest = digest.hex();
  return content;
}

std::string recreating_call(const std::string& meta) {
  const auto parsed = parse_json(meta, "result set");
  if (!parsed || !parsed->is_object()) return {};
  const auto call = parsed->find("call");
  if (call == parsed->end() || !call->is_object()) return {};
  const auto tool = call->find("tool");
  if (tool == call->end() || !tool->is_string()) return {};
  std::string out = "call " + tool->get<std::string>();
  const auto arguments = call->find("arguments");
  if (arguments == call->end()) return out + " again";
  return out + " again with " + text::ellipsize(dump_json(*arguments), kShownArguments);
}

Error unknown(std::string_view id) {
  return Error{.code = Errc::unknown_result_set,
               .message = "there is no result set \"" + text::ellipsize(text::displayable(id), 60) +
                          "\" in this store",
               .recovery =
                   "use a handle (\"rs-\" and 10 hex digits) that a tool returned on this machine, "
                   "or run the search again"};
}

Error expired(std::string_view id, const Head& head) {
  const std::string call = recreating_call(head.set.meta);
  return Error{.code = Errc::unknown_result_set,
               .message = "result set " + std::string(id) + " expired on " +
                          iso_date(std::chrono::seconds(head.expires_at)) + " (handles live " +
                          std::to_string(limits::kResultSetDays) + " days)",
               .recovery = call.empty() ? "run the call that made it again" : call};
}

Result<std::optional<Head>> find_head(SqlSession& db, std::string_view id) {
  EV_TRY(Stmt stmt,
         db.prepare("SELECT n, digest, expires_at, purged, row_count, id, stage, base, meta, "
                    "created_at FROM result_set WHERE id = ?"));
  EV_TRY(const bool found, stmt.bind(id).step());
  if (!found) return std::optional<Head>();
  Head head;
  head.n = stmt.integer(0);
  head.digest = stmt.text(1);
  head.expires_at = stmt.integer(2);
  head.purged = stmt.integer(3) != 0;
  head.row_count = static_cast<std::size_t>(stmt.integer(4));
  head.set.id = stmt.text(5);
  head.set.stage = stmt.text(6);
  head.set.base = stmt.text(7);
  head.set.meta = stmt.text(8);
  head.set.created_at = stmt.integer(9);
  head.set.expires_at = head.expires_at;
  return std::optional<Head>(std::move(head));
}

Result<Head> live_head(SqlSession& db, std::string_view id, std::int64_t now) {
  EV_TRY(auto head, find_head(db, id));
  if (!head) return unknown(id);
  if (head->purged || head->expires_at <= now) return expired(id, *head);
  return *std::move(head);
}

// The number of a set's first row.
std::int64_t entry(std::int64_t set) {
  return set << 32;
}

Result<void> purge(SqlSession& db, std::int64_t now) {
  EV_TRY(Stmt mark,
         db.prepare("UPDATE result_set SET purged = 1 WHERE n IN (SELECT n FROM result_set "
                    "WHERE purged = 0 AND expires_at <= ? ORDER BY expires_at, n LIMIT ?) "
                    "RETURNING n"));
  mark.bind(now, kPurgeStep);
  std::vector<std::int64_t> gone;
  while (true) {
    EV_TRY(const bool more, mark.step());
    if (!more) break;
    gone.push_back(mark.integer(0));
  }
  EV_TRY(Stmt rows, db.prepare("DELETE FROM result_entry WHERE n >= ? AND n < ?"));
  for (const std::int64_t n : gone) EV_CHECK(rows.bind(entry(n), entry(n + 1)).run());
  EV_TRY(Stmt heads, db.prepare("DELETE FROM result_set WHERE purged = 1 AND expires_at <= ?"));
  return heads.bind(now - kHeadLife).run();
}

Result<void> insert_rows(SqlSession& db, std::int64_t n, const RowSource& rows) {
  EV_TRY(Stmt stmt, db.prepare("INSERT INTO result_entry (n, item_id, payload) VALUES (?, ?, ?)"));
  std::int64_t next = entry(n);
  return rows([&](const ResultRow& row) {
    return stmt.bind(next++, row.item_id, Blob{row.payload}).run();
  });
}

Result<void> insert_set(SqlSession& db, const ResultSet& set, const Content& content,
                        const RowSource& rows) {
  EV_TRY(Stmt stmt,
         db.prepare("INSERT INTO result_set (id, digest, stage, base, meta, row_count, "
                    "created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING n"));
  stmt.bind(set.id, content.digest, set.stage, set.base, set.meta, content.rows, set.created_at,
            set.expires_at);
  EV_TRY(const bool inserted, stmt.step());
  const std::int64_t n = inserted ? stmt.integer(0) : 0;
  EV_CHECK(stmt.run());
  return insert_rows(db, n, rows);
}

Result<void> renew(SqlSession& db, const Head& head, const ResultSet& set, const RowSource& rows) {
  EV_TRY(Stmt stmt, db.prepare("UPDATE result_set SET expires_at = ?, purged = 0 WHERE n = ?"));
  EV_CHECK(stmt.bind(set.expires_at, head.n).run());
  if (head.purged) return insert_rows(db, head.n, rows);
  return {};
}

Result<void> renew_bases(SqlSession& db, const ResultSet& set) {
  if (set.base.empty()) return {};
  EV_TRY(Stmt stmt, db.prepare(kRenewChain));
  return stmt.bind(set.base, set.expires_at).run();
}

// `set` is read for all but its rows; its id is made here.
Result<std::string> store_set(SqlSession& db, ResultSet& set, const RowSource& rows) {
  EV_CHECK(purge(db, set.created_at));
  if (!set.base.empty()) EV_CHECK(live_head(db, set.base, set.created_at));
  EV_TRY(const Content content, content_of(set, rows));
  const std::string& digest = content.digest;
  for (std::size_t digits = kHandleDigits; digits <= digest.size(); ++digits) {
    set.id = "rs-" + digest.substr(0, digits);
    EV_TRY(const auto head, find_head(db, set.id));
    if (head && head->digest != digest) continue;
    EV_CHECK(head ? renew(db, *head, set, rows) : insert_set(db, set, content, rows));
    EV_CHECK(renew_bases(db, set));
    return set.id;
  }
  return Error{.message = "two result sets have the same SHA-256"};
}

}  // namespace

Result<std::string> SqlResultSets::put(const ResultSet& set) {
  return put(set, [&set](const RowVisitor& visit) -> Result<void> {
    for (const ResultRow& row : set.rows) EV_CHECK(visit(row));
    return {};
  });
}

Result<std::string> SqlResultSets::put(const ResultSet& head, const RowSource& rows) {
  ResultSet set{.stage = head.stage, .base = head.base, .meta = head.meta};
  set.created_at = clock_.unix_time().count();
  set.expires_at = set.created_at + kLife;
  return connection_.use([&](SqlSession& db) {
    return db.write("result_sets", [&] { return store_set(db, set, rows); });
  });
}

Result<ResultSet> SqlResultSets::get(std::string_view id, const Context& ctx) {
  const auto load = [&](SqlSession& db) -> Result<ResultSet> {
    EV_TRY(Head head, live_head(db, id, clock_.unix_time().count()));
    EV_TRY(Stmt stmt, db.prepare("SELECT item_id, payload FROM result_entry "
                                 "WHERE n >= ? AND n < ? ORDER BY n"));
    stmt.bind(entry(head.n), entry(head.n + 1));
    head.set.rows.reserve(head.row_count);
    while (true) {
      EV_TRY(const bool more, stmt.step());
      if (!more) break;
      head.set.rows.push_back({stmt.text(0), stmt.text(1)});
    }
    if (head.set.rows.size() == head.row_count) return std::move(head.set);
    return Error{.message = "result set " + head.set.id + " is incomplete in the local store",
                 .source = "store",
                 .recovery = recreating_call(head.set.meta)};
  };
  return connection_.use([&](SqlSession& db) { return db.read([&] { return load(db); }); }, ctx);
}

Result<std::vector<ResultSetInfo>> SqlResultSets::list(std::size_t limit) {
  const std::int64_t now = clock_.unix_time().count();
  return connection_.use([&](SqlSession& db) -> Result<std::vector<ResultSetInfo>> {
    EV_TRY(Stmt stmt, db.prepare("SELECT id, stage, base, meta, row_count, created_at, expires_at "
                                 "FROM result_set WHERE purged = 0 AND expires_at > ? "
                                 "ORDER BY expires_at DESC, n DESC LIMIT ?"));
    stmt.bind(now, limit);
    std::vector<ResultSetInfo> out;
    while (true) {
      EV_TRY(const bool more, stmt.step());
      if (!more) return out;
      out.push_back({stmt.text(0), stmt.text(1), stmt.text(2), stmt.text(3),
                     static_cast<std::size_t>(stmt.integer(4)), stmt.integer(5), stmt.integer(6)});
    }
  });
}

}  // namespace ev::store
