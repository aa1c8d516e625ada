// The mirror: all of PubMed on this machine, in a folder beside the store. mirror.db holds the
// journal of the files that were applied, in order; each shard holds a range of PMIDs
// (mirror_shard.hpp). A file is in the journal once every shard it touches has it; after a process
// died in between, the same file is applied again and the shards that have it already let it pass.
// Port of plain rows and text: what the words mean is decided above. Thread rule: any thread, any
// number of processes; one writer at a time (hold()). Errors: those of the store.
#pragma once

#include "base/clock.hpp"
#include "base/guarded.hpp"
#include "base/record_file.hpp"
#include "store/mirror_shard.hpp"
#include "store/result_sets.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ev::store {

// Where the records come from, written when the mirror is made.
struct MirrorOrigin {
  std::string url;
  std::string year;  // of the baseline, two digits
  int bits = 19;
  std::int64_t first_file = 1;  // of the baseline
  std::int64_t last_file = 0;   // that is wanted; less than there are: a part of PubMed
  std::int64_t baseline_files = 0;
};

struct MirrorFile {
  std::int64_t number = 0;  // in the order of applying, from 1
  std::string name;
  bool update = false;
  std::string md5;
  std::int64_t bytes = 0;
  std::string date;  // YYYY-MM-DD as the folder says
  std::int64_t malformed = 0;
  std::int64_t applied_at = 0;  // unix seconds; set by finish()
};

struct MirrorFigures {
  std::int64_t records = 0;
  std::int64_t files = 0;
  std::int64_t shards = 0;
  std::string last_file;
  std::string date;  // of the newest file
  std::uintmax_t record_bytes = 0;
  std::uintmax_t word_bytes = 0;
};

struct MirrorChange {
  std::int64_t pmid = 0;
  MirrorChangeKind kind = MirrorChangeKind::added;
  std::int64_t file = 0;
};

class Mirror;

// One file being applied. Dropped without finish(): nothing has happened.
class MirrorWriter {
 public:
  MirrorWriter(MirrorWriter&&) noexcept = default;
  // Any thread: packs the record when its shard has a dictionary.
  void pack(MirrorRecord& record) const;
  // One thread, in the order of the file.
  Result<void> put(MirrorRecord record);
  Result<void> remove(std::int64_t pmid);
  // All shards, then the journal, which keeps how many records of the file could not be read.
  Result<ShardCounts> finish(std::int64_t malformed = 0);

 private:
  friend class Mirror;
  using Codecs = std::map<std::int64_t, std::shared_ptr<const RecordCodec>>;
  MirrorWriter(Mirror& mirror, MirrorFile file, const TextOfRecord& text_of)
      : mirror_(&mirror),
        file_(std::move(file)),
        text_of_(&text_of),
        codecs_(std::make_unique<Guarded<Codecs>>()) {}
  Result<ShardWriter*> shard_of(std::int64_t pmid);

  Mirror* mirror_;
  MirrorFile file_;
  const TextOfRecord* text_of_;
  std::map<std::int64_t, std::unique_ptr<ShardWriter>> shards_;
  std::unique_ptr<Guarded<Codecs>> codecs_;
};

class Mirror final : public LibraryIndex, public LatestRecords {
 public:
  Mirror(std::filesystem::path folder, const Clock& clock);
  ~Mirror() override;

  const std::filesystem::path& folder() const { return folder_; }
  bool exists() const;
  Result<void> create(const MirrorOrigin& origin);
  Result<MirrorOrigin> origin();
  // Excludes other writers as long as the result lives. store_unavailable when there is one.
  Result<RecordFile> hold() const;

  Result<std::vector<MirrorFile>> files();
  // `text_of` must outlive the writer. `file.number` is set to the next one.
  Result<MirrorWriter> begin(MirrorFile file, const TextOfRecord& text_of);
  // Of files dated `since` or later, by PMID, then file.
  Result<std::vector<MirrorChange>> changes(std::string_view since, const Context& ctx);
  Result<MirrorFigures> mirror_figures();
  // Writes files anew of which a fifth or more is empty (what merging left), and says how many;
  // what the disk has no room for is left as it is. Searches go on.
  Result<std::size_t> compact(const Context& ctx);
  // Sentences that name what is wrong; none = all is well.
  Result<std::vector<std::string>> verify(const Context& ctx);

  // LibraryIndex: record numbers are PMIDs.
  Result<std::vector<IndexHit>> find(const IndexQuery& query, const Context& ctx) override;
  Result<bool> any(const IndexQuery& query, const Context& ctx) override;
  Result<std::size_t> count(const IndexQuery& query, const Context& ctx) override;
  Result<IndexPage> best(const IndexQuery& query, std::size_t limit, const Context& ctx) override;
  Result<IndexPage> newest(const IndexQuery& query, std::size_t limit, const Context& ctx) override;
  Result<LibraryFigures> figures() override;
  Result<std::size_t> rebuild(const TextOf& text_of) override;

  // LatestRecords: `max_age` is not looked at; mirror_figures() says how old the mirror is.
  Result<std::vector<StoredArticle>> latest(const std::vector<std::string>& item_ids,
                                            std::chrono::seconds max_age,
                                            const Context& ctx = {}) override;

 private:
  friend class MirrorWriter;
  struct Shard;
  using Shards = std::vector<std::shared_ptr<Shard>>;
  ShardPlace place(std::int64_t number) const { return {folder_, number, bits_}; }
  Result<void> note_shard(std::int64_t number);
  Result<void> note_file(const MirrorFile& file);
  // By PMID.
  Result<Shards> shards();
  // `work` on every shard, several at once. Its errors end it.
  Result<void> each_shard(const Shards& shards,
                          const std::function<Result<void>(std::size_t)>& work, const Context& ctx);
  Result<void> weigh(const Shards& shards, const IndexQuery& query, WordStatistics& whole,
                     const Context& ctx);

  const std::filesystem::path folder_;
  const Clock& clock_;
  Connection journal_;
  std::atomic<int> bits_{19};
  Guarded<std::map<std::int64_t, std::shared_ptr<Shard>>> open_;
};

}  // namespace ev::store
