#include "store/mirror.hpp"

#include "store/mirror_reading.hpp"

#include <algorithm>
#include <array>

namespace ev::store {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 1> kJournalSteps = {R"sql(
CREATE TABLE origin (
  one            INTEGER PRIMARY KEY CHECK (one = 1),
  url            TEXT NOT NULL,
  year           TEXT NOT NULL,
  bits           INTEGER NOT NULL,
  first_file     INTEGER NOT NULL,
  last_file      INTEGER NOT NULL,
  baseline_files INTEGER NOT NULL
);
CREATE TABLE file (
  n          INTEGER PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE,
  is_update  INTEGER NOT NULL,
  md5        TEXT NOT NULL,
  bytes      INTEGER NOT NULL,
  date       TEXT NOT NULL,
  malformed  INTEGER NOT NULL,
  applied_at INTEGER NOT NULL
);
-- Shards that have files, or are to have.
CREATE TABLE shard (n INTEGER PRIMARY KEY);
)sql"};

constexpr int kJournalCacheKib = 1'024;
constexpr std::int64_t kEmptyPart = 5;  // a fifth

// nullopt for ids of other kinds.
std::optional<std::int64_t> pmid_number(std::string_view id) {
  constexpr std::size_t kMostDigits = 9;
  if (id.empty() || id.size() > kMostDigits) return std::nullopt;
  std::int64_t out = 0;
  for (const char c : id) {
    if (c < '0' || c > '9') return std::nullopt;
    out = out * 10 + (c - '0');
  }
  return out;
}

Result<bool> compacted(Database& db) {
  EV_TRY(const std::int64_t empty, db.integer("PRAGMA freelist_count"));
  EV_TRY(const std::int64_t pages, db.integer("PRAGMA page_count"));
  if (empty * kEmptyPart < pages) return false;
  const Result<void> written = db.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  if (!written && written.error().code == Errc::cancelled) return written.error();
  return written.has_value();
}

std::uintmax_t bytes_of(const fs::path& file) {
  std::uintmax_t out = 0;
  std::error_code ec;
  for (const char* suffix : {"", "-wal"}) {
    const std::uintmax_t bytes = fs::file_size(file.string() + suffix, ec);
    if (!ec) out += bytes;
  }
  return out;
}

}  // namespace

Mirror::Mirror(fs::path folder, const Clock& clock)
    : folder_(std::move(folder)),
      clock_(clock),
      journal_(folder_ / "mirror.db", Tables{kJournalSteps, kJournalCacheKib}) {}

Mirror::~Mirror() = default;

bool Mirror::exists() const {
  return identity_of(folder_ / "mirror.db").has_value();
}

Result<RecordFile> Mirror::hold() const {
  EV_CHECK(ensure_private_dir(folder_));
  EV_TRY(RecordFile lock, RecordFile::open(folder_ / "lock"));
  EV_TRY(const bool mine, lock.try_lock());
  if (mine) return lock;
  return Error{.code = Errc::store_unavailable,
               .message = "another process is writing to the mirror " + folder_.string(),
               .source = "mirror",
               .recovery = "wait until it has ended"};
}

Result<void> Mirror::create(const MirrorOrigin& origin) {
  EV_CHECK(ensure_private_dir(folder_));
  return journal_.use([&](Database& db) -> Result<void> {
    EV_TRY(Stmt stmt, db.prepare("INSERT INTO origin VALUES (1, ?, ?, ?, ?, ?, ?) "
                                 "ON CONFLICT (one) DO UPDATE SET last_file = excluded.last_file, "
                                 "baseline_files = excluded.baseline_files"));
    return stmt
        .bind(origin.url, origin.year, origin.bits, origin.first_file, origin.last_file,
              origin.baseline_files)
        .run();
  });
}

Result<MirrorOrigin> Mirror::origin() {
  if (!exists()) {
    return Error{.code = Errc::not_found,
                 .message = "there is no mirror in " + folder_.string(),
                 .source = "mirror",
                 .recovery = "`evidence-mcp mirror init` makes one"};
  }
  return journal_.use([&](Database& db) -> Result<MirrorOrigin> {
    EV_TRY(Stmt stmt, db.prepare("SELECT url, year, bits, first_file, last_file, baseline_files "
                                 "FROM origin"));
    EV_TRY(const bool there, stmt.step());
    if (!there) {
      return Error{.code = Errc::not_found,
                   .message = "the mirror in " + folder_.string() + " was never begun",
                   .source = "mirror",
                   .recovery = "`evidence-mcp mirror init` makes one"};
    }
    bits_ = static_cast<int>(stmt.integer(2));
    return MirrorOrigin{stmt.text(0),    stmt.text(1),    static_cast<int>(stmt.integer(2)),
                        stmt.integer(3), stmt.integer(4), stmt.integer(5)};
  });
}

