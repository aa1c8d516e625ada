// The grammar of one BibTeX entry, without meaning. Pure. Errors: invalid_argument with what is
// wrong.
#pragma once

#include "base/result.hpp"
#include "pipeline/library/record_source.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::library {

struct BibtexEntry {
  std::string type;                                         // lower case, without @
  std::string key;                                          // "" for @string
  std::vector<std::pair<std::string, std::string>> fields;  // names in lower case, values raw TeX
};

// `macros` may be null. A macro that is not known stays as its name.
Result<BibtexEntry> bibtex_entry(std::string_view text, const Names* macros);

// Type in lower case when the line begins an entry ("@Article{"), "" otherwise.
std::string bibtex_type_of(std::string_view line);
// Where the first entry of a line that begins with none begins; npos = nowhere.
std::size_t bibtex_entry_in(std::string_view line);

}  // namespace ev::library
