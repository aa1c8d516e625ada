// What every query of an answer is limited to: keywords, study types, time frame, exclusions.
// Thread rule: pure functions.
#pragma once

#include "pipeline/query_gen/concepts.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

// Signs and blanks alone cannot be searched for.
bool is_searchable(std::string_view text);
// Says for keywords, study_types and exclude_terms which entries hold no letter and no digit, so
// that nothing could be searched for; blank entries count as not given.
void check_terms(const Request& request, std::vector<Problem>& problems);

struct QueryLimits {
  std::vector<pubmed_query::Node> required;
  std::vector<pubmed_query::Node> excluded;
  std::vector<Concept> keywords;
  std::vector<std::string> warnings;            // of the request
  std::vector<std::string> exclusion_warnings;  // of every query
  std::string words;                            // "; published 2021/… to …", "" without limits

  pubmed_query::Node on(const pubmed_query::Node& core) const;
};

// `as_of` as YYYY/MM/DD. `subject`: the keyword that the queries are about and that is no limit
// therefore; "" when the goal names the subject.
QueryLimits limits_of(const Request& request, const mesh::Vocabulary& vocabulary,
                      std::string_view as_of, std::string_view subject);

}  // namespace ev::query_gen
