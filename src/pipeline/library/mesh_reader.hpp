// Reads a MeSH file record by record, whatever its form. Thread rule: one thread per reader.
#pragma once

#include "base/result.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/sources/byte_source.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ev::library {

struct MeshFileForm {
  enum class Syntax { xml, ascii, tsv };
  Syntax syntax = Syntax::tsv;
  std::string kind;     // as in store::MeshImport
  std::string format;   // name for people
  std::string release;  // when the beginning of the file tells
};

// By the first bytes of a file; invalid_argument when it is none of the forms.
Result<MeshFileForm> mesh_file_form(std::string_view head, std::string_view file_name);

struct MeshPiece {
  std::optional<mesh::Heading> heading;
  std::string place;
  std::string reason;  // of a malformed piece
};

class MeshReader {
 public:
  virtual ~MeshReader() = default;
  // False at the end. Errors: a stream that is damaged or cut off.
  virtual Result<bool> next(MeshPiece& piece) = 0;
};

// The source is read from its beginning.
std::unique_ptr<MeshReader> mesh_reader(const MeshFileForm& form, sources::ByteSource& source);

// Hands out what was read ahead, then the rest.
class HeadedSource final : public sources::ByteSource {
 public:
  explicit HeadedSource(sources::ByteSource& rest) : rest_(rest) {}
  // At least `size` bytes, or all there are.
  Result<std::string_view> head(std::size_t size);
  Result<std::size_t> read(char* into, std::size_t size) override;

 private:
  sources::ByteSource& rest_;
  std::string head_;
  std::size_t used_ = 0;
};

}  // namespace ev::library
