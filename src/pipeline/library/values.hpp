// Values as reference files write them, brought to the form of the record model: text, PMIDs,
// dates, languages, ISSNs, pages, labelled abstracts. Pure functions; "" or nothing when the text
// holds none. Nothing is guessed: a date is never more precise than the text.
#pragma once

#include "pipeline/model/article.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::library {

// White space squeezed to single blanks, control characters dropped, trimmed.
std::string squeezed(std::string_view text);
// Adds the value unless it is empty or there.
void add_once(std::vector<std::string>& list, std::string value);
// metadata[key] = value, or appended after "; ".
void add_metadata(model::Article& article, const std::string& key, std::string value);

// Digits without leading zeros from "12345", "PMID: 12345", "12345.0", a PubMed URL; "" otherwise.
std::string pmid_of_value(std::string_view text);
// What a free text says about itself: "PMID: 123" or a PubMed URL; a PMC id; a DOI (URL or doi:).
std::string pmid_named_in(std::string_view text);
std::string pmcid_named_in(std::string_view text);
std::string doi_named_in(std::string_view text);
// A note up to where it tells of other works ("Comment in: Lancet … PMID: 123", "Erratum for …",
// "References: …"): the identifiers behind are theirs.
std::string_view about_itself(std::string_view note);
// The value is a DOI as a whole ("10.1000/x", with or without resolver).
std::string doi_of_value(std::string_view text);

// The field is for DOIs: "DOI 10.1000/x", "ARTN 106 10.1000/x" too.
std::string doi_of_field(std::string_view text);

struct LooseDate {
  std::string iso;       // YYYY, YYYY-MM or YYYY-MM-DD
  std::string original;  // when iso does not say all
};
// "2019/03/07/", "2019-03", "2019 Mar-Apr", "7 March 2019", "Mar 7" with `year` "2019".
LooseDate loose_date(std::string_view date, std::string_view year);

// "English", "en", "eng" -> "eng" (as PubMed writes languages); other words come back in lower
// case.
std::string language_code(std::string_view language);
// All ISSNs with a valid form in the text; whether they are all of it.
bool issns_in(std::string_view text, std::vector<std::string>& out);
// "123--130", "123 – 130" -> "123-130".
std::string page_range(std::string_view first, std::string_view last);

// Sets abstract and sections. "BACKGROUND: … METHODS: …" in running text becomes one part per line
// with its section, as in records read from PubMed XML; other text stays as it is.
void set_abstract(std::string_view text, model::Article& article);

}  // namespace ev::library
