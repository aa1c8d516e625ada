#include "pipeline/library/values.hpp"

#include "base/date.hpp"
#include "base/text.hpp"
#include "pipeline/model/identifiers.hpp"
#include "pipeline/model/languages.hpp"
#include "pipeline/sources/pubmed_dates.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace ev::library {

namespace {

bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Digits at `at`, as a PMID: up to nine, no letter or further digit behind.
std::string pmid_at(std::string_view s, std::size_t at) {
  while (at < s.size() && s[at] == '0') ++at;
  std::size_t end = at;
  while (end < s.size() && is_ascii_digit(s[end])) ++end;
  if (end == at || end - at > 9 || (end < s.size() && is_ascii_letter(s[end]))) return "";
  return std::string(s.substr(at, end - at));
}

std::string pmid_in_url(std::string_view s) {
  for (const std::string_view host :
       {std::string_view("pubmed.ncbi.nlm.nih.gov/"), std::string_view("ncbi.nlm.nih.gov/pubmed/"),
        std::string_view("list_uids=")}) {
    const std::size_t at = s.find(host);
    if (at == std::string_view::npos) continue;
    std::string pmid = pmid_at(s, at + host.size());
    if (!pmid.empty()) return pmid;
  }
  return "";
}

bool issn_checks(std::string_view eight) {
  int sum = 0;
  for (std::size_t i = 0; i < 7; ++i) sum += (eight[i] - '0') * static_cast<int>(8 - i);
  const int check = (11 - sum % 11) % 11;
  return eight[7] == (check == 10 ? 'X' : static_cast<char>('0' + check));
}

// "0028-4793", or eight characters in a row whose check digit is right; "" otherwise.
std::string issn_of(std::string_view token) {
  std::string eight;
  for (const char c : token) {
    if (c != '-') eight += c == 'x' ? 'X' : c;
  }
  const bool hyphen = token.size() == 9 && token[4] == '-';
  if (eight.size() != 8 || !(hyphen || token.size() == 8)) return "";
  if (!std::all_of(eight.begin(), eight.end() - 1, is_ascii_digit)) return "";
  if (!is_ascii_digit(eight[7]) && eight[7] != 'X') return "";
  if (!hyphen && !issn_checks(eight)) return "";
  return eight.substr(0, 4) + "-" + eight.substr(4);
}

// What a date is made of, in order.
struct DateTokens {
  std::vector<std::string_view> numbers;
  std::vector<int> months;  // named ones
  bool odd = false;         // a word that is no month
  std::string_view year;
  bool year_first = false;
};

DateTokens tokens_of(std::string_view s) {
  DateTokens out;
  for (std::size_t i = 0; i < s.size();) {
    const bool digit = is_ascii_digit(s[i]);
    if (!digit && !is_ascii_letter(s[i])) {
      out.odd = out.odd || (static_cast<unsigned char>(s[i]) & 0x80) != 0;
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < s.size() && (digit ? is_ascii_digit(s[end]) : is_ascii_letter(s[end]))) ++end;
    const std::string_view token = s.substr(i, end - i);
    const bool year = digit && token.size() == 4 && token >= "1500" && token < "2100";
    if (year && out.year.empty()) {
      out.year = token;
      out.year_first = out.numbers.empty() && out.months.empty();
    } else if (digit) {
      out.numbers.push_back(token);
    } else if (const int month = token.size() >= 3 ? sources::month_number(token) : 0; month > 0) {
      out.months.push_back(month);
    } else {
      out.odd = true;
    }
    i = end;
  }
  return out;
}

std::string checked(const std::string& iso) {
  // "2023-02-31" is as precise as its month.
  return iso.size() < 10 || parse_date(iso) ? iso : iso.substr(0, 7);
}

}  // namespace

