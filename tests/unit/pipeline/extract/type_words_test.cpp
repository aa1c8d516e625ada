#include "pipeline/extract/type_words.hpp"

#include "support/catch.hpp"

namespace ev::extract {

TEST_CASE("types as people write them") {
  struct Row {
    const char* words;
    Type type;
    bool array;
  };
  for (const Row& row :
       {Row{"string", Type::string, false}, Row{" Number ", Type::number, false},
        Row{"integer|null", Type::integer, false}, Row{"null | float", Type::number, false},
        Row{"boolean?", Type::boolean, false}, Row{"date", Type::string, false},
        Row{"array", Type::string, true}, Row{"array[number]", Type::number, true},
        Row{"number[]", Type::number, true}, Row{"List[str]", Type::string, true},
        Row{"array<integer>", Type::integer, true}, Row{"list[number]|null", Type::number, true}}) {
    INFO(row.words);
    const auto got = read_type_words(row.words);
    REQUIRE(got);
    CHECK(got->type == row.type);
    CHECK(got->array == row.array);
    CHECK(got->options.empty());
  }
}

TEST_CASE("choices, also of a list's items") {
  CHECK(read_type_words("RCT|cohort | other")->options ==
        std::vector<std::string>{"RCT", "cohort", "other"});
  CHECK(read_type_words("yes|no|null")->options == std::vector<std::string>{"yes", "no"});
  const auto list = read_type_words("array[a|b]");
  REQUIRE(list);
  CHECK((list->array && list->options.size() == 2));
}

TEST_CASE("what names no type is none") {
  for (const char* words : {"", "numbre", "array[]", "array[numbre]", "a||b", "number[][]", "null"})
    CHECK_FALSE(read_type_words(words));
}

}  // namespace ev::extract
