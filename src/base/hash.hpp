// SHA-256, MD5 (against accidents, where a service gives nothing better), HMAC-SHA-256 and random
// bytes by libcrypto, as lower-case hex. On Linux the library is opened by the first call, which
// throws where there is none. Pure functions, but for random_hex.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace ev {

std::string sha256_hex(std::string_view data);

// The same of content that is given in parts and never whole in memory. One thread at a time.
class Digest {
 public:
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;
  void add(std::string_view part);
  std::string hex();  // once, after the last part

 protected:
  enum class Kind { sha256, md5 };
  explicit Digest(Kind kind);
  ~Digest();

 private:
  struct State;
  std::unique_ptr<State> state_;
};
class Sha256 : public Digest {
 public:
  Sha256() : Digest(Kind::sha256) {}
};
class Md5 : public Digest {
 public:
  Md5() : Digest(Kind::md5) {}
};

std::string hmac_sha256_hex(std::string_view key, std::string_view data);
// Unguessable, for keys and names that must not be guessed. Any thread.
std::string random_hex(std::size_t bytes);

}  // namespace ev
