// Short forms a text defines itself ("chronic lung disease (CLD)", "CLD (chronic lung disease)"),
// with the places of both. After Schwartz & Hearst, "A simple algorithm for identifying
// abbreviation definitions in biomedical text" (Pac Symp Biocomput 2003): the letters of the short
// form are sought from right to left in the words before the bracket; initial letters of words are
// tried first, and a short form needs a capital letter or a digit. Thread rule: pure functions,
// values.
#pragma once

#include "pipeline/text/document.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::doc {

struct Abbreviation {
  std::string short_form;  // as written, without a plural -s
  Span short_span;         // where it is defined, bracket left out
  Span long_span;          // the words it stands for, in the same sentence
  bool operator==(const Abbreviation&) const = default;
};

// The definitions of title and abstract in text order, the first one of each short form.
std::vector<Abbreviation> find_abbreviations(const Document& document);

// The definition of `word` ("CLD", or "CLDs" where "CLD" is defined), nullptr when the text has
// none. Capitals count: "who" is not "WHO".
const Abbreviation* definition_of(const std::vector<Abbreviation>& definitions,
                                  std::string_view word);

// The part of `before` at its end that `short_form` stands for, as [begin, before.size()); nullopt
// when its letters are not there in this order. Exposed for tests.
std::optional<std::size_t> long_form_begin(std::string_view short_form, std::string_view before);

}  // namespace ev::doc
