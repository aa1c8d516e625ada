// A PubMed query in another source's language, with this program's vocabulary and today's date, and
// what was lost on the way in sentences. Thread rule: pure but for the clock's date.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/search/ports.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/translate/translation.hpp"

#include <string>
#include <vector>

namespace ev::search {

// `service` takes translated queries.
translate::Translation translated(const Ports& ports, const sources::Service& service,
                                  const pubmed_query::Node& query);

// One sentence for each part that does not travel as it is.
struct Losses {
  std::vector<std::string> left_out;
  std::vector<std::string> approximated;
};
Losses losses_of(const translate::Translation& translation);

}  // namespace ev::search
