// A reference held against a record: what agrees, what differs, how alike the titles are. The parts
// are compared as identity/ compares records (titles with spelling and subtitles, journals under
// full and short names, pages in their many forms); the year may be off by one, as print and
// electronic years are. A part that either of them lacks is not compared. What the text of the
// reference says somewhere counts as said, even where it was not taken apart rightly. Pure.
#pragma once

#include "pipeline/citations/reference.hpp"
#include "pipeline/model/article.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::citations {

struct Difference {
  std::string field;  // title first_author year journal volume pages doi pmid pmcid kind
  std::string given;
  std::string found;
  bool operator==(const Difference&) const = default;
};

struct Comparison {
  std::vector<std::string> agree;          // fields
  std::vector<Difference> differ;          // another work, or a wrong reference
  std::vector<Difference> notes;           // small: spelling, a year off by one, another version
  std::optional<double> title_similarity;  // 0–1
  bool title_agrees = false;
  // The same place: journal, volume and first page agree.
  bool place_agrees = false;
  // Fields of a reference that say which work it is; without any there is nothing to compare.
  bool compared() const { return !agree.empty() || !differ.empty() || !notes.empty(); }
};

Comparison compare(const Reference& reference, const model::Article& record);

}  // namespace ev::citations
