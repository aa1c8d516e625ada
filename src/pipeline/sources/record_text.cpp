#include "pipeline/sources/record_text.hpp"

#include "base/text.hpp"
#include "pipeline/sources/markup_text.hpp"

#include <algorithm>

namespace ev::sources {

namespace {

std::string without_heading(const std::string& abstract, std::string_view title) {
  constexpr std::string_view kHeading = "abstract";
  if (!text::starts_with_ignoring_ascii_case(abstract, kHeading)) return abstract;
  std::string_view rest = std::string_view(abstract).substr(kHeading.size());
  if (rest.empty()) return "";
  const bool marked = rest.front() == ':' || rest.front() == '.';
  const bool apart = marked || rest.front() == ' ' || rest.front() == '\n';
  if (!apart) return abstract;  // "Abstraction is …"
  rest = text::trim(rest.substr(1));
  const bool small = rest.empty() || (rest.front() >= 'a' && rest.front() <= 'z');
  const bool about = text::to_lower_ascii(title).find(kHeading) != std::string::npos;
  return !marked && (small || about) ? abstract : std::string(rest);
}

}  // namespace

std::string plain_line(std::string_view marked) {
  std::string line = plain_text(marked);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

void set_marked_abstract(std::string_view marked, model::Article& a) {
  std::vector<MarkedPart> parts = marked_parts(marked);
  if (!parts.empty() && parts.front().heading.empty()) {
    parts.front().text = without_heading(parts.front().text, a.title);
  }
  set_abstract_parts(parts, a);
}

std::string doi_link(std::string_view doi) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  constexpr std::string_view kNotInUrls = "\"#%<>?[\\]^`{|}";
  std::string out = "https://doi.org/";
  for (const char c : doi) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7F && kNotInUrls.find(c) == std::string_view::npos) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
  return out;
}

std::string_view last_segment(std::string_view url) {
  url = text::trim(url);
  while (!url.empty() && url.back() == '/') url.remove_suffix(1);
  const std::size_t slash = url.rfind('/');
  return slash == std::string_view::npos ? url : url.substr(slash + 1);
}

}  // namespace ev::sources
