// An imported MeSH vocabulary as rows of text: headings with their terms and tree numbers, one
// import in use per kind (what it keeps of the one before is for the importer to carry over). A new
// import is written beside the one in use and taken into use at once
// by finish(); readers never see a part of it, and a killed import leaves the earlier one. Keys are
// folded by the caller. Port of plain rows: no domain type, no SQL. Thread rule: thread-safe;
// several processes may share the file.
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::store {

// Kinds of import; each replaces only the earlier one of its kind.
inline constexpr std::string_view kMeshDescriptors = "descriptors";
inline constexpr std::string_view kMeshSupplementary = "supplementary";
inline constexpr std::string_view kMeshQualifiers = "qualifiers";

struct MeshTerm {
  std::string text;
  std::string key;
};

struct MeshHeadingRow {
  std::int64_t n = 0;  // set by reads: never used for another heading, also not by later imports
  std::string kind;    // set by reads
  std::string ui;
  std::string name;
  std::string key;
  int supplementary_class = 0;
  std::vector<std::string> tree_numbers;
  std::vector<MeshTerm> entry_terms;  // reads leave the keys empty
  std::vector<std::string> qualifiers;
  std::vector<std::string> mapped_to;
};

struct MeshCompletionRow {
  MeshHeadingRow heading;
  std::size_t place = 0;  // of the entry term
  bool own_name = false;  // the name itself; `place` is 0
};

struct MeshImport {
  std::int64_t n = 0;
  std::string kind;
  std::string file;     // name without folder
  std::string format;   // "MeSH XML", "NLM ASCII MeSH", "TSV"
  std::string release;  // "2026" or "2026-01-01", "" = not known
  std::size_t headings = 0;
  std::size_t terms = 0;         // names and entry terms with different keys
  std::size_t longest_term = 0;  // words
  std::int64_t imported_at = 0;  // unix seconds
};

class MeshTable {
 public:
  virtual ~MeshTable() = default;

  // What is in use, descriptors first; empty when nothing was imported.
  virtual Result<std::vector<MeshImport>> imports() = 0;

  // Kinds: descriptors and supplementary records; `qualifiers` by their kind only.
  // Headings with a term of the first of these keys that any has: own names first, then
  // descriptors before supplementary records, then by UI.
  virtual Result<std::vector<MeshHeadingRow>> by_terms(std::span<const std::string> keys) = 0;
  virtual Result<std::vector<MeshHeadingRow>> by_name(std::string_view key) = 0;
  virtual Result<std::vector<MeshHeadingRow>> by_ui(std::string_view ui) = 0;
  // Headings at these tree numbers or below any of them, by UI.
  virtual Result<std::vector<MeshHeadingRow>> below(std::span<const std::string> numbers) = 0;
  // The keys of the same headings, sorted: what an exploded search needs, at a fraction of the
  // price.
  virtual Result<std::vector<std::string>> keys_below(std::span<const std::string> numbers) = 0;
  // Own names, then entry terms, with this beginning of their key; descriptors first, then by key.
  virtual Result<std::vector<MeshCompletionRow>> complete(std::string_view key,
                                                          std::size_t limit) = 0;
  virtual Result<std::vector<MeshHeadingRow>> qualifiers() = 0;

  // Writing: begin, add some thousands at a time, finish. An import that is not finished is
  // cleared away by abandon(), or by a later import when nothing was added to it for an hour.
  virtual Result<std::int64_t> begin(const MeshImport& import) = 0;
  virtual Result<void> add(std::int64_t import, std::span<const MeshHeadingRow> rows) = 0;
  // What the import in use of the same kind has and this one, by UI, has not: at most `limit`
  // headings, by number, from behind `after` on (0 at first).
  virtual Result<std::vector<MeshHeadingRow>> not_in(std::int64_t import, std::int64_t after,
                                                     std::size_t limit) = 0;
  virtual Result<void> rename(std::int64_t import, std::string_view file) = 0;
  virtual Result<MeshImport> finish(std::int64_t import) = 0;
  virtual Result<void> abandon(std::int64_t import) = 0;
};

}  // namespace ev::store
