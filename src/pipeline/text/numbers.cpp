#include "pipeline/text/numbers.hpp"

#include "base/text.hpp"
#include "pipeline/text/chars.hpp"
#include "pipeline/text/word_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

namespace ev::doc {

namespace {

struct NumberWord {
  std::string_view word;
  int value;
};

constexpr NumberWord kUnits[] = {
    {"zero", 0},     {"one", 1},      {"two", 2},        {"three", 3},     {"four", 4},
    {"five", 5},     {"six", 6},      {"seven", 7},      {"eight", 8},     {"nine", 9},
    {"ten", 10},     {"eleven", 11},  {"twelve", 12},    {"thirteen", 13}, {"fourteen", 14},
    {"fifteen", 15}, {"sixteen", 16}, {"seventeen", 17}, {"eighteen", 18}, {"nineteen", 19},
    {"twenty", 20},  {"thirty", 30},  {"forty", 40},     {"fourty", 40},   {"fifty", 50},
    {"sixty", 60},   {"seventy", 70}, {"eighty", 80},    {"ninety", 90}};

int unit_value(const Token& token) {
  static const auto kByWord = [] {
    WordTable<int> out(128);
    for (const NumberWord& entry : kUnits) out.at(entry.word) = entry.value + 1;
    return out;
  }();
  return kByWord.of(token.folded, token.hash) - 1;
}

bool is_hundred(const Token& token) {
  static const std::uint32_t kHash = word_hash("hundred");
  return token.hash == kHash && token.folded == "hundred";
}

// Few words begin as one of these does.
bool may_be_number_word(const Token& token) {
  static const auto kByOpening = [] {
    std::array<bool, kOpenings> out{};
    for (const NumberWord& entry : kUnits) out[opening_of(entry.word)] = true;
    out[opening_of("hundred")] = true;
    return out;
  }();
  return kByOpening[token.opening];
}

// The length of the form that stands at `at`, 0 when none does.
std::size_t length_of(std::string_view s, std::size_t at, std::span<const std::string_view> forms) {
  // Most of what is asked of is a letter or a blank, which none but "x" begins with.
  if (at >= s.size() || (s[at] != 'x' && s[at] != 'X' && (is_alnum(s[at]) || s[at] == ' ')))
    return 0;
  for (const std::string_view form : forms) {
    if (s[at] == form.front() && s.substr(at, form.size()) == form) return form.size();
  }
  return 0;
}

constexpr std::string_view kMinus[] = {"-",      "\u2212", "\u2013", "\u2010",
                                       "\u2011", "\uFE63", "\uFF0D"};
constexpr std::string_view kThousands[] = {",", "\u2009", "\u202F", "\u00A0", "\u2008"};
constexpr std::string_view kPoints[] = {".", "\u00B7", "\u22C5", "\u2219", "\u2027"};
constexpr std::string_view kTimes[] = {"x", "X", "\u00D7", "*"};

std::size_t minus_length(std::string_view s, std::size_t at) {
  return length_of(s, at, kMinus);
}
std::size_t thousands_length(std::string_view s, std::size_t at) {
  return length_of(s, at, kThousands);
}
std::size_t point_length(std::string_view s, std::size_t at) {
  return length_of(s, at, kPoints);
}

std::size_t digits_end(std::string_view s, std::size_t at) {
  while (at < s.size() && is_digit(s[at])) ++at;
  return at;
}

bool three_digits_at(std::string_view s, std::size_t at) {
  return digits_end(s, at) == at + 3;
}

bool is_unit_word(std::string_view s, std::size_t at) {
  constexpr std::string_view kUnitWords[] = {"mg", "g",    "kg",   "ml",  "l",  "mm", "cm",
                                             "m",  "ng",   "mcg",  "ug",  "iu", "u",  "h",
                                             "hz", "kcal", "mmol", "mol", "ppm"};
  std::size_t end = at;
  while (end < s.size() && is_alpha(s[end])) ++end;
  const std::string word = text::to_lower_ascii(s.substr(at, end - at));
  return std::find(std::begin(kUnitWords), std::end(kUnitWords), word) != std::end(kUnitWords);
}

std::string_view word_before_blank(std::string_view s, std::size_t at) {
  std::size_t end = at;
  while (end > 0 && s[end - 1] == ' ') --end;
  std::size_t begin = end;
  while (begin > 0 && is_alpha(s[begin - 1])) --begin;
  return s.substr(begin, end - begin);
}

// "12 345 patients" is one number, "day 1 200 mg" is two.
bool is_plain_group(std::string_view s, std::size_t number_begin, std::size_t space) {
  if (s[space] != ' ' || !three_digits_at(s, space + 1)) return false;
  const std::size_t after = space + 4;
  // "(n = 10 576)"
  const std::size_t sign = number_begin > 1 ? s.find_last_not_of(' ', number_begin - 1) : 0;
  if (after < s.size() && s[after] == ')' && s[sign] == '=') return true;
  if (after + 1 >= s.size() || s[after] != ' ' || !is_lower(s[after + 1])) return false;
  if (is_unit_word(s, after + 1)) return false;
  const std::string before = text::to_lower_ascii(word_before_blank(s, number_begin));
  constexpr std::string_view kLabels[] = {"day",  "days",  "group", "week",  "phase",
                                          "type", "grade", "stage", "table", "study",
                                          "arm",  "class", "level", "part",  "visit"};
  return std::find(std::begin(kLabels), std::end(kLabels), before) == std::end(kLabels);
}

// Digits with at most one point. Few digits and a power of ten are exact, so that their quotient is
// the nearest number.
double value_of(const std::string& plain) {
  constexpr std::size_t kMostExact = 15;
  if (plain.size() > kMostExact) return std::strtod(plain.c_str(), nullptr);
  double digits = 0;
  double power = 1;
  bool behind_point = false;
  for (const char c : plain) {
    if (c == '.') {
      behind_point = true;
      continue;
    }
    digits = digits * 10 + (c - '0');
    if (behind_point) power *= 10;
  }
  return digits / power;
}

class NumberScanner {
 public:
  explicit NumberScanner(std::string_view s) : s_(s) {}

