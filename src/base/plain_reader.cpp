#include "base/plain_reader.hpp"

#include "base/limits.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace ev {

namespace plain {

namespace {

void skip_blanks(std::string_view& rest) {
  while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t' || rest.front() == '\n' ||
                           rest.front() == '\r')) {
    rest.remove_prefix(1);
  }
}

// Position after the closing quote of the string that begins at `at`; npos when there is none.
std::size_t string_end(std::string_view s, std::size_t at) {
  for (std::size_t i = s.find('"', at + 1); i != std::string_view::npos; i = s.find('"', i + 1)) {
    std::size_t slashes = 0;
    while (s[i - 1 - slashes] == '\\') ++slashes;
    if (slashes % 2 == 0) return i + 1;
  }
  return std::string_view::npos;
}

std::size_t bracket_end(std::string_view s) {
  int depth = 0;
  for (std::size_t i = 0; i < s.size();) {
    const char c = s[i];
    if (c == '"') {
      i = string_end(s, i);
      if (i == std::string_view::npos) return i;
      continue;
    }
    if (c == '{' || c == '[') {
      if (++depth > limits::kJsonDepth) return std::string_view::npos;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return i + 1;
    }
    ++i;
  }
  return std::string_view::npos;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Four hexadecimal digits at `at`, or -1.
int hex_unit(std::string_view s, std::size_t at) {
  if (at + 4 > s.size()) return -1;
  int unit = 0;
  for (std::size_t i = at; i < at + 4; ++i) {
    const int digit = hex_digit(s[i]);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

// The escape after the backslash at `i`, which is advanced past it.
bool unescape(std::string_view s, std::size_t& i, std::string& out) {
  static constexpr std::string_view kNames = "\"\\/bfnrt";
  static constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
  if (i + 1 >= s.size()) return false;
  const std::size_t known = kNames.find(s[i + 1]);
  if (known != std::string_view::npos) {
    out += kValues[known];
    i += 2;
    return true;
  }
  const int first = s[i + 1] == 'u' ? hex_unit(s, i + 2) : -1;
  if (first < 0) return false;
  i += 6;
  if (first < 0xD800 || first > 0xDFFF) {
    text::append_utf8(out, static_cast<char32_t>(first));
    return true;
  }
  const int second = s.substr(i, 2) == "\\u" ? hex_unit(s, i + 2) : -1;
  if (first > 0xDBFF || second < 0xDC00 || second > 0xDFFF) return false;
  i += 6;
  text::append_utf8(out,
                    static_cast<char32_t>(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)));
  return true;
}

}  // namespace

bool take_char(std::string_view& rest, char c) {
  skip_blanks(rest);
  if (rest.empty() || rest.front() != c) return false;
  rest.remove_prefix(1);
  skip_blanks(rest);
  return true;
}

std::string_view take_value(std::string_view& rest) {
  skip_blanks(rest);
  if (rest.empty()) return {};
  const char first = rest.front();
  std::size_t end = 0;
  if (first == '"') {
    end = string_end(rest, 0);
  } else if (first == '{' || first == '[') {
    end = bracket_end(rest);
  } else {
    end = std::min(rest.find_first_of(" \t\r\n,]}"), rest.size());
  }
  if (end == std::string_view::npos) return {};
  const std::string_view value = rest.substr(0, end);
  rest.remove_prefix(end);
  skip_blanks(rest);
  return value;
}

bool read_string(std::string_view value, std::string& out) {
  if (value.size() < 2 || value.front() != '"' || value.back() != '"') return false;
  value = value.substr(1, value.size() - 2);
  out.clear();
  std::size_t from = 0;
  for (std::size_t i = 0; i < value.size();) {
    if (static_cast<unsigned char>(value[i]) < 0x20) return false;
    if (value[i] != '\\') {
      ++i;
      continue;
    }
    out.append(value, from, i - from);
    if (!unescape(value, i, out)) return false;
    from = i;
  }
  out.append(value, from, value.size() - from);
  return true;
}

}  // namespace plain

void PlainReader::split(std::string_view object) {
  failed_ = !split_members(object);
}

bool PlainReader::split_members(std::string_view rest) {
  if (!plain::take_char(rest, '{')) return false;
  if (plain::take_char(rest, '}')) return rest.empty();
  while (true) {
    std::string_view name = plain::take_value(rest);
    if (name.size() < 2 || name.front() != '"' || !plain::take_char(rest, ':')) return false;
    name = name.substr(1, name.size() - 2);
    const bool plain_name = std::all_of(name.begin(), name.end(), [](char c) {
      return static_cast<unsigned char>(c) >= 0x20 && c != '\\';
    });
    const std::string_view value = plain::take_value(rest);
    if (!plain_name || value.empty() || count_ == kMembers || has(name)) return false;
    members_[count_++] = {name, value, false};
    if (plain::take_char(rest, ',')) continue;
    return plain::take_char(rest, '}') && rest.empty();
  }
}

bool PlainReader::has(std::string_view name) const {
  return std::any_of(members_.begin(), members_.begin() + static_cast<std::ptrdiff_t>(count_),
                     [&](const Member& m) { return m.name == name; });
}

bool PlainReader::all_used() const {
  return std::all_of(members_.begin(), members_.begin() + static_cast<std::ptrdiff_t>(count_),
                     [](const Member& m) { return m.used; });
}

std::vector<std::string> PlainReader::others() const {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < count_; ++i) {
    if (!members_[i].used) out.emplace_back(members_[i].name);
  }
  return out;
}

bool PlainReader::others_are_strings() const {
  std::string ignored;
  return std::all_of(
      members_.begin(), members_.begin() + static_cast<std::ptrdiff_t>(count_),
      [&](const Member& m) { return m.used || plain::read_string(m.value, ignored); });
}

}  // namespace ev
