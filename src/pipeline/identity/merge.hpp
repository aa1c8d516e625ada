// One record out of the records of one work. Members are taken in the order of trust of the
// services (sources/catalog.hpp), imported files last; among equals those with an abstract and the
// later version first, then by content, never by position.
//
// - A field of one value comes from the first member that has it. Volume, issue and pages prefer a
//   member whose pages are not a spreadsheet's date.
// - The abstract with its sections comes from the first source that has one; of several members of
//   that source the longest, since files hold abstracts that were cut.
// - Authors come from the first member that has them, the complete list before a cut one; ORCIDs
// and
//   affiliations of the others are filled in where the names agree one by one.
// - Lists are united, the first member's order first, equal entries once. All identifiers are kept:
//   those without a field of their own in metadata["other_ids"]; addresses in metadata["urls"].
// - Every citation count stays with its source.
// - Retraction: the gravest status of all members, with all who say so. A notice is not the paper:
// a
//   member that says by its PubMed types that it is one makes the whole a notice.
// - merged_from names every member, and which fields it gave. Members that were merged before keep
//   their own entries.
//
// A single record comes back unchanged. Nothing is invented. Thread rule: pure functions.
#pragma once

#include "pipeline/model/article.hpp"

#include <span>
#include <string>
#include <vector>

namespace ev::identity {

// The id of the service that gave the record, else "file".
std::string source_of(const model::Article& article);
// 0 for pubmed … the greatest for files.
int trust_rank(const model::Article& article);

// `members` is not empty.
model::Article merge_records(std::span<const model::Article* const> members);

}  // namespace ev::identity
