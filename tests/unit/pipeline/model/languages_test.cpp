#include "pipeline/model/languages.hpp"

#include "support/catch.hpp"

#include <string>

namespace ev::model {

TEST_CASE("a language is found by either code and by its name") {
  for (const char* german : {"ger", "GER", "de", " DE ", "de-AT", "de_CH", "German"}) {
    INFO(german);
    const Language* known = find_language(german);
    REQUIRE(known != nullptr);
    CHECK(known->code == "ger");
    CHECK(known->short_code == "de");
    CHECK(known->name == "german");
  }
  CHECK(find_language("Greek, Modern")->code == "gre");
  CHECK(find_language("multiple languages")->code == "mul");
  CHECK(find_language("zu")->name.empty());
  for (const char* none : {"", "xx", "e", "klingon", "e1", "12", "-"}) {
    INFO(none);
    CHECK(find_language(none) == nullptr);
  }
}

TEST_CASE("codes are MEDLINE's, other three-letter codes stay") {
  CHECK(language_code("zh-CN") == "chi");
  CHECK(language_code("pt_BR") == "por");
  CHECK(language_code("aa") == "aar");
  CHECK(language_code("English") == "eng");
  CHECK(language_code("CMN") == "cmn");
  CHECK(language_code("xx").empty());
  CHECK(language_code("1e2").empty());
}

TEST_CASE("the table is sorted and no code or name is given twice") {
  std::string last;
  for (const Language& one : languages()) {
    INFO(one.code);
    CHECK(last < one.code);
    last = one.code;
    CHECK(find_language(one.code)->code == one.code);
    if (!one.short_code.empty()) CHECK(find_language(one.short_code)->code == one.code);
    if (!one.name.empty()) CHECK(find_language(one.name)->code == one.code);
  }
}

}  // namespace ev::model
