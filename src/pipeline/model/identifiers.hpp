// Identifiers as services, files and people write them, brought to the one form the record model
// keeps. Every other reader of identifiers (sources, imports, query translation, identity) goes
// through here, so that two spellings of one identifier are equal everywhere. Thread rule: pure
// functions; "" when the text holds none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ev::model {

// Lower case, without resolver, "doi:" and surrounding blanks. The form is not checked.
std::string normal_doi(std::string_view text);
// The text as a whole is one DOI ("10.1000/x", with or without resolver).
std::string whole_doi(std::string_view text);
// What two DOIs are compared by: percent signs of URLs decoded, without the punctuation that
// sentences and URLs leave behind.
std::string doi_key(std::string_view doi);

// "PMC123" from "PMC123", "123", "PMC123.2", "pmc-id: PMC123;".
std::string normal_pmcid(std::string_view text);
// "PMC123" from "pmc123" as a whole.
std::string whole_pmcid(std::string_view text);

// Digits without leading zeros, at most nine, from a text of digits only.
std::string whole_pmid(std::string_view text);

// "NCT01234567" from "nct01234567" as a whole.
std::string whole_nct(std::string_view text);
// "NCT" and eight digits standing alone, in order of appearance, each once.
void add_nct_ids(std::string_view text, std::vector<std::string>& out);

// "W123" from "w123", as a whole.
std::string whole_openalex(std::string_view text);

// "2101.00001" or "hep-th/9901001" at the start of the text, without version.
std::string arxiv_at(std::string_view text);

// The DOI (lower case) belongs to a preprint server.
bool is_preprint_doi(const std::string& doi);

}  // namespace ev::model
