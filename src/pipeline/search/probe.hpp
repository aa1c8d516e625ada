// Asking PubMed what a query means without fetching records: real counts and PubMed's own reading
// of it (esearch, retmax 0). Used by query generation, by the zero-hit diagnosis and to confirm
// headings. Offline, what the cache does not know is asked of the local library.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/search/ports.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ev::search {

struct Probe {
  long count = 0;
  std::string query_translation;
  // esearch's translationset: what was typed, what PubMed made of it.
  std::vector<std::pair<std::string, std::string>> translations;
  std::vector<std::string> phrases_not_found;  // dropped: the query got broader
  std::vector<std::string> fields_not_found;
  std::vector<std::string> quoted_phrases_not_found;  // read as separate words
  std::vector<std::string> phrases_ignored;
  std::vector<std::string> messages;  // outputmessages
  bool local = false;                 // counted in the local library, not in PubMed
};

// One result per query, in order; requests go out together within the limiter, cached like
// searches.
std::vector<Result<Probe>> probe(const Ports& ports, std::span<const std::string> queries,
                                 const Context& ctx);

}  // namespace ev::search
