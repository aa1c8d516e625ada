// What the readers of authors' names share: which words are initials, suffixes or name a group, and
// how a person of known parts is written in the record model. Pure; thread rule: any thread.
#pragma once

#include "pipeline/model/article.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::model {

// "Jr", "Sr.", "III", "2nd".
bool is_name_suffix(std::string_view word);
// "J.A.", "JA", "J.-P.", "J": capital letters only, up to three, or five with full stops between.
bool is_initials(std::string_view word);
// Whether a name of these words is a group's ("Example Study Group").
bool names_group(const std::vector<std::string>& words);
// Given names that are all initials are written without stops: "Doe JA"; others whole: "Doe Jane".
Author person_of_parts(std::string family, const std::vector<std::string>& given,
                       std::string_view suffix);

}  // namespace ev::model
