// The qualifiers (subheadings) of MeSH: two-letter abbreviations, names, and the families PubMed
// explodes them to (a search for `therapy` also finds `drug therapy`; [sh:noexp] does not). Source
// of names and families: NLM's qualifier hierarchies. Thread rule: constants, pure functions.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace ev::mesh {

struct Qualifier {
  std::string_view code;  // "DT"
  std::string_view name;  // "drug therapy"
  // Codes of all that it explodes to, separated by blanks. Not transitive: `therapeutic use` takes
  // `adverse effects` in, but not the `toxicity` of that one's own family.
  std::string_view family = "";
  bool current = true;  // false: retired, found in older copies of records only
};

// By name.
std::span<const Qualifier> qualifiers();

// By abbreviation or name, however written ("dt", "Drug Therapy", "prevention and control");
// nullptr when there is none.
const Qualifier* find_qualifier(std::string_view code_or_name);

// The qualifier itself, then its family.
std::vector<const Qualifier*> exploded_qualifier(const Qualifier& qualifier);

}  // namespace ev::mesh
