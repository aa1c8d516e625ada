#include "pipeline/sources/pubmed_dates.hpp"

#include "support/catch.hpp"

using namespace ev;

TEST_CASE("months are names, abbreviations or numbers") {
  CHECK(sources::month_number("Jul") == 7);
  CHECK(sources::month_number("July") == 7);
  CHECK(sources::month_number("07") == 7);
  CHECK(sources::month_number(" 7 ") == 7);
  CHECK(sources::month_number("13") == 0);
  CHECK(sources::month_number("Spring") == 0);
  CHECK(sources::month_number("") == 0);
}

TEST_CASE("free dates are read as far as they go, never further") {
  CHECK(sources::iso_of_text("2019 Sep-Oct") == "2019-09");
  CHECK(sources::iso_of_text("1998 Dec-1999 Jan") == "1998-12");
  CHECK(sources::iso_of_text("1976-1977") == "1976");
  CHECK(sources::iso_of_text("1978 Mar 1-15") == "1978-03");
  CHECK(sources::iso_of_text("2000 Spring-Summer") == "2000");
  CHECK(sources::iso_of_text("J Invent Res. 2020 Mar 27;40(3):") == "2020-03-27");
  CHECK(sources::iso_of_text("J Invent Res. 2020;40(3):1999") == "2020");
  CHECK(sources::iso_of_text("no year 20201 here").empty());
  CHECK(sources::iso_of_text("").empty());
}
