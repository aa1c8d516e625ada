// Dates as precise as they are (YYYY[-MM[-DD]], also with "/"), for recency and the "recent" boost.
// `as_of` is the caller's "now"; nothing here reads a clock. Pure functions.
#pragma once

#include "base/date.hpp"
#include "base/result.hpp"

#include <string_view>

namespace ev::appraise {

// An argument: the error names `path` and the accepted forms.
Result<PartialDate> parse_as_of(std::string_view s, std::string_view path);

// Days since 1970-01-01 of the middle of the stated period (a year: 2 July, a month: the 15th).
long middle_day(const PartialDate& date);
// Days since 1970-01-01 of the last day the date can mean.
long last_day(const PartialDate& date);
// Years from `date` to `as_of`, middles compared; 0 for dates after it.
double age_years(const PartialDate& date, const PartialDate& as_of);
// True when the latest day `date` can mean lies at most `years` before the middle of `as_of`, and
// its first day not after the last day of `as_of`.
bool within_years(const PartialDate& date, const PartialDate& as_of, int years);

}  // namespace ev::appraise
