// References for reference managers. UTF-8; one entry per record in the given order; a retraction
// is a note on the entry. Pure functions.
#pragma once

#include "pipeline/model/article.hpp"

#include <string>
#include <vector>

namespace ev::output {

std::string to_ris(const std::vector<model::Article>& articles);
// Keys: family name of the first author, year, and a, b, c … where two would be equal.
std::string to_bibtex(const std::vector<model::Article>& articles);

}  // namespace ev::output
