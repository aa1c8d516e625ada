// URLs as text: percent-encoding, query strings, the rule for base URLs, and the removal of secrets
// from anything that is shown or written. Pure functions. Encoding: RFC 3986 unreserved characters
// stay, everything else becomes %XX; a space is %20, which every service here accepts ('+' means a
// space to some and a plus to others).
#pragma once

#include "base/result.hpp"
#include "net/request.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::net {

std::string percent_encode(std::string_view value);
// %XX becomes the byte it stands for, so the result need not be UTF-8; a '%' that starts no such
// pair, and '+', stay.
std::string percent_decode(std::string_view text);
// "term=heart%20failure&retmode=json"; "" for no parameters.
std::string build_query(std::span<const Param> params);
// Appends `query` with ? or &; an empty query changes nothing.
std::string with_query(std::string_view url, std::string_view query);

struct UrlParts {
  std::string scheme;  // lower case
  std::string host;    // lower case, IPv6 without brackets
  int port = 0;        // of the URL or the scheme's default
  std::string path;    // from the first '/', query included
};
// invalid_argument for anything but http and https, for user names in the URL, blanks and control
// characters.
Result<UrlParts> parse_url(std::string_view url);
// 127.0.0.0/8, ::1 or localhost.
bool is_loopback(std::string_view host);
// https anywhere, http to loopback only, no query or fragment; returned without trailing slashes.
Result<std::string> check_base_url(std::string_view url);

// `text` with every value of `secrets` replaced by "***", also where it is percent-encoded; values
// under four characters are left, since they occur everywhere. For bodies that must stay intact
// otherwise.
std::string remove_secrets(std::string_view text, std::span<const std::string> secrets);

// The same for messages, log lines and error bodies; there the value after api_key, email, mailto,
// token, authorization and their like goes too, known or not.
std::string redact(std::string_view text, std::span<const std::string> secrets);
inline std::string redact(std::string_view text) {
  return redact(text, {});
}

}  // namespace ev::net
