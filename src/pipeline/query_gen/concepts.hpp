// From the words of a goal to concepts: longest match over headings and entry terms, drug names by
// their stems, runs of other subject words; scaffolding is left out, quoted phrases stay whole,
// what stands behind a negation is marked. A heading is attached only when the vocabulary or PubMed
// itself confirms it. Thread rule: pure but for the probe.
#pragma once

#include "pipeline/pubmed_query/tree.hpp"
#include "pipeline/query_gen/request.hpp"
#include "pipeline/search/live_mesh.hpp"

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
};

struct Reading {
  std::vector<Concept> concepts;     // in order of the text, each once
  std::vector<std::string> remarks;  // what was left out, and why
};

// `domain` settles which heading an ambiguous term means.
Reading read_concepts(std::string_view goal, const mesh::Vocabulary& vocabulary,
                      std::string_view domain);

// One concept for a whole term (a keyword, a quoted phrase).
Concept whole_concept(std::string_view text, const mesh::Vocabulary& vocabulary,
                      std::string_view domain);

// Asks PubMed about concepts without a heading. Only a translation of the whole text counts.
// Concepts that occur nowhere get weight -1. Failures are returned as warnings: generation goes on
// without.
std::vector<std::string> confirm_live(std::vector<Concept>& concepts, const ProbeFn& probe,
                                      const Context& ctx);

// Asks PubMed's MeSH database about headings that only PubMed's translation confirmed: their entry
// terms become synonyms, their trees the role. Failures are returned as warnings.
std::vector<std::string> complete_live(std::vector<Concept>& concepts, const search::LiveMesh& live,
                                       const Context& ctx);

}  // namespace ev::query_gen
