// Result sets: every list of records a tool yields, kept under a handle ("rs-" + 10 hex of the
// content) for limits::kResultSetDays. Stages: "records" (rows name stored articles), "features",
// "scored", "ranked" (rows hold only what the stage added; `base` names the set they were derived
// from, so records are never copied). Equal content has an equal handle. Port of plain rows and
// JSON text: no domain type, no SQL. Reading ends within milliseconds once the call it is given
// must end. Thread rule: thread-safe; several processes may share the file.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "store/library_index.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::store {

struct ResultRow {
  std::string item_id;  // PMID, or the source's id
  std::string payload;  // "records": key of the stored article; other stages: JSON text or bytes
  bool operator==(const ResultRow&) const = default;
};

struct ResultSet {
  std::string id;  // set by put()
  std::string stage;
  std::string base;  // handle of the set this one was derived from; "" for "records"
  std::string meta;  // JSON text: the call that recreates it, query, criteria … part of the content
  std::vector<ResultRow> rows;
  std::int64_t created_at = 0;  // unix seconds; not part of the content
  std::int64_t expires_at = 0;
};

// Rows that are not held in memory: visits all in order, each time it is called; an error of the
// visitor ends it.
using RowVisitor = std::function<Result<void>(const ResultRow&)>;
using RowSource = std::function<Result<void>(const RowVisitor&)>;

struct ResultSetInfo {
  std::string id, stage, base, meta;
  std::size_t rows = 0;
  std::int64_t created_at = 0;
  std::int64_t expires_at = 0;
};

class ResultSets {
 public:
  virtual ~ResultSets() = default;
  // Stores (or renews) the set and returns its handle. The first takes the set's own rows, the
  // second those of the source.
  virtual Result<std::string> put(const ResultSet& set) = 0;
  virtual Result<std::string> put(const ResultSet& head, const RowSource& rows) = 0;
  // unknown_result_set when it was never there; the same code with the recreating call as recovery
  // when it has expired.
  virtual Result<ResultSet> get(std::string_view id, const Context& ctx = {}) = 0;
  virtual Result<std::vector<ResultSetInfo>> list(std::size_t limit) = 0;
};

// One stored record version: `key` is a hash of `json`.
struct StoredArticle {
  std::string key;
  std::string item_id;  // PMID or source id
  std::string json;     // canonical article
  // False: latest() keeps the version it knows, with its age; the new one only fills a gap. For
  // records that were not fetched just now (a client's inline articles, records taken from the
  // store).
  bool replaces_latest = true;
  // What the library's index keeps of it, written in the same transaction; without parts the record
  // is not searchable. Only read by put(), and only when it replaces the latest.
  IndexColumns text = {};
  // Of latest(): the library's index has this version. One that has none came from a client, or was
  // stored where there was no room for its words; it is no stand-in for a fetched one.
  bool searchable = true;
};

// Records by what they are called.
class LatestRecords {
 public:
  virtual ~LatestRecords() = default;
  // Latest version per item_id, for those stored within `max_age`; missing ids are absent from the
  // result.
  virtual Result<std::vector<StoredArticle>> latest(const std::vector<std::string>& item_ids,
                                                    std::chrono::seconds max_age,
                                                    const Context& ctx = {}) = 0;
};

class Articles : public LatestRecords {
 public:
  // Stores versions that are not there yet and marks them as the latest of their item_id, with
  // their words, all or none. Returns the keys in order. What was to be the latest and found no
  // room is stored with the next call that finds some.
  virtual Result<std::vector<std::string>> put(const std::vector<StoredArticle>& articles) = 0;
  virtual Result<std::vector<StoredArticle>> by_key(const std::vector<std::string>& keys,
                                                    const Context& ctx = {}) = 0;
  // All latest versions, ordered by item_id, in pages: items with item_id > after.
  virtual Result<std::vector<StoredArticle>> page(std::string_view after, std::size_t limit) = 0;
  virtual Result<std::size_t> count() = 0;
};

// Small named documents with history: hypotheses and their tests, labels of a result set,
// checkpoints. (kind, id) is unique; put() replaces.
class Documents {
 public:
  virtual ~Documents() = default;
  virtual Result<void> put(std::string_view kind, std::string_view id, std::string_view json) = 0;
  virtual Result<std::optional<std::string>> get(std::string_view kind, std::string_view id) = 0;
  virtual Result<std::vector<std::pair<std::string, std::string>>> list(std::string_view kind,
                                                                        std::size_t limit) = 0;
};

}  // namespace ev::store
