// Building blocks of HTML made of untrusted text: everything is escaped, invisible characters are
// dropped, links lead only to the three sites that are allowed. Also the small readers of a JSON
// document whose members may be missing or null. Pure functions.
#pragma once

#include "base/json.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::output {

// Text for element content and quoted attributes.
std::string escape(std::string_view text);
// <a> to PubMed, doi.org or ClinicalTrials.gov; the bare escaped label when `id` is not of its
// form.
std::string pubmed_link(std::string_view pmid, std::string_view label);
std::string doi_link(std::string_view doi);
std::string trial_link(std::string_view nct);
// The article's name as a link: "PMID 1", else its trial, its DOI or its own id as text.
std::string record_link(const Json& article);
// PMID, else item_id, as an anchor inside the page.
std::string record_anchor(const Json& article);

// `text` escaped, with <mark> around the given code-point ranges (half open; overlaps are joined,
// ranges outside the text are ignored).
std::string highlight(std::string_view text, std::vector<std::pair<int, int>> ranges);

// Members of an object that may be absent, null or of another type.
const Json& member(const Json& object, const char* name);  // a null value when absent
std::string text_of(const Json& object, const char* name);
double number_of(const Json& object, const char* name, double otherwise = 0);
bool has(const Json& object, const char* name);  // present and not null
// The score a record is ranked by: final_score (boosts applied), else total_score.
double score_of(const Json& row);
// A cell's value as one line: numbers plain, lists joined by "; ", null as "".
std::string value_text(const Json& value);
// "0.8", and "2" of a whole number.
std::string one_digit(double value);
// "0.83".
std::string two_digits(double value);

}  // namespace ev::output
