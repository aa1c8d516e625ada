// The local library: every record that was imported or fetched, searched in PubMed's syntax. The
// same query tree as everywhere; terms of words and of whole values become one question to the
// store's index (search_text.hpp, search_keys.hpp say what they mean), nesting that the index
// cannot take and proximity are solved here, the latter with a look at the records. Errors:
// invalid_query, cancelled, and the store's. Thread rule: any thread, one Library per call.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/pubmed_query/dates.hpp"
#include "pipeline/pubmed_query/evaluate.hpp"
#include "pipeline/pubmed_query/term_mapping.hpp"
#include "store/result_sets.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ev::library {

struct Ports {
  store::LibraryIndex& index;
  store::LatestRecords& articles;
  const mesh::Vocabulary& vocabulary;
  pubmed_query::Date today;
};

// newest: by PMID, the highest first, other ids after them. relevance: BM25.
enum class Order { newest, relevance };

struct Found {
  std::size_t count = 0;              // all hits
  std::vector<std::string> item_ids;  // at most the limit, in order
  std::string query_translation;      // as searched
  pubmed_query::Mapped mapped;        // what term mapping did and what it did not find
  std::vector<std::string> warnings;  // fields the library has no data for
};

inline constexpr std::size_t kAll = static_cast<std::size_t>(-1);

Result<Found> search(const Ports& ports, std::string_view query, Order order, std::size_t limit,
                     const Context& ctx);

// Indexes every record of the library anew, all or none.
Result<std::size_t> rebuild(const Ports& ports, const Context& ctx);

}  // namespace ev::library
