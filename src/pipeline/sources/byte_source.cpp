#include "pipeline/sources/byte_source.hpp"

#include "base/limits.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <system_error>

namespace ev::sources {

namespace {

constexpr std::uint64_t kSmall = 64u << 20;  // whatever a file unpacks to, this much is no harm
constexpr std::size_t kInput = 256u << 10;
constexpr std::size_t kMagic = 2;

bool is_gzip(std::string_view head) {
  return head.substr(0, kMagic) == "\x1F\x8B";
}

// Inflates by itself: zlib's file functions drop the bytes that came before damage in one of their
// blocks.
class FileSource final : public ByteSource {
 public:
  FileSource(std::FILE* file, std::string name)
      : file_(file, &std::fclose), name_(std::move(name)), input_(kInput, '\0') {}
  ~FileSource() override {
    if (packed_) inflateEnd(&stream_);
  }
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  Result<std::size_t> read(char* into, std::size_t size) override {
    if (!begun_) EV_CHECK(begin());
    if (damage_) return *damage_;
    const std::size_t got = packed_ ? inflate_into(into, size) : copy_into(into, size);
    given_ += got;
    if (got == 0 && damage_) return *damage_;
    const std::uint64_t most = std::max(kSmall, taken_ * limits::kImportExpansion);
    if (packed_ && given_ > most) return damage_.emplace(unpacks_to_too_much());
    return got;
  }

 private:
  Result<void> begin() {
    begun_ = true;
    refill();
    packed_ = is_gzip(left_);
    if (packed_ && inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) {
      packed_ = false;
      return Error{.code = Errc::internal, .message = "no memory to unpack " + name_};
    }
    return {};
  }

  // At the end of the file, or when it cannot be read, nothing is left.
  void refill() {
    // What a header needs may be split between two reads.
    const std::size_t kept = left_.copy(input_.data(), left_.size());
    const std::size_t got = std::fread(input_.data() + kept, 1, kInput - kept, file_.get());
    taken_ += got;
    left_ = std::string_view(input_).substr(0, kept + got);
    if (got == 0 && std::ferror(file_.get()) != 0) damage_ = damaged("it cannot be read");
  }

  std::size_t copy_into(char* into, std::size_t size) {
    if (left_.empty()) refill();
    const std::size_t n = left_.copy(into, size);
    left_.remove_prefix(n);
    return n;
  }

  std::size_t inflate_into(char* into, std::size_t size) {
    stream_.next_out = reinterpret_cast<Bytef*>(into);
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(size, 1u << 30));
    const uInt room = stream_.avail_out;
    while (stream_.avail_out == room && !ended_ && !damage_) step();
    return room - stream_.avail_out;
  }

  void step() {
    if (left_.empty()) refill();
    if (between_members_) return next_member();
    if (left_.empty()) {
      if (!damage_) damage_ = damaged("unexpected end of file");
      return;
    }
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(left_.data()));
    stream_.avail_in = static_cast<uInt>(left_.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    left_.remove_prefix(left_.size() - stream_.avail_in);
    if (status == Z_STREAM_END) {
      between_members_ = true;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      damage_ = damaged(stream_.msg == nullptr ? "data error" : stream_.msg);
    }
  }

  // Several members in a row are one stream; what else stands behind one is padding.
  void next_member() {
    if (left_.size() < kMagic) refill();
    ended_ = !is_gzip(left_);
    between_members_ = false;
    if (!ended_) inflateReset(&stream_);
  }

  Error damaged(const std::string& reason) const {
    return Error{.code = Errc::upstream_changed,
                 .message = name_ + ": the compressed data is damaged or cut off (" + reason + ")",
                 .recovery = "download the file again; the records before the damage were read"};
  }
  Error unpacks_to_too_much() const {
    return Error{.code = Errc::invalid_argument,
                 .message = name_ + " unpacks to more than " +
                            std::to_string(limits::kImportExpansion) +
                            " times its size, as no file of records does",
                 .path = "path",
                 .recovery = "unpack it and look at what it holds"};
  }

  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::string name_;
  std::string input_;
  std::string_view left_;  // of input_, not yet used
  z_stream stream_{};
  std::optional<Error> damage_;  // comes after the last bytes that could be read
  std::uint64_t taken_ = 0;      // bytes of the file
  std::uint64_t given_ = 0;
  bool begun_ = false;
  bool packed_ = false;
  bool between_members_ = false;
  bool ended_ = false;
};

}  // namespace

Result<std::size_t> ChunkReader::add_to(std::string& buffer) {
  const std::size_t before = buffer.size();
  buffer.resize(before + next_);
  auto got = source_.read(buffer.data() + before, next_);
  buffer.resize(before + (got ? *got : 0));
  next_ = std::min(2 * next_, most_);
  return got;
}

Result<std::size_t> MemorySource::read(char* into, std::size_t size) {
  const std::size_t n = std::min(size, rest_.size());
  std::memcpy(into, rest_.data(), n);
  rest_.remove_prefix(n);
  return n;
}

Result<std::unique_ptr<ByteSource>> open_file_source(const std::filesystem::path& path) {
  std::error_code failed;
  const bool regular = std::filesystem::is_regular_file(path, failed);
  std::FILE* const file = regular ? std::fopen(path.string().c_str(), "rbe") : nullptr;
  if (file == nullptr) {
    return Error{.code = Errc::not_found,
                 .message = "cannot read the file " + path.filename().string(),
                 .recovery = "check the path and its permissions"};
  }
  return std::unique_ptr<ByteSource>(std::make_unique<FileSource>(file, path.filename().string()));
}

}  // namespace ev::sources
