// Calendar dates as precise as they are given: YYYY, YYYY-MM or YYYY-MM-DD, with "-" or "/". Pure
// functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ev {

struct PartialDate {
  int year = 0;   // 1000–3000
  int month = 0;  // 1–12, 0 = not given
  int day = 0;    // 1–31 and valid in its month, 0 = not given
  auto operator<=>(const PartialDate&) const = default;
};

// nullopt when it is not a date ("2024-13", "24", "2023-02-29", "Spring 2024").
std::optional<PartialDate> parse_date(std::string_view text);
// Joined by `separator`: "2024/03".
std::string format_date(const PartialDate& date, char separator);
// Days since 1970-01-01 of the first (missing parts = 1) day.
long days_since_epoch(const PartialDate& date);

}  // namespace ev