std::string squeezed(std::string_view s) {
  std::string out;
  out.reserve(s.size());
  bool blank = false;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const auto c = static_cast<unsigned char>(s[i]);
    const bool no_break = c == 0xC2 && i + 1 < s.size() && s[i + 1] == '\xA0';
    if (c == ' ' || (c >= 9 && c <= 13) || no_break) {
      blank = true;
      if (no_break) ++i;
      continue;
    }
    if (c < 0x20 || c == 0x7F) continue;
    if (blank && !out.empty()) out += ' ';
    blank = false;
    out += s[i];
  }
  return out;
}

void add_once(std::vector<std::string>& list, std::string value) {
  if (value.empty() || std::find(list.begin(), list.end(), value) != list.end()) return;
  list.push_back(std::move(value));
}

void add_metadata(model::Article& article, const std::string& key, std::string value) {
  if (value.empty()) return;
  std::string& kept = article.metadata[key];
  if (kept == value) return;
  kept += (kept.empty() ? "" : "; ") + value;
}

std::string pmid_named_in(std::string_view s) {
  const std::string lower = text::to_lower_ascii(s);
  for (std::size_t at = lower.find("pmid"); at != std::string::npos;
       at = lower.find("pmid", at + 4)) {
    std::size_t i = at + 4;
    while (i < lower.size() && (lower[i] == ':' || lower[i] == ' ' || lower[i] == '=')) ++i;
    std::string pmid = pmid_at(lower, i);
    if (!pmid.empty()) return pmid;
  }
  return pmid_in_url(lower);
}

std::string pmid_of_value(std::string_view s) {
  s = text::trim(s);
  // Spreadsheets and data frames write whole numbers as 12345.0.
  if (s.size() > 2 && s.substr(s.size() - 2) == ".0") s.remove_suffix(2);
  if (!s.empty() && std::all_of(s.begin(), s.end(), is_ascii_digit)) return pmid_at(s, 0);
  return pmid_named_in(s);
}

std::string pmcid_named_in(std::string_view s) {
  const std::string lower = text::to_lower_ascii(s);
  for (std::size_t at = lower.find("pmc"); at != std::string::npos;
       at = lower.find("pmc", at + 3)) {
    if (at > 0 && is_ascii_letter(lower[at - 1])) continue;
    std::size_t i = at + 3;
    if (lower.compare(i, 2, "id") == 0) i += 2;
    while (i < lower.size() && (lower[i] == ':' || lower[i] == ' ')) ++i;
    if (i < lower.size() && is_ascii_digit(lower[i]))
      return model::normal_pmcid("PMC" + lower.substr(i));
  }
  return "";
}

