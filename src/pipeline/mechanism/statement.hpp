// Statements: what the sentences of a set of records say about who acts on whom, each with its
// verbatim quote, offsets (code points), design, species and scope. Aims, methods and questions
// state nothing but what a drug is called; background sentences are kept apart from findings;
// retracted papers and notices are not read at all. Thread rule: read_statements() is one call's
// work and checks its Context.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/mechanism/entity.hpp"
#include "pipeline/mechanism/relations.hpp"
#include "pipeline/model/article.hpp"
#include "pipeline/model/species.hpp"
#include "pipeline/model/stance.hpp"
#include "pipeline/model/study_design.hpp"
#include "pipeline/text/document.hpp"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ev::mechanism {

using model::Species;
using model::Stance;
using model::StudyDesign;

struct Evidence {
  std::string id;  // PMID, or what identifies the record
  doc::Quote quote;
  Stance stance = Stance::mentions;  // on the link it is listed under
  std::optional<StudyDesign> design;
  Species species = Species::not_stated;
  std::string cue;  // the word as written
  bool negated = false;
  bool hedged = false;
  bool by_class = false;  // says it only by the name of a drug class
  bool weak = false;      // a weak form, read because the text is a passage somebody chose
  double weight = 0;      // design weight x cue confidence, 0-1
  std::string method;     // host | endpoint: a model's reading; "": the rules'
};

struct Statement {
  std::size_t from = 0, to = 0;  // entities of the vocabulary
  int sign = 0;                  // 0: "no effect"
  bool finding = true;           // false: said as background
  std::size_t article = 0;
  Evidence evidence;
};

struct StatementSet {
  std::vector<Statement> statements;  // in the order of (from id, to id, record id, field, start)
  std::map<std::size_t, std::set<std::size_t>> mentioned;  // entity -> records
  // Named in one sentence without a cue between them: entity pair -> records. A candidate, never
  // support.
  std::map<std::pair<std::size_t, std::size_t>, std::set<std::size_t>> together;
  std::map<std::pair<std::size_t, std::size_t>, std::set<std::size_t>> mesh_edges;  // by qualifiers
  std::vector<std::string> excluded;  // ids of retracted papers and notices, sorted
  std::size_t records = 0;            // read
};

Result<StatementSet> read_statements(std::span<const model::Article> articles,
                                     Vocabulary& vocabulary, const Context& ctx);

// By (from id, to id, record id, field, start).
void sort_statements(StatementSet& reading, const Vocabulary& vocabulary);

// PMID, else DOI, NCT id or URL.
std::string record_id(const model::Article& article);

}  // namespace ev::mechanism
