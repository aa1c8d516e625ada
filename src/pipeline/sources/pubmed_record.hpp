// What a PubMed record gets whichever form it was read from (XML, MEDLINE text): the title without
// the brackets of a translation, and the fields that follow from others. Pure functions.
#pragma once

#include "pipeline/model/article.hpp"

#include <string>

namespace ev::sources {

// "[Title in English]." is a translation: the brackets go, metadata keeps the fact. "Not
// Available." becomes the vernacular title.
void set_pubmed_title(std::string title, model::Article& article);

// Source, date of an article that is only electronic, NCT ids of title and abstract, preprint mark,
// URL and standing (retraction).
void complete_pubmed_record(model::Article& article);

}  // namespace ev::sources
