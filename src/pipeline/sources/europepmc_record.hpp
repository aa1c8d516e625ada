// One record of Europe PMC's search (resultType core; lite and idlist give what they have) as an
// Article. Field names: Europe PMC web service reference 6.9. Every member is optional there.
// - pmid: the `pmid` member, or the id of a MED record. `id` is "SRC:ID" where there is no PMID,
//   as `europepmc_id` always is.
// - publication_date: that of the journal issue, as printed; a preprint's first publication. Where
//   a short record has only `firstPublicationDate`, whose missing month and day Europe PMC fills
//   with 1, these ones are left out. All dates are kept in metadata (first_publication_date,
//   electronic_date, original_date).
// - related: Relation::id is "PMID:1" for MED, "SRC:ID" otherwise.
// Pure. Errors: upstream_changed when it is no record or has no identifier.
#pragma once

#include "base/json.hpp"
#include "base/result.hpp"
#include "pipeline/model/article.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::sources {

Result<model::Article> read_europepmc_record(const Json& record);

// Names of "Lee MS, van der Berg AB, The X Study Group." in their order; "et al" is left out and
// told by `complete`.
std::vector<model::Author> authors_of_string(std::string_view text, bool* complete);

// publication_date and the dates beside it; is_preprint is known by then.
void read_europepmc_dates(const Json& record, model::Article& article);
// comments_corrections, related, retraction.
void read_europepmc_links(const Json& record, model::Article& article);

}  // namespace ev::sources
