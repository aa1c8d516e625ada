// Dates and PMIDs as search keys (search_keys.hpp), and ranges of them as few prefixes. A date has
// the keys year:, month: and day: as far as it is known, and "year only:" or "month only:" when it
// is known no further. Thread rule: pure functions.
#pragma once

#include "pipeline/pubmed_query/search_keys.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::pubmed_query {

// Of YYYY, YYYY-MM or YYYY-MM-DD; none for anything else.
std::vector<std::string> date_keys(std::string_view date);
// Of a date, a range or "last 5 years"; none when it cannot be read.
std::vector<KeyQuery> range_keys(const Term& term, Date today);

// Nine digits, "" when `pmid` is no number of at most nine digits.
std::string padded_pmid(std::string_view pmid);
std::vector<KeyQuery> pmid_range(std::string_view low, std::string_view high);

}  // namespace ev::pubmed_query
