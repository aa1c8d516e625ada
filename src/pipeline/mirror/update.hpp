// Brings the mirror up to date: first the baseline, then the update files, strictly in order, each
// applied whole or not at all; the next one is downloaded meanwhile. May be killed at any moment:
// the next call goes on where this one ended. Thread rule: the caller's thread and one that
// downloads. Errors: those of net, upstream_changed (a wrong MD5, a file that is missing from the
// folder, the baseline of another year), store_unavailable (no room on the disk, another writer).
#pragma once

#include "base/clock.hpp"
#include "net/client.hpp"
#include "pipeline/mirror/apply.hpp"
#include "pipeline/mirror/nlm_folder.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace ev::mirror {

// Bytes of the mirror for each byte of the compressed files.
inline constexpr double kGrowth = 3.0;

struct Plan {
  std::size_t files = 0;        // still to be applied
  std::uint64_t bytes = 0;      // of them, compressed
  std::uint64_t needed = 0;     // bytes of disk
  std::uint64_t available = 0;  // 0 = cannot be told
};

struct Step {
  std::string name;
  Applied applied;
  std::size_t done = 0;  // files, this one included
  std::size_t files = 0;
  double seconds = 0;  // since the start
  double records_per_second = 0;
  double seconds_left = 0;
};

// init: the baseline, or so much of it as is wanted. update: what is missing of that, then the
// update files.
enum class Work { init, update };

struct UpdateOptions {
  Work work = Work::update;
  std::int64_t first_file = 1;  // of the baseline; only when the mirror is made
  std::int64_t max_files = 0;   // 0 = all. init: of the baseline; update: in this call
  bool keep_files = false;      // in the mirror's folder, after they were applied
  int shard_bits = 19;          // only when the mirror is made
  std::function<void(const Plan&)> planned{};
  std::function<void(const Step&)> stepped{};
};

struct Updated {
  std::size_t files = 0;
  std::size_t records = 0;
  store::ShardCounts counts;
};

struct Surroundings {
  store::Mirror& mirror;
  net::Client& http;
  const Config& config;
  const Clock& clock;
};

// "1.25 GB", of 10^9 bytes.
std::string size_text(std::uint64_t bytes);

Result<Updated> update(const Surroundings& around, const UpdateOptions& options,
                       const Context& ctx);

}  // namespace ev::mirror
