#include "pipeline/model/identifiers.hpp"

#include "base/text.hpp"
#include "net/url.hpp"

#include <algorithm>

namespace ev::model {

namespace {

bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::size_t digits_from(std::string_view s, std::size_t at) {
  std::size_t end = at;
  while (end < s.size() && is_ascii_digit(s[end])) ++end;
  return end;
}

bool all_digits(std::string_view s) {
  return !s.empty() && digits_from(s, 0) == s.size();
}

// `prefix` in any case, then digits to the end.
std::string labelled_digits(std::string_view text, std::string_view prefix) {
  const std::string_view s = text::trim(text);
  if (!text::starts_with_ignoring_ascii_case(s, prefix)) return "";
  const std::string_view digits = s.substr(prefix.size());
  return all_digits(digits) ? std::string(prefix) + std::string(digits) : "";
}

}  // namespace

std::string normal_doi(std::string_view text) {
  std::string doi = text::to_lower_ascii(text::trim(text));
  for (const std::string_view prefix : {"https://", "http://", "www.", "dx.", "doi.org/", "doi:"}) {
    if (doi.rfind(prefix, 0) == 0) doi.erase(0, prefix.size());
  }
  return std::string(text::trim(doi));
}

std::string whole_doi(std::string_view text) {
  std::string doi = normal_doi(text);
  const std::size_t slash = doi.find('/');
  const bool whole = doi.rfind("10.", 0) == 0 && slash != std::string::npos && slash > 3 &&
                     slash + 1 < doi.size() && doi.find_first_of(" \t\n") == std::string::npos;
  return whole ? doi : "";
}

std::string doi_key(std::string_view text) {
  std::string out = text::to_lower_ascii(net::percent_decode(normal_doi(text)));
  const auto unopened = [&](char open, char close) {
    return out.back() == close &&
           std::count(out.begin(), out.end(), open) < std::count(out.begin(), out.end(), close);
  };
  while (!out.empty() &&
         (std::string_view(".,;:/\"'> ").find(out.back()) != std::string_view::npos ||
          unopened('(', ')') || unopened('[', ']'))) {
    out.pop_back();
  }
  return out;
}

std::string normal_pmcid(std::string_view text) {
  std::string upper(text::trim(text));
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  // The last "PMC" that digits follow: "PMC-ID: PMC123;" names the kind first.
  const std::size_t at = upper.rfind("PMC");
  const std::size_t from = at == std::string::npos ? 0 : at + 3;
  const std::size_t end = digits_from(upper, from);
  return end == from ? "" : "PMC" + upper.substr(from, end - from);
}

std::string whole_pmcid(std::string_view text) {
  return labelled_digits(text, "PMC");
}

std::string whole_pmid(std::string_view text) {
  std::string_view s = text::trim(text);
  if (!all_digits(s)) return "";
  s.remove_prefix(std::min(s.find_first_not_of('0'), s.size()));
  return s.size() > 9 ? "" : std::string(s);
}

std::string whole_nct(std::string_view text) {
  const std::string nct = labelled_digits(text, "NCT");
  return nct.size() == 11 ? nct : "";
}

void add_nct_ids(std::string_view text, std::vector<std::string>& out) {
  for (std::size_t at = text.find("NCT"); at != std::string_view::npos;
       at = text.find("NCT", at + 3)) {
    const std::size_t end = digits_from(text, at + 3);
    const bool alone = at == 0 || !(is_ascii_letter(text[at - 1]) || is_ascii_digit(text[at - 1]));
    if (end - at != 11 || !alone) continue;
    std::string id(text.substr(at, 11));
    if (std::find(out.begin(), out.end(), id) == out.end()) out.push_back(std::move(id));
  }
}

std::string whole_openalex(std::string_view text) {
  return labelled_digits(text, "W");
}

std::string arxiv_at(std::string_view text) {
  const std::size_t year_month = digits_from(text, 0);
  if (year_month == 4 && text.substr(4, 1) == ".") {
    const std::size_t end = digits_from(text, 5);
    return end - 5 >= 4 && end - 5 <= 5 ? std::string(text.substr(0, end)) : "";
  }
  // Before 2007: "hep-th/9901001".
  std::size_t slash = 0;
  while (slash < text.size() &&
         (is_ascii_letter(text[slash]) || text[slash] == '-' || text[slash] == '.')) {
    ++slash;
  }
  if (slash == 0 || text.substr(slash, 1) != "/") return "";
  const std::size_t end = digits_from(text, slash + 1);
  return end - slash - 1 == 7 ? text::to_lower_ascii(text.substr(0, end)) : "";
}

bool is_preprint_doi(const std::string& doi) {
  constexpr std::array<std::string_view, 12> kServers = {
      "10.21203/rs.",     "10.20944/preprints",      "10.2139/ssrn.",
      "10.48550/arxiv.",  "10.26434/chemrxiv",       "10.31234/osf.io/",
      "10.31219/osf.io/", "10.36227/techrxiv",       "10.22541/au.",
      "10.64898/",        "10.1590/scielopreprints", "10.7287/peerj.preprints"};
  for (const std::string_view server : kServers) {
    if (doi.rfind(server, 0) == 0) return true;
  }
  // 10.1101/ is also that of journals; the preprints have a number or a date behind it.
  return doi.rfind("10.1101/", 0) == 0 && doi.size() > 8 && doi[8] >= '0' && doi[8] <= '9';
}

}  // namespace ev::model
