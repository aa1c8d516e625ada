#include "pipeline/workflow/date_range.hpp"

#include "base/date.hpp"
#include "base/text.hpp"

namespace ev::workflow {

namespace {

void check_date(const std::string& text, const char* path, std::vector<Problem>& problems) {
  if (text.empty() || parse_date(text)) return;
  problems.push_back({path, "must be a date YYYY, YYYY/MM or YYYY/MM/DD, got \"" +
                                text::ellipsize(text, 40) + "\""});
}

}  // namespace

void check_dates(const DateRange& range, std::vector<Problem>& problems) {
  const std::size_t before = problems.size();
  check_date(range.start_date, "date_range.start_date", problems);
  check_date(range.end_date, "date_range.end_date", problems);
  if (problems.size() != before || range.start_date.empty() || range.end_date.empty()) return;
  const PartialDate start = *parse_date(range.start_date);
  PartialDate end = *parse_date(range.end_date);
  // "2020" as an end means all of 2020.
  if (end.month == 0) end.month = 12;
  if (end.day == 0) end.day = 31;
  if (start > end) {
    problems.push_back({"date_range", "ends before it starts (" + range.start_date + " to " +
                                          range.end_date + "); swap start_date and end_date"});
  }
}

std::string slashed(const std::string& date) {
  return date.empty() ? date : format_date(*parse_date(date), '/');
}

std::string as_conjunct(const DateRange& range) {
  const std::string start = slashed(range.start_date);
  const std::string end = slashed(range.end_date);
  if (start.empty() && end.empty()) return "";
  return (start.empty() ? "1500" : start) + ":" + (end.empty() ? "3000" : end) + "[dp]";
}

Json given_dates(const DateRange& range) {
  Json out = Json::object();
  if (!range.start_date.empty()) out["start_date"] = range.start_date;
  if (!range.end_date.empty()) out["end_date"] = range.end_date;
  return out;
}

}  // namespace ev::workflow
