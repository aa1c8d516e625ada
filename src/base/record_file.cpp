#include "base/record_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace ev {

namespace fs = std::filesystem;

namespace {

Error refused(const fs::path& path, std::string_view why) {
  return Error{.code = Errc::internal, .message = path.string() + ": " + std::string(why)};
}

Error refused(const fs::path& path, int code) {
  return refused(path, std::generic_category().message(code));
}

}  // namespace

Result<void> check_shared_dir(const fs::path& dir) {
  EV_CHECK(ensure_private_dir(dir));
  struct stat info {};
  if (::lstat(dir.c_str(), &info) != 0) return refused(dir, errno);
  if (!S_ISDIR(info.st_mode)) return refused(dir, "is not a folder");
  if (info.st_uid != ::geteuid()) return refused(dir, "belongs to another user");
  if ((info.st_mode & 077) != 0 && ::chmod(dir.c_str(), 0700) != 0) return refused(dir, errno);
  if (::access(dir.c_str(), W_OK | X_OK) != 0) return refused(dir, errno);
  // Whoever owns the parent could put another folder in this one's place.
  struct stat parent {};
  const fs::path above = fs::absolute(dir).parent_path();
  if (::stat(above.c_str(), &parent) != 0) return refused(above, errno);
  if (parent.st_uid != ::geteuid() && parent.st_uid != 0) {
    return refused(above, "belongs to another user");
  }
  return {};
}

Result<RecordFile> RecordFile::open(const fs::path& path) {
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
  if (!fd.valid()) return refused(path, errno);
  struct stat info {};
  if (::fstat(fd.get(), &info) != 0) return refused(path, errno);
  if (!S_ISREG(info.st_mode)) return refused(path, "is not a regular file");
  if (info.st_uid != ::geteuid()) return refused(path, "belongs to another user");
  if ((info.st_mode & 077) != 0 && ::fchmod(fd.get(), 0600) != 0) return refused(path, errno);
  return RecordFile(std::move(fd));
}

Result<bool> RecordFile::try_lock() {
  while (::flock(fd_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return false;
    if (errno != EINTR) return refused("flock", errno);
  }
  return true;
}

std::size_t RecordFile::read(std::span<unsigned char> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t n =
        ::pread(fd_.get(), out.data() + done, out.size() - done, static_cast<off_t>(done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

bool RecordFile::write(std::span<const unsigned char> data) {
  const ssize_t n = ::pwrite(fd_.get(), data.data(), data.size(), 0);
  return n == static_cast<ssize_t>(data.size());
}

}  // namespace ev
