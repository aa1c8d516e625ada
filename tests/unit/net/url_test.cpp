#include "net/url.hpp"

#include "support/catch.hpp"

namespace ev::net {

TEST_CASE("percent-encoding keeps the unreserved characters only") {
  CHECK(percent_encode("AZaz09-._~") == "AZaz09-._~");
  CHECK(percent_encode("a b+c&d=e/f") == "a%20b%2Bc%26d%3De%2Ff");
  CHECK(percent_encode("\"heart\"[tiab] #1") == "%22heart%22%5Btiab%5D%20%231");
  CHECK(percent_encode("\xC3\x9F") == "%C3%9F");
  CHECK(percent_encode(std::string("\0", 1)) == "%00");
}

TEST_CASE("percent-decoding undoes the encoding and leaves what is none") {
  const std::string bytes("a b+c&d=e/f %\0\xC3\x9F\xFF", 17);
  CHECK(percent_decode(percent_encode(bytes)) == bytes);
  CHECK(percent_decode("%c3%9F") == "\xC3\x9F");
  CHECK(percent_decode("%41%") == "A%");
  CHECK(percent_decode("%4") == "%4");
  for (const char* plain : {"", "100%", "%zz", "%4g1", "%-1", "%+1", "% 1", "a+b"}) {
    INFO(plain);
    CHECK(percent_decode(plain) == plain);
  }
  CHECK(percent_decode("%2541") == "%41");  // once
}

TEST_CASE("queries keep the order of parameters") {
  const std::vector<Param> params = {{"term", "a b"}, {"db", "pubmed"}, {"term", ""}};
  CHECK(build_query(params) == "term=a%20b&db=pubmed&term=");
  CHECK(build_query({}).empty());
  CHECK(with_query("https://h/p", "a=1") == "https://h/p?a=1");
  CHECK(with_query("https://h/p?x=0", "a=1") == "https://h/p?x=0&a=1");
  CHECK(with_query("https://h/p", "") == "https://h/p");
}

TEST_CASE("URLs are taken apart") {
  const auto parts = parse_url("HTTPS://API.Example.org:8443/v1/x?y=1");
  REQUIRE(parts);
  CHECK(parts->scheme == "https");
  CHECK(parts->host == "api.example.org");
  CHECK(parts->port == 8443);
  CHECK(parts->path == "/v1/x?y=1");
  CHECK(parse_url("http://[::1]:80/")->host == "::1");
  CHECK(parse_url("https://h")->port == 443);
  for (const char* bad : {"", "ftp://h/", "h/path", "https://", "https://user:pw@h/",
                          "https://h:0/", "https://h:99999/", "https://h:x/", "https://h /",
                          "https://h\\@g/", "https://[::1/", "https://[::1]x/", "https://a\nb/"}) {
    INFO(bad);
    CHECK_FALSE(parse_url(bad));
  }
}

TEST_CASE("base URLs: https anywhere, http to this machine only") {
  CHECK(*check_base_url("https://api.example.org/v2/") == "https://api.example.org/v2");
  CHECK(*check_base_url("http://127.0.0.1:8080//") == "http://127.0.0.1:8080");
  CHECK(check_base_url("http://127.200.3.4/x"));
  CHECK(check_base_url("http://localhost:1/"));
  CHECK(check_base_url("http://[::1]:1/"));
  for (const char* bad :
       {"http://api.example.org", "http://127.evil.example.org", "http://127.0.0.1.example.org",
        "http://localhost.example.org", "http://10.0.0.1", "http://0.0.0.0", "https://h/?a=1",
        "https://h/#f", "file:///etc/passwd", "http://127.0.0.1@example.org/"}) {
    INFO(bad);
    const auto checked = check_base_url(bad);
    REQUIRE_FALSE(checked);
    CHECK(checked.error().code == Errc::invalid_argument);
  }
}

TEST_CASE("known secrets are removed wherever they occur") {
  const std::vector<std::string> secrets = {"k3y+secret", "k3y+secret-longer", "abc"};
  CHECK(redact("x k3y+secret y", secrets) == "x *** y");
  CHECK(redact("x k3y%2Bsecret y", secrets) == "x *** y");
  CHECK(redact("k3y+secret-longer", secrets) == "***");
  CHECK(redact("abcdef", secrets) == "abcdef");
  CHECK(redact("their words: k3y+secr…", secrets) == "their words: ***…");
  CHECK(redact("k3y+…: k3y%2Bse… k3y… end", secrets) == "***…: ***… k3y… end");
  CHECK(redact("…", secrets) == "…");
  CHECK(remove_secrets("email: k3y+secret, other@example.org", secrets) ==
        "email: ***, other@example.org");
}

TEST_CASE("values after telling names are removed although unknown") {
  CHECK(redact("GET /x?api_key=0123&term=a") == "GET /x?api_key=***&term=a");
  CHECK(redact("https://h/x?email=a%40b.org") == "https://h/x?email=***");
  CHECK(redact(R"({"error":"API key invalid","api-key":"0123abc","type":"invalid"})") ==
        R"({"error":"API key invalid","api-key":"***","type":"invalid"})");
  CHECK(redact("Authorization: Bearer abc.def\nAccept: x") == "Authorization: ***\nAccept: x");
  CHECK(redact("authorization=Basic Zm9v; x").find("Zm9v") == std::string::npos);
  CHECK(redact("x-api-key: sk-1 end") == "x-api-key: *** end");
  CHECK(redact("token=t1,next") == "token=***,next");
  // Names that only contain one of the words stay readable.
  CHECK(redact("pageToken=NF0g5JGB&query_key=1") == "pageToken=NF0g5JGB&query_key=1");
  CHECK(redact("check the key") == "check the key");
  CHECK(redact("api_key=") == "api_key=");
}

}  // namespace ev::net
