#include "pipeline/sources/record_text.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("text without marks, on one line") {
  CHECK(sources::plain_line("<p>One</p><p>two &amp; three</p>") == "One two & three");
}

TEST_CASE("DOIs become links") {
  CHECK(sources::doi_link("10.5555/a(b):c;d,e") == "https://doi.org/10.5555/a(b):c;d,e");
  CHECK(sources::doi_link("10.5555/<1:a#b%c>") == "https://doi.org/10.5555/%3C1:a%23b%25c%3E");
  CHECK(sources::doi_link("10.5555/ä") == "https://doi.org/10.5555/%C3%A4");
}

TEST_CASE("the last part of an address") {
  CHECK(sources::last_segment("https://x.example/a/b/") == "b");
  CHECK(sources::last_segment("b") == "b");
  CHECK(sources::last_segment("/").empty());
}
