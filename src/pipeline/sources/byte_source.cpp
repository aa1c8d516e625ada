#include "pipeline/sources/byte_source.hpp"

#include "base/limits.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <system_error>

namespace ev::sources {

namespace {

constexpr z_off_t kSmall = 64 << 20;  // whatever a file unpacks to, this much is no harm

class GzipFile final : public ByteSource {
 public:
  GzipFile(gzFile file, std::string name) : file_(file), name_(std::move(name)) {
    gzbuffer(file_, 256u << 10);
  }
  ~GzipFile() override { gzclose_r(file_); }
  GzipFile(const GzipFile&) = delete;
  GzipFile& operator=(const GzipFile&) = delete;

  Result<std::size_t> read(char* into, std::size_t size) override {
    const z_off_t given = gztell(file_);
    if (given > kSmall && given / std::max<z_off_t>(gzoffset(file_), 1) >
                              static_cast<z_off_t>(limits::kImportExpansion)) {
      return Error{.code = Errc::invalid_argument,
                   .message = name_ + " unpacks to more than " +
                              std::to_string(limits::kImportExpansion) +
                              " times its size, as no file of records does",
                   .path = "path",
                   .recovery = "unpack it and look at what it holds"};
    }
    const int got =
        gzread(file_, into, static_cast<unsigned>(std::min<std::size_t>(size, 1u << 30)));
    int status = Z_OK;
    const char* reason = gzerror(file_, &status);
    // A cut stream ends with Z_BUF_ERROR after its last whole bytes were handed out.
    if (got < 0 || (got == 0 && status != Z_OK && status != Z_STREAM_END)) {
      return Error{.code = Errc::upstream_changed,
                   .message = name_ + ": the compressed data is damaged or cut off (" +
                              std::string(reason == nullptr ? "" : reason) + ")",
                   .recovery = "download the file again; the records before the damage were read"};
    }
    return static_cast<std::size_t>(got);
  }

 private:
  gzFile file_;
  std::string name_;
};

}  // namespace

Result<std::size_t> MemorySource::read(char* into, std::size_t size) {
  const std::size_t n = std::min(size, rest_.size());
  std::memcpy(into, rest_.data(), n);
  rest_.remove_prefix(n);
  return n;
}

Result<std::unique_ptr<ByteSource>> open_file_source(const std::filesystem::path& path) {
  std::error_code failed;
  const bool regular = std::filesystem::is_regular_file(path, failed);
  const gzFile file = regular ? gzopen(path.string().c_str(), "rb") : nullptr;
  if (file == nullptr) {
    return Error{.code = Errc::not_found,
                 .message = "cannot read the file " + path.filename().string(),
                 .recovery = "check the path and its permissions"};
  }
  return std::unique_ptr<ByteSource>(std::make_unique<GzipFile>(file, path.filename().string()));
}

}  // namespace ev::sources
