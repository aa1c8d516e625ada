// The treatments a title names, by the forms titles of trials have: "A versus B", "effect of A on
// Y", "treatment of Y with A", "A for Y". Pure functions over one sentence.
#pragma once

#include "pipeline/extract/chunk.hpp"
#include "pipeline/extract/record_text.hpp"

namespace ev::extract {

struct TitleTreatments {
  Chunk first;   // empty when the title names none
  Chunk second;  // what the first is compared with, empty when nothing
};

// "study comparing tea", "tolerance of tea": what is said of the treatment is no part of its name.
Chunk behind_design(const Sentence& sentence, Chunk chunk);

TitleTreatments title_treatments(const Sentence& title);
// The same of a record that has a title, found once.
const TitleTreatments& title_treatments_of(const RecordText& record);

// What names a treatment in full: words of the treatment behind the chunk taken in ("drug" +
// "therapy"), doses' wrappings before it left out ("regimens of either").
Chunk whole_treatment(const Sentence& sentence, Chunk chunk);
// Has a word for something that is given or done, and a noun to end with.
bool names_treatment(const Sentence& sentence, const Chunk& chunk);
// Nobody is given an assay, a body of researchers or what grows in a dish.
bool is_never_given(const Sentence& sentence, const Chunk& chunk);

}  // namespace ev::extract
