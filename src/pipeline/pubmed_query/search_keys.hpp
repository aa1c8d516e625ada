// Everything of a record that is searched by whole values (headings, types, people, journals,
// identifiers, dates) as short keys, and what a term asks of them. A library keeps the keys of its
// records; a term of such a field selects the records that have any of the term's keys. The same on
// both sides, so an index in memory and one in a database cannot differ in meaning.
//
// A key is "code:words" ("mh:heart failure/drug therapy", "au:smith|ja", "year:2015"), in lower
// case. Dates are kept at every precision they have, ranges become few prefixes ("year:201"), so no
// numeric comparison is needed; a record dated only by year or month counts for the whole of it.
// Date fields other than [dp] fall back to the publication date, which is all a record keeps.
// Thread rule: pure functions.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/pubmed_query/dates.hpp"
#include "pipeline/pubmed_query/tree.hpp"

#include <string>
#include <vector>

namespace ev::pubmed_query {

// Sorted, each once.
std::vector<std::string> keys_of(const model::Article& article);

struct KeyQuery {
  std::string key;
  bool prefix = false;  // any key that begins with it
  bool operator==(const KeyQuery&) const = default;
};

// What a term of a field without words (parts_of(field) == 0) or a filter asks: any of these.
// Headings and publication types explode over `vocabulary`; `today` is the end of "last 5 years".
std::vector<KeyQuery> keys_for(const Term& term, const mesh::Vocabulary& vocabulary, Date today);

// True for a term that is answered by keys: fields of whole values, and "hasabstract" without tag.
bool by_keys(const Term& term);

}  // namespace ev::pubmed_query
