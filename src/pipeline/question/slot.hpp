// One slot of a question: the concepts its words name, the form of giving, and the words no lexicon
// knows. Thread rule: values, pure functions.
#pragma once

#include "pipeline/question/concept_lexicon.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace ev::question {

struct OwnWord {
  std::size_t at = 0;
  Word word;
  bool drug = false;
};

struct Slot {
  std::vector<Word> words;
  std::vector<ConceptSpan> terms;  // outcomes, agents and classes
  std::vector<ConceptSpan> forms, people;
  std::vector<OwnWord> own;
  // What is given stands before this word, what it is given with behind it ("A added to B").
  std::size_t head = 0;

  std::string text() const;
  bool empty() const { return terms.empty() && own.empty() && forms.empty(); }
  bool names_agent() const;
  bool names_outcome() const;
  bool is_control() const;  // placebo, or nothing named
};
Slot read_slot(std::span<const Word> words);

// Drug and class words that stand in both: only the form tells the two apart.
bool share_a_name(const Slot& a, const Slot& b);

// Whether the word says something: no mark, function, degree or people word, no number.
bool is_content(const Word& word);

}  // namespace ev::question
