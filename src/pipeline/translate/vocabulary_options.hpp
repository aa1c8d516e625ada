// Options::expand, role and complete from a MeSH vocabulary. complete() reads the whole of it, so
// it takes milliseconds per truncated term with a full MeSH. The vocabulary must outlive the
// options. Conditions are the trees C and F03, interventions D and E02, E04. Thread rule: pure
// functions over an immutable vocabulary.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/translate/translation.hpp"

namespace ev::translate {

// Headings alone suit a target that has them (Europe PMC), entry terms one that has texts only.
enum class Names { headings, entry_terms_too };

Options with_vocabulary(const mesh::Vocabulary& vocabulary, Names names);

}  // namespace ev::translate
