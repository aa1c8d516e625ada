// The outcome of a record whose authors call none primary: what the aim or the title seeks an
// effect on, else what the methods measure first or the results tell first, where another place of
// the record speaks of it too. Pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <optional>

namespace ev::extract {

enum class OutcomeSource { aim, methods, results };

struct InferredOutcome {
  Phrase phrase;
  OutcomeSource source = OutcomeSource::aim;
};
std::optional<InferredOutcome> inferred_outcome(const RecordText& record);

}  // namespace ev::extract
