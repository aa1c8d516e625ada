// Evidence of the contract: {content, citation {source, title, url, date, authors, formatted},
// relevance, metadata {ids, links, merged_from, related …}}, made of a record and read back from a
// client. Thread rule: pure functions.
#pragma once

#include "base/json.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/workflow/record_summary.hpp"
#include "tools/services.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ev::tools {

// `detail`: standard (author lists over 10 cut) or full (the whole record in metadata, too).
Json evidence_json(const model::Article& article, std::string_view detail,
                   std::optional<double> relevance = std::nullopt);
Json evidence_json(const model::Article& article, std::string_view detail, const Flags& flags,
                   std::optional<double> relevance);

// "Smith J, Doe A, Poe B et al. (2024-03). Title. PUBMED", "Unknown" for a date that is not known.
std::string formatted_citation(const model::Article& article);
// The PubMed page, else the DOI, else the page of the source; "" when there is none.
std::string main_url(const model::Article& article);
// {"pubmed": url, "doi": url, …}: every page the record is known by.
Json links_json(const model::Article& article);

// The members of a canonical article that an Evidence names: text, ids from metadata and URL, date,
// source.
Json article_of_evidence(const Json& evidence);

}  // namespace ev::tools
