// What is new since a day: records that update files brought, revised, deleted or marked as
// retracted, each counted once, by what became of it over all of them. With a query only those that
// it finds now; of deleted records nothing can be asked any more, they are all given. Thread rule:
// any thread. Errors: invalid_argument (no date), invalid_query, not_found (no mirror), the
// store's.
#pragma once

#include "pipeline/library/library.hpp"
#include "store/mirror.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ev::mirror {

struct Changes {
  std::string since;
  std::string until;  // date of the newest file
  std::vector<std::int64_t> added, revised, deleted;
  std::vector<std::int64_t> retracted;  // these are new or revised as well
};

struct ChangesRequest {
  std::string since;  // YYYY-MM-DD
  std::string query;  // "" = all
};

// The mirror as what is searched.
library::Ports ports_of(store::Mirror& mirror, const mesh::Vocabulary& vocabulary,
                        pubmed_query::Date today);

Result<Changes> changes_since(store::Mirror& mirror, const library::Ports& ports,
                              const ChangesRequest& request, const Context& ctx);

}  // namespace ev::mirror
