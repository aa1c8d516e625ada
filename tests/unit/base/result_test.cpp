#include "base/result.hpp"

#include "support/catch.hpp"

namespace ev {

TEST_CASE("a reason is the message without the source's name in front of it") {
  const auto shown = [](std::string message, std::string source) {
    const Error error{.message = std::move(message), .source = std::move(source)};
    return std::string(reason(error));
  };
  CHECK(shown("pubmed: HTTP 500", "pubmed") == "HTTP 500");
  CHECK(shown("PubMed: pubmed: twice", "pubmed") == "pubmed: twice");
  for (const char* whole : {"pubmed is off", "icite: HTTP 500", "pubmed:", "pub", ""}) {
    CHECK(shown(whole, "pubmed") == whole);
  }
  CHECK(shown(": no source", "") == ": no source");
}

TEST_CASE("every code has a name of its own that leads back to it") {
  for (int i = 0; i <= static_cast<int>(Errc::internal); ++i) {
    const Errc code = static_cast<Errc>(i);
    CHECK(errc_of(to_string(code)) == code);
  }
  CHECK_FALSE(errc_of("none of these"));
}

}  // namespace ev
