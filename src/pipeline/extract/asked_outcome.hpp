// What a trial asks about where no sentence calls an outcome primary: "effect of tea on sleep",
// "tea to prevent gout", "tea improves sleep", in the title before the aim. Less sure than what is
// declared, and nothing where the words name people or nothing in particular. Pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"

#include <optional>

namespace ev::extract {

std::optional<Candidate> asked_outcome(const Reading& reading);

}  // namespace ev::extract
