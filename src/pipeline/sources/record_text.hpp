// Text and links of records as several services deliver them. Pure; thread rule: any thread.
#pragma once

#include "pipeline/model/article.hpp"

#include <string>
#include <string_view>

namespace ev::sources {

// plain_text() on one line: titles, names, affiliations.
std::string plain_line(std::string_view marked);
// Sets abstract and sections. "Abstract" in front of the text is its heading, not its first word,
// unless the text goes on in small letters or the title is about abstracts.
void set_marked_abstract(std::string_view marked, model::Article& article);
// https://doi.org/… with what a URL may not hold encoded; the DOI's own punctuation stays.
std::string doi_link(std::string_view doi);
// The part behind the last slash, without one at the end: ids that come as URLs.
std::string_view last_segment(std::string_view url);

}  // namespace ev::sources
