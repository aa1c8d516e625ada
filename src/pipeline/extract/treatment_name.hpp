// The name of a treatment as a value: the whole of its words and numbers, and whether two names say
// the same. Pure functions.
#pragma once

#include "pipeline/extract/cell.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::extract {

Candidate value_of(const RecordText& record, const Phrase& named, double confidence);

// The drugs that a value names, sorted, each once.
std::vector<std::string> drugs_in(const RecordText& record, const Candidate& candidate);
bool names_placebo(std::string_view name);
// The words that tell one treatment from another, sorted, short forms written out.
std::vector<std::string> telling_words(const RecordText& record, std::string_view name);
// Placebo, usual care, no treatment.
bool is_control(std::string_view name);
// "standard" of "standard versus high dose": the noun is missing.
bool is_half_named(std::string_view name);
// Nothing sets the comparator apart: it names all that the intervention names. "Sham acupuncture"
// and "standard dose" are set apart by their first word; two doses of one drug are two `arms`.
bool names_same(const RecordText& record, const Candidate& intervention,
                const Candidate& comparator, bool arms = false);

}  // namespace ev::extract
