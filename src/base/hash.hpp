// SHA-256 and HMAC-SHA-256 by libcrypto, as lower-case hex. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace ev {

std::string sha256_hex(std::string_view data);
std::string hmac_sha256_hex(std::string_view key, std::string_view data);

}  // namespace ev
