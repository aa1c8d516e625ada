// Whether a study gave the people what a phrase names, or they had it anyway. Pure functions.
#pragma once

#include "pipeline/extract/record_text.hpp"

namespace ev::extract {

// Some sentence gives it: "received zorblat", "zorblat 20 mg", "the zorblat group".
bool is_given(const RecordText& record, const Phrase& named);
// "adults receiving regular treatment with tea", or what only the results speak of.
bool is_had_anyway(const RecordText& record, const Phrase& named);
// "either strong tea for 8 weeks or strong tea followed by weak tea": what both got is not tried.
bool is_given_to_both(const Phrase& named);

}  // namespace ev::extract
