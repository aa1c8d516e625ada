#include "base/together.hpp"
#include "store/index_match.hpp"
#include "store/mirror_reading.hpp"

#include <algorithm>

namespace ev::store {

namespace {

// As the library weighs its parts (sqlite_library_index.cpp): a record's place must not depend on
// where it is kept.
constexpr const char* kScored =
    "SELECT rowid, relevance(words, 2.0, 1.0, 1.0, 0.2, 1.0, 0.2, 0.2, 1.0) FROM words "
    "WHERE words MATCH ?";
constexpr const char* kCounted = "SELECT count(*) FROM words WHERE words MATCH ?";
constexpr std::size_t kReaders = 2;

struct Scored {
  double score = 0;  // the least is the best
  std::int64_t pmid = 0;
};

// Those of one score by id, which is a text: "10" stands before "9".
bool before(const Scored& a, const Scored& b) {
  if (a.score != b.score) return a.score < b.score;
  return a.pmid != b.pmid && std::to_string(a.pmid) < std::to_string(b.pmid);
}

// The best so far, the worst of them on top.
class BestOf {
 public:
  explicit BestOf(std::size_t limit) : limit_(limit) {}
  void add(const Scored& one) {
    if (limit_ == 0) return;
    if (heap_.size() == limit_) {
      if (!before(one, heap_.front())) return;
      std::pop_heap(heap_.begin(), heap_.end(), before);
      heap_.pop_back();
    }
    heap_.push_back(one);
    std::push_heap(heap_.begin(), heap_.end(), before);
  }
  const std::vector<Scored>& kept() const { return heap_; }
  std::vector<Scored> sorted() {
    std::sort(heap_.begin(), heap_.end(), before);
    return std::move(heap_);
  }

