// Where bytes of an import or a reply come from, in chunks: memory, or a file that may be
// gzip-compressed (several members in a row are one stream). Thread rule: one thread per source.
// Errors: a file that cannot be opened (not_found), a broken or cut compressed stream
// (upstream_changed).
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace ev::sources {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills at most `size` bytes; 0 = end.
  virtual Result<std::size_t> read(char* into, std::size_t size) = 0;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : rest_(bytes) {}
  Result<std::size_t> read(char* into, std::size_t size) override;

 private:
  std::string_view rest_;
};

// Reads on at the end of a buffer, in chunks that grow to `most`: a short text costs no long
// buffer.
class ChunkReader {
 public:
  ChunkReader(ByteSource& source, std::size_t most) : source_(source), most_(most) {}
  // How many bytes were added; 0 = end.
  Result<std::size_t> add_to(std::string& buffer);

 private:
  ByteSource& source_;
  const std::size_t most_;
  std::size_t next_ = 4u << 10;
};

// Plain or gzip, told apart by the content.
Result<std::unique_ptr<ByteSource>> open_file_source(const std::filesystem::path& path);

}  // namespace ev::sources
