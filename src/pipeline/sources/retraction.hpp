// What a record says about its own standing, from publication types, CommentsCorrections and the
// title; one judgement for all sources that carry NLM's vocabulary. A retraction notice is not the
// retracted paper; of several statements the gravest counts. A preprint that was withdrawn or
// removed counts as retracted. Types are compared without letter case (Europe PMC's short records
// are in lower case). Pure.
#pragma once

#include "pipeline/model/article.hpp"

#include <string_view>

namespace ev::sources {

// Who says so, as Retraction::sources names it.
struct RetractionLabels {
  std::string_view types = "pubmed:PublicationType";
  std::string_view links = "pubmed:CommentsCorrections";
};

// Sets `retraction` (a date that is already there stays) from the other fields.
void judge_retraction(model::Article& article, const RetractionLabels& labels = {});

}  // namespace ev::sources
