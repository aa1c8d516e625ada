// Names of authors as services print them ("Jane Q. Doe", "Doe, Jane", "Doe JQ", groups), in the
// form of the record model: "Doe Jane Q", family name, initials. Pure; thread rule: any thread.
#pragma once

#include "pipeline/model/article.hpp"

#include <string_view>

namespace ev::sources {

// `other_form` is the same person's name written elsewhere with the family name last; it decides
// what "Wei LI" is.
model::Author person_of_printed(std::string_view name, std::string_view other_form = {});
// Names that come apart.
model::Author person_of_parts(std::string_view family, std::string_view given,
                              std::string_view suffix = {});
model::Author group_author(std::string_view name);

}  // namespace ev::sources
