// The words of a record that text fields search. Words are folded runs of letters and digits, Greek
// ones spelled out; a phrase is found only within one segment (a title, one section, one keyword,
// one affiliation). Thread rule: pure functions.
#pragma once

#include "pipeline/model/article.hpp"
#include "pipeline/pubmed_query/fields.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ev::pubmed_query {

using Words = std::vector<std::string>;
using Segments = std::vector<Words>;

// body: abstract sections and their labels, other abstracts, author keywords. subjects: headings,
// qualifiers, substances, publication types, accession numbers. rest: people, journal, identifiers,
// grants, dates.
enum class Part { title, body, subjects, affiliations, transliterated, conflicts, rest };
inline constexpr std::size_t kParts = 7;

using SearchText = std::array<Segments, kParts>;
SearchText search_text(const model::Article& article);
Words words_of(std::string_view text);
// The same text as lines: of each part the words separated by spaces, segments by '\n'.
std::vector<std::string> search_lines(const model::Article& article);

// Bit n = Part n. 0 for a field that is not searched by words.
using PartMask = unsigned;
constexpr PartMask bit(Part part) {
  return 1U << static_cast<unsigned>(part);
}
PartMask parts_of(Field field);

}  // namespace ev::pubmed_query
