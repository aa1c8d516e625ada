// A shard of the mirror as it is read. Thread rule: any thread.
#pragma once

#include "store/mirror.hpp"
#include "store/word_relevance.hpp"

#include <utility>

namespace ev::store {

struct Mirror::Shard {
  explicit Shard(const ShardPlace& of)
      : place(of),
        records(of.records(), mirror_record_tables()),
        words(of.words(), mirror_word_tables()) {}

  // Null for 0 and unknown ones.
  Result<std::shared_ptr<const RecordCodec>> codec(Database& db, std::int64_t number);

  const ShardPlace place;
  Connection records;
  Connection words;
  Guarded<std::map<std::int64_t, std::shared_ptr<const RecordCodec>>> codecs;
};

}  // namespace ev::store
