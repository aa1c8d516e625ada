// A top-level member of a model's answer that does not fit its schema, or is missing.
#pragma once

#include "base/result.hpp"

#include <string>

namespace ev::llm {

struct Misfit {
  std::string member;
  Problem problem;
};

}  // namespace ev::llm
