// One record as the words that frames are matched with: its sentences with the concepts they name,
// the short forms it defines, and what title, text and headings name together. The RecordAnalysis
// must outlive it. Thread rule: immutable after construction.
#pragma once

#include "pipeline/question/concept_lexicon.hpp"
#include "pipeline/text/record_analysis.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ev::answer {

template <std::size_t N>
bool is_any_of(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

struct SentenceWords {
  const doc::Sentence* sentence = nullptr;
  std::vector<question::Word> words;
  std::vector<question::ConceptSpan> names;  // short forms stand for what they abbreviate
  std::vector<std::size_t> clause;           // of each word
  std::vector<std::size_t> depth;            // of brackets, of each word

  std::size_t size() const { return words.size(); }
  const std::string& text(std::size_t i) const {
    static const std::string kNone;
    return i < words.size() ? words[i].text : kNone;
  }
};

class RecordWords {
 public:
  explicit RecordWords(const doc::RecordAnalysis& record);
  const doc::Document& document() const { return record_.document(); }
  const doc::RecordAnalysis& analysis() const { return record_; }
  const std::vector<SentenceWords>& sentences() const { return sentences_; }
  // How the record names the concept anywhere, headings included: the best level, 0 if not at all.
  double names(const question::Concept& about) const;
  bool has_stem(const std::string& stem) const { return stems_.count(stem) > 0; }
  // Whether it speaks of people given placebo, a sham or nothing.
  bool has_control_arm() const { return has_control_arm_; }
  // The stems a short form of this record stands for; nullptr when it is none.
  const std::vector<std::string>* long_form(const std::string& word) const;

 private:
  void read_short_forms();
  void add_sentence(const doc::AnalysedSentence& sentence);
  const doc::RecordAnalysis& record_;
  std::vector<SentenceWords> sentences_;
  std::map<std::string, std::vector<question::Word>> short_forms_;
  std::map<std::string, std::vector<std::string>> long_stems_;
  std::map<const question::Concept*, double> named_;
  std::set<std::string> stems_;
  bool has_control_arm_ = false;
};

}  // namespace ev::answer
