// Splits an XML stream of records (PubMed's, or MeSH's) without parsing them, in memory bounded by
// the largest record. A record that is never closed, or above limits::kXmlRecordBytes, becomes a
// `malformed` piece and reading goes on at the next record: nothing is lost silently. Thread rule:
// one thread per splitter.
#pragma once

#include "base/result.hpp"
#include "pipeline/sources/byte_source.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::sources {

struct XmlPiece {
  enum class Kind { record, deleted, malformed };
  Kind kind = Kind::record;
  std::uint64_t offset = 0;  // of its first byte in the uncompressed stream
  std::string_view bytes;    // valid until the next call
  std::string reason;        // of a malformed piece
};

class RecordSplitter {
 public:
  explicit RecordSplitter(ByteSource& source)
      : RecordSplitter(source, {"PubmedArticle", "PubmedBookArticle", "MedlineCitation"}) {}
  // Records are the elements of these names; "X" may stand in an "XSet".
  RecordSplitter(ByteSource& source, std::vector<std::string> names);

  // False at the end. Errors of the byte source come through; what was read before them has been
  // returned.
  Result<bool> next(XmlPiece& piece);

  const std::string& root() const { return root_; }         // name of the root element, "" = none
  bool root_closed() const { return root_closed_; }         // false: the text is cut off
  const std::string& error_text() const { return error_; }  // text of a top-level <ERROR>
  std::uint64_t bytes_read() const { return base_ + buffer_.size(); }

 private:
  Result<bool> fill();
  Result<std::size_t> find(std::string_view what, std::size_t from);
  Result<bool> skip_past(std::string_view what, std::size_t from);
  Result<bool> skip_doctype(std::size_t from);
  Result<std::size_t> need(std::size_t bytes);
  Result<bool> markup(XmlPiece& piece, bool& found);
  Result<bool> record(std::string_view name, XmlPiece& piece);
  void finish(XmlPiece& piece, XmlPiece::Kind kind, std::size_t end, std::string reason);

  ChunkReader source_;
  std::vector<std::string> names_;
  std::string buffer_;
  std::size_t pos_ = 0;     // of the next byte to look at
  std::uint64_t base_ = 0;  // stream offset of buffer_[0]
  bool ended_ = false;
  std::string root_;
  bool root_closed_ = false;
  std::string error_;
};

// The number in the first <PMID> of a record, by text search; "" when there is none.
std::string pmid_of(std::string_view record);

}  // namespace ev::sources