  // A number written in digits whose sign, point or first digit stands at `at`; not finished.
  std::optional<Number> digits_at(std::size_t at) const {
    Number n;
    n.begin = at;
    double sign = 1;
    if (const std::size_t minus = minus_length(s_, at); minus != 0) {
      if (!sign_allowed(at)) return std::nullopt;
      sign = -1;
      at += minus;
    }
    std::string plain;
    const bool leading_point = point_length(s_, at) != 0;
    if (!leading_point) at = read_whole(at, plain);
    if (plain.empty() && !leading_point) return std::nullopt;
    n.integer = !read_fraction(at, plain);
    if (plain.empty() || plain == "0.") return std::nullopt;
    n.value = sign * value_of(plain);
    read_exponent(at, n);
    n.end = at;
    return n;
  }

  void finish(Number& n) const {
    const std::size_t next = skip_blanks(s_, n.end);
    const std::string_view rest = s_.substr(next);
    n.percent = rest.substr(0, 1) == "%" || rest.substr(0, 2) == "\u066A" ||
                text::starts_with_ignoring_ascii_case(rest, "percent") ||
                text::starts_with_ignoring_ascii_case(rest, "per cent");
    if (rest.substr(0, 10) == "percentage" || rest.substr(0, 10) == "percentile") n.percent = false;
    n.glued_after = next == n.end && word_at(s_, n.end);
    const std::size_t hyphen = minus_length(s_, n.end);
    n.hyphen_after = hyphen != 0 && n.end + hyphen < s_.size() && is_alpha(s_[n.end + hyphen]);
  }

 private:
  // A minus belongs to the number unless it joins it to what stands before.
  bool sign_allowed(std::size_t at) const {
    if (at == 0) return true;
    const char32_t before = code_point_before(s_, at);
    if (before < 0x80) {
      const char c = static_cast<char>(before);
      return !(is_alnum(c) || c == ')' || c == ']' || c == '%' || c == '.');
    }
    return !is_letter(before);
  }

  std::size_t read_whole(std::size_t at, std::string& plain) const {
    const std::size_t begin = at;
    std::size_t end = digits_end(s_, at);
    plain.append(s_.substr(at, end - at));
    if (plain.empty() || plain.size() > 3 || plain[0] == '0') return end;
    while (true) {
      std::size_t gap = thousands_length(s_, end);
      if (gap == 0 && end < s_.size() && is_plain_group(s_, begin, end)) gap = 1;
      if (gap == 0 || !three_digits_at(s_, end + gap)) return end;
      plain.append(s_.substr(end + gap, 3));
      end += gap + 3;
    }
  }

