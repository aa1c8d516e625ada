// British spellings of medicine as MeSH, which is American, writes them. Thread rule: pure
// function.
#pragma once

#include <string>

namespace ev::query_gen {

// "oesophageal tumour" -> "esophageal tumor"; the same text when nothing is to change. The result
// is for looking up only: it may be no word at all.
std::string american(std::string folded);

}  // namespace ev::query_gen
