// The closed lists of words that tell what a number counts: people, animals, other things, and the
// verbs said of a whole sample or of a part of it. Built once; pure.
#pragma once

#include "pipeline/extract/phrase.hpp"

namespace ev::extract {

const Patterns& participant_nouns();
const Patterns& animal_nouns();
const Patterns& people_and_animal_nouns();
const Patterns& other_counted_units();  // days, tablets, centres
const Patterns& words_before_labels();  // "group 3", "phase 2"
const Patterns& allocation_verbs();     // said of the whole sample
const Patterns& treatment_verbs();      // said of the whole sample and of arms alike
const Patterns& subset_verbs();         // said of a part of it

}  // namespace ev::extract
