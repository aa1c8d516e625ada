// One small record shared by processes: a file that is opened without following links, belongs to
// the user, is private (0600), and is read and written under flock. The kernel frees the lock when
// a process dies, so nothing can go stale. The POSIX calls of the limiter are all here. Thread
// rule: one object, one thread; the lock excludes other processes and other objects.
#pragma once

#include "base/file.hpp"
#include "base/result.hpp"

#include <filesystem>
#include <span>

namespace ev {

// Creates the folder 0700 and refuses one that another user owns or could exchange.
Result<void> check_shared_dir(const std::filesystem::path& dir);

class RecordFile {
 public:
  // Opens or creates; the folder must have passed check_shared_dir().
  static Result<RecordFile> open(const std::filesystem::path& path);

  // Does not wait: false when somebody else holds the lock. An error means that the file system
  // cannot lock (some network drives).
  Result<bool> try_lock();
  // Bytes read, fewer than asked for when the file is shorter.
  std::size_t read(std::span<unsigned char> out);
  bool write(std::span<const unsigned char> data);

 private:
  explicit RecordFile(UniqueFd fd) : fd_(std::move(fd)) {}
  UniqueFd fd_;  // closing it releases the lock
};

}  // namespace ev
