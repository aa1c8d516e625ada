// From the words of a goal to concepts: longest match over headings and entry terms, drug names by
// their stems, runs of other subject words; scaffolding is left out, quoted phrases stay whole,
// what stands behind a negation is marked. A heading is attached only when the vocabulary or PubMed
// itself confirms it (live_concepts.hpp). Thread rule: pure functions.
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
  bool rare = false;  // a name (drug, gene, brand) that no vocabulary knows
  double weight = 0;  // how specific; orders what a quorum is built from
  // Further alternatives of the broad block, confirmed: taught by seed papers, proposed by a model.
  std::vector<pubmed_query::Node> learned = {};
  bool action = false;      // the heading is a pharmacological action (D27)
  std::string remark = {};  // how it is searched, when not simply as written
  int group = 0;            // concepts of one number are alternatives of each other; 0 = none
  std::vector<Concept> others = {};  // alternatives that were joined to this one
};

struct Reading {
  std::vector<Concept> concepts;     // in order of the text, each once
  std::vector<std::string> remarks;  // what was left out, and why
};

// `domain` settles which heading an ambiguous term means.
Reading read_concepts(std::string_view goal, const mesh::Vocabulary& vocabulary,
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
