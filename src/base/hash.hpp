// SHA-256, HMAC-SHA-256 and random bytes by libcrypto, as lower-case hex. Pure functions, but for
// random_hex.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ev {

std::string sha256_hex(std::string_view data);
std::string hmac_sha256_hex(std::string_view key, std::string_view data);
// Unguessable, for keys and names that must not be guessed. Any thread.
std::string random_hex(std::size_t bytes);

}  // namespace ev
