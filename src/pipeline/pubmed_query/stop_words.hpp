// PubMed's list of 133 stop words (from its help pages). Thread rule: constant data.
#pragma once

#include <string_view>

namespace ev::pubmed_query {

bool is_stop_word(std::string_view lower_case_word);

}  // namespace ev::pubmed_query
