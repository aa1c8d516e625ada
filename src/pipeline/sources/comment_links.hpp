// Comments, corrections and versions of a record: the one table of their types, in PubMed's
// spelling and others', and of the relation each is. Used by the readers of PubMed and Europe PMC
// and by identity/, so that all say the same of one link. Pure; thread rule: any thread.
#pragma once

#include "pipeline/model/article.hpp"

#include <string>
#include <string_view>

namespace ev::sources {

// The name of the PubMed DTD ("Retraction in:" -> "RetractionIn"); what is not known comes back
// trimmed.
std::string comment_type(std::string_view type);
// model::Relation::type of a comment or correction, "" for one that ties no two texts.
std::string_view comment_relation(std::string_view type);

// The same for a link of `from` to a record cited as `source`: PubMed has no type for preprints and
// calls the article an update of its preprint ("UpdateIn", "UpdateOf").
std::string_view relation_of(const model::CommentsCorrection& link, const model::Article& from);

// Adds what `comments_corrections` say to `related`, as `who` says it; links without PMID name no
// record and stay where they are.
void relate_comments(std::string_view who, model::Article& article);
// Each relation once.
void add_relation(model::Relation relation, model::Article& article);

}  // namespace ev::sources
