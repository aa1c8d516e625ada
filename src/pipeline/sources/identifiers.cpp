#include "pipeline/sources/identifiers.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace ev::sources {

namespace {

bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

std::string normal_doi(std::string_view text) {
  std::string doi = text::to_lower_ascii(text::trim(text));
  for (const std::string_view prefix : {"https://", "http://", "dx.", "doi.org/", "doi:"}) {
    if (doi.rfind(prefix, 0) == 0) doi.erase(0, prefix.size());
  }
  return std::string(text::trim(doi));
}

std::string normal_pmcid(std::string_view text) {
  const std::string upper = [&] {
    std::string s(text::trim(text));
    for (char& c : s) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return s;
  }();
  // The last "PMC" that digits follow: "PMC-ID: PMC123;" names the kind first.
  const std::size_t at = upper.rfind("PMC");
  std::size_t from = at == std::string::npos ? 0 : at + 3;
  std::size_t end = from;
  while (end < upper.size() && is_ascii_digit(upper[end])) ++end;
  return end == from ? "" : "PMC" + upper.substr(from, end - from);
}

std::string orcid_in(std::string_view text) {
  for (std::size_t start = 0; start < text.size(); ++start) {
    std::string digits;
    std::size_t i = start;
    while (i < text.size() && digits.size() < 16) {
      const char c = text[i];
      const bool check_digit = digits.size() == 15 && (c == 'x' || c == 'X');
      if (is_ascii_digit(c) || check_digit) {
        digits += check_digit ? 'X' : c;
      } else if (c != '-' || digits.empty() || digits.size() % 4 != 0) {
        break;
      }
      ++i;
    }
    if (digits.size() == 16) {
      return digits.substr(0, 4) + "-" + digits.substr(4, 4) + "-" + digits.substr(8, 4) + "-" +
             digits.substr(12);
    }
  }
  return "";
}

void add_nct_ids(std::string_view text, std::vector<std::string>& out) {
  for (std::size_t at = text.find("NCT"); at != std::string_view::npos;
       at = text.find("NCT", at + 3)) {
    std::size_t end = at + 3;
    while (end < text.size() && is_ascii_digit(text[end])) ++end;
    const bool alone = at == 0 || !(is_ascii_letter(text[at - 1]) || is_ascii_digit(text[at - 1]));
    if (end - at != 11 || !alone) continue;
    std::string id(text.substr(at, 11));
    if (std::find(out.begin(), out.end(), id) == out.end()) out.push_back(std::move(id));
  }
}

}  // namespace ev::sources
