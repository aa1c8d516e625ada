// The dates of a query as whole days, for services that take no shorter ones. Pure. Errors:
// invalid_argument naming date_range.start_date, date_range.end_date or date_range.
#pragma once

#include "base/result.hpp"
#include "pipeline/sources/source.hpp"

#include <string>
#include <string_view>

namespace ev::sources {

struct DateSpan {
  std::string from;  // YYYY-MM-DD, "" = open
  std::string to;
  bool open() const { return from.empty() && to.empty(); }
};

// "2020" as a start is 2020-01-01, as an end 2020-12-31.
Result<DateSpan> date_span(const Query& query);

// YYYY, YYYY-MM or YYYY-MM-DD of a date so written, "" of anything else.
std::string iso_date_or_nothing(std::string_view text);

}  // namespace ev::sources
