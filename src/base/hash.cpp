#include "base/hash.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <cstdlib>
#include <memory>
#ifdef EV_CRYPTO_AT_FIRST_USE
#include "base/shared_library.hpp"

#include <stdexcept>
#endif

namespace ev {

namespace {

#define EV_CRYPTO_FUNCTIONS(use)                                                        \
  use(EVP_Digest) use(EVP_sha256) use(EVP_md5) use(EVP_MD_CTX_new) use(EVP_MD_CTX_free) \
      use(EVP_DigestInit_ex) use(EVP_DigestUpdate) use(EVP_DigestFinal_ex) use(HMAC)    \
          use(RAND_bytes)

struct CryptoApi {
#define EV_DECLARE(name) decltype(&::name) name = nullptr;
  EV_CRYPTO_FUNCTIONS(EV_DECLARE)
#undef EV_DECLARE
};

#ifdef EV_CRYPTO_AT_FIRST_USE
CryptoApi bound() {
  static const SharedLibrary library({"libcrypto.so.3"});
  CryptoApi api;
#define EV_BIND(name)                                                                        \
  api.name = reinterpret_cast<decltype(api.name)>(library.find(#name));                      \
  if (api.name == nullptr)                                                                   \
    throw std::runtime_error("OpenSSL 3 cannot be used (" +                                  \
                             (library.problem().empty() ? "no " #name : library.problem()) + \
                             "); install it (Debian: apt install libssl3)");
  EV_CRYPTO_FUNCTIONS(EV_BIND)
#undef EV_BIND
  return api;
}
#else
CryptoApi bound() {
  CryptoApi api;
#define EV_BIND(name) api.name = &::name;
  EV_CRYPTO_FUNCTIONS(EV_BIND)
#undef EV_BIND
  return api;
}
#endif

const CryptoApi& crypto() {
  static const CryptoApi api = bound();
  return api;
}

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
  crypto().EVP_Digest(data.data(), data.size(), digest, &size, crypto().EVP_sha256(), nullptr);
  return hex(digest, size);
}

struct Digest::State {
  std::unique_ptr<EVP_MD_CTX, decltype(CryptoApi::EVP_MD_CTX_free)> context{
      crypto().EVP_MD_CTX_new(), crypto().EVP_MD_CTX_free};
};

Digest::Digest(Kind kind) : state_(std::make_unique<State>()) {
  crypto().EVP_DigestInit_ex(state_->context.get(),
                             kind == Kind::md5 ? crypto().EVP_md5() : crypto().EVP_sha256(),
                             nullptr);
}

Digest::~Digest() = default;

void Digest::add(std::string_view part) {
  crypto().EVP_DigestUpdate(state_->context.get(), part.data(), part.size());
}

std::string Digest::hex() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  crypto().EVP_DigestFinal_ex(state_->context.get(), digest, &size);
  return ev::hex(digest, size);
}

std::string hmac_sha256_hex(std::string_view key, std::string_view data) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  crypto().HMAC(crypto().EVP_sha256(), key.data(), static_cast<int>(key.size()),
                reinterpret_cast<const unsigned char*>(data.data()), data.size(), digest, &size);
  return hex(digest, size);
}

std::string random_hex(std::size_t bytes) {
  std::string raw(bytes, '\0');
  auto* const data = reinterpret_cast<unsigned char*>(raw.data());
  // Without randomness nothing that asks for it may go on.
  if (crypto().RAND_bytes(data, static_cast<int>(bytes)) != 1) std::abort();
  return hex(data, static_cast<unsigned>(bytes));
}

}  // namespace ev
