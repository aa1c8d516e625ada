// Retry-After as a server may send it: any bytes give no wait or one between zero and 30 days,
// whatever the time is, and the delay made of it never undercuts it.
#include "net/retry.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ev;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  constexpr Nanos kLongest = std::chrono::hours(24 * 30);
  for (const long unix_now : {0L, 784'111'777L, 1'795'251'000L, 253'402'300'799L}) {
    const auto wait = net::parse_retry_after(text, std::chrono::seconds(unix_now));
    if (!wait) continue;
    if (*wait < Nanos(0) || *wait > kLongest) std::abort();
    for (const int failures : {1, 3, 1000}) {
      const Nanos delay = net::retry_delay(failures, wait, 0.99);
      if (delay < *wait || delay > kLongest * 5 / 4) std::abort();
    }
  }
  net::HttpResponse response{.status = 429, .headers = {{"retry-after", std::string(text)}}};
  const auto classified = net::classify_http(response);
  if (classified.verdict != net::Verdict::rate) std::abort();
  return 0;
}
