// An OpenAlex work as a record. The abstract is put together from its inverted index; text loses
// its markup. Kept as OpenAlex has them: authors' names as printed, at most 100 of them; keywords
// and topics, which it assigns itself; MeSH headings, their rows joined by descriptor; languages,
// which it detects. It fills what a date lacks with 01, so a first day is not taken for one:
// 2023-01-01 becomes 2023, 2025-03-01 becomes 2025-03 (metadata "original_date" has it whole). Its
// type goes to metadata "openalex_type" and, where PubMed has a name for it, to publication_types.
// Pure; thread rule: any thread.
#pragma once

#include "base/json.hpp"
#include "pipeline/model/article.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ev::sources {

// nullopt for anything that is no work with a name: no object, or neither an OpenAlex id nor a
// PMID.
std::optional<model::Article> read_openalex_work(const Json& work);

// "W2741809807" from the id or its URL; "" otherwise.
std::string openalex_id_in(std::string_view text);
// Digits without leading zeros from "29456894" or a PubMed URL; "" otherwise.
std::string pmid_in(std::string_view text);
// "PMC5815332" from digits, an id or a URL with or without "PMC"; "" otherwise.
std::string pmcid_in(std::string_view text);

}  // namespace ev::sources
