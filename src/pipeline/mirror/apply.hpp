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

struct Applied {
  std::size_t records = 0;
  store::ShardCounts counts;
  std::size_t malformed = 0;  // records that could not be read
};

// `file.malformed` is set by what is found.
Result<Applied> apply_file(store::Mirror& mirror, store::MirrorFile file,
                           const std::filesystem::path& path, const Context& ctx);

}  // namespace ev::mirror
