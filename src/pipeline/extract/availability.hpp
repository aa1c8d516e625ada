// Whether a sentence says that data or programs of the study can be had. What is given on request
// can be had; what "data are available on" a question tells of other studies and says nothing.
// Pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <optional>

namespace ev::extract {

enum class Shared { data, code };

// True when they can be had, false when the sentence denies it, nullopt when it says neither.
std::optional<bool> says_available(const Sentence& sentence, Shared what);

}  // namespace ev::extract