namespace {

// Behind the stem of a relation: the rest of the word, a word or two ("summary for patients"), and
// what leads to the other work.
bool leads_to_work(std::string_view rest) {
  constexpr std::size_t kNear = 24;
  rest = rest.substr(0, kNear);
  for (const std::string_view link :
       {" in:", " on:", " of:", " for:", " in ", " on ", " of ", " for ", " from:"}) {
    if (rest.find(link) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

std::string_view about_itself(std::string_view note) {
  const std::string lower = text::to_lower_ascii(note);
  std::size_t end = note.size();
  const auto cut_at = [&](std::string_view mark, bool needs_link) {
    for (std::size_t at = lower.find(mark); at < end; at = lower.find(mark, at + 1)) {
      if (at > 0 && is_ascii_letter(lower[at - 1])) continue;
      if (needs_link && !leads_to_work(std::string_view(lower).substr(at + mark.size()))) continue;
      end = at;
    }
  };
  for (const std::string_view relation :
       {"comment", "errat", "correct", "republi", "retract", "expression of concern", "update",
        "summary", "original", "reprint"}) {
    cut_at(relation, true);
  }
  for (const std::string_view list : {"references:", "cited references", "cites:"}) {
    cut_at(list, false);
  }
  return note.substr(0, end);
}

std::string doi_of_value(std::string_view s) {
  return model::whole_doi(s);
}

std::string doi_named_in(std::string_view s) {
  const std::string lower = text::to_lower_ascii(s);
  for (const std::string_view mark : {std::string_view("doi.org/"), std::string_view("doi:")}) {
    const std::size_t at = lower.find(mark);
    if (at == std::string::npos) continue;
    std::string_view rest = text::trim(std::string_view(lower).substr(at + mark.size()));
    rest = rest.substr(0, rest.find_first_of(" \t\n\"<>"));
    while (!rest.empty() && std::string_view(".,;").find(rest.back()) != std::string_view::npos) {
      rest.remove_suffix(1);
    }
    std::string doi = doi_of_value(rest);
    if (!doi.empty()) return doi;
  }
  return "";
}

std::string doi_of_field(std::string_view s) {
  std::string doi = doi_of_value(s);
  if (doi.empty()) doi = doi_named_in(s);
  for (const std::string& word : text::split(squeezed(s), ' ')) {
    if (doi.empty() && word.rfind("10.", 0) == 0) doi = doi_of_value(word);
  }
  return doi;
}

LooseDate loose_date(std::string_view date, std::string_view year) {
  const std::string text = squeezed(date);
  const DateTokens own = tokens_of(text);
  const DateTokens other = tokens_of(year);
  const std::string_view y = own.year.empty() ? other.year : own.year;
  if (y.empty()) return {"", text.empty() ? squeezed(year) : text};
  if (own.year.empty() && own.months.empty()) {
    // "2019.0", "2019 Winter" in the field of the year; a date without a month adds nothing.
    if (other.months.empty())
      return {std::string(y), text.empty() && other.odd ? squeezed(year) : text};
    return loose_date(year, "");
  }
  LooseDate out;
  if (own.months.size() == 1) {
    const bool one_day = own.numbers.size() == 1 && !own.odd;
    out.iso = checked(sources::iso_of(y, own.months[0], one_day ? own.numbers[0] : ""));
    if (own.numbers.size() > 1 || own.odd) out.original = text;
  } else if (own.months.size() > 1) {
    out = {sources::iso_of(y, own.months[0], ""), text};  // a span: its first month
  } else if (own.year_first && !own.numbers.empty()) {
    const int month = sources::month_number(own.numbers[0]);
    const std::string_view day = own.numbers.size() > 1 ? own.numbers[1] : std::string_view();
    out.iso = checked(sources::iso_of(y, month, day));
    if (own.odd) out.original = text;
  } else {
    out.iso = std::string(y);
    // 03/07/2019: which is the month cannot be told.
    if (own.odd || !own.numbers.empty()) out.original = text;
  }
  if (out.original.find_first_not_of("0123456789") == std::string::npos) out.original.clear();
  return out;
}

std::string language_code(std::string_view language) {
  const std::string text = squeezed(language);
  const model::Language* known = model::find_language(text);
  return known == nullptr ? text::to_lower_ascii(text) : std::string(known->code);
}

bool issns_in(std::string_view s, std::vector<std::string>& out) {
  bool all = true;
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t end = std::min(s.find_first_of(" \t\n,;/()", i), s.size());
    const std::string_view token = s.substr(i, end - i);
    std::string issn = issn_of(token);
    const std::string lower = text::to_lower_ascii(token);
    const bool label = lower == "print" || lower == "electronic" || lower == "linking" ||
                       lower == "issn" || lower == "issn:" || lower == "eissn" || lower == "online";
    if (issn.empty() && !token.empty() && !label) all = false;
    add_once(out, std::move(issn));
    i = end + 1;
  }
  return all;
}

std::string page_range(std::string_view first, std::string_view last) {
  std::string pages = squeezed(first);
  for (const std::string_view dash : {std::string_view("–"), std::string_view("--"),
                                      std::string_view(" - "), std::string_view("—")}) {
    for (std::size_t at = pages.find(dash); at != std::string::npos; at = pages.find(dash)) {
      pages.replace(at, dash.size(), "-");
    }
  }
  for (std::size_t at = pages.find("- "); at != std::string::npos; at = pages.find("- ")) {
    pages.erase(at + 1, 1);
  }
  const std::string end = squeezed(last);
  if (end.empty() || end == pages || pages.find('-') != std::string::npos) return pages;
  return pages.empty() ? end : pages + "-" + end;
}

}  // namespace ev::library
