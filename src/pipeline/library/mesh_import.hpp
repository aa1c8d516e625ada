// Import of MeSH files: NLM's XML (desc*.xml, supp*.xml, qual*.xml), NLM's ASCII form (d*.bin,
// q*.bin) and TSV (ui, heading, tree_numbers separated by ';', entry_terms by '|'), plain or gzip,
// told apart by their content. Read as a stream: memory does not grow with the file. A file is
// merged into the earlier import of its kind (descriptors, supplementary records, qualifiers) by
// UI: its records take the place of those with the same UI, the others stay, and the report counts
// both; MeshMerge::replace drops the earlier import instead. It counts at once when the file was
// read to its end; after an error the earlier import stays as it was. Thread rule: the caller's
// thread.
//
// Malformed records are reported and left out. Errors: not_found, invalid_argument (none of these
// formats, or no record in it), upstream_changed (cut off or damaged), cancelled, internal (store).
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "store/mesh_table.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace ev::library {

struct MalformedHeading {
  std::string place;  // "line 12", "byte 4711"
  std::string reason;
};

struct MeshMerge {
  bool replace = false;
  std::set<std::string> kinds = {};  // imported by this very call: merged all the same
};

struct MeshImportReport {
  store::MeshImport import;  // what is in use now: this file and what was kept
  std::string file;          // name without folder
  std::size_t headings = 0;  // of this file
  std::size_t replaced = 0;  // of the earlier import: another record has their UI now
  std::size_t kept = 0;      // of the earlier import
  std::size_t dropped = 0;   // of the earlier import, by MeshMerge::replace
  std::string earlier;       // the earlier import's file, "" = there was none
  std::vector<MalformedHeading> malformed;  // the first kMalformedShown
  std::size_t malformed_count = 0;
};

inline constexpr std::size_t kMalformedShown = 50;

Result<MeshImportReport> import_mesh(const std::filesystem::path& path, store::MeshTable& table,
                                     const Context& ctx, const MeshMerge& merge = {});

}  // namespace ev::library
