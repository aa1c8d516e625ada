#include "pipeline/translate/expression.hpp"

#include "support/catch.hpp"

namespace ev::translate {

namespace {

std::string shown(const Expr& expr) {
  return print(expr, [](const Expr& l) { return l.text; });
}
Expr word(const char* text) {
  return leaf("", text);
}

}  // namespace

TEST_CASE("groups are flat and inner groups are in parentheses") {
  const Expr abc = all_of({all_of({word("a"), word("b")}), word("c")});
  CHECK(abc.children.size() == 3);
  CHECK(shown(abc) == "a AND b AND c");
  CHECK(shown(any_of({abc, word("d")})) == "(a AND b AND c) OR d");
  CHECK(shown(all_of({word("a"), none_of(any_of({word("b"), word("c")}))})) ==
        "a AND NOT (b OR c)");
  CHECK(all_of({word("a")}) == word("a"));
  CHECK(shown(any_of({word("a"), word("b"), word("A")})) == "a OR b");
  CHECK(any_of({word("a"), word("A")}) == word("a"));
}

TEST_CASE("a negation of a negation is the thing itself") {
  CHECK(none_of(none_of(word("a"))) == word("a"));
}

TEST_CASE("positive: something to find") {
  CHECK(is_positive(word("a")));
  CHECK_FALSE(is_positive(none_of(word("a"))));
  CHECK(is_positive(all_of({none_of(word("a")), word("b")})));
  CHECK_FALSE(is_positive(any_of({none_of(word("a")), word("b")})));
}

TEST_CASE("limits: a group is one when all it finds is") {
  const Expr date = limit_leaf("D", "2015");
  CHECK(all_of({date, none_of(word("a"))}).limit);
  CHECK_FALSE(all_of({date, word("a")}).limit);
  CHECK(any_of({date, date}).limit);
  CHECK_FALSE(any_of({date, word("a")}).limit);
}

}  // namespace ev::translate
