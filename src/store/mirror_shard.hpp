// One shard of the mirror: the records of a range of PMIDs and, in a file of its own, their words.
// Records are what counts; words can be made anew from them. Both remember the last file applied
// and are brought from one to the next by one transaction each, words first: a process killed
// between the two leaves words ahead of their records, which the next writer sees and mends.
// Thread rule: one thread per writer; readers may go on meanwhile.
#pragma once

#include "store/connection.hpp"
#include "store/library_index.hpp"
#include "store/record_codec.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ev::store {

// A version of a record on its way into the mirror.
struct MirrorRecord {
  std::int64_t pmid = 0;
  int version = 1;
  bool retracted = false;
  std::string json;    // canonical article; empty once it is packed
  std::string packed;  // by the shard's dictionary
  IndexColumns text;
};

// What became of a record by a file; the numbers stand in the tables.
enum class MirrorChangeKind { added = 1, revised = 2, deleted = 3, retracted = 4 };

// A file on its way in. Its number orders files; the digest tells two contents of one number apart.
struct FileMark {
  std::int64_t number = 0;
  std::string digest;
  bool noted = false;  // what changes is kept for `changes`
};

struct ShardPlace {
  std::filesystem::path folder;
  std::int64_t number = 0;
  int bits = 19;  // PMIDs of a shard: two to the power of this

  std::filesystem::path records() const;
  std::filesystem::path words() const;
  std::int64_t first() const { return number << bits; }
};

Tables mirror_record_tables();
Tables mirror_word_tables();

using TextOfRecord = std::function<Result<IndexColumns>(const std::string& json)>;

struct ShardCounts {
  std::int64_t added = 0, revised = 0, deleted = 0, retracted = 0, unchanged = 0;
};

class ShardWriter {
 public:
  // Begins the transactions. `text_of` is borrowed.
  static Result<std::unique_ptr<ShardWriter>> open(const ShardPlace& place, const FileMark& file,
                                                   const TextOfRecord& text_of);
  // Of several versions the highest counts; of equal ones the last.
  Result<void> put(MirrorRecord record);
  Result<void> remove(std::int64_t pmid);
  Result<void> commit();

  const ShardCounts& counts() const { return counts_; }
  // Null until enough records have been seen to train one.
  const std::shared_ptr<const RecordCodec>& codec() const { return codec_; }

 private:
  struct Statements {
    Stmt find, insert, update, erase, change, add_words, drop_words;
  };
  using Step = std::variant<MirrorRecord, std::int64_t>;

  ShardWriter(ShardPlace place, FileMark file, const TextOfRecord& text_of, Database records,
              Database words)
      : place_(std::move(place)),
        file_(std::move(file)),
        text_of_(text_of),
        records_(std::move(records)),
        words_(std::move(words)) {}
  Result<void> begin();
  Result<void> prepare();
  Result<void> train();
  Result<void> apply(MirrorRecord record);
  Result<void> erase(std::int64_t pmid);
  Result<void> drop_words(std::int64_t n, std::string_view packed, std::int64_t dictionary);
  Result<void> add_words(std::int64_t n, const IndexColumns& text);
  Result<void> note(std::int64_t n, MirrorChangeKind kind);
  Result<std::string> unpacked(std::string_view packed, std::int64_t dictionary);

  ShardPlace place_;
  FileMark file_;
  const TextOfRecord& text_of_;
  Database records_;
  Database words_;
  std::optional<Statements> statements_;
  std::shared_ptr<const RecordCodec> codec_;
  std::vector<Step> waiting_;  // until there is a dictionary
  bool done_ = false;          // the shard has this file already
  std::int64_t total_ = 0;     // records
  ShardCounts counts_;
};

// The dictionary of a shard's records, 0 = none.
Result<std::string> mirror_dictionary(Database& records, std::int64_t number);

// Writes all words of a shard anew from its records.
Result<void> rebuild_words(const ShardPlace& place, const TextOfRecord& text_of);

}  // namespace ev::store
