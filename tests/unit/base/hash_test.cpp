#include "base/hash.hpp"

#include "support/catch.hpp"

TEST_CASE("published test vectors") {
  CHECK(ev::sha256_hex("abc") ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(ev::hmac_sha256_hex("key", "The quick brown fox jumps over the lazy dog") ==
        "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8");
}

TEST_CASE("content in parts has the digest of the whole") {
  ev::Sha256 parts;
  for (const char* part : {"a", "", "bc"}) parts.add(part);
  CHECK(parts.hex() == ev::sha256_hex("abc"));
  CHECK(ev::Sha256().hex() == ev::sha256_hex(""));
}
