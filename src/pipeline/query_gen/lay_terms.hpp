// Everyday names of treatments, drugs and complaints that mean other headings than MeSH's entry
// terms say, or several: "antihistamines" are H1 antagonists, "estrogen therapy" is the substance
// and the treatment. Thread rule: pure functions.
#pragma once

#include "pipeline/mesh/vocabulary.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

struct LayTerm {
  std::vector<const mesh::Heading*> headings;  // confirmed by the vocabulary, alternatives
  std::vector<std::string> words;              // what texts say for it, beside the headings' terms
  bool own_only = false;  // a part of the class: without what stands below the heading
};

// `key` as mesh::term_key, American. No headings: it is no such name, or the vocabulary knows none.
LayTerm lay_term(std::string_view key, const mesh::Vocabulary& vocabulary);

}  // namespace ev::query_gen
