// Options::expand, role and complete from a MeSH vocabulary. The vocabulary must outlive the
// options. Conditions are the trees C and F03, interventions D and E02, E04. The words for
// truncations are read from the whole vocabulary at the first use and kept with the options.
// Thread rule: pure functions over an immutable vocabulary; the options may be shared.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/translate/translation.hpp"

namespace ev::translate {

// Headings alone suit a target that has them (Europe PMC), entry terms one that has texts only.
enum class Names { headings, entry_terms_too };

Options with_vocabulary(const mesh::Vocabulary& vocabulary, Names names);

}  // namespace ev::translate
