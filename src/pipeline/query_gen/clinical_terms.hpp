// Conditions, measures and treatments of general medicine with their other names
// (data/lexicon/concepts.tsv), for terms no vocabulary at hand has a heading for. Thread rule: pure
// functions; the table is read at first use.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

struct ClinicalTerm {
  bool treatment = false;  // else a condition or a measure
  std::string usual_name;
  // What else is meant, the usual name first; short forms of up to three letters are left out.
  std::vector<std::string> names;
};

// `key` as mesh::term_key, in American spelling, singular or plural.
std::optional<ClinicalTerm> clinical_term(const std::string& key);

}  // namespace ev::query_gen
