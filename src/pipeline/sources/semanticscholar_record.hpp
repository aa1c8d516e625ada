// A paper of Semantic Scholar's Graph API as a record. Its abstract comes in one piece; text loses
// its markup. A paper with neither PMID, DOI, PMCID nor arXiv number is named "x-s2-" and its
// corpus number, a name of this program's own. A date's first day is not taken for one, as where
// the day is not known it is filled in: 2023-01-01 becomes 2023, 2025-03-01 becomes 2025-03
// (metadata "original_date" has it whole). Types, which Semantic Scholar assigns, go to metadata
// "semanticscholar_types" and, where PubMed has a name for them, to publication_types. Pure; thread
// rule: any thread.
#pragma once

#include "base/json.hpp"
#include "pipeline/model/article.hpp"

#include <optional>

namespace ev::sources {

// The members read_semanticscholar_paper() reads, as the parameter `fields` takes them.
inline constexpr const char* kSemanticScholarFields =
    "paperId,corpusId,externalIds,title,abstract,venue,publicationVenue,year,publicationDate,"
    "journal,"
    "authors,citationCount,isOpenAccess,openAccessPdf,publicationTypes";

// nullopt for anything that is no paper with a title and a name.
std::optional<model::Article> read_semanticscholar_paper(const Json& paper);

}  // namespace ev::sources
