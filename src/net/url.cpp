#include "net/url.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace ev::net {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_alnum(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_unreserved(char c) {
  return is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

Error bad_url(std::string message) {
  return Error{.code = Errc::invalid_argument, .message = std::move(message)};
}

// "host:8080", "[::1]:8080", "host"; false for anything else.
bool split_authority(std::string_view authority, UrlParts& out) {
  std::string_view port;
  if (!authority.empty() && authority.front() == '[') {
    const std::size_t close = authority.find(']');
    if (close == std::string_view::npos) return false;
    out.host = text::to_lower_ascii(authority.substr(1, close - 1));
    const std::string_view rest = authority.substr(close + 1);
    if (!rest.empty() && rest.front() != ':') return false;
    port = rest.empty() ? rest : rest.substr(1);
    for (const char c : out.host) {
      if (!is_alnum(c) && c != ':' && c != '.') return false;
    }
  } else {
    const std::size_t colon = authority.find(':');
    out.host = text::to_lower_ascii(authority.substr(0, colon));
    if (colon != std::string_view::npos) port = authority.substr(colon + 1);
    for (const char c : out.host) {
      if (!is_unreserved(c)) return false;
    }
  }
  out.port = out.scheme == "https" ? 443 : 80;
  if (!port.empty()) {
    const auto [end, ec] = std::from_chars(port.data(), port.data() + port.size(), out.port);
    if (ec != std::errc() || end != port.data() + port.size()) return false;
  }
  return !out.host.empty() && out.port > 0 && out.port <= 65535;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
    at += by.size();
  }
}

// Names whose value is never shown, in lower case with '-' written '_'.
constexpr std::array<std::string_view, 12> kSecretNames = {
    "api_key",      "apikey",        "x_api_key",           "key",    "email",   "mailto", "token",
    "access_token", "authorization", "proxy_authorization", "bearer", "password"};

bool is_name_char(char c) {
  return is_alnum(c) || c == '_' || c == '-';
}

bool is_secret_name(std::string_view name) {
  std::string normal = text::to_lower_ascii(name);
  std::replace(normal.begin(), normal.end(), '-', '_');
  return std::find(kSecretNames.begin(), kSecretNames.end(), normal) != kSecretNames.end();
}

bool ends_value(char c) {
  return c == '&' || c == ' ' || c == '"' || c == '\'' || c == '<' || c == '>' || c == ',' ||
         c == ';' || c == '}' || c == '\n' || c == '\r' || c == '\t';
}

bool is_scheme(std::string_view word) {
  return text::equal_ignoring_ascii_case(word, "bearer") ||
         text::equal_ignoring_ascii_case(word, "basic") ||
         text::equal_ignoring_ascii_case(word, "token");
}

// Where the value after a secret name starts, or npos when no '=' or ':' follows the name at `i`.
std::size_t value_start(std::string_view s, std::size_t i) {
  while (i < s.size() && (s[i] == '"' || s[i] == '\'' || s[i] == ' ')) ++i;
  if (i >= s.size() || (s[i] != '=' && s[i] != ':')) return std::string_view::npos;
  ++i;
  while (i < s.size() && (s[i] == '"' || s[i] == '\'' || s[i] == ' ')) ++i;
  return i;
}

std::size_t value_end(std::string_view s, std::size_t i) {
  std::size_t end = i;
  while (end < s.size() && !ends_value(s[end])) ++end;
  // "Bearer abc": the scheme word is not the secret, what follows is.
  if (end < s.size() && s[end] == ' ' && is_scheme(s.substr(i, end - i))) {
    ++end;
    while (end < s.size() && !ends_value(s[end])) ++end;
  }
  return end;
}

std::string mask_named_values(std::string_view s) {
  std::string out;
  std::size_t i = 0;
  while (i < s.size()) {
    if (!is_name_char(s[i])) {
      out += s[i++];
      continue;
    }
    std::size_t end = i;
    while (end < s.size() && is_name_char(s[end])) ++end;
    const std::string_view name = s.substr(i, end - i);
    out += name;
    i = end;
    if (!is_secret_name(name)) continue;
    const std::size_t value = value_start(s, end);
    if (value == std::string_view::npos) continue;
    i = value_end(s, value);
    out += s.substr(end, value - end);
    if (i > value) out += "***";
  }
  return out;
}

