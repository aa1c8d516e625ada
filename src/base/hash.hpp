// SHA-256, HMAC-SHA-256 and random bytes by libcrypto, as lower-case hex. Pure functions, but for
// random_hex.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace ev {

std::string sha256_hex(std::string_view data);

// The same of content that is given in parts and never whole in memory. One thread at a time.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  void add(std::string_view part);
  std::string hex();  // once, after the last part

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string hmac_sha256_hex(std::string_view key, std::string_view data);
// Unguessable, for keys and names that must not be guessed. Any thread.
std::string random_hex(std::size_t bytes);

}  // namespace ev
