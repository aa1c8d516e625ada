// What the limiter keeps of one service and identity, and where several machines keep it together:
// a port, implemented by the store. Thread rule: a LimitBook belongs to the HTTP thread.
#pragma once

#include "base/clock.hpp"
#include "base/result.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace ev::net {

struct LimitRecord {
  static constexpr std::size_t kBytes = 64;
  using Bytes = std::array<unsigned char, kBytes>;

  TimePoint next_start{};
  TimePoint not_before{};
  TimePoint blocked_until{};
  TimePoint last_start{};  // of a request that was sent; none when it is long ago
  std::uint32_t consecutive_429 = 0;
  Nanos gap{0};  // as last used, for the display

  Bytes encode(std::uint64_t boot) const;
  // nullopt for another size, magic, version, boot or checksum, and for times that cannot be.
  static std::optional<LimitRecord> decode(std::span<const unsigned char> bytes, std::uint64_t boot,
                                           TimePoint now);
};

class LimitBook {
 public:
  virtual ~LimitBook() = default;
  // Runs change(record) while nobody else can, and keeps the record when it returns true. Times are
  // this process's. Answers, or fails, within some two seconds.
  virtual Result<void> change(const std::string& identity,
                              const std::function<bool(LimitRecord&)>& change) = 0;
};

}  // namespace ev::net
