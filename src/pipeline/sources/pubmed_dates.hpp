// Dates as PubMed writes them ("2019 Sep-Oct", "Biosci Rep. 2020 Mar 27;40(3)", Month 07 or Jul) to
// YYYY[-MM[-DD]], never more precise than the text. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace ev::sources {

// 1..12, or 0 when it is no month.
int month_number(std::string_view month);
// `month` 0 or an impossible day: left out.
std::string iso_of(std::string_view year, int month, std::string_view day);
// First year in free text, with the month (and single day) that follow it; "" when there is no
// year.
std::string iso_of_text(std::string_view s);

}  // namespace ev::sources
