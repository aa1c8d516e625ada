// A canonical record as the store keeps it: its JSON, the hash that names this version, and what
// the library's index needs. The one way records enter the store. Thread rule: pure functions.
#pragma once

#include "pipeline/model/article.hpp"
#include "store/result_sets.hpp"

namespace ev::library {

store::IndexText index_text(const model::Article& article);

// keep::latest: the newest version of its record, searchable. keep::gap: only fills a gap (inline
// records of a client, records taken from the store).
enum class Place { latest, gap };
store::StoredArticle stored_article(const model::Article& article, Place place);

}  // namespace ev::library
