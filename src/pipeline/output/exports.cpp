#include "pipeline/output/exports.hpp"

#include "base/text.hpp"

#include <map>

namespace ev::output {

namespace {

using model::Article;

// One line: tags end at the line break.
std::string flat(std::string_view s) {
  std::string out = text::displayable(s);
  for (char& c : out) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  return out;
}

void ris_tag(std::string& out, const char* tag, std::string_view value) {
  if (value.empty()) return;
  out += std::string(tag) + "  - " + flat(value) + "\r\n";
}

// "Smith, John": the form reference managers split reliably.
std::string inverted_name(const model::Author& a) {
  if (a.collective || a.last_name.empty()) return a.name;
  const std::string given =
      text::starts_with_ignoring_ascii_case(a.name, a.last_name)
          ? std::string(text::trim(std::string_view(a.name).substr(a.last_name.size())))
          : a.initials;
  return given.empty() ? a.last_name : a.last_name + ", " + given;
}

// A record of the built-in sample says in its own note that it is invented.
std::string sample_note(const Article& a) {
  const auto note = a.metadata.find("general_note");
  if (note == a.metadata.end() || note->second.compare(0, 8, "[sample]") != 0) return {};
  return note->second;
}

std::string status_note(const Article& a) {
  const std::string& status = a.retraction.status;
  if (status == "none" || status.empty()) return {};
  if (status == "retracted") {
    return "RETRACTED" +
           (a.retraction.notice_pmid.empty() ? "" : "; notice: PMID " + a.retraction.notice_pmid);
  }
  return "Status: " + status;
}

std::string year_text(const Article& a) {
  const auto year = model::year_of(a);
  return year ? std::to_string(*year) : std::string();
}

// Characters with a meaning in TeX.
std::string tex(std::string_view s) {
  std::string out;
  for (const char c : flat(s)) {
    switch (c) {
      case '&':
      case '%':
      case '$':
      case '#':
      case '_':
      case '{':
      case '}':
        out += '\\';
        out += c;
        break;
      case '~':
        out += "\\textasciitilde{}";
        break;
      case '^':
        out += "\\textasciicircum{}";
        break;
      case '\\':
        out += "\\textbackslash{}";
        break;
      default:
        out += c;
    }
  }
  return out;
}

void bib_field(std::string& out, const char* name, const std::string& value) {
  if (!value.empty()) out += ",\n  " + std::string(name) + " = {" + value + "}";
}

std::string key_stem(const Article& a) {
  std::string name = a.authors.empty() ? "anon" : a.authors.front().last_name;
  if (name.empty()) name = a.authors.front().name;
  std::string stem;
  for (const char c : text::fold(name)) {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) stem += c;
  }
  return (stem.empty() ? "anon" : stem) + year_text(a);
}

std::string key_suffix(int n) {
  std::string out;
  for (; n > 0; n = (n - 1) / 26) out.insert(out.begin(), static_cast<char>('a' + (n - 1) % 26));
  return out;
}

std::string bib_entry(const Article& a, const std::string& key) {
  std::string authors;
  for (const model::Author& author : a.authors) {
    if (!authors.empty()) authors += " and ";
    // Braces keep a collective name in one piece.
    authors += author.collective ? "{" + tex(author.name) + "}" : tex(inverted_name(author));
  }
  std::string out = std::string(a.is_book ? "@book{" : "@article{") + key;
  bib_field(out, "title", "{" + tex(a.title) + "}");
  bib_field(out, "author", authors);
  bib_field(out, "journal", tex(a.journal));
  bib_field(out, "year", year_text(a));
  bib_field(out, "volume", tex(a.volume));
  bib_field(out, "number", tex(a.issue));
  bib_field(out, "pages", tex(a.pages));
  bib_field(out, "doi", tex(a.doi));
  bib_field(out, "pmid", tex(a.pmid));
  const std::string status = status_note(a);
  const std::string sample = sample_note(a);
  bib_field(out, "note", tex(status + (status.empty() || sample.empty() ? "" : "; ") + sample));
  return out + "\n}\n";
}

}  // namespace

std::string to_ris(const std::vector<Article>& articles) {
  std::string out;
  for (const Article& a : articles) {
    ris_tag(out, "TY", a.is_book ? "BOOK" : a.is_preprint ? "UNPB" : "JOUR");
    ris_tag(out, "TI", a.title);
    for (const model::Author& author : a.authors) ris_tag(out, "AU", inverted_name(author));
    ris_tag(out, "JO", a.journal);
    ris_tag(out, "JA", a.journal_abbreviation);
    ris_tag(out, "PY", year_text(a));
    ris_tag(out, "DA", a.publication_date);
    ris_tag(out, "VL", a.volume);
    ris_tag(out, "IS", a.issue);
    const std::size_t dash = a.pages.find('-');
    ris_tag(out, "SP", std::string_view(a.pages).substr(0, dash));
    if (dash != std::string::npos) ris_tag(out, "EP", std::string_view(a.pages).substr(dash + 1));
    ris_tag(out, "DO", a.doi);
    ris_tag(out, "AN", a.pmid.empty() ? "" : "PMID: " + a.pmid);
    ris_tag(out, "UR", a.url);
    ris_tag(out, "AB", a.abstract);
    for (const std::string& keyword : a.keywords) ris_tag(out, "KW", keyword);
    ris_tag(out, "N1", status_note(a));
    ris_tag(out, "N1", sample_note(a));
    out += "ER  - \r\n\r\n";
  }
  return out;
}

std::string to_bibtex(const std::vector<Article>& articles) {
  std::map<std::string, int> used;
  for (const Article& a : articles) ++used[key_stem(a)];
  std::map<std::string, int> next;
  std::string out;
  for (const Article& a : articles) {
    const std::string stem = key_stem(a);
    const std::string key = used[stem] == 1 ? stem : stem + key_suffix(++next[stem]);
    out += bib_entry(a, key) + "\n";
  }
  return out;
}

}  // namespace ev::output
