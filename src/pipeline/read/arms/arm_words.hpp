// The words that tell one arm from another: what is left of a name without units, doses that do not
// differ, words of groups and treatment in general, short forms spelled out as the record defines
// them. Pure functions; a Vocabulary outlives nothing but the abbreviations it was made of.
#pragma once

#include "pipeline/read/sentence.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace ev::read {

// Telling words of a name, sorted, each once.
using Key = std::vector<std::string>;

bool is_subset(const Key& part, const Key& whole);
// Words of `a` that are not of `b`.
Key difference(const Key& a, const Key& b);

// "patients" -> "patient".
std::string singular(std::string_view folded);

class ArmVocabulary {
 public:
  ArmVocabulary(const doc::Document& document, const std::vector<doc::Abbreviation>& abbreviations);
  // The telling words of one token, none for fillers, several for a short form.
  void add_words_of(const doc::Token& token, std::string_view written, Key& out) const;
  // Numbers that tell arms of one treatment apart: its doses.
  void tell_by(const std::set<std::string>& doses) { doses_ = doses; }
  // Of the tokens [first, last) of a sentence.
  Key key_of(const Sentence& sentence, std::size_t first, std::size_t last) const;

 private:
  std::map<std::string, Key, std::less<>> long_forms_;  // by the short form as written
  std::set<std::string> doses_;
};

const WordSet& leading_words();     // the, either, oral … before a name
const WordSet& dose_words();        // mg, daily, twice …
const WordSet& comparator_words();  // placebo, control, usual …
// Words that name a group without telling which: "group", "arm", "patients".
const WordSet& group_words();

}  // namespace ev::read
