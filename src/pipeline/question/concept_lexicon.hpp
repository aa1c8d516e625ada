// What users and records call the things of clinical questions: outcomes and conditions with their
// valence, treatments and exposures, forms of giving, classes of drugs with their members
// (data/lexicon/concepts.tsv, drug_classes.tsv), and the diseases and chemicals of the built-in
// headings (data/tables/mesh_headings.tsv). Read once. Thread rule: any thread; a Concept*
// stays valid.
#pragma once

#include "pipeline/question/words.hpp"

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ev::question {

enum class ConceptKind { outcome, agent, drug_class, form, people };

struct Concept {
  ConceptKind kind = ConceptKind::outcome;
  int good = 0;        // outcomes: 1 more of it is good for the patient, -1 less is
  std::string name;    // the usual one
  std::string ending;  // of the class's members: "olol"
  std::vector<std::string> names, members;  // other names; members of a class
};

// How a name stands for its concept: -1 its opposite ("survival" for mortality), 1 itself, between
// 0 and 1 less than it or a member (directness).
inline constexpr double kNarrower = 0.7, kMember = 0.8;

struct ConceptSpan {
  std::size_t begin = 0, end = 0;  // words
  const Concept* about = nullptr;
  double level = 1;
};

class ConceptLexicon {
 public:
  static const ConceptLexicon& built_in();
  // Every name in these words, by place, then length; names may overlap.
  std::vector<ConceptSpan> find(std::span<const Word> words) const;
  // A drug by the lists, or by its ending.
  bool is_drug(const Word& word) const;

 private:
  using Meanings = std::vector<std::pair<const Concept*, double>>;
  ConceptLexicon();
  void add_headings();
  bool is_known(const std::string& name) const;
  const Meanings* meanings_of(const Word& first, std::size_t words, const std::string& key) const;
  void add(const Concept& about, const std::vector<std::string>& names, double level);
  std::deque<Concept> concepts_;
  std::unordered_map<std::string, Meanings> by_name_, by_word_;  // by stems; single words
  std::unordered_set<std::string> drugs_;  // single words that head a chemical
};

}  // namespace ev::question
