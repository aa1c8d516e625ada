// Files and folders the program owns: private (0700/0600), written by atomic replace, locked by
// flock. Every POSIX file call of the program is in file.cpp. Thread rule: functions are
// re-entrant; a handle belongs to one thread at a time.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ev {

class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int fd) : fd_(fd) {}
  UniqueFd(UniqueFd&& other) noexcept : fd_(other.release()) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept;
  ~UniqueFd() { reset(); }
  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  int release();
  void reset(int fd = -1);

 private:
  int fd_ = -1;
};

// The folder, created 0700 with its parents; an error names the folder and the reason.
Result<void> ensure_private_dir(const std::filesystem::path& dir);

// An empty file of mode 0600, if there is none. An existing file is not opened: closing it again
// would drop the locks SQLite holds on it in this process.
Result<void> ensure_private_file(const std::filesystem::path& path);

// Which file a name leads to, for telling whether it is still the one that was opened; nothing when
// there is none.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;
  bool operator==(const FileIdentity&) const = default;
};
std::optional<FileIdentity> identity_of(const std::filesystem::path& path);
// A file may be made in the folder, or the file changed, by this user.
bool may_write(const std::filesystem::path& path);

// Whole file, at most `max_bytes` (0 = no limit).
Result<std::string> read_file(const std::filesystem::path& path, std::size_t max_bytes = 0);
// Written beside the target and renamed over it, mode 0600.
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view content);

// A file that grows at its end, 0600. What sync() has returned for survives a loss of power.
class GrowingFile {
 public:
  // Opens what is there, or makes it.
  static Result<GrowingFile> open(const std::filesystem::path& path);
  std::uint64_t size() const { return size_; }
  Result<void> append(std::string_view bytes);
  Result<void> sync();

 private:
  GrowingFile(UniqueFd fd, std::filesystem::path path, std::uint64_t size)
      : fd_(std::move(fd)), path_(std::move(path)), size_(size) {}
  UniqueFd fd_;
  std::filesystem::path path_;
  std::uint64_t size_;
};
// In one step, which survives a loss of power; what `to` named is gone.
Result<void> rename_file(const std::filesystem::path& from, const std::filesystem::path& to);

// Where state goes when EVIDENCE_MCP_HOME is not set: $XDG_DATA_HOME/evidence-mcp, else
// ~/.local/share/evidence-mcp (macOS: ~/Library/Application Support, Windows: %APPDATA%).
std::filesystem::path default_state_dir();
// Where the limiter's state goes, one folder per user, outside the state folder:
// /run/user/<uid>/evidence-mcp/ratelimit, else a folder named after the user in the temporary
// folder.
std::filesystem::path limiter_dir();

// This program's own file; empty where that cannot be told.
std::filesystem::path this_executable();

// Value of an environment variable; empty when unset, empty, or an unexpanded "${…}" placeholder
// that some hosts pass for settings the user left blank.
std::string env(const char* name);

}  // namespace ev
