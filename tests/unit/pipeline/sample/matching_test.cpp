#include "pipeline/sample/matching.hpp"

#include "support/catch.hpp"

#include <map>

namespace ev::sample {

namespace {

// The expression with its structure made visible.
std::string shape(const BooleanText& e) {
  if (e.kind == BooleanText::Kind::leaf) return e.text;
  if (e.kind == BooleanText::Kind::none_of) return "!" + shape(e.children.front());
  std::string out;
  for (const BooleanText& child : e.children) {
    if (!out.empty()) out += e.kind == BooleanText::Kind::all_of ? " & " : " | ";
    out += shape(child);
  }
  return "(" + out + ")";
}

std::string shape_of(const char* text) {
  const auto parsed = parse_boolean(text);
  return parsed ? shape(*parsed) : "error: " + parsed.error().message;
}

bool finds(const char* text, const char* pattern, WordForms forms = WordForms::exact) {
  WordList words(forms);
  words.add(text);
  return words.has(read_pattern(pattern, forms));
}

}  // namespace

TEST_CASE("expressions: precedence, side by side, negation, quotes, prefixes") {
  const std::map<const char*, const char*> cases = {
      {"a", "a"},
      {"a b", "(a & b)"},
      {"a AND b OR c", "((a & b) | c)"},
      {"a AND (b OR c)", "(a & (b | c))"},
      {"a AND NOT b", "(a & !b)"},
      {"a NOT b", "(a & !b)"},
      {"NOT (a OR b)", "!(a | b)"},
      {"TITLE:\"heart failure\" AND ANDY", "(TITLE:\"heart failure\" & ANDY)"},
      {"D:[2020 TO 2021] x", "(D:[2020 TO 2021] & x)"},
      {"AREA[P]RANGE[2020, MAX] AND y", "(AREA[P]RANGE[2020, MAX] & y)"},
      {"TITLE:(a OR b)", "(TITLE:a | TITLE:b)"},
      {"AREA[T](a b)", "(AREA[T]a & AREA[T]b)"},
      {"\"a ( b\"", "\"a ( b\""},
      {"", "error: missing operand at '<EOF>'"},
      {"a AND", "error: missing operand at '<EOF>'"},
      {"(a", "error: missing ')' at '<EOF>'"},
      {"a)", "error: extraneous input ')'"},
      {"()", "error: missing operand at ')'"},
  };
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    CHECK(shape_of(text) == expected);
  }
  CHECK_FALSE(parse_boolean(std::string(5000, '(')));
}

TEST_CASE("expressions are worked out leaf by leaf") {
  const auto value = [](const char* text) {
    return holds(*parse_boolean(text), [](const std::string& leaf) { return leaf == "yes"; });
  };
  CHECK(value("yes AND NOT no"));
  CHECK(value("no OR yes"));
  CHECK_FALSE(value("yes no"));
  CHECK_FALSE(value("NOT yes"));
  CHECK(wanted_leaves(*parse_boolean("a AND NOT (b OR c) AND d")) ==
        std::vector<std::string>{"a", "d"});
}

TEST_CASE("words, phrases, truncation, nearness") {
  CHECK(finds("Amyloid-β in Alzheimer's disease", "amyloid"));
  CHECK(finds("Amyloid-β in Alzheimer's disease", "\"alzheimer's disease\""));
  CHECK(finds("Größe matters", "grosse"));
  CHECK_FALSE(finds("Amyloid plaques", "amylo"));
  CHECK(finds("Amyloid plaques", "amylo*"));
  CHECK_FALSE(finds("heart and failure", "\"heart failure\""));
  CHECK(finds("hip or knee pain", "\"pain hip\"~2"));
  CHECK_FALSE(finds("hip or knee pain", "\"pain hip\"~1"));
  CHECK_FALSE(finds("text", "\"\""));
  WordList two;
  two.add("ends with heart");
  two.add("failure begins");
  CHECK_FALSE(two.has(read_pattern("\"heart failure\"", WordForms::exact)));
}

TEST_CASE("inflections are found where the service finds them") {
  CHECK(finds("inhibited neurons", "inhibits", WordForms::stemmed));
  CHECK(finds("activates AMPK", "activation activated", WordForms::stemmed) == false);
  CHECK(finds("activates AMPK", "activated", WordForms::stemmed));
  CHECK(finds("two studies", "study", WordForms::stemmed));
  CHECK_FALSE(finds("inhibited", "inhibits"));
  CHECK_FALSE(finds("class", "clas", WordForms::stemmed));
}

}  // namespace ev::sample