// A text that was shortened may end within a secret: what stands of it before "…" goes too.
void mask_cut(std::string& text, std::string_view secret) {
  constexpr std::string_view kEllipsis = "…";
  constexpr std::size_t kLeast = 4;
  for (std::size_t at = text.find(kEllipsis); at != std::string::npos;
       at = text.find(kEllipsis, at + kEllipsis.size())) {
    for (std::size_t n = std::min(at, secret.size() - 1); n >= kLeast; --n) {
      if (text.compare(at - n, n, secret.substr(0, n)) != 0) continue;
      text.replace(at - n, n, "***");
      at = at - n + 3;
      break;
    }
  }
}

}  // namespace

std::string percent_encode(std::string_view value) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  out.reserve(value.size());
  for (const char c : value) {
    if (is_unreserved(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

std::string percent_decode(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    const char* const digits = text.data() + i + 1;
    const bool escape = text[i] == '%' && i + 2 < text.size() &&
                        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    out += escape ? static_cast<char>(byte) : text[i];
    if (escape) i += 2;
  }
  return out;
}

std::string build_query(std::span<const Param> params) {
  std::string out;
  for (const auto& [name, value] : params) {
    if (!out.empty()) out += '&';
    out += percent_encode(name);
    out += '=';
    out += percent_encode(value);
  }
  return out;
}

std::string with_query(std::string_view url, std::string_view query) {
  std::string out(url);
  if (query.empty()) return out;
  out += url.find('?') == std::string_view::npos ? '?' : '&';
  out += query;
  return out;
}

Result<UrlParts> parse_url(std::string_view url) {
  for (const char c : url) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7f || c == '\\') {
      return bad_url("the URL contains a blank, a backslash or a control character");
    }
  }
  const std::size_t colon = url.find("://");
  UrlParts parts;
  if (colon != std::string_view::npos) parts.scheme = text::to_lower_ascii(url.substr(0, colon));
  if (parts.scheme != "http" && parts.scheme != "https") {
    return bad_url("a URL must start with https:// (http:// for this machine only)");
  }
  const std::string_view rest = url.substr(colon + 3);
  const std::size_t end = std::min(rest.find_first_of("/?#"), rest.size());
  const std::string_view authority = rest.substr(0, end);
  if (authority.find('@') != std::string_view::npos) {
    return bad_url("a URL must not contain a user name or password");
  }
  if (!split_authority(authority, parts)) return bad_url("the URL has no valid host and port");
  parts.path = rest.substr(end);
  return parts;
}

bool is_loopback(std::string_view host) {
  if (host == "localhost" || host == "::1") return true;
  if (host.substr(0, 4) != "127.") return false;
  int dots = 0;
  int digits = 0;
  for (const char c : host) {
    if (c == '.') {
      if (digits == 0) return false;
      ++dots;
      digits = 0;
    } else if (is_digit(c) && digits < 3) {
      ++digits;
    } else {
      return false;  // a name such as 127.example.org
    }
  }
  return dots == 3 && digits > 0;
}

Result<std::string> check_base_url(std::string_view url) {
  EV_TRY(const UrlParts parts, parse_url(url));
  if (parts.scheme == "http" && !is_loopback(parts.host)) {
    return bad_url(
        "http:// is accepted for this machine only (127.0.0.0/8, localhost, [::1]); use "
        "https:// for " +
        parts.host);
  }
  if (url.find_first_of("?#") != std::string_view::npos) {
    return bad_url("a base URL must not contain a query or a fragment");
  }
  while (!url.empty() && url.back() == '/') url.remove_suffix(1);
  return std::string(url);
}

std::string remove_secrets(std::string_view text, std::span<const std::string> secrets) {
  std::string out(text);
  // Longest first: a secret that is the start of another must not uncover the other's end.
  std::vector<std::string_view> ordered(secrets.begin(), secrets.end());
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](std::string_view a, std::string_view b) { return a.size() > b.size(); });
  for (const std::string_view secret : ordered) {
    if (secret.size() < 4) continue;
    replace_all(out, secret, "***");
    const std::string encoded = percent_encode(secret);
    if (encoded != secret) replace_all(out, encoded, "***");
    mask_cut(out, secret);
    if (encoded != secret) mask_cut(out, encoded);
  }
  return out;
}

std::string redact(std::string_view text, std::span<const std::string> secrets) {
  return mask_named_values(remove_secrets(text, secrets));
}

}  // namespace ev::net