Result<std::vector<MirrorFile>> Mirror::files() {
  EV_CHECK(origin());  // to look must not make one
  return journal_.use([&](Database& db) -> Result<std::vector<MirrorFile>> {
    EV_TRY(Stmt stmt, db.prepare("SELECT n, name, is_update, md5, bytes, date, malformed, "
                                 "applied_at FROM file ORDER BY n"));
    std::vector<MirrorFile> out;
    while (true) {
      EV_TRY(const bool more, stmt.step());
      if (!more) return out;
      out.push_back({stmt.integer(0), stmt.text(1), stmt.integer(2) != 0, stmt.text(3),
                     stmt.integer(4), stmt.text(5), stmt.integer(6), stmt.integer(7)});
    }
  });
}

Result<void> Mirror::note_shard(std::int64_t number) {
  return journal_.use([&](Database& db) -> Result<void> {
    EV_TRY(Stmt stmt, db.prepare("INSERT INTO shard (n) VALUES (?) ON CONFLICT DO NOTHING"));
    return stmt.bind(number).run();
  });
}

Result<void> Mirror::note_file(const MirrorFile& file) {
  return journal_.use([&](Database& db) -> Result<void> {
    EV_TRY(Stmt stmt, db.prepare("INSERT INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?)"));
    return stmt
        .bind(file.number, file.name, file.update ? 1 : 0, file.md5, file.bytes, file.date,
              file.malformed, clock_.unix_time().count())
        .run();
  });
}

Result<MirrorWriter> Mirror::begin(MirrorFile file, const TextOfRecord& text_of) {
  EV_CHECK(origin());
  EV_TRY(file.number, journal_.use([](Database& db) {
    return db.integer("SELECT coalesce(max(n), 0) + 1 FROM file");
  }));
  MirrorWriter out(*this, std::move(file), text_of);
  EV_TRY(const Shards known, shards());
  for (const auto& shard : known) {
    EV_TRY(const auto codec, shard->records.use([&](Database& db) { return shard->codec(db, 1); }));
    if (codec != nullptr) out.codecs_->lock()->emplace(shard->place.number, codec);
  }
  return out;
}

void MirrorWriter::pack(MirrorRecord& record) const {
  std::shared_ptr<const RecordCodec> codec;
  {
    auto known = codecs_->lock();
    const auto at = known->find(record.pmid >> mirror_->bits_);
    if (at == known->end()) return;
    codec = at->second;
  }
  record.packed = codec->pack(record.json);
  record.json = {};
}

Result<ShardWriter*> MirrorWriter::shard_of(std::int64_t pmid) {
  const std::int64_t number = pmid >> mirror_->bits_;
  const auto known = shards_.find(number);
  if (known != shards_.end()) return known->second.get();
  EV_CHECK(mirror_->note_shard(number));
  EV_TRY(auto opened, ShardWriter::open(mirror_->place(number),
                                        {file_.number, file_.md5, file_.update}, *text_of_));
  return shards_.emplace(number, std::move(opened)).first->second.get();
}

Result<void> MirrorWriter::put(MirrorRecord record) {
  const std::int64_t pmid = record.pmid;
  EV_TRY(ShardWriter* const shard, shard_of(pmid));
  const bool learnt = shard->codec() != nullptr;
  EV_CHECK(shard->put(std::move(record)));
  if (!learnt && shard->codec() != nullptr && !shard->codec()->dictionary().empty()) {
    codecs_->lock()->emplace(pmid >> mirror_->bits_, shard->codec());
  }
  return {};
}

Result<void> MirrorWriter::remove(std::int64_t pmid) {
  EV_TRY(ShardWriter* const shard, shard_of(pmid));
  return shard->remove(pmid);
}

Result<ShardCounts> MirrorWriter::finish(std::int64_t malformed) {
  ShardCounts all;
  for (const auto& [number, shard] : shards_) {
    EV_CHECK(shard->commit());
    const ShardCounts& one = shard->counts();
    all.added += one.added;
    all.revised += one.revised;
    all.deleted += one.deleted;
    all.retracted += one.retracted;
    all.unchanged += one.unchanged;
  }
  shards_.clear();
  file_.malformed = malformed;
  EV_CHECK(mirror_->note_file(file_));
  return all;
}

