// Whether words of a record say a value: the checks behind grounding, over one span of a field.
// They look at the record's own text (its numbers with their signs, its negations around the span),
// never at what was sent as a quote. Pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

#include <string_view>

namespace ev::extract {

// A number of the text lies wholly inside the span and has this value.
bool states_number(const RecordText& record, const doc::Span& span, double value);

// The words and numbers of `value` stand in the span in their order, a few words in between but no
// negation among them.
bool states_words(const RecordText& record, const doc::Span& span, std::string_view value);

// Every word of the option stands in the span and none is negated (an option of "no …" aside).
bool states_option(const RecordText& record, const doc::Span& span, std::string_view option);

// Whether the span speaks of what the words of `topic` name, and whether it denies it.
enum class TopicCue { none, stated, denied };
TopicCue cue_of(const RecordText& record, const doc::Span& span, std::string_view topic);

}  // namespace ev::extract
