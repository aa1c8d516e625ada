// The form in which the build puts the files of data/ into the program (cmake/pack_data.cpp writes
// the definition): constants without any work at start. Thread rule: constants.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace ev {

struct PackedPiece {
  const char* bytes;
  std::size_t size;
};
struct PackedFile {
  std::string_view name;                // below data/, "lexicon/units.tsv"
  std::size_t size;                     // bytes when unpacked
  std::span<const PackedPiece> pieces;  // one zlib stream
};

// Sorted by name.
std::span<const PackedFile> packed_files();

}  // namespace ev
