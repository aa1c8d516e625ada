// Pieces of a printed reference: what is an author list, where a sentence ends, where it was
// published. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::citations {

// "Smith J, Doe A, et al", "Smith, J. A., & Doe, B.", "John Smith and Ann Doe": each name by
// itself. Empty when the text does not read like names.
std::vector<std::string> names_in(std::string_view text);

// At ". ", "? " and "! ", but not behind an initial, a genus ("E. coli") or "vs.".
std::vector<std::string> sentences_of(std::string_view text);

struct Place {
  std::optional<int> year;
  std::string volume, issue, pages;
  std::size_t begin = std::string_view::npos;  // where year or volume begins, npos when nowhere
};
// "2019;37(5):123-30", "37(5), 123–130", "424, 197-200 (2003)", "37.5 (2019): 123-30", "vol. 37,
// no. 5, pp. 1-9", "(2019)".
Place place_in(std::string_view text);

}  // namespace ev::citations
