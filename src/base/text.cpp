#include "base/text.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace ev::text {

namespace {

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Eight bytes at once.
constexpr std::size_t kWord = 8;
constexpr std::uint64_t kEachByte = 0x0101010101010101u;

std::uint64_t word_at(std::string_view s, std::size_t i) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, s.data() + i, kWord);
  return bytes;
}

// Stands for a byte that is not UTF-8.
constexpr char32_t kReplacement = 0xFFFD;

}  // namespace

char32_t next_code_point_beyond_ascii(std::string_view s, std::size_t& i) {
  utf8proc_int32_t c = -1;
  const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(s.data() + i);
  const auto length = utf8proc_iterate(
      data, static_cast<utf8proc_ssize_t>(std::min<std::size_t>(4, s.size() - i)), &c);
  if (length <= 0) {
    ++i;
    return kReplacement;
  }
  i += static_cast<std::size_t>(length);
  return static_cast<char32_t>(c);
}

void append_utf8(std::string& out, char32_t c) {
  utf8proc_uint8_t bytes[4];
  const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), bytes);
  out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length));
}

std::size_t code_points(std::string_view s) {
  std::size_t continuations = 0;
  std::size_t i = 0;
  for (; i + kWord <= s.size(); i += kWord) {
    const std::uint64_t bytes = word_at(s, i);
    // A one for each of them; multiplying adds up all bytes in the highest.
    continuations += (bytes >> 7u & ~bytes >> 6u & kEachByte) * kEachByte >> 56u;
  }
  for (; i < s.size(); ++i) continuations += is_continuation(s[i]) ? 1 : 0;
  return s.size() - continuations;
}

std::size_t byte_of(std::string_view s, std::size_t code_point) {
  std::size_t i = 0;
  while (i < s.size() && code_point > 0) {
    ++i;
    while (i < s.size() && is_continuation(s[i])) ++i;
    --code_point;
  }
  return i;
}

std::size_t code_point_of(std::string_view s, std::size_t byte) {
  return code_points(s.substr(0, std::min(byte, s.size())));
}

std::string_view slice(std::string_view s, std::size_t start, std::size_t end) {
  const std::size_t from = byte_of(s, start);
  if (end <= start) return s.substr(from, 0);
  return s.substr(from, byte_of(s.substr(from), end - start));
}

bool valid_utf8(std::string_view s) {
  if (is_ascii(s)) return true;
  std::size_t i = 0;
  while (i < s.size()) {
    if (static_cast<unsigned char>(s[i]) < 0x80) {
      ++i;
      continue;
    }
    utf8proc_int32_t c = -1;
    const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(s.data() + i),
                                         static_cast<utf8proc_ssize_t>(s.size() - i), &c);
    if (length <= 0) return false;
    i += static_cast<std::size_t>(length);
  }
  return true;
}

std::string repair_utf8(std::string_view s) {
  if (valid_utf8(s)) return std::string(s);
  std::string out;
  out.reserve(s.size());
  for (std::size_t i = 0; i < s.size();) append_utf8(out, next_code_point(s, i));
  return out;
}

std::string_view cut_bytes(std::string_view s, std::size_t max_bytes) {
  if (s.size() <= max_bytes) return s;
  while (max_bytes > 0 && is_continuation(s[max_bytes])) --max_bytes;
  return s.substr(0, max_bytes);
}

std::string ellipsize(std::string_view s, std::size_t max_code_points) {
  if (code_points(s) <= max_code_points) return std::string(s);
  return std::string(trim(slice(s, 0, max_code_points > 0 ? max_code_points - 1 : 0))) + "…";
}

bool is_ascii(std::string_view s) {
  std::uint64_t all = 0;
  std::size_t i = 0;
  for (; i + kWord <= s.size(); i += kWord) all |= word_at(s, i);
  for (; i < s.size(); ++i) all |= static_cast<unsigned char>(s[i]);
  return (all & kEachByte * 0x80) == 0;
}

std::string to_lower_ascii(std::string_view s) {
  std::string out(s);
  std::transform(out.begin(), out.end(), out.begin(), lower);
  return out;
}

bool equal_ignoring_ascii_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trim(std::string_view s) {
  while (!s.empty() && is_space(s.front())) s.remove_prefix(1);
  while (!s.empty() && is_space(s.back())) s.remove_suffix(1);
  return s;
}

std::vector<std::string> split(std::string_view s, char separator) {
  std::vector<std::string> out;
  std::size_t from = 0;
  while (true) {
    const std::size_t at = s.find(separator, from);
    out.emplace_back(s.substr(from, at == std::string_view::npos ? at : at - from));
    if (at == std::string_view::npos) return out;
    from = at + 1;
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) out += separator;
    out += part;
  }
  return out;
}

