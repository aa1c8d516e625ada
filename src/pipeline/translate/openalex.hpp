// PubMed query to the one `filter` parameter of OpenAlex's /works: search filters
// (title_and_abstract.search:…, upper-case AND OR NOT, quotes, "a b"~5) and value filters
// (publication_year, type, language …), joined by commas, which mean AND. Alternatives must be of
// one kind: all of them text, or all values of one filter. Headings are searched as text;
// Options::expand gives further names. Search text above kOpenAlexSearchLimit characters is
// refused there: expansions and completions are then left out, and a query still too long is not
// searchable. Filter names: OpenAlex's list of valid fields. Thread rule: pure, given pure options.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/translate/translation.hpp"

#include <cstddef>

namespace ev::translate {

inline constexpr std::size_t kOpenAlexSearchLimit = 1500;
inline constexpr std::size_t kOpenAlexMaxValues = 100;  // of one filter, joined by |

Translation to_openalex(const pubmed_query::Node& query, const Options& options = {});

}  // namespace ev::translate
