#include "base/file.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ev {

namespace fs = std::filesystem;

namespace {

Error io_error(std::string_view what, const fs::path& path, int code) {
  return Error{.code = Errc::internal,
               .message = std::string(what) + " " + path.string() + ": " +
                          std::generic_category().message(code)};
}

Result<void> write_all(int fd, std::string_view content, const fs::path& path) {
  while (!content.empty()) {
    const ssize_t n = ::write(fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return io_error("cannot write", path, errno);
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

// Some file systems cannot: EINVAL says so, and nothing is lost that they would have kept.
Result<void> sync(int fd, const fs::path& path) {
  if (::fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP) return {};
  return io_error("cannot write", path, errno);
}

// The name itself must survive a loss of power; a folder that cannot be synced has no say.
void sync_name(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const UniqueFd dir(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (dir.valid()) ::fsync(dir.get());
}

struct NewFile {
  UniqueFd fd;
  fs::path path;
};

// A new file beside `path` under a name that nobody can foresee: a link that waits there under a
// guessed name is neither followed nor replaced.
Result<NewFile> create_beside(const fs::path& path) {
  std::random_device random;
  constexpr int kTries = 8;
  for (int i = 0;; ++i) {
    const std::uint64_t number = std::uint64_t{random()} << 32 | random();
    fs::path name = path.string() + ".part-" + std::to_string(number);
    UniqueFd fd(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (fd.valid()) return NewFile{std::move(fd), std::move(name)};
    if (errno != EEXIST || i == kTries) return io_error("cannot create", name, errno);
  }
}

fs::path home_dir() {
  const std::string home = env("HOME");
  return home.empty() ? fs::path(".") : fs::path(home);
}

}  // namespace

UniqueFd& UniqueFd::operator=(UniqueFd&& other) noexcept {
  if (this != &other) reset(other.release());
  return *this;
}

int UniqueFd::release() {
  const int fd = fd_;
  fd_ = -1;
  return fd;
}

void UniqueFd::reset(int fd) {
  if (fd_ >= 0) ::close(fd_);
  fd_ = fd;
}

Result<void> ensure_private_dir(const fs::path& dir) {
  std::error_code ec;
  if (fs::is_directory(dir, ec)) return {};
  if (dir.has_parent_path()) {
    fs::create_directories(dir.parent_path(), ec);
    if (ec) return io_error("cannot create folder", dir.parent_path(), ec.value());
  }
  if (::mkdir(dir.c_str(), 0700) != 0 && errno != EEXIST) {
    return io_error("cannot create folder", dir, errno);
  }
  return {};
}

Result<void> ensure_private_file(const fs::path& path) {
  const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!fd.valid() && errno != EEXIST) return io_error("cannot create", path, errno);
  return {};
}

std::optional<FileIdentity> identity_of(const fs::path& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return std::nullopt;
  return FileIdentity{static_cast<std::uint64_t>(info.st_dev),
                      static_cast<std::uint64_t>(info.st_ino)};
}

bool may_write(const fs::path& path) {
  return ::access(path.c_str(), W_OK) == 0;
}

Result<std::string> read_file(const fs::path& path, std::size_t max_bytes) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) {
    Error error = io_error("cannot read", path, errno);
    error.code = errno == ENOENT ? Errc::not_found : Errc::internal;
    return error;
  }
  std::string out;
  char buffer[1 << 16];
  while (true) {
    const ssize_t n = ::read(fd.get(), buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return io_error("cannot read", path, errno);
    if (n == 0) return out;
    out.append(buffer, static_cast<std::size_t>(n));
    if (max_bytes != 0 && out.size() > max_bytes) {
      return Error{
          .code = Errc::invalid_argument,
          .message = path.string() + " is larger than " + std::to_string(max_bytes) + " bytes"};
    }
  }
}

Result<void> write_file_atomically(const fs::path& path, std::string_view content) {
  EV_TRY(NewFile beside, create_beside(path));
  Result<void> done = write_all(beside.fd.get(), content, beside.path);
  if (done) done = sync(beside.fd.get(), beside.path);
  beside.fd.reset();
  if (done && ::rename(beside.path.c_str(), path.c_str()) != 0) {
    done = io_error("cannot replace", path, errno);
  }
  if (!done) {
    ::unlink(beside.path.c_str());
    return done;
  }
  sync_name(path);
  return {};
}

Result<GrowingFile> GrowingFile::open(const fs::path& path) {
  UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  struct stat info {};
  if (!fd.valid() || ::fstat(fd.get(), &info) != 0) return io_error("cannot write", path, errno);
  return GrowingFile(std::move(fd), path, static_cast<std::uint64_t>(info.st_size));
}

Result<void> GrowingFile::append(std::string_view bytes) {
  EV_CHECK(write_all(fd_.get(), bytes, path_));
  size_ += bytes.size();
  return {};
}

Result<void> GrowingFile::sync() {
  return ev::sync(fd_.get(), path_);
}

Result<void> rename_file(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return io_error("cannot replace", to, errno);
  sync_name(to);
  return {};
}

fs::path default_state_dir() {
#if defined(__APPLE__)
  return home_dir() / "Library/Application Support/evidence-mcp";
#else
  const std::string xdg = env("XDG_DATA_HOME");
  return (xdg.empty() ? home_dir() / ".local/share" : fs::path(xdg)) / "evidence-mcp";
#endif
}

fs::path limiter_dir() {
  // Hosts start servers with a nearly empty environment, so nothing here may depend on variables:
  // the same user must reach the same folder from a terminal and from every host.
  const std::string uid = std::to_string(::getuid());
  const fs::path runtime = fs::path("/run/user") / uid;
  struct stat info {};
  if (::stat(runtime.c_str(), &info) == 0 && info.st_uid == ::getuid()) {
    return runtime / "evidence-mcp" / "ratelimit";
  }
  return fs::path(P_tmpdir) / ("evidence-mcp-" + uid) / "ratelimit";
}

fs::path this_executable() {
  std::error_code failed;
  fs::path link = fs::read_symlink("/proc/self/exe", failed);
  return failed ? fs::path() : link;
}

std::string env(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || std::strncmp(value, "${", 2) == 0) return {};
  return value;
}

}  // namespace ev
