// The arms of a record as treatments: each name in full, with whether it is a comparator and
// whether it names something that can be given. Pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <vector>

namespace ev::extract {

struct NamedArm {
  Phrase named;
  bool comparator = false;
  bool valid = false;
  bool empty = false;  // "intervention"
};

std::vector<NamedArm> named_arms(const RecordText& record);

}  // namespace ev::extract
