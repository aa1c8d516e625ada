// British and American spellings of medicine: MeSH is American, texts are both. Thread rule: pure
// functions.
#pragma once

#include <string>
#include <string_view>

namespace ev::query_gen {

// "oesophageal tumour" -> "esophageal tumor"; the same text when nothing is to change. The result
// is for looking up only: it may be no word at all.
std::string american(std::string folded);

// The other way round, in small letters: "estrogen" -> "oestrogen"; "" when nothing is to change.
std::string british(std::string_view term);

}  // namespace ev::query_gen
