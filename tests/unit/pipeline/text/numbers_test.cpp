#include "pipeline/text/numbers.hpp"

#include "support/catch.hpp"

#include <sstream>
#include <string>

namespace ev::doc {

namespace {

std::string values_of(std::string_view s) {
  std::ostringstream out;
  out.precision(12);
  for (const Number& n : find_numbers(s)) {
    if (out.tellp() > 0) out << ' ';
    out << n.value << (n.percent ? "%" : "");
  }
  return out.str();
}

}  // namespace

TEST_CASE("numbers in all their spellings") {
  const std::pair<const char*, const char*> table[] = {
      {"12 men", "12"},
      {"\uFE635 points, 4-.5 and x7 or 3x", "-5 4 0.5 3"},
      {"1,234 men and 12,345,678 women", "1234 12345678"},
      {"1\u2009234 men", "1234"},
      {"12 345 patients took part", "12345"},
      {"day 1 200 mg", "1 200"},
      {"1, 200 and 300", "1 200 300"},
      {"P<.05", "0.05"},
      {"0\u00B777 (0\u00B765\u20130\u00B790)", "0.77 0.65 0.9"},
      {"0,05", "0.05"},
      {"\u22120.8 to -0.2", "-0.8 -0.2"},
      {"0.8-1.2", "0.8 1.2"},
      {"-0.8--0.2", "-0.8 -0.2"},
      {"(\u22121.5, 2)", "-1.5 2"},
      {"45% and 3.5 % and 7 per cent", "45% 3.5% 7%"},
      {"5 percentage points", "5"},
      {"one hundred and twenty women", "120"},
      {"Twenty-four patients", "24"},
      {"two thousand three hundred", "2300"},
      {"three million", "3000000"},
      {"3.2 million people", "3200000"},
      {"five, six and seven", "5 6 7"},
      {"HbA1c, CD4, IL-6, COVID-19 and T2DM", ""},
      {"5mg", "5"},
      {"2 x 10(-5)", "2e-05"},
      {"3\u00D710\u207B\u2078", "3e-08"},
      {"P < 10(-4)", "0.0001"},
      {"1e-5", "1e-05"},
      {"10 (5 men)", "10 5"},
      {"1.2.3", "1.2"},
      {"ten (10) rats", "10 10"},
      {"", ""},
      {"- . \u00B7", ""},
  };
  for (const auto& [text, expected] : table) {
    CAPTURE(text);
    CHECK(values_of(text) == expected);
  }
}

TEST_CASE("spans cover the number and its sign") {
  const std::string s = "from \u22120.5% to 12-week";
  const auto numbers = find_numbers(s);
  REQUIRE(numbers.size() == 2);
  CHECK(s.substr(numbers[0].begin, numbers[0].end - numbers[0].begin) == "\u22120.5");
  CHECK(numbers[0].percent);
  CHECK(numbers[1].hyphen_after);
  CHECK(numbers[1].integer);
  CHECK(first_number_from(numbers, 8) == 1);
}

TEST_CASE("ranges") {
  auto range_in = [](std::string_view s) { return is_range(s, find_numbers(s), 0); };
  CHECK(range_in("0.8 to 1.2"));
  CHECK(range_in("0.8-1.2"));
  CHECK(range_in("0.8 \u2013 1.2"));
  CHECK(range_in("-0.8--0.2"));
  CHECK(range_in("-0.8, 0.2"));
  CHECK(range_in("12% to 15%"));
  CHECK_FALSE(range_in("0.8 (1.2)"));
  CHECK_FALSE(range_in("0.8"));
}

}  // namespace ev::doc
