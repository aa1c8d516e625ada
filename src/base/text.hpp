// UTF-8 helpers used on every floor. All functions are pure; invalid bytes are treated as U+FFFD.
// Offsets named `byte` index the string; offsets named `code point` count Unicode code points, the
// unit of every offset that leaves the program.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ev::text {

// Decodes the code point at byte `i` and advances `i` past it. Invalid input yields U+FFFD, one
// byte.
char32_t next_code_point_beyond_ascii(std::string_view s, std::size_t& i);
inline char32_t next_code_point(std::string_view s, std::size_t& i) {
  const auto lead = static_cast<unsigned char>(s[i]);
  if (lead >= 0x80) return next_code_point_beyond_ascii(s, i);
  ++i;
  return lead;
}
void append_utf8(std::string& out, char32_t c);

std::size_t code_points(std::string_view s);
// Byte offset of the code point with this index (s.size() when past the end), and the reverse.
std::size_t byte_of(std::string_view s, std::size_t code_point);
std::size_t code_point_of(std::string_view s, std::size_t byte);
// The slice [start, end) counted in code points.
std::string_view slice(std::string_view s, std::size_t start, std::size_t end);

bool valid_utf8(std::string_view s);
// Invalid sequences become U+FFFD; valid input comes back unchanged.
std::string repair_utf8(std::string_view s);

// Longest prefix of at most `max_bytes` that does not cut a code point.
std::string_view cut_bytes(std::string_view s, std::size_t max_bytes);
// At most `max_code_points`, ended by "…" when something was cut.
std::string ellipsize(std::string_view s, std::size_t max_code_points);

bool is_ascii(std::string_view s);

// ASCII only; enough for tags, header names and enumerators.
std::string to_lower_ascii(std::string_view s);
bool equal_ignoring_ascii_case(std::string_view a, std::string_view b);
std::string_view trim(std::string_view s);
std::vector<std::string> split(std::string_view s, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
bool starts_with_ignoring_ascii_case(std::string_view s, std::string_view prefix);

// Full Unicode case folding after NFKD with combining marks dropped: "Größe" -> "grosse", "β" stays
// "β".
std::string fold(std::string_view s);

// "alpha" for U+03B1 and so on, lower-case letters only (what folding leaves); "" for other
// letters.
std::string_view greek_name(char32_t letter);
// Every Greek letter of a folded text by its name: "β-blocker" -> "beta-blocker".
std::string spell_greek(std::string folded);

// C0 and C1 controls (except \n and \t), bidi controls, and what has no width: joiners, fillers,
// variation selectors, tag characters.
bool is_invisible(char32_t c);
// U+2028, U+2029: some readers begin a line there.
bool is_line_separator(char32_t c);
// For text that is shown: without invisible characters, separators of lines as \n. The stored
// original keeps them.
std::string displayable(std::string_view s);

// Edit distance, for "did you mean"; at most `limit` + 1.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

}  // namespace ev::text