bool starts_with_ignoring_ascii_case(std::string_view s, std::string_view prefix) {
  return s.size() >= prefix.size() && equal_ignoring_ascii_case(s.substr(0, prefix.size()), prefix);
}

namespace {

// Folded; as it is where the library refuses it.
void append_decomposed(std::string& out, std::string_view s) {
  if (s.empty()) return;
  utf8proc_uint8_t* raw = nullptr;
  const auto length = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(s.data()), static_cast<utf8proc_ssize_t>(s.size()),
      &raw,
      static_cast<utf8proc_option_t>(UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD |
                                     UTF8PROC_STRIPMARK | UTF8PROC_IGNORE));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(raw, &std::free);
  if (length < 0) {
    out += s;
  } else {
    out.append(reinterpret_cast<const char*>(raw), static_cast<std::size_t>(length));
  }
}

}  // namespace

std::string fold(std::string_view s) {
  if (is_ascii(s)) return to_lower_ascii(s);
  const std::string clean = repair_utf8(s);
  std::string out;
  out.reserve(clean.size());
  // Nothing beyond ASCII changes what stands beside it: all marks are dropped.
  const auto ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  for (auto i = clean.begin(); i != clean.end();) {
    const auto run = std::find_if_not(i, clean.end(), ascii);
    std::transform(i, run, std::back_inserter(out), lower);
    i = std::find_if(run, clean.end(), ascii);
    append_decomposed(out, std::string_view(run, i));
  }
  return out;
}

std::string_view greek_name(char32_t letter) {
  // U+03B1 to U+03C9, the two forms of sigma included.
  static constexpr std::array<std::string_view, 25> kNames = {
      "alpha", "beta",   "gamma",   "delta", "epsilon", "zeta",    "eta",   "theta", "iota",
      "kappa", "lambda", "mu",      "nu",    "xi",      "omicron", "pi",    "rho",   "sigma",
      "sigma", "tau",    "upsilon", "phi",   "chi",     "psi",     "omega",
  };
  return letter >= 0x3B1 && letter <= 0x3C9 ? kNames[letter - 0x3B1] : std::string_view();
}

std::string spell_greek(std::string folded) {
  // In UTF-8 these letters begin with 0xCE or 0xCF.
  const auto begins = [](char c) { return c == '\xCE' || c == '\xCF'; };
  if (std::none_of(folded.begin(), folded.end(), begins)) return folded;
  std::string out;
  for (std::size_t i = 0; i < folded.size();) {
    const std::size_t begin = i;
    const std::string_view name = greek_name(next_code_point(folded, i));
    if (name.empty()) {
      out.append(folded, begin, i - begin);
    } else {
      out += name;
    }
  }
  return out;
}

bool is_invisible(char32_t c) {
  if (c < 0x20) return c != '\n' && c != '\t';
  if (c < 0x7F) return false;
  if (c <= 0x9F || c == 0x00AD || c == 0x034F || c == 0x061C || c == 0xFEFF) return true;
  if (c < 0x115F) return false;
  if (c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5 || c == 0x3164) return true;
  if (c >= 0x180B && c <= 0x180F) return true;
  if ((c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E)) return true;
  if (c >= 0x2060 && c <= 0x206F) return true;
  if (c < 0xFE00) return false;
  if (c <= 0xFE0F || c == 0xFFA0 || (c >= 0xFFF0 && c <= 0xFFFB)) return true;
  return (c >= 0x1D173 && c <= 0x1D17A) || (c >= 0xE0000 && c <= 0xE0FFF);
}

bool is_line_separator(char32_t c) {
  return c == 0x2028 || c == 0x2029;
}

std::string displayable(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  std::size_t kept = 0;  // up to here `out` is done
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t begin = i;
    const char32_t c = next_code_point(s, i);
    const bool damaged = c == kReplacement && i - begin == 1;
    const bool separator = is_line_separator(c);
    if (!damaged && !separator && !is_invisible(c)) continue;
    out += s.substr(kept, begin - kept);
    if (damaged) append_utf8(out, c);
    if (separator) out += '\n';
    kept = i;
  }
  out += s.substr(kept);
  return out;
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > limit) return limit + 1;
  std::vector<std::size_t> row(a.size() + 1);
  for (std::size_t i = 0; i < row.size(); ++i) row[i] = i;
  for (std::size_t j = 1; j <= b.size(); ++j) {
    std::size_t diagonal = row[0];
    row[0] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      const std::size_t keep = diagonal + (a[i - 1] == b[j - 1] ? 0u : 1u);
      diagonal = row[i];
      row[i] = std::min({keep, row[i] + 1, row[i - 1] + 1});
    }
  }
  return std::min(row.back(), limit + 1);
}

}  // namespace ev::text
