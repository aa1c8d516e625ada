// Import of MeSH files: NLM's XML (desc*.xml, supp*.xml, qual*.xml), NLM's ASCII form (d*.bin,
// q*.bin) and TSV (ui, heading, tree_numbers separated by ';', entry_terms by '|'), plain or gzip,
// told apart by their content. Read as a stream: memory does not grow with the file. A file
// replaces the earlier import of its kind at once when it was read to its end; after an error the
// earlier one stays. Thread rule: the caller's thread.
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
#include <string>
#include <vector>

namespace ev::library {

struct MalformedHeading {
  std::string place;  // "line 12", "byte 4711"
  std::string reason;
};

struct MeshImportReport {
  store::MeshImport import;
  std::vector<MalformedHeading> malformed;  // the first kMalformedShown
  std::size_t malformed_count = 0;
};

inline constexpr std::size_t kMalformedShown = 50;

Result<MeshImportReport> import_mesh(const std::filesystem::path& path, store::MeshTable& table,
                                     const Context& ctx);

}  // namespace ev::library
