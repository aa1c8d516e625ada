#include "base/hash.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <cstdlib>
#include <memory>

namespace ev {

namespace {

std::string hex(const unsigned char* bytes, unsigned size) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  out.reserve(size * 2);
  for (unsigned i = 0; i < size; ++i) {
    out += kDigits[bytes[i] >> 4];
    out += kDigits[bytes[i] & 15];
  }
  return out;
}

}  // namespace

std::string sha256_hex(std::string_view data) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_Digest(data.data(), data.size(), digest, &size, EVP_sha256(), nullptr);
  return hex(digest, size);
}

struct Digest::State {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(),
                                                                  EVP_MD_CTX_free};
};

Digest::Digest(Kind kind) : state_(std::make_unique<State>()) {
  EVP_DigestInit_ex(state_->context.get(), kind == Kind::md5 ? EVP_md5() : EVP_sha256(), nullptr);
}

Digest::~Digest() = default;

void Digest::add(std::string_view part) {
  EVP_DigestUpdate(state_->context.get(), part.data(), part.size());
}

std::string Digest::hex() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  EVP_DigestFinal_ex(state_->context.get(), digest, &size);
  return ev::hex(digest, size);
}

std::string hmac_sha256_hex(std::string_view key, std::string_view data) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(data.data()), data.size(), digest, &size);
  return hex(digest, size);
}

std::string random_hex(std::size_t bytes) {
  std::string raw(bytes, '\0');
  auto* const data = reinterpret_cast<unsigned char*>(raw.data());
  // Without randomness nothing that asks for it may go on.
  if (RAND_bytes(data, static_cast<int>(bytes)) != 1) std::abort();
  return hex(data, static_cast<unsigned>(bytes));
}

}  // namespace ev
