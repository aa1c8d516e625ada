// A canonical record as the store keeps it: its JSON, the hash that names this version, and what
// the library's index needs. The one way records enter the store. Thread rule: pure functions.
#pragma once

#include "base/context.hpp"
#include "pipeline/model/article.hpp"
#include "store/result_sets.hpp"

namespace ev::library {

store::IndexColumns index_text(const model::Article& article);

// latest: the newest version of its record, searchable. gap: only fills a gap (inline
// records of a client, records taken from the store).
enum class Place { latest, gap };
store::StoredArticle stored_article(const model::Article& article, Place place);

// The latest versions, whatever their age, in the order asked for. A record that cannot be read is
// an error; ids that are not stored are left out.
Result<std::vector<model::Article>> load_articles(store::LatestRecords& articles,
                                                  const std::vector<std::string>& ids,
                                                  const Context& ctx);

}  // namespace ev::library
