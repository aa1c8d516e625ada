// The argument `date_range {start_date, end_date}` of tools that search: either end may be open.
// Thread rule: pure functions.
#pragma once

#include "base/codec.hpp"
#include "base/json.hpp"

#include <string>
#include <vector>

namespace ev::workflow {

struct DateRange {
  std::string start_date;
  std::string end_date;
};
template <class V>
void describe(V& v, DateRange& d) {
  v("start_date", d.start_date);
  v("end_date", d.end_date);
}

// Dates that cannot be read, and a range that ends before it starts.
void check_dates(const DateRange& range, std::vector<Problem>& problems);

// "2020-01" as PubMed writes it, "2020/01"; "" stays "". The date is a good one.
std::string slashed(const std::string& date);

// `2020:3000[dp]`, an open end filled; "" when both are.
std::string as_conjunct(const DateRange& range);

// The ends that are given, as an object; empty when none is.
Json given_dates(const DateRange& range);

}  // namespace ev::workflow
