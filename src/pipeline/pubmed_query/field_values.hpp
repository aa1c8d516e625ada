// Fields searched by whole values: authors, journals, identifiers, languages, qualifiers, filters.
// Thread rule: pure functions.
#pragma once

#include "pipeline/model/article.hpp"
#include "pipeline/pubmed_query/tree.hpp"

#include <string>
#include <string_view>

namespace ev::pubmed_query {

// Every field that is neither text, heading, type nor date.
bool field_value_matches(const model::Article& article, const Term& term);

std::string language_name(std::string_view code);  // "eng" -> "english"; unknown codes as they are
std::string qualifier_name(std::string_view qualifier);  // key of the name; "dt" -> "drug therapy"

}  // namespace ev::pubmed_query
