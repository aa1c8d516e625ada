#include "pipeline/citations/reference.hpp"

#include "base/text.hpp"
#include "pipeline/citations/reference_parts.hpp"
#include "pipeline/library/author_names.hpp"
#include "pipeline/model/identifiers.hpp"

#include <algorithm>

namespace ev::citations {

namespace {

using identity::Identifier;
using identity::IdKind;

bool number_char(char c) {
  return c >= '0' && c <= '9';
}

// "[12] ", "12. ", "(3) ", "- ".
std::string_view without_number(std::string_view s) {
  s = text::trim(s);
  std::size_t i = 0;
  const bool bracket = !s.empty() && (s[0] == '[' || s[0] == '(');
  if (bracket) ++i;
  const std::size_t first = i;
  while (i < s.size() && number_char(s[i])) ++i;
  if (i > first && i - first <= 3 && i < s.size()) {
    const bool closed = bracket ? (s[i] == ']' || s[i] == ')') : (s[i] == '.' || s[i] == ')');
    if (closed && i + 1 < s.size() && (s[i + 1] == ' ' || bracket))
      return text::trim(s.substr(i + 1));
  }
  if (s.starts_with("- ") || s.starts_with("* ")) return text::trim(s.substr(2));
  return s;
}

bool is_mark_of_id(const std::string& lower) {
  for (const std::string_view mark : {"doi:", "doi", "pmid:", "pmid", "pmcid:", "pmcid",
                                      "https:", "http:", "[pmid]", "pubmed", "available", "pmc:"}) {
    if (lower == mark) return true;
  }
  return false;
}

// Addresses, DOIs and numbers of databases are no part of title or place.
std::string without_ids(std::string_view s) {
  std::string out;
  bool after_mark = false;
  for (const std::string& word : text::split(s, ' ')) {
    if (word.empty()) continue;
    const std::string lower = text::to_lower_ascii(word);
    const std::size_t digit = lower.find_first_of("0123456789");
    const bool address = lower.find("://") != std::string::npos || lower.rfind("www.", 0) == 0 ||
                         lower.rfind("doi:", 0) == 0 || lower.rfind("10.", digit) == digit;
    const bool doi = lower.find("10.") != std::string::npos && lower.find('/') != std::string::npos;
    const bool labelled =
        digit != std::string::npos && (lower.rfind("pmid", 0) == 0 || lower.rfind("pmc", 0) == 0);
    const bool number = after_mark && digit != std::string::npos;
    if (is_mark_of_id(lower)) {
      after_mark = true;
      continue;
    }
    after_mark = false;
    if ((address && (doi || lower.find("://") != std::string::npos)) || doi || labelled || number) {
      continue;
    }
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

std::string strip_ends(std::string_view s) {
  std::string_view rest = text::trim(s);
  const auto is_end = [](char c) {
    return c == '.' || c == ',' || c == ';' || c == ':' || c == ' ' || c == '(' || c == '*' ||
           c == '_' || c == '"';
  };
  while (!rest.empty() && is_end(rest.back())) rest.remove_suffix(1);
  while (!rest.empty() && (is_end(rest.front()) || rest.front() == ')')) rest.remove_prefix(1);
  return std::string(rest);
}

// At most `most`.
std::size_t word_count(std::string_view s, std::size_t most = std::string_view::npos) {
  std::size_t n = 0;
  for (std::size_t at = 0; at < s.size() && n < most;) {
    const std::size_t end = std::min(s.find(' ', at), s.size());
    n += text::trim(s.substr(at, end - at)).empty() ? 0 : 1;
    at = end + 1;
  }
  return n;
}

// The journal ends where numbers or a year begin.
std::string journal_of(std::string_view s) {
  std::size_t end = 0;
  while (end < s.size() && !number_char(s[end]) && s[end] != '(' && s[end] != ',' &&
         s[end] != ';') {
    ++end;
  }
  std::string out = strip_ends(s.substr(0, end));
  if (out.rfind("In ", 0) == 0 || word_count(out) > 14) return "";
  const std::string lower = text::to_lower_ascii(out);
  return lower == "vol" || lower == "pubmed" || lower == "pp" ? "" : out;
}

void take_place(const Place& place, Reference& out) {
  if (!out.year) out.year = place.year;
  if (out.volume.empty()) out.volume = place.volume;
  if (out.issue.empty()) out.issue = place.issue;
  if (out.pages.empty()) out.pages = place.pages;
}

// A title in quotation marks: authors stand before it, the place behind.
bool read_quoted(std::string_view s, Reference& out) {
  for (const auto& [open, close] :
       {std::pair<std::string_view, std::string_view>{"“", "”"}, {"\"", "\""}, {"«", "»"}}) {
    const std::size_t begin = s.find(open);
    if (begin == std::string_view::npos) continue;
    const std::size_t end = s.find(close, begin + open.size());
    if (end == std::string_view::npos) continue;
    const std::string title = strip_ends(s.substr(begin + open.size(), end - begin - open.size()));
    if (word_count(title) < 3) continue;
    out.title = title;
    out.authors = names_in(strip_ends(s.substr(0, begin)));
    const std::string_view rest = s.substr(end + close.size());
    out.journal = journal_of(strip_ends(rest));
    take_place(place_in(rest), out);
    if (!out.year) take_place(place_in(s.substr(0, begin)), out);
    return true;
  }
  return false;
}

// "(2019)", "(2019, March 5)", "(2019-03)" near the beginning: behind it stands the title.
std::size_t end_of_dated_head(std::string_view s, std::optional<int>& year) {
  for (std::size_t open = s.find('('); open != std::string_view::npos && open < 600;
       open = s.find('(', open + 1)) {
    const std::size_t length = s.substr(open, 25).find(')');
    if (length == std::string_view::npos) continue;
    const std::size_t close = open + length;
    const Place date = place_in(s.substr(open, close - open + 1));
    const bool title_behind = close + 1 < s.size() && word_count(s.substr(close + 1), 3) >= 3 &&
                              s[close + 1] != ':' && s[close + 1] != ',' && s[close + 1] != ';';
    if (!date.year || !number_char(s[open + 1]) || !title_behind) continue;
    year = date.year;
    return close + 1;
  }
  return std::string_view::npos;
}

// A part that is the place of publication, or ends in it: numbers of a volume, or a bare date.
bool holds_place(const std::string& part) {
  const Place place = place_in(part);
  if (!place.volume.empty() && (!place.pages.empty() || !place.issue.empty())) return true;
  const bool dated = place.year && (number_char(part.front()) || part.front() == '(');
  return dated && word_count(part) <= 4;
}

// "J", "Am", "Med": a piece of an abbreviated journal.
bool abbreviates_journal(const std::string& part) {
  return word_count(part) <= 2 && part.size() <= 16 && part.front() >= 'A' && part.front() <= 'Z' &&
         part.back() != '?' && part.back() != '!';
}

// Titles may have several sentences; journals in abbreviated form hold full stops, too. What stands
// before the journal is the title; without a place all of it is.
void read_title_and_source(const std::vector<std::string>& parts, Reference& out) {
  std::size_t place = parts.size();
  // The last one: titles hold numbers, too ("at 2, 5 and 10 years").
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (holds_place(parts[i])) place = i;
  }
  std::size_t source = place;
  if (place < parts.size() && journal_of(parts[place]).empty() && source > 0) --source;
  while (source > 1 && source < parts.size() && abbreviates_journal(parts[source - 1])) --source;
  // "A title of some words. 2011": no journal.
  if (source == 0 && place > 0 && word_count(parts[0]) >= 4) source = 1;
  std::string behind;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::string& into = i < source ? out.title : behind;
    const bool ended = !into.empty() && (into.back() == '?' || into.back() == '!');
    into += (into.empty() ? "" : ended ? " " : ". ") + parts[i];
  }
  out.title = strip_ends(out.title);
  if (behind.empty()) return;
  out.journal = journal_of(behind);
  take_place(place_in(behind), out);
}

bool read_dated_head(std::string_view s, Reference& out) {
  std::optional<int> year;
  const std::size_t behind = end_of_dated_head(s, year);
  if (behind == std::string_view::npos) return false;
  const std::string head(s.substr(0, s.rfind('(', behind)));
  const std::vector<std::string> names = names_in(
      strip_ends(head).size() + 2 < head.size() ? std::string(text::trim(head)) : strip_ends(head));
  if (names.empty() && !text::trim(head).empty()) return false;
  out.authors = names;
  out.year = year;
  const std::vector<std::string> parts = sentences_of(strip_ends(s.substr(behind)));
  if (parts.empty()) return false;
  read_title_and_source(parts, out);
  return true;
}

// "Smith, J. et al. Title words": names up to "et al.", or up to the last initials.
std::size_t end_of_printed_names(std::string_view s) {
  const std::string lower = text::to_lower_ascii(s);
  if (const std::size_t at = lower.find("et al"); at != std::string::npos && at < 200) {
    std::size_t end = at + 5;
    if (end < s.size() && s[end] == '.') ++end;
    if (!names_in(s.substr(0, at)).empty()) return end;
  }
  // The longest head of "Name, X. Y., Name, Z." that still reads like names.
  std::size_t best = std::string_view::npos;
  for (std::size_t i = 1; i + 1 < s.size() && i < 600; ++i) {
    const bool initial = s[i] == '.' && s[i + 1] == ' ' && s[i - 1] >= 'A' && s[i - 1] <= 'Z';
    if (!initial) continue;
    const std::string_view head = s.substr(0, i + 1);
    if (head.find(',') == std::string_view::npos && head.find('&') == std::string_view::npos)
      continue;
    if (!names_in(head).empty()) best = i + 1;
  }
  return best;
}

// "N Engl J Med. 2003;349:1-9", "Ex. J. Med. 12:5": a few words, then nothing but numbers.
bool is_journal_and_numbers(const std::vector<std::string>& parts) {
  std::size_t words = 0;
  for (const std::string& part : parts) {
    if (number_char(part.front())) {
      return words > 0 && words <= 6 && !place_in(part).volume.empty();
    }
    words += word_count(part);
  }
  return false;
}

void read_in_sentences(std::string_view s, Reference& out) {
  std::string_view rest = s;
  if (const auto all = sentences_of(s); is_journal_and_numbers(all)) {
    std::string place;
    for (const std::string& part : all) place += (place.empty() ? "" : ". ") + part;
    out.journal = journal_of(place);
    return take_place(place_in(place), out);
  }
  const std::size_t printed = end_of_printed_names(s);
  std::vector<std::string> parts = sentences_of(s);
  const bool plain_names =
      parts.size() > 1 && !names_in(parts.front()).empty() &&
      (parts.front().find(',') != std::string::npos || word_count(parts.front()) <= 3);
  if (printed != std::string_view::npos && printed > (plain_names ? parts.front().size() + 1 : 0)) {
    out.authors = names_in(s.substr(0, printed));
    rest = s.substr(printed);
    parts = sentences_of(strip_ends(rest));
  } else if (plain_names) {
    out.authors = names_in(parts.front());
    parts.erase(parts.begin());
  }
  if (parts.empty()) return;
  read_title_and_source(parts, out);
}

// Beside what is labelled: DOIs and PMCIDs that stand alone, and a trial's number where there is
// little else (a title may name the trial of its paper).
std::vector<Identifier> ids_in_reference(const std::string& source) {
  std::vector<Identifier> out = identity::ids_in_text(source);
  const bool short_text = word_count(source) <= 3;
  const std::string pmid = model::whole_pmid(source);
  if (!pmid.empty()) out.push_back({IdKind::pmid, pmid});
  for (const std::string& word : text::split(source, ' ')) {
    const std::string bare = strip_ends(word);
    if (bare.rfind("10.", 0) != 0 && model::whole_pmcid(bare).empty() &&
        (!short_text || model::whole_nct(bare).empty())) {
      continue;
    }
    for (Identifier& id : identity::ids_in_text(bare)) out.push_back(std::move(id));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace

Reference read_reference(std::string_view source) {
  Reference out{.text = std::string(text::trim(source))};
  out.ids = ids_in_reference(out.text);
  const std::string_view numbered = without_number(out.text);
  std::string bare = without_ids(numbered);
  std::replace(bare.begin(), bare.end(), '\n', ' ');
  const std::string s = strip_ends(bare);
  if (word_count(s) < 2) {
    out.year = place_in(s).year;  // "PMID 123 (2019)"
    return out;
  }
  if (!read_quoted(s, out) && !read_dated_head(s, out)) read_in_sentences(s, out);
  return out;
}

model::Article as_article(const Reference& r) {
  model::Article out{.title = r.title, .journal = r.journal};
  for (const std::string& name : r.authors) {
    out.authors.push_back(library::person_of(name, library::NameOrder::either));
  }
  if (r.year) out.publication_date = std::to_string(*r.year);
  out.volume = r.volume;
  out.issue = r.issue;
  out.pages = r.pages;
  return out;
}

}  // namespace ev::citations
