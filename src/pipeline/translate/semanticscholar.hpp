// PubMed query to the parameters of Semantic Scholar's /paper/search/bulk: one Boolean `query` over
// titles and abstracts (+ for AND, | for OR, - for NOT, quotes, "a b"~2, a star behind one word),
// and filters beside it (publicationTypes, venue, publicationDateOrYear, openAccessPdf), which can
// only narrow the whole. Headings are searched as words; Options::expand gives further names. Above
// kSemanticScholarQueryLimit characters expansions are left out, and a query still too long is not
// searchable. Syntax and filters: Academic Graph API, "Paper bulk search". Thread rule: pure, given
// pure options.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/translate/translation.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace ev::translate {

// Ours: the service states none, and the query has to fit into a request line.
inline constexpr std::size_t kSemanticScholarQueryLimit = 2500;

// Types of papers that both services have (data/tables/).
struct SemanticScholarType {
  std::string_view name;  // "MetaAnalysis"
  std::string_view publication_type;
};
std::span<const SemanticScholarType> semanticscholar_types();

Translation to_semanticscholar(const pubmed_query::Node& query, const Options& options = {});

}  // namespace ev::translate