  bool read_fraction(std::size_t& at, std::string& plain) const {
    std::size_t point = point_length(s_, at);
    // "0,05": a decimal comma is only certain after a lone zero.
    if (point == 0 && plain == "0" && at < s_.size() && s_[at] == ',') point = 1;
    if (point == 0) return false;
    const std::size_t end = digits_end(s_, at + point);
    if (end == at + point) return false;
    if (plain.empty()) plain = "0";
    plain += '.';
    plain.append(s_.substr(at + point, end - at - point));
    at = end;
    return true;
  }

  static int superscript(char32_t c) {
    if (c == 0x2070) return 0;
    if (c == 0xB9) return 1;
    if (c == 0xB2) return 2;
    if (c == 0xB3) return 3;
    return c >= 0x2074 && c <= 0x2079 ? static_cast<int>(c - 0x2070) : -1;
  }

  // The exponent that begins at `at`, moved past; 0 when there is none.
  int exponent_at(std::size_t& at) const {
    std::size_t i = at;
    if (i < s_.size() && (s_[i] == '^' || s_[i] == '(')) ++i;
    if (i < s_.size() && s_[i] == '(') ++i;
    const bool opened = i > at;
    int sign = 1;
    if (const std::size_t minus = minus_length(s_, i); minus != 0) {
      sign = -1;
      i += minus;
    } else if (s_.substr(i, 3) == "\u207B") {
      sign = -1;
      i += 3;
    }
    int value = 0;
    std::size_t count = 0;
    while (i < s_.size() && count < 3) {
      std::size_t next = i;
      const char32_t c = text::next_code_point(s_, next);
      const int digit = c >= '0' && c <= '9' ? static_cast<int>(c - '0') : superscript(c);
      if (digit < 0) break;
      value = value * 10 + digit;
      i = next;
      ++count;
    }
    if (count == 0 || (!opened && sign > 0 && is_digit(s_[at]))) return 0;
    if (opened && i < s_.size() && s_[i] == ')') ++i;
    at = i;
    return sign * value;
  }

  void read_exponent(std::size_t& at, Number& n) const {
    if (at < s_.size() && (s_[at] == 'e' || s_[at] == 'E') && minus_length(s_, at + 1) != 0) {
      std::size_t i = at + 1;
      if (const int exponent = exponent_at(i); exponent != 0) {
        n.value *= std::pow(10.0, exponent);
        n.integer = false;
        at = i;
      }
      return;
    }
    std::size_t i = skip_blanks(s_, at);
    const std::size_t times = length_of(s_, i, kTimes);
    if (times != 0) {
      i = skip_blanks(s_, i + times);
    } else if (n.value != 10) {
      return;
    } else {
      i = at - 2;  // the number itself is the ten
    }
    if (s_.substr(i, 2) != "10") return;
    i += 2;
    if (const int exponent = exponent_at(i); exponent != 0) {
      n.value = (times != 0 ? n.value : 1.0) * std::pow(10.0, exponent);
      n.integer = false;
      at = i;
    }
  }

