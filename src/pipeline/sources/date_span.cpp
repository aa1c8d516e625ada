#include "pipeline/sources/date_span.hpp"

#include "base/date.hpp"
#include "base/text.hpp"

#include <chrono>

namespace ev::sources {

namespace {

Result<std::string> whole_day(std::string_view text, const char* path, bool last) {
  if (text::trim(text).empty()) return std::string();
  auto date = parse_date(text::trim(text));
  if (!date) {
    return Error{.code = Errc::invalid_argument,
                 .message = std::string(path) + " must be YYYY, YYYY/MM or YYYY/MM/DD, got \"" +
                            std::string(text) + "\"",
                 .path = path};
  }
  if (date->month == 0) date->month = last ? 12 : 1;
  if (date->day == 0) {
    using namespace std::chrono;
    const year_month_day_last end{year{date->year},
                                  month_day_last{month{static_cast<unsigned>(date->month)}}};
    date->day = last ? static_cast<int>(static_cast<unsigned>(end.day())) : 1;
  }
  return format_date(*date, '-');
}

}  // namespace

Result<DateSpan> date_span(const Query& query) {
  DateSpan span;
  EV_TRY(span.from, whole_day(query.start_date, "date_range.start_date", false));
  EV_TRY(span.to, whole_day(query.end_date, "date_range.end_date", true));
  if (!span.from.empty() && !span.to.empty() && span.from > span.to) {
    return Error{.code = Errc::invalid_argument,
                 .message = "date_range starts (" + span.from + ") after it ends (" + span.to + ")",
                 .path = "date_range",
                 .recovery = "swap the two dates"};
  }
  return span;
}

std::string iso_date_or_nothing(std::string_view text) {
  const auto date = parse_date(text::trim(text));
  return date ? format_date(*date, '-') : std::string();
}

}  // namespace ev::sources
