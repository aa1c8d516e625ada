#include "mcp/request_state.hpp"

#include "base/file.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"

#include <charconv>

namespace ev::mcp {

namespace {

constexpr std::int64_t kLifeSeconds = 600;
constexpr std::size_t kKeyBytes = 32;
constexpr std::size_t kKeyDigits = 2 * kKeyBytes;
constexpr std::size_t kMacDigits = 64;
constexpr std::size_t kExpiryDigits = 20;

// Takes equally long wherever the first difference is.
bool same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

// The text up to the next '.', which is taken off `rest`.
std::optional<std::string_view> part(std::string_view& rest) {
  const std::size_t dot = rest.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view out = rest.substr(0, dot);
  rest.remove_prefix(dot + 1);
  return out;
}

}  // namespace

std::string RequestState::key() {
  auto key = key_.lock();
  if (!key->empty()) return *key;
  if (!key_file_.empty()) {
    auto stored = read_file(key_file_, kKeyDigits);
    if (stored && stored->size() == kKeyDigits) return *key = *std::move(stored);
  }
  *key = random_hex(kKeyBytes);
  if (!key_file_.empty() && ensure_private_dir(key_file_.parent_path())) {
    // Where it cannot be kept, this process alone can open what it sealed.
    [[maybe_unused]] const auto kept = write_file_atomically(key_file_, *key);
  }
  return *key;
}

std::string RequestState::mac(std::string_view expiry, std::string_view binding,
                              std::string_view state) {
  std::string text(expiry);
  text += '\n';
  text += binding;
  text += '\n';
  text += state;
  return hmac_sha256_hex(key(), text);
}

std::string RequestState::seal(std::string_view state, std::string_view binding) {
  const std::string expiry = std::to_string(clock_.unix_time().count() + kLifeSeconds);
  return expiry + "." + mac(expiry, binding, state) + "." + std::string(state);
}

std::optional<std::string> RequestState::open(std::string_view sealed, std::string_view binding) {
  const auto expiry = part(sealed);
  const auto seal = part(sealed);
  if (!expiry || !seal || expiry->size() > kExpiryDigits || seal->size() != kMacDigits) {
    return std::nullopt;
  }
  if (!same(*seal, mac(*expiry, binding, sealed))) return std::nullopt;
  std::int64_t until = 0;
  std::from_chars(expiry->data(), expiry->data() + expiry->size(), until);
  if (until < clock_.unix_time().count()) return std::nullopt;
  return std::string(sealed);
}

}  // namespace ev::mcp
