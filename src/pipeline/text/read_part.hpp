// How much of a record is read. Readers compare what a text mentions with one another, so what they
// are given is bounded here, once, whatever a record holds; an ordinary record stays far below
// (limits.hpp has the largest of 10,000 abstracts). What is left out is counted, and callers say
// so. Pure functions, bytes.
#pragma once

#include "pipeline/model/article.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::doc {

// Bytes of the title and of the abstract, and sections, that are read from the start.
struct ReadPart {
  std::size_t title = 0;
  std::size_t abstract = 0;
  std::size_t sections = 0;
  bool operator==(const ReadPart&) const = default;
};
ReadPart read_part(const model::Article& article);
bool is_read_whole(const model::Article& article);
// A warning that names those of which only the beginning is read; nothing when there are none.
std::optional<std::string> cut_records_warning(std::span<const model::Article> articles);

// The record as far as it is read: equal offsets, so that quotes hold for the whole one too.
model::Article cut_to(const model::Article& article, const ReadPart& part);

// [begin, end) of the parts in which a sentence is read; one where it is no longer than others.
std::vector<std::pair<std::size_t, std::size_t>> parts_of_sentence(std::string_view s,
                                                                   std::size_t begin,
                                                                   std::size_t end);

}  // namespace ev::doc
