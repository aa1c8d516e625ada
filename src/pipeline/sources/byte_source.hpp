// Where bytes of an import or a reply come from, in chunks: memory, or a file that may be
// gzip-compressed (several members in a row are one stream). Thread rule: one thread per source.
// Errors: a file that cannot be opened (not_found), a broken or cut compressed stream
// (upstream_changed).
#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <filesystem>
#include <memory>
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

// Plain or gzip, told apart by the content.
Result<std::unique_ptr<ByteSource>> open_file_source(const std::filesystem::path& path);

}  // namespace ev::sources
