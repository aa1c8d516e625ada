// One file of records into the mirror, all or nothing. Thread rule: the caller's thread; parsing on
// several. Errors: those of the reader (a cut or damaged file applies nothing) and of the store.
#pragma once

#include "base/context.hpp"
#include "pipeline/library/import.hpp"
#include "store/mirror.hpp"

#include <filesystem>

namespace ev::mirror {

// What the index holds of a stored record.
const store::TextOfRecord& text_of_record();

// The index keeps no text: what is to go from it must be told as it was written. After an update of
// this program that writes records otherwise, the words of all records are therefore written anew,
// once, before anything else. keep_words_current() does so; to be called without holding the
// mirror. mark_words_current() is for a mirror without records.
Result<void> keep_words_current(store::Mirror& mirror);
Result<void> mark_words_current(const store::Mirror& mirror);

struct Applied {
  std::size_t records = 0;
  store::ShardCounts counts;
  std::size_t malformed = 0;  // records that could not be read
};

// `file.malformed` is set by what is found.
Result<Applied> apply_file(store::Mirror& mirror, store::MirrorFile file,
                           const std::filesystem::path& path, const Context& ctx);

}  // namespace ev::mirror
