// What a PubMed record says about its own standing, from publication types, CommentsCorrections and
// the title. A retraction notice is not the retracted paper; of several statements the gravest
// counts. Pure.
#pragma once

#include "pipeline/model/article.hpp"

namespace ev::sources {

// Sets `retraction` (a date that is already there stays) from the other fields.
void judge_retraction(model::Article& article);

}  // namespace ev::sources
