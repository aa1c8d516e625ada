#include "store/http_cache_store.hpp"

#include "base/log.hpp"

#include <zlib.h>

#include <exception>

namespace ev::store {

namespace {

constexpr std::size_t kCompressAbove = 1'024;
constexpr int kCompressionLevel = 3;  // XML shrinks to a fifth at a third of the default's time
constexpr std::size_t kRowOverhead = 200;      // key, columns and index entries of one reply
constexpr std::size_t kSaneBody = 256u << 20;  // a larger size means that the row is damaged
constexpr int kEvictStep = 32;                 // replies per put()
constexpr std::size_t kLargestShare = 8;

struct Packed {
  std::string body;
  std::size_t raw_size = 0;
  bool compressed = false;
};

Packed pack(const std::string& body) {
  Packed out{.body = {}, .raw_size = body.size()};
  if (body.size() > kCompressAbove) {
    uLongf size = compressBound(static_cast<uLong>(body.size()));
    out.body.resize(size);
    const int status = compress2(reinterpret_cast<Bytef*>(out.body.data()), &size,
                                 reinterpret_cast<const Bytef*>(body.data()),
                                 static_cast<uLong>(body.size()), kCompressionLevel);
    out.compressed = status == Z_OK && size < body.size();
    out.body.resize(out.compressed ? size : 0);
  }
  if (!out.compressed) out.body = body;
  return out;
}

std::optional<std::string> unpack(std::string_view stored, std::int64_t raw_size, bool compressed) {
  if (raw_size < 0 || static_cast<std::size_t>(raw_size) > kSaneBody) return std::nullopt;
  if (!compressed) {
    if (stored.size() != static_cast<std::size_t>(raw_size)) return std::nullopt;
    return std::string(stored);
  }
  std::string out(static_cast<std::size_t>(raw_size), '\0');
  uLongf size = static_cast<uLongf>(raw_size);
  const int status =
      uncompress(reinterpret_cast<Bytef*>(out.data()), &size,
                 reinterpret_cast<const Bytef*>(stored.data()), static_cast<uLong>(stored.size()));
  if (status != Z_OK || size != static_cast<uLongf>(raw_size)) return std::nullopt;
  return out;
}

Result<std::optional<net::CachedResponse>> look_up(SqlSession& db, std::string_view key) {
  EV_TRY(Stmt stmt, db.prepare("SELECT status, content_type, body, raw_size, compressed, stored_at "
                               "FROM http_cache WHERE key = ?"));
  EV_TRY(const bool found, stmt.bind(key).step());
  std::optional<net::CachedResponse> out;
  if (!found) return out;
  auto body = unpack(stmt.bytes(2), stmt.integer(3), stmt.integer(4) != 0);
  if (!body) return out;
  out.emplace();
  out->status = static_cast<int>(stmt.integer(0));
  out->content_type = stmt.text(1);
  out->body = *std::move(body);
  out->stored_at = std::chrono::seconds(stmt.integer(5));
  return out;
}

Result<std::int64_t> bytes_of(SqlSession& db, std::string_view key) {
  EV_TRY(Stmt stmt, db.prepare("SELECT bytes FROM http_cache WHERE key = ?"));
  EV_TRY(const bool found, stmt.bind(key).step());
  return found ? stmt.integer(0) : 0;
}

// Deletes the oldest replies until `excess` bytes are freed, at most kEvictStep of them.
Result<std::int64_t> evict(SqlSession& db, std::int64_t excess) {
  EV_TRY(Stmt oldest, db.prepare("DELETE FROM http_cache WHERE n = (SELECT n FROM http_cache "
                                 "ORDER BY stored_at, n LIMIT 1) RETURNING bytes"));
  std::int64_t freed = 0;
  for (int i = 0; i < kEvictStep && freed < excess; ++i) {
    EV_TRY(const bool found, oldest.bind().step());
    if (!found) break;
    freed += oldest.integer(0);
    EV_CHECK(oldest.run());
  }
  return freed;
}

struct CacheRow {
  std::string_view key;
  const net::CachedResponse& response;
  const Packed& packed;
  std::int64_t bytes = 0;
};

Result<void> replace(SqlSession& db, const CacheRow& row, std::int64_t max_bytes) {
  EV_TRY(const std::int64_t before, bytes_of(db, row.key));
  EV_TRY(Stmt stmt, db.prepare("INSERT INTO http_cache (key, status, content_type, body, raw_size, "
                               "compressed, bytes, stored_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
                               "ON CONFLICT (key) DO UPDATE SET status = excluded.status, "
                               "content_type = excluded.content_type, body = excluded.body, "
                               "raw_size = excluded.raw_size, compressed = excluded.compressed, "
                               "bytes = excluded.bytes, stored_at = excluded.stored_at"));
  EV_CHECK(stmt.bind(row.key, row.response.status, row.response.content_type, Blob{row.packed.body},
                     row.packed.raw_size, row.packed.compressed, row.bytes,
                     row.response.stored_at.count())
               .run());
  EV_TRY(std::int64_t total,
         db.integer("SELECT value FROM counter WHERE name = 'http_cache_bytes'"));
  total += row.bytes - before;
  if (total > max_bytes) {
    EV_TRY(const std::int64_t freed, evict(db, total - max_bytes));
    total -= freed;
  }
  EV_TRY(Stmt count, db.prepare("UPDATE counter SET value = ? WHERE name = 'http_cache_bytes'"));
  return count.bind(total).run();
}

}  // namespace

std::optional<net::CachedResponse> HttpCacheStore::get(std::string_view key) noexcept try {
  auto found = connection_.use([&](SqlSession& db) { return look_up(db, key); });
  if (found) return *std::move(found);
  note_failure(found.error());
  return std::nullopt;
} catch (const std::exception&) {
  return std::nullopt;
}

void HttpCacheStore::put(std::string_view key, const net::CachedResponse& response) noexcept try {
  const Packed packed = pack(response.body);
  const std::size_t bytes =
      packed.body.size() + key.size() + response.content_type.size() + kRowOverhead;
  if (bytes > max_bytes_ / kLargestShare) return;
  const CacheRow row{key, response, packed, static_cast<std::int64_t>(bytes)};
  const auto stored = connection_.use([&](SqlSession& db) {
    return db.write("http_cache",
                    [&] { return replace(db, row, static_cast<std::int64_t>(max_bytes_)); });
  });
  if (!stored) note_failure(stored.error());
} catch (const std::exception&) {
  // Out of memory: the reply was delivered and is only not kept.
}

void HttpCacheStore::note_failure(const Error& error) {
  if (failure_noted_.exchange(true)) return;
  log(Level::warn, "http_cache_off", {{"reason", error.message}});
}

}  // namespace ev::store
