#include "pipeline/library/format.hpp"

#include "base/text.hpp"
#include "pipeline/library/csv.hpp"
#include "pipeline/library/tagged_lines.hpp"

#include <algorithm>
#include <optional>

namespace ev::library {

namespace {

constexpr std::string_view kFormats =
    "PubMed XML, MEDLINE/nbib, RIS, CSV, TSV, JSONL of articles, EndNote XML, BibTeX (each also "
    "as .gz)";

Error unknown(std::string_view file_name, const std::string& reason) {
  return Error{.code = Errc::invalid_argument,
               .message = "cannot import " + std::string(file_name) + ": " + reason +
                          "; readable are " + std::string(kFormats),
               .path = "path",
               .recovery = "export the records again in one of these formats"};
}

std::string extension_of(std::string_view file_name) {
  std::string name = text::to_lower_ascii(file_name);
  if (name.size() > 3 && name.compare(name.size() - 3, 3, ".gz") == 0) name.resize(name.size() - 3);
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? "" : name.substr(dot + 1);
}

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == ':';
}

// Name of the first element after declarations, comments and the document type.
std::string root_of(std::string_view s) {
  while (true) {
    const std::size_t at = s.find('<');
    if (at == std::string_view::npos || at + 1 == s.size()) return "";
    s.remove_prefix(at + 1);
    if (is_name_char(s.front())) {
      const auto end = std::find_if_not(s.begin(), s.end(), is_name_char);
      return std::string(s.begin(), end);
    }
    const std::string_view close = s.substr(0, 3) == "!--" ? "-->" : s.front() == '?' ? "?>" : ">";
    const std::size_t end = s.find(close);
    if (end == std::string_view::npos) return "";
    s.remove_prefix(end + close.size());
  }
}

Result<Format> xml_format(std::string_view head, std::string_view file_name) {
  const std::string root = root_of(head);
  for (const std::string_view known :
       {"PubmedArticleSet", "PubmedBookArticleSet", "MedlineCitationSet", "DeleteCitation",
        "PubmedArticle", "PubmedBookArticle", "MedlineCitation"}) {
    if (root == known) return Format::pubmed_xml;
  }
  const bool endnote =
      (root == "xml" || root == "records") && (head.find("<record") != std::string_view::npos);
  if (endnote || root == "record") return Format::endnote_xml;
  return unknown(file_name, "it is XML, but neither PubMed's nor EndNote's (" +
                                (root.empty() ? "no element found" : "root element " + root) + ")");
}

// The first byte that is no blank is { or [.
Result<Format> json_format(std::string_view head, std::string_view file_name) {
  const std::string_view first = text::trim(head.substr(0, head.find('\n')));
  if (head.front() == '{' && first.size() > 1) return Format::jsonl;
  return unknown(file_name, "it is JSON over several lines; one article per line is read (JSONL)");
}

bool is_bibtex_line(std::string_view line) {
  line = text::trim(line);
  if (line.empty() || line.front() != '@') return false;
  std::size_t i = 1;
  while (i < line.size() && is_name_char(line[i])) ++i;
  const std::size_t letters = i - 1;
  while (i < line.size() && line[i] == ' ') ++i;
  return letters >= 3 && (i == line.size() || line[i] == '{' || line[i] == '(');
}

// The first line that belongs to one of the formats of tagged lines or to BibTeX.
std::optional<Format> lined_format(std::string_view head) {
  while (!head.empty()) {
    const std::size_t end = std::min(head.find_first_of("\r\n"), head.size());
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 1, head.size()));
    if (is_bibtex_line(line)) return Format::bibtex;
    if (ris_tag(line) == "TY") return Format::ris;
    const std::string_view tag = medline_tag(line);
    for (const std::string_view known : {"PMID", "OWN", "STAT", "PMC", "FAU", "DCOM", "TI"}) {
      if (tag == known) return Format::nbib;
    }
  }
  return std::nullopt;
}

std::string guess_of(std::string_view head) {
  if (head.substr(0, 4) == "PK\x03\x04") {
    return "it is a zip archive or a workbook (save the sheet as CSV)";
  }
  if (head.substr(0, 4) == "%PDF") return "it is a PDF";
  if (head.find('\0') != std::string_view::npos) return "it is not text";
  if (head.substr(0, 3) == "FN " || head.substr(0, 3) == "PT ") {
    return "it is Web of Science's plain text (export RIS or tab-delimited instead)";
  }
  return "its format is not known";
}

}  // namespace

std::string_view name_of(Format format) {
  switch (format) {
    case Format::pubmed_xml:
      return "PubMed XML";
    case Format::nbib:
      return "MEDLINE/nbib";
    case Format::ris:
      return "RIS";
    case Format::csv:
      return "CSV";
    case Format::tsv:
      return "TSV";
    case Format::jsonl:
      return "JSONL";
    case Format::endnote_xml:
      return "EndNote XML";
    case Format::bibtex:
      return "BibTeX";
  }
  return "";
}

Result<Format> format_of(std::string_view head, std::string_view file_name) {
  const std::size_t begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return unknown(file_name, "the file is empty");
  const std::string_view content = head.substr(begin);
  if (content.front() == '<') return xml_format(content, file_name);
  if (content.front() == '{' || content.front() == '[') return json_format(content, file_name);
  // A table may quote anything in its cells, so its header comes first.
  const std::string extension = extension_of(file_name);
  const bool named_table = extension == "csv" || extension == "tsv";
  if (const auto table = table_of(head, named_table)) {
    return table->delimiter == '\t' ? Format::tsv : Format::csv;
  }
  if (const auto format = lined_format(content)) return *format;
  if (named_table) {
    return unknown(file_name,
                   "its first line names no column such as title, author, year, doi or "
                   "pmid");
  }
  return unknown(file_name, guess_of(head));
}

}  // namespace ev::library
