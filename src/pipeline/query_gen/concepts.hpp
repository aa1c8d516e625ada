// From the words of a goal to concepts: longest match over headings and entry terms, drug names by
// their stems, runs of other subject words with the noun that completes them ("sickle cell
// disease"); scaffolding and query syntax are left out, quoted phrases stay whole, what stands
// behind a negation is marked. A heading is attached only when the vocabulary or PubMed itself
// confirms it (live_concepts.hpp). Thread rule: pure functions.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/query_gen/request.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ev::query_gen {

struct Concept {
  std::string text;  // as written
  std::string role = "other";
  std::string heading;                                          // confirmed, "" = none
  pubmed_query::Field heading_field = pubmed_query::Field::mh;  // or nm for a supplementary concept
  std::string confirmed_by;
  std::vector<std::string> synonyms;  // for [tiab], the concept's own text first
  bool negated = false;
  bool drug = false;
  bool medicine = false;    // a drug in the narrow sense, or a class of drugs
  bool rare = false;        // a name (drug, gene, brand) that no vocabulary knows
  bool symbol = false;      // written as the symbol of a gene, protein or compound: EGFR, BRCA1
  bool known_term = false;  // its synonyms are names, not words that happen to stand together
  bool generic = false;     // who or what was looked at in general (women, cells)
  bool people = false;      // a group of people or a state of theirs: the aged, pregnancy
  double weight = 0;        // how specific; orders what a quorum is built from
  // Further alternatives of the broad block, confirmed: taught by seed papers, proposed by a model.
  std::vector<pubmed_query::Node> learned = {};
  bool action = false;                     // the heading is a pharmacological action (D27)
  bool unexploded = false;                 // without what stands below the heading
  std::vector<std::string> narrower = {};  // what headings below are called in texts
  std::string remark = {};                 // how it is searched, when not simply as written
  int group = 0;  // concepts of one number are alternatives of each other; 0 = none
  std::vector<Concept> others = {};  // alternatives that were joined to this one
  std::string meant = {};            // what an abbreviation stands for, in words
  bool proposed = false;             // by a model; the goal does not name it
  std::size_t begin = 0;             // tokens of the goal, end exclusive
  std::size_t end = 0;
};

// A run of the goal's tokens that may be one term though it was read as several.
struct Span {
  std::string text;
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct GoalConcepts {
  std::vector<Concept> concepts;     // in order of the text, each once
  std::vector<std::string> remarks;  // what was left out, and why
  std::vector<Span> spans;           // to be asked about, the longest first, at most kMostSpans
};
inline constexpr std::size_t kMostSpans = 4;

// A name that is searched for what it is: a drug, gene or brand no vocabulary knows, or a symbol.
bool is_named(const Concept& c);

// `domain` settles which heading an ambiguous term means.
GoalConcepts read_concepts(std::string_view goal, const mesh::Vocabulary& vocabulary,
                           std::string_view domain);

// Alternatives ("a, b or c", "class (member, member)") become one concept, in the first one's
// place.
std::vector<Concept> join_alternatives(std::vector<Concept> concepts);

// One concept for a whole term (a keyword, a quoted phrase).
Concept whole_concept(std::string_view text, const mesh::Vocabulary& vocabulary,
                      std::string_view domain);

// The concept a heading stands for; `source` vouches for the heading.
Concept concept_of(std::string text, const mesh::Heading& heading, const std::string& source);

}  // namespace ev::query_gen
