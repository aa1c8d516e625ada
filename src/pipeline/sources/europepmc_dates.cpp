// The date of a Europe PMC record, of the several it has.
#include "base/text.hpp"
#include "pipeline/sources/europepmc_record.hpp"
#include "pipeline/sources/json_fields.hpp"
#include "pipeline/sources/markup_text.hpp"
#include "pipeline/sources/pubmed_dates.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ev::sources {

namespace {

std::string date_code(const Json& object, std::string_view name) {
  return std::string(text::trim(json_text(object, name)));
}

bool date_digits(std::string_view s) {
  return !s.empty() && s.find_first_not_of("0123456789") == std::string_view::npos;
}

void date_metadata(model::Article& a, const char* name, std::string value) {
  if (!value.empty()) a.metadata[name] = std::move(value);
}

// "2010-06-01" as precise as can be relied on: Europe PMC puts 1 for a missing month or day.
std::string without_filled_parts(std::string date) {
  if (date.size() == 10 && date.compare(7, 3, "-01") == 0) date.resize(7);
  if (date.size() == 7 && date.compare(4, 3, "-01") == 0) date.resize(4);
  return date;
}

std::string epmc_day(const Json& object, std::string_view name) {
  const std::string value = date_code(object, name);
  const std::vector<std::string> parts = text::split(value.substr(0, 10), '-');
  if (parts.empty() || parts[0].size() != 4 || !date_digits(parts[0])) return "";
  return iso_of(parts[0], parts.size() > 1 ? month_number(parts[1]) : 0,
                parts.size() > 2 ? std::string_view(parts[2]) : std::string_view());
}

std::string epmc_year_month(const Json& object) {
  const std::string year = date_code(object, "yearOfPublication");
  if (year.size() != 4 || !date_digits(year)) return "";
  return iso_of(year, month_number(date_code(object, "monthOfPublication")),
                date_code(object, "dayOfPublication"));
}

// YYYY, "2025 Dec", "2025 Dec 5", "2025 12 5"; "" for anything else.
std::string plain_printed_date(std::string_view printed) {
  std::vector<std::string> words = text::split(printed, ' ');
  words.resize(3);
  const auto letters = [](std::string_view s) {
    return std::all_of(s.begin(), s.end(),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
  };
  if (words[0].size() != 4 || !date_digits(words[0])) return "";
  const int month = letters(words[1]) || date_digits(words[1]) ? month_number(words[1]) : 0;
  if (month == 0) return words[1].empty() ? words[0] : "";
  if (!words[2].empty() && (!date_digits(words[2]) || words[2].size() > 2)) return "";
  return iso_of(words[0], month, words[2]);
}

// "2025 Dec 5" says all; of "2019 Sep-Oct" or "2020 Winter" the text is kept beside the date.
void epmc_printed_date(const std::string& printed, model::Article& a) {
  a.publication_date = plain_printed_date(printed);
  if (!a.publication_date.empty()) return;
  a.metadata["original_date"] = printed;
  a.publication_date = iso_of_text(printed).substr(0, 7);
}

}  // namespace

void read_europepmc_dates(const Json& r, model::Article& a) {
  const std::string first = epmc_day(r, "firstPublicationDate");
  const std::string electronic = epmc_day(r, "electronicPublicationDate");
  date_metadata(a, "electronic_date", electronic);
  if (const Json* info = json_member(r, "journalInfo")) {
    const std::string printed = plain_text(json_text(*info, "dateOfPublication"));
    if (!printed.empty()) epmc_printed_date(printed, a);
    if (a.publication_date.empty()) a.publication_date = epmc_year_month(*info);
  }
  if (a.publication_date.empty()) a.publication_date = electronic;
  const std::string year = date_code(r, "pubYear");
  if (a.publication_date.empty() && !first.empty()) {
    const bool same_year = year.empty() || first.compare(0, 4, year) == 0;
    if (a.is_preprint) {
      a.publication_date = first;  // the day it was posted
    } else if (same_year) {
      a.publication_date = without_filled_parts(first);
    }
  }
  if (a.publication_date.empty()) a.publication_date = iso_of_text(year);
  if (a.publication_date.empty()) {
    if (const Json* book = json_member(r, "bookOrReportDetails")) {
      a.publication_date = epmc_year_month(*book);
    }
  }
  if (first != a.publication_date) date_metadata(a, "first_publication_date", first);
}

}  // namespace ev::sources