 private:
  std::size_t limit_;
  std::vector<Scored> heap_;
};

Result<std::int64_t> counted(Database& db, const std::string& match) {
  EV_TRY(Stmt stmt, db.prepare(kCounted));
  EV_TRY(const bool row, stmt.bind(match).step());
  return row ? stmt.integer(0) : 0;
}

// SQLite's variable-length integer: seven bits a byte, the highest first, a ninth byte whole.
std::uint64_t take_varint(std::string_view& bytes) {
  std::uint64_t out = 0;
  for (int i = 0; i < 9 && !bytes.empty(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    if (i == 8) return out << 8 | byte;
    out = out << 7 | (byte & 0x7f);
    if ((byte & 0x80) == 0) break;
  }
  return out;
}

// The full-text table's own record of its size: the number of rows, then the words of each column.
Result<void> add_size(Database& db, WordStatistics& whole) {
  constexpr int kColumns = static_cast<int>(kIndexParts) + 1;
  EV_TRY(Stmt stmt, db.prepare("SELECT block FROM words_data WHERE id = 1"));
  EV_TRY(const bool there, stmt.step());
  if (!there) return {};
  std::string_view bytes = stmt.bytes(0);
  whole.records += static_cast<std::int64_t>(take_varint(bytes));
  for (int i = 0; i < kColumns; ++i) whole.words += static_cast<std::int64_t>(take_varint(bytes));
  return {};
}

IndexHit hit_of(std::int64_t pmid) {
  return {pmid, std::to_string(pmid)};
}

}  // namespace

Result<void> Mirror::each_shard(const Shards& shards,
                                const std::function<Result<void>(std::size_t)>& work,
                                const Context& ctx) {
  std::atomic<std::size_t> next{0};
  Guarded<std::optional<Error>> failed;
  const auto read = [&](std::size_t) {
    for (std::size_t i = next++; i < shards.size() && !*failed.lock(); i = next++) {
      Result<void> done = ctx.check();
      if (done) done = work(i);
      if (!done) *failed.lock() = std::move(done).error();
    }
  };
  if (shards.size() > 1) {
    run_together(std::min(kReaders, shards.size()), read);
  } else {
    read(0);
  }
  if (auto error = failed.lock(); *error) return **error;
  return {};
}

Result<void> Mirror::weigh(const Shards& shards, const IndexQuery& query, WordStatistics& whole,
                           const Context& ctx) {
  const std::vector<std::string> phrases = match_phrases(query);
  std::vector<WordStatistics> parts(shards.size());
  const auto read = [&](std::size_t i) {
    return shards[i]->words.use(
        [&](Database& db) -> Result<void> {
          EV_CHECK(add_size(db, parts[i]));
          for (const std::string& phrase : phrases) {
            EV_TRY(const std::int64_t hits, counted(db, phrase));
            parts[i].hits.push_back(hits);
          }
          return {};
        },
        ctx);
  };
  EV_CHECK(each_shard(shards, read, ctx));
  whole.hits.assign(phrases.size(), 0);
  for (const WordStatistics& part : parts) {
    whole.records += part.records;
    whole.words += part.words;
    for (std::size_t i = 0; i < phrases.size(); ++i) whole.hits[i] += part.hits[i];
  }
  return {};
}

Result<std::vector<IndexHit>> Mirror::find(const IndexQuery& query, const Context& ctx) {
  const std::string match = match_expression(query);
  EV_TRY(const Shards all, shards());
  std::vector<std::vector<IndexHit>> parts(all.size());
  const auto read = [&](std::size_t i) {
    return all[i]->words.use(
        [&](Database& db) -> Result<void> {
          EV_TRY(Stmt stmt,
                 db.prepare("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid"));
          stmt.bind(match);
          while (true) {
            EV_TRY(const bool more, stmt.step());
            if (!more) return {};
            parts[i].push_back(hit_of(stmt.integer(0) + all[i]->place.first()));
          }
        },
        ctx);
  };
  EV_CHECK(each_shard(all, read, ctx));
  std::vector<IndexHit> out;
  for (const auto& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

Result<bool> Mirror::any(const IndexQuery& query, const Context& ctx) {
  const std::string match = match_expression(query);
  EV_TRY(const Shards all, shards());
  for (auto at = all.rbegin(); at != all.rend(); ++at) {
    EV_TRY(const bool found, (*at)->words.use(
                                 [&](Database& db) -> Result<bool> {
                                   EV_TRY(Stmt stmt,
                                          db.prepare("SELECT 1 FROM words WHERE words MATCH ? "
                                                     "LIMIT 1"));
                                   return stmt.bind(match).step();
                                 },
                                 ctx));
    if (found) return true;
  }
  return false;
}

Result<std::size_t> Mirror::count(const IndexQuery& query, const Context& ctx) {
  EV_TRY(const IndexPage page, newest(query, 0, ctx));
  return page.count;
}

Result<IndexPage> Mirror::best(const IndexQuery& query, std::size_t limit, const Context& ctx) {
  if (limit == 0) return newest(query, 0, ctx);
  const std::string match = match_expression(query);
  EV_TRY(const Shards all, shards());
  WordStatistics whole;
  EV_CHECK(weigh(all, query, whole, ctx));
  std::vector<BestOf> parts(all.size(), BestOf(limit));
  std::vector<std::size_t> counts(all.size());
  const auto read = [&](std::size_t i) {
    return all[i]->words.use(
        [&](Database& db) -> Result<void> {
          db.weigh_by(&whole);
          const auto scored = [&]() -> Result<void> {
            EV_TRY(Stmt stmt, db.prepare(kScored));
            stmt.bind(match);
            while (true) {
              EV_TRY(const bool more, stmt.step());
              if (!more) return {};
              ++counts[i];
              parts[i].add({stmt.real(1), stmt.integer(0) + all[i]->place.first()});
            }
          };
          const Result<void> done = scored();
          db.weigh_by(nullptr);
          return done;
        },
        ctx);
  };
  EV_CHECK(each_shard(all, read, ctx));
  IndexPage out;
  BestOf best(limit);
  for (std::size_t i = 0; i < all.size(); ++i) {
    out.count += counts[i];
    for (const Scored& one : parts[i].kept()) best.add(one);
  }
  for (const Scored& one : best.sorted()) out.hits.push_back(hit_of(one.pmid));
  return out;
}

Result<IndexPage> Mirror::newest(const IndexQuery& query, std::size_t limit, const Context& ctx) {
  const std::string match = match_expression(query);
  EV_TRY(const Shards all, shards());
  std::vector<std::int64_t> counts(all.size());
  const auto read = [&](std::size_t i) {
    return all[i]->words.use(
        [&](Database& db) -> Result<void> {
          EV_TRY(counts[i], counted(db, match));
          return {};
        },
        ctx);
  };
  EV_CHECK(each_shard(all, read, ctx));
  IndexPage out;
  for (std::size_t i = all.size(); i-- > 0;) {
    out.count += static_cast<std::size_t>(counts[i]);
    if (counts[i] == 0 || out.hits.size() == limit) continue;
    EV_CHECK(all[i]->words.use(
        [&](Database& db) -> Result<void> {
          EV_TRY(Stmt stmt, db.prepare("SELECT rowid FROM words WHERE words MATCH ? "
                                       "ORDER BY rowid DESC LIMIT ?"));
          stmt.bind(match, std::min(limit - out.hits.size(), std::size_t{1} << 40));
          while (true) {
            EV_TRY(const bool more, stmt.step());
            if (!more) return {};
            out.hits.push_back(hit_of(stmt.integer(0) + all[i]->place.first()));
          }
        },
        ctx));
  }
  return out;
}

Result<LibraryFigures> Mirror::figures() {
  EV_TRY(const MirrorFigures all, mirror_figures());
  return LibraryFigures{.records = all.records};
}

Result<std::size_t> Mirror::rebuild(const TextOf& text_of) {
  EV_TRY(const RecordFile held, hold());
  EV_TRY(const Shards all, shards());
  for (const auto& shard : all) EV_CHECK(rebuild_words(shard->place, text_of));
  EV_TRY(const LibraryFigures all_records, figures());
  return static_cast<std::size_t>(all_records.records);
}

}  // namespace ev::store
