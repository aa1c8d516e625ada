// PubMed XML (efetch replies, baseline and update files, journal articles and book documents) to
// whole records. A record that cannot be read is reported with PMID and offset, never skipped
// silently, never fatal. Nothing is cut. Thread rule: one XmlReader per thread.
//
// Layout of `abstract`: the parts in order, joined by a newline, each with its printed label and ":
// " in front; the copyright line is left out. metadata keeps: source, status, indexing_method,
// version, original_date (MedlineDate, season), electronic_date (ArticleDate), title_translated,
// medline_ta, pii, manuscript_id, gene_symbols, general_note; books: book_accession, publisher,
// isbn, edition.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

struct XmlOptions {
  bool references = true;  // reference lists are a fifth of the bytes of a modern file
};

struct MalformedRecord {
  std::string pmid;          // "" when not even that could be read
  std::uint64_t offset = 0;  // byte in the uncompressed text
  std::string reason;
  std::uint64_t line = 0;  // first line of the record, from 1; 0 where lines mean nothing (XML)
  bool operator==(const MalformedRecord&) const = default;
};

class XmlReader {
 public:
  explicit XmlReader(XmlOptions options = {});
  ~XmlReader();
  XmlReader(XmlReader&&) noexcept;
  XmlReader& operator=(XmlReader&&) noexcept;

  // One record: PubmedArticle, PubmedBookArticle or a bare MedlineCitation.
  Result<model::Article> read(std::string_view record);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Version attribute of the record's PMID, 1 when not stated.
int version_of(const model::Article& article);

// A whole set held in memory (an efetch reply).
struct XmlSet {
  std::vector<model::Article>
      articles;  // one per PMID, highest Version, in order of first appearance
  std::vector<MalformedRecord> malformed;
  std::vector<std::string> deleted;     // PMIDs of DeleteCitation
  std::vector<std::string> duplicates;  // PMIDs that came more than once
  std::string root;                     // name of the root element, "" when there is none
  bool complete = false;                // the root element is closed
  std::string error;                    // text of a top-level <ERROR>
};
XmlSet read_pubmed_set(std::string_view xml, const XmlOptions& options = {});

// PMIDs listed in a DeleteCitation.
std::vector<std::string> deleted_pmids(std::string_view delete_citation);

}  // namespace ev::sources
