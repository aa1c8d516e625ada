// JATS full text (Europe PMC's fullTextXML, efetch db=pmc, OAI records of PMC) as sections of plain
// text in the order of the article. A section has its own text only; its sub-sections follow with a
// longer path. Paragraphs, list items ("- …") and table rows ("cell | cell") are lines; figures and
// tables begin with their label and caption. Formulas as in PubMed records. References, graphics,
// sub-articles and peer reviews are left out and named in `left_out`. Many articles of PMC come
// without body: `has_body` tells. Pure; nesting is bounded. Errors: upstream_changed (not
// well-formed, too large, no article in it), not_found (an error reply).
#pragma once

#include "base/result.hpp"
#include "pipeline/sources/table.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

struct FullTextSection {
  std::string part;  // abstract, body, back (acknowledgements, appendices, notes), floats
  // Headings from the outermost to the section's own; text before any heading has none.
  std::vector<std::string> path;
  std::string kind;  // what the publisher calls it: methods, graphical, COI-statement … or ""
  std::string text;
  bool operator==(const FullTextSection&) const = default;
  // The section's own heading, "" when it has none.
  std::string title() const { return path.empty() ? std::string() : path.back(); }
};

struct FullText {
  std::string pmcid;
  std::string pmid;
  std::string doi;
  std::string title;
  std::string article_type;
  std::string license;  // address or words
  std::vector<FullTextSection> sections;
  std::vector<Table> tables;  // in the order of the article; their rows are lines of sections, too
  bool has_body = false;
  std::vector<std::string> left_out;  // "53 references"
};

struct FullTextSet {
  std::vector<FullText> articles;
  std::vector<std::string> unavailable;  // what the service says of ids it has no article for
};

Result<FullTextSet> read_jats(std::string_view xml);

}  // namespace ev::sources
