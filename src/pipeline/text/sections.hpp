// The parts of an abstract: the record's own sections where their offsets hold, else labels
// recognised in the text ("METHODS: …", "Results. …", "BACKGROUND Diabetes is …"). Pure functions,
// byte offsets.
#pragma once

#include "pipeline/model/article.hpp"
#include "pipeline/text/document.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ev::doc {

// A set of roles, one bit each; 0 means that nothing is known.
using RoleMask = unsigned;
constexpr RoleMask bit(Role role) {
  return 1u << static_cast<unsigned>(role);
}

struct Block {
  std::size_t begin = 0;  // text without the label
  std::size_t end = 0;
  RoleMask roles = 0;  // two bits for labels such as "METHODS AND RESULTS"
};

// In order, not overlapping; what lies between them is labels and white space.
std::vector<Block> blocks_of(const model::Article& article);

// What the words of a label say ("Patients and methods" -> methods).
RoleMask roles_of_label(std::string_view label);

}  // namespace ev::doc
