// Engine over libcurl's multi interface: no policy, no retries. Certificates are always verified
// (the program applies CURL_CA_BUNDLE, SSL_CERT_FILE and SSL_CERT_DIR, which libcurl itself leaves
// to its command line tool); redirects are not followed; http and https only, HTTP/1.1; proxies by
// libcurl's own variables, except for addresses of this machine. Loading libcurl and the 30
// libraries behind it costs more than the rest of the program's start, so where the build says
// EV_CURL_AT_FIRST_USE it is opened by the first engine made. Thread rule: engine.hpp.
#pragma once

#include "net/engine.hpp"

#include <memory>
#include <string>

namespace ev::net {

// Never fails: when libcurl cannot be loaded every transfer ends in an error that says so.
std::unique_ptr<Engine> make_curl_engine();

// What `doctor` says of the library; loads it.
struct CurlFacts {
  std::string version{};  // "libcurl/7.88.1 OpenSSL/…"
  std::string problem{};  // why it cannot be used, "" when it can
  // Where it looks for certificates unless told otherwise; "" = not known.
  std::string ca_file{};
  std::string ca_dir{};
};
CurlFacts curl_facts();

}  // namespace ev::net
