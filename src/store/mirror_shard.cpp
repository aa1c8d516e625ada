#include "store/mirror_shard.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace ev::store {

namespace {

constexpr std::array<std::string_view, 1> kRecordSteps = {R"sql(
-- n = PMID less the first of the shard. dictionary 0 = packed without one.
CREATE TABLE record (
  n          INTEGER PRIMARY KEY,
  version    INTEGER NOT NULL,
  retracted  INTEGER NOT NULL,
  dictionary INTEGER NOT NULL,
  packed     BLOB NOT NULL
);
CREATE TABLE dictionary (n INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE change (
  file INTEGER NOT NULL,
  n    INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  PRIMARY KEY (file, n, kind)
) WITHOUT ROWID;
CREATE TABLE state (one INTEGER PRIMARY KEY, file INTEGER NOT NULL, digest TEXT NOT NULL, records INTEGER NOT NULL);
INSERT INTO state VALUES (1, 0, '', 0);
)sql"};

// As library_words of the store, but its numbers are those of the records. A table of words in
// memory that the processor's caches hold costs less time than larger pieces save.
constexpr std::array<std::string_view, 1> kWordSteps = {R"sql(
CREATE VIRTUAL TABLE words USING fts5 (
  p0, p1, p2, p3, p4, p5, p6, keys, content = '', tokenize = 'ascii'
);
INSERT INTO words (words, rank) VALUES ('hashsize', 4194304);
INSERT INTO words (words, rank) VALUES ('automerge', 16);
CREATE TABLE state (one INTEGER PRIMARY KEY, file INTEGER NOT NULL, digest TEXT NOT NULL);
INSERT INTO state VALUES (1, 0, '');
)sql"};

constexpr std::size_t kTrainingRecords = 3'000;
constexpr std::size_t kLeastTrainingRecords = 200;
constexpr int kReadingCacheKib = 2'048;
constexpr int kWritingCacheKib = 8'192;

std::string numbered(std::int64_t number, const char* end) {
  char out[32];
  std::snprintf(out, sizeof out, "%03lld.%s", static_cast<long long>(number), end);
  return out;
}

// A file that counts as applied must still be there after a loss of power.
Result<Database> open_for_writing(const std::filesystem::path& file, const Tables& tables) {
  EV_TRY(Database db, Database::open(file));
  EV_CHECK(check_compatible(db, tables.steps));
  EV_CHECK(db.use_wal());
  EV_CHECK(migrate(db, tables.steps));
  EV_CHECK(
      db.exec("PRAGMA synchronous=FULL; PRAGMA cache_size=-" + std::to_string(kWritingCacheKib)));
  return db;
}

struct Applied {
  std::int64_t file = 0;
  std::string digest;
};

Result<Applied> applied(Database& db) {
  EV_TRY(Stmt stmt, db.prepare("SELECT file, digest FROM state"));
  EV_TRY(const bool there, stmt.step());
  if (!there) return Error{.message = "a shard of the mirror has lost its state"};
  return Applied{stmt.integer(0), stmt.text(1)};
}

Stmt& bind_words(Stmt& stmt, std::int64_t n, const IndexColumns& text) {
  std::array<std::string_view, kIndexParts> p;
  std::copy_n(text.parts.begin(), std::min(text.parts.size(), p.size()), p.begin());
  return stmt.bind(n, p[0], p[1], p[2], p[3], p[4], p[5], p[6], text.keys);
}

constexpr const char* kAddWords =
    "INSERT INTO words (rowid, p0, p1, p2, p3, p4, p5, p6, keys) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

}  // namespace

std::filesystem::path ShardPlace::records() const {
  return folder / numbered(number, "records");
}
std::filesystem::path ShardPlace::words() const {
  return folder / numbered(number, "words");
}

Tables mirror_record_tables() {
  return {kRecordSteps, kReadingCacheKib};
}
Tables mirror_word_tables() {
  return {kWordSteps, kReadingCacheKib};
}

Result<std::string> mirror_dictionary(Database& records, std::int64_t number) {
  if (number == 0) return std::string();
  EV_TRY(Stmt stmt, records.prepare("SELECT bytes FROM dictionary WHERE n = ?"));
  EV_TRY(const bool there, stmt.bind(number).step());
  if (there) return stmt.text(0);
  return Error{.message = "a shard of the mirror has lost its dictionary", .source = "mirror"};
}

Result<void> rebuild_words(const ShardPlace& place, const TextOfRecord& text_of) {
  EV_TRY(Database records, open_for_writing(place.records(), mirror_record_tables()));
  EV_TRY(Database words, open_for_writing(place.words(), mirror_word_tables()));
  const auto work = [&]() -> Result<void> {
    EV_CHECK(words.exec("INSERT INTO words (words) VALUES ('delete-all')"));
    EV_TRY(Stmt add, words.prepare(kAddWords));
    EV_TRY(Stmt next, records.prepare("SELECT n, dictionary, packed FROM record ORDER BY n"));
    std::optional<RecordCodec> codec;
    std::int64_t codec_number = 0;
    while (true) {
      EV_TRY(const bool more, next.step());
      if (!more) break;
      if (!codec || codec_number != next.integer(1)) {
        codec_number = next.integer(1);
        EV_TRY(std::string dictionary, mirror_dictionary(records, codec_number));
        codec.emplace(std::move(dictionary));
      }
      EV_TRY(const std::string json, codec->unpack(next.bytes(2)));
      EV_TRY(const IndexColumns text, text_of(json));
      EV_CHECK(bind_words(add, next.integer(0), text).run());
    }
    EV_TRY(const Applied state, applied(records));
    EV_TRY(Stmt mark, words.prepare("UPDATE state SET file = ?, digest = ?"));
    return mark.bind(state.file, state.digest).run();
  };
  return records.read([&] { return words.write(work); });
}

Result<std::unique_ptr<ShardWriter>> ShardWriter::open(const ShardPlace& place,
                                                       const FileMark& file,
                                                       const TextOfRecord& text_of) {
  EV_TRY(Database records, open_for_writing(place.records(), mirror_record_tables()));
  EV_TRY(Database words, open_for_writing(place.words(), mirror_word_tables()));
  EV_TRY(const Applied of_records, applied(records));
  EV_TRY(const Applied of_words, applied(words));
  if (of_records.file != of_words.file || of_records.digest != of_words.digest) {
    EV_CHECK(rebuild_words(place, text_of));
  }
  std::unique_ptr<ShardWriter> out(
      new ShardWriter(place, file, text_of, std::move(records), std::move(words)));
  out->done_ = of_records.file == file.number && of_records.digest == file.digest;
  EV_CHECK(out->begin());
  return out;
}

Result<void> ShardWriter::begin() {
  EV_CHECK(records_.exec("BEGIN IMMEDIATE"));
  EV_CHECK(words_.exec("BEGIN IMMEDIATE"));
  EV_TRY(total_, records_.integer("SELECT records FROM state"));
  EV_TRY(const std::int64_t dictionary,
         records_.integer("SELECT coalesce(max(n), 0) FROM dictionary"));
  if (dictionary != 0) {
    EV_TRY(std::string bytes, mirror_dictionary(records_, dictionary));
    codec_ = std::make_shared<const RecordCodec>(std::move(bytes));
  }
  EV_CHECK(prepare());
  if (done_) return {};
  // Left by another content of the same number.
  EV_TRY(Stmt stale, records_.prepare("DELETE FROM change WHERE file = ?"));
  return stale.bind(file_.number).run();
}

Result<void> ShardWriter::prepare() {
  EV_TRY(Stmt find,
         records_.prepare("SELECT version, retracted, dictionary, packed FROM record WHERE n = ?"));
  EV_TRY(Stmt insert, records_.prepare("INSERT INTO record (version, retracted, dictionary, "
                                       "packed, n) VALUES (?, ?, ?, ?, ?)"));
  EV_TRY(Stmt update, records_.prepare("UPDATE record SET version = ?, retracted = ?, "
                                       "dictionary = ?, packed = ? WHERE n = ?"));
  EV_TRY(Stmt erase, records_.prepare("DELETE FROM record WHERE n = ?"));
  EV_TRY(Stmt change, records_.prepare("INSERT INTO change (file, n, kind) VALUES (?, ?, ?) "
                                       "ON CONFLICT DO NOTHING"));
  EV_TRY(Stmt add, words_.prepare(kAddWords));
  EV_TRY(Stmt drop,
         words_.prepare("INSERT INTO words (words, rowid, p0, p1, p2, p3, p4, p5, p6, keys) "
                        "VALUES ('delete', ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  statements_.emplace(Statements{std::move(find), std::move(insert), std::move(update),
                                 std::move(erase), std::move(change), std::move(add),
                                 std::move(drop)});
  return {};
}

Result<void> ShardWriter::put(MirrorRecord record) {
  if (done_) return {};
  if (codec_) return apply(std::move(record));
  waiting_.emplace_back(std::move(record));
  return waiting_.size() < kTrainingRecords ? Result<void>() : train();
}

Result<void> ShardWriter::remove(std::int64_t pmid) {
  if (done_) return {};
  if (codec_) return erase(pmid);
  waiting_.emplace_back(pmid);
  return {};
}

// Then does what waited for it.
Result<void> ShardWriter::train() {
  std::vector<std::string_view> texts;
  for (const Step& step : waiting_) {
    if (const auto* record = std::get_if<MirrorRecord>(&step)) texts.push_back(record->json);
  }
  std::string dictionary =
      texts.size() < kLeastTrainingRecords ? std::string() : RecordCodec::train(texts);
  if (!dictionary.empty()) {
    EV_TRY(Stmt keep, records_.prepare("INSERT INTO dictionary (n, bytes) VALUES (1, ?)"));
    EV_CHECK(keep.bind(Blob{dictionary}).run());
  }
  codec_ = std::make_shared<const RecordCodec>(std::move(dictionary));
  for (Step& step : waiting_) {
    const auto* pmid = std::get_if<std::int64_t>(&step);
    EV_CHECK(pmid != nullptr ? erase(*pmid) : apply(std::get<MirrorRecord>(std::move(step))));
  }
  waiting_.clear();
  return {};
}

Result<void> ShardWriter::apply(MirrorRecord record) {
  const std::int64_t n = record.pmid - place_.first();
  if (record.packed.empty()) record.packed = codec_->pack(record.json);
  const std::int64_t dictionary = codec_->dictionary().empty() ? 0 : 1;
  EV_TRY(const bool known, statements_->find.bind(n).step());
  Stmt& found = statements_->find;
  bool newly_retracted = record.retracted;
  if (known) {
    newly_retracted = newly_retracted && found.integer(1) == 0;
    const bool older = found.integer(0) > record.version;
    const bool same = found.integer(2) == dictionary && found.bytes(3) == record.packed;
    if (older || same) {
      ++counts_.unchanged;
      return found.run();
    }
    EV_CHECK(drop_words(n, found.bytes(3), found.integer(2)));
    EV_CHECK(found.run());
  }
  EV_CHECK(add_words(n, record.text));
  Stmt& write = known ? statements_->update : statements_->insert;
  EV_CHECK(write.bind(record.version, record.retracted ? 1 : 0, dictionary, Blob{record.packed}, n)
               .run());
  total_ += known ? 0 : 1;
  ++(known ? counts_.revised : counts_.added);
  EV_CHECK(note(n, known ? MirrorChangeKind::revised : MirrorChangeKind::added));
  if (!newly_retracted) return {};
  ++counts_.retracted;
  return note(n, MirrorChangeKind::retracted);
}

Result<void> ShardWriter::erase(std::int64_t pmid) {
  const std::int64_t n = pmid - place_.first();
  EV_TRY(const bool known, statements_->find.bind(n).step());
  if (!known) return {};
  EV_CHECK(drop_words(n, statements_->find.bytes(3), statements_->find.integer(2)));
  EV_CHECK(statements_->find.run());
  EV_CHECK(statements_->erase.bind(n).run());
  --total_;
  ++counts_.deleted;
  return note(n, MirrorChangeKind::deleted);
}

Result<std::string> ShardWriter::unpacked(std::string_view packed, std::int64_t dictionary) {
  if ((dictionary == 0) == codec_->dictionary().empty()) return codec_->unpack(packed);
  EV_TRY(std::string bytes, mirror_dictionary(records_, dictionary));
  return RecordCodec(std::move(bytes)).unpack(packed);
}

// The full-text table keeps no text: it must be told again what is to go.
Result<void> ShardWriter::drop_words(std::int64_t n, std::string_view packed,
                                     std::int64_t dictionary) {
  EV_TRY(const std::string json, unpacked(packed, dictionary));
  EV_TRY(const IndexColumns text, text_of_(json));
  return bind_words(statements_->drop_words, n, text).run();
}

Result<void> ShardWriter::add_words(std::int64_t n, const IndexColumns& text) {
  return bind_words(statements_->add_words, n, text).run();
}

Result<void> ShardWriter::note(std::int64_t n, MirrorChangeKind kind) {
  if (!file_.noted) return {};
  return statements_->change.bind(file_.number, n, static_cast<int>(kind)).run();
}

Result<void> ShardWriter::commit() {
  if (!done_) {
    if (!codec_) EV_CHECK(train());
    for (Database* db : {&words_, &records_}) {
      EV_TRY(Stmt mark, db->prepare("UPDATE state SET file = ?, digest = ?"));
      EV_CHECK(mark.bind(file_.number, file_.digest).run());
    }
    EV_TRY(Stmt total, records_.prepare("UPDATE state SET records = ?"));
    EV_CHECK(total.bind(total_).run());
  }
  statements_.reset();
  EV_CHECK(words_.exec("COMMIT"));
  EV_CHECK(records_.exec("COMMIT"));
  // Many shards would keep as many logs, each as large as its largest file. A search that is going
  // on stands in the way of that, and it is left for the next file.
  for (Database* db : {&words_, &records_}) {
    const auto ignored = db->exec("PRAGMA busy_timeout=0; PRAGMA wal_checkpoint(TRUNCATE)");
    (void)ignored;
  }
  return {};
}

}  // namespace ev::store