Result<std::shared_ptr<const RecordCodec>> Mirror::Shard::codec(Database& db, std::int64_t number) {
  {
    auto known = codecs.lock();
    if (const auto at = known->find(number); at != known->end()) return at->second;
  }
  auto bytes = mirror_dictionary(db, number);
  if (!bytes) return std::shared_ptr<const RecordCodec>();
  auto made = std::make_shared<const RecordCodec>(*std::move(bytes));
  codecs.lock()->emplace(number, made);
  return std::shared_ptr<const RecordCodec>(std::move(made));
}

Result<Mirror::Shards> Mirror::shards() {
  std::vector<std::int64_t> numbers;
  EV_CHECK(origin());
  EV_CHECK(journal_.use([&](Database& db) -> Result<void> {
    EV_TRY(Stmt stmt, db.prepare("SELECT n FROM shard ORDER BY n"));
    while (true) {
      EV_TRY(const bool more, stmt.step());
      if (!more) return {};
      numbers.push_back(stmt.integer(0));
    }
  }));
  Shards out;
  auto open = open_.lock();
  for (const std::int64_t number : numbers) {
    std::shared_ptr<Shard>& shard = (*open)[number];
    if (shard == nullptr) shard = std::make_shared<Shard>(place(number));
    out.push_back(shard);
  }
  return out;
}

Result<MirrorFigures> Mirror::mirror_figures() {
  MirrorFigures out;
  EV_TRY(const auto applied, files());
  out.files = static_cast<std::int64_t>(applied.size());
  for (const MirrorFile& file : applied) {
    out.last_file = file.name;
    out.date = std::max(out.date, file.date);
  }
  EV_TRY(const Shards all, shards());
  out.shards = static_cast<std::int64_t>(all.size());
  for (const auto& shard : all) {
    EV_TRY(const std::int64_t records, shard->records.use([](Database& db) {
      return db.integer("SELECT records FROM state");
    }));
    out.records += records;
    out.record_bytes += bytes_of(shard->place.records());
    out.word_bytes += bytes_of(shard->place.words());
  }
  return out;
}

Result<std::size_t> Mirror::compact(const Context& ctx) {
  std::size_t out = 0;
  EV_TRY(const Shards all, shards());
  for (const auto& shard : all) {
    for (Connection* file : {&shard->words, &shard->records}) {
      EV_TRY(const bool smaller, file->use(compacted, ctx));
      if (smaller) ++out;
    }
  }
  return out;
}

Result<std::vector<StoredArticle>> Mirror::latest(const std::vector<std::string>& item_ids,
                                                  std::chrono::seconds, const Context& ctx) {
  EV_TRY(const Shards all, shards());
  std::vector<StoredArticle> out;
  for (const std::string& id : item_ids) {
    EV_CHECK(ctx.check());
    const auto pmid = pmid_number(id);
    if (!pmid) continue;
    const auto at = std::find_if(all.begin(), all.end(), [&](const auto& shard) {
      return shard->place.number == *pmid >> bits_;
    });
    if (at == all.end()) continue;
    Shard& shard = **at;
    const auto read = [&](Database& db) -> Result<void> {
      EV_TRY(Stmt stmt, db.prepare("SELECT dictionary, packed FROM record WHERE n = ?"));
      EV_TRY(const bool there, stmt.bind(*pmid - shard.place.first()).step());
      if (!there) return {};
      EV_TRY(const auto codec, shard.codec(db, stmt.integer(0)));
      if (codec == nullptr) return Error{.message = "a shard of the mirror has no dictionary"};
      EV_TRY(std::string json, codec->unpack(stmt.bytes(1)));
      out.push_back({.item_id = id, .json = std::move(json)});
      return {};
    };
    EV_CHECK(shard.records.use(read, ctx));
  }
  return out;
}

Result<std::vector<MirrorChange>> Mirror::changes(std::string_view since, const Context& ctx) {
  EV_TRY(const auto applied, files());
  std::int64_t first = 0;
  for (const MirrorFile& file : applied) {
    if (file.update && file.date >= since && first == 0) first = file.number;
  }
  std::vector<MirrorChange> out;
  if (first == 0) return out;
  EV_TRY(const Shards all, shards());
  for (const auto& shard : all) {
    EV_CHECK(ctx.check());
    const auto read = [&](Database& db) -> Result<void> {
      EV_TRY(Stmt stmt, db.prepare("SELECT n, kind, file FROM change WHERE file >= ? "
                                   "ORDER BY n, file, kind"));
      stmt.bind(first);
      while (true) {
        EV_TRY(const bool more, stmt.step());
        if (!more) return {};
        out.push_back({stmt.integer(0) + shard->place.first(),
                       static_cast<MirrorChangeKind>(stmt.integer(1)), stmt.integer(2)});
      }
    };
    EV_CHECK(shard->records.use(read, ctx));
  }
  return out;
}

}  // namespace ev::store