  std::string_view s_;
};

// Sums words from tokens[i]: "one hundred and twenty-four thousand". Moves i past them.
std::optional<Number> words_at(std::string_view s, const std::vector<Token>& tokens,
                               std::size_t& i) {
  std::int64_t total = 0;
  std::int64_t current = 0;
  std::int64_t last =
      0;  // size of the last word, so that "twenty five" adds and "five twenty" does not
  std::size_t at = i;
  std::size_t used = i;
  auto joined = [&](std::size_t k) {
    const std::string_view gap = s.substr(tokens[k - 1].end, tokens[k].begin - tokens[k - 1].end);
    return gap == " " || gap == "-" || gap == "\u2010" || gap == "\u2011" || gap == "\u2013" ||
           gap == "\n";
  };
  for (; at < tokens.size(); ++at) {
    if (at > i && !joined(at)) break;
    const std::string& word = tokens[at].folded;
    const int unit = unit_value(tokens[at]);
    if (unit >= 0) {
      const bool fits =
          at == i || last >= 100 || (last >= 20 && last < 100 && unit < 10 && unit > 0);
      if (!fits) break;
      current += unit;
      last = unit;
    } else if (word == "hundred" && at == i) {
      current = 100;  // "a hundred", or a sentence that begins with it
      last = 100;
    } else if (word == "hundred" && at > i && current > 0 && current < 100) {
      current *= 100;
      last = 100;
    } else if ((word == "thousand" || word == "million") && at > i && current > 0) {
      total += current * (word == "million" ? 1'000'000 : 1'000);
      current = 0;
      last = 1000;
    } else if (word == "and" && last >= 100 && at + 1 < tokens.size() &&
               unit_value(tokens[at + 1]) > 0 && joined(at + 1)) {
      continue;
    } else {
      break;
    }
    used = at + 1;
  }
  if (used == i) return std::nullopt;
  Number n{.begin = tokens[i].begin, .end = tokens[used - 1].end};
  n.value = static_cast<double>(total + current);
  n.integer = true;
  n.words = true;
  i = used;
  return n;
}

// "3.2 million": the word multiplies digits.
void apply_scale_word(std::string_view s, Number& n) {
  const std::size_t next = skip_blanks(s, n.end);
  if (next == n.end) return;
  for (const auto& [word, scale] : {std::pair{"million", 1e6}, std::pair{"thousand", 1e3}}) {
    const std::string_view name(word);
    if (s.substr(next, name.size()) != name || word_at(s, next + name.size())) continue;
    n.value *= scale;
    n.integer = n.value == std::floor(n.value);
    n.end = next + name.size();
  }
}

bool begins_number(std::string_view s, std::size_t i) {
  if (is_digit(s[i])) {
    if (!word_before(s, i)) {
      // "IL-6", "COVID-19", "CA 19-9" keep their digits; "pre-2000" too.
      const char32_t before = code_point_before(s, i);
      if (before == '-' || before == 0x2010 || before == 0x2011) {
        const std::size_t width = before == '-' ? 1 : 3;
        const char32_t letter = code_point_before(s, i - width);
        return !is_letter(letter);
      }
      return !(before == '.' && i >= 2 && is_digit(s[i - 2]));
    }
    return false;
  }
  const std::size_t point = point_length(s, i);
  if (point != 0) {
    return i + point < s.size() && is_digit(s[i + point]) && !word_before(s, i) &&
           (i == 0 || s[i - 1] != '.');
  }
  const std::size_t minus = minus_length(s, i);
  if (minus == 0 || i + minus >= s.size()) return false;
  const std::size_t next = i + minus;
  return is_digit(s[next]) ||
         (point_length(s, next) != 0 && next + 1 < s.size() && is_digit(s[next + 1]));
}

}  // namespace

std::vector<Number> find_numbers(std::string_view s) {
  return find_numbers(s, tokenize(s));
}

std::vector<Number> find_numbers(std::string_view s, const std::vector<Token>& tokens) {
  const NumberScanner scanner(s);
  std::vector<Number> out;
  std::size_t from = 0;  // up to here all is read
  for (const Token& token : tokens) {
    // The digits of a number begin a word; its sign and its point stand before it, or begin it
    // where they count as letters.
    if (token.opening != kDigitOpening && is_ascii(s[token.begin])) {
      from = std::max(from, token.end);
      continue;
    }
    for (std::size_t i = from; i <= token.begin; ++i) {
      if (!begins_number(s, i)) continue;
      auto number = scanner.digits_at(i);
      if (!number) continue;
      apply_scale_word(s, *number);
      scanner.finish(*number);
      from = std::max(number->end, i + 1);
      out.push_back(*number);
      break;
    }
    from = std::max(from, token.end);
  }
  for (std::size_t i = 0; i < tokens.size();) {
    const bool begins =
        may_be_number_word(tokens[i]) && (unit_value(tokens[i]) >= 0 || is_hundred(tokens[i]));
    auto number = begins ? words_at(s, tokens, i) : std::nullopt;
    if (!number) {
      ++i;
      continue;
    }
    scanner.finish(*number);
    out.push_back(*number);
  }
  std::sort(out.begin(), out.end(),
            [](const Number& a, const Number& b) { return a.begin < b.begin; });
  return out;
}

bool is_range(std::string_view s, const std::vector<Number>& numbers, std::size_t i) {
  if (i + 1 >= numbers.size()) return false;
  std::string_view gap = s.substr(numbers[i].end, numbers[i + 1].begin - numbers[i].end);
  gap = text::trim(gap);
  if (!gap.empty() && gap.front() == '%') gap = text::trim(gap.substr(1));
  if (gap == "to" || gap == "," || gap == ";" || gap == "and") return true;
  return !gap.empty() && (minus_length(gap, 0) == gap.size() || gap == "\u2014" || gap == "\u2012");
}

std::size_t first_number_from(const std::vector<Number>& numbers, std::size_t byte) {
  std::size_t i = 0;
  while (i < numbers.size() && numbers[i].begin < byte) ++i;
  return i;
}

}  // namespace ev::doc
