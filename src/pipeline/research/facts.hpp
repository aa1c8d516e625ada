// What the loop keeps of hypotheses and records between its steps: small values that can be written
// down and read back, and from which judging, planning and stopping are pure functions. Quotes stay
// with the records; the report reads them anew. Thread rule: plain values.
#pragma once

#include "pipeline/mechanism/entity.hpp"
#include "pipeline/mechanism/proposed_links.hpp"
#include "pipeline/model/verdict.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::research {

struct LinkFacts {
  std::string from, relation, to;
  model::LinkStatus status = model::LinkStatus::proposed;
  std::string reason;                                     // one sentence
  int supporting = 0, contradicting = 0, mentioning = 0;  // records
  int stated = 0;             // of the supporting: by more than the name of a drug class
  std::optional<int> groups;  // independent ones behind the support; nullopt: authors unknown
  int human = 0, animal = 0, in_vitro = 0;  // supporting records
  int human_against = 0;
  std::string supporting_query, refuting_query;  // PubMed syntax
};
template <class V>
void describe(V& v, LinkFacts& f) {
  v("from", f.from);
  v("relation", f.relation);
  v("to", f.to);
  v("status", f.status);
  v("reason", f.reason);
  v("supporting", f.supporting);
  v("contradicting", f.contradicting);
  v("mentioning", f.mentioning);
  v("stated", f.stated);
  v("groups", f.groups);
  v("human", f.human);
  v("animal", f.animal);
  v("in_vitro", f.in_vitro);
  v("human_against", f.human_against);
  v("supporting_query", f.supporting_query);
  v("refuting_query", f.refuting_query);
}

struct HypothesisFacts {
  std::string hypothesis_id;
  std::string drug, target, pathway, effect;               // "" where no sentence states one
  model::LinkStatus status = model::LinkStatus::proposed;  // as tested
  double confidence = 0;
  std::vector<std::string> searches;  // its own specific ones
  std::vector<LinkFacts> links;
  std::optional<LinkFacts> whole;  // drug -> effect, said in one sentence
};
template <class V>
void describe(V& v, HypothesisFacts& f) {
  v("hypothesis_id", f.hypothesis_id);
  v("drug", f.drug);
  v("target", f.target);
  v("pathway", f.pathway);
  v("effect", f.effect);
  v("status", f.status);
  v("confidence", f.confidence);
  v("searches", f.searches);
  v("links", f.links);
  v("whole", f.whole);
}

// Records that answer the question itself: found by its own search, not retracted.
struct ClinicalFacts {
  int records = 0;
  int human = 0;          // studies in people, any design
  int controlled = 0;     // trials with their results
  int syntheses = 0;      // systematic reviews and meta-analyses
  int registrations = 0;  // trials registered, with or without results
  std::vector<std::string> controlled_ids, synthesis_ids, registration_ids;
};
template <class V>
void describe(V& v, ClinicalFacts& f) {
  v("records", f.records);
  v("human", f.human);
  v("controlled", f.controlled);
  v("syntheses", f.syntheses);
  v("registrations", f.registrations);
  v("controlled_ids", f.controlled_ids);
  v("synthesis_ids", f.synthesis_ids);
  v("registration_ids", f.registration_ids);
}

// The answer to the question over the same records, in numbers.
struct AnswerFacts {
  model::Verdict verdict = model::Verdict::insufficient;
  std::string certainty;  // none | limited | moderate | high
  int read = 0, supporting = 0, against = 0;
};
template <class V>
void describe(V& v, AnswerFacts& f) {
  v("verdict", f.verdict);
  v("certainty", f.certainty);
  v("read", f.read);
  v("supporting", f.supporting);
  v("against", f.against);
}

// What an annotation service calls one thing, so that a run reads its records by the same names
// however often it is resumed.
struct NamedThing {
  std::string kind;  // drug | target | pathway | effect
  std::string id, name;
  std::vector<std::string> forms;
};
template <class V>
void describe(V& v, NamedThing& n) {
  v("kind", n.kind);
  v("id", n.id);
  v("name", n.name);
  v("forms", n.forms);
}
std::vector<NamedThing> to_keep(const std::vector<mechanism::NamedEntity>& entities);
std::vector<mechanism::NamedEntity> to_read(const std::vector<NamedThing>& kept);

// What reading the records of a round gave.
struct Findings {
  std::string pool;    // handle of all records so far, merged
  int records = 0;     // in it
  int identified = 0;  // as the sources delivered them, before merging
  int retracted = 0;   // papers and notices, never read as support
  int without_abstract = 0;
  int read = 0;                             // for the answer, or for mechanisms
  std::vector<HypothesisFacts> hypotheses;  // best first
  std::vector<std::string> knowledge_gaps, recommended_searches;
  ClinicalFacts clinical;
  std::optional<AnswerFacts> answer;              // of a question that makes a claim
  std::vector<mechanism::ProposedLink> proposed;  // a model's links that stand
  std::vector<NamedThing> named;                  // by PubTator3, in the records of the round
  std::vector<std::string> warnings;              // of asking them
  int requests = 0;
};
template <class V>
void describe(V& v, Findings& f) {
  v("pool", f.pool);
  v("records", f.records);
  v("identified", f.identified);
  v("retracted", f.retracted);
  v("without_abstract", f.without_abstract);
  v("read", f.read);
  v("hypotheses", f.hypotheses);
  v("knowledge_gaps", f.knowledge_gaps);
  v("recommended_searches", f.recommended_searches);
  v("clinical", f.clinical);
  v("answer", f.answer);
  v("proposed", f.proposed);
  v("named", f.named);
  v("warnings", f.warnings);
  v("requests", f.requests);
}

}  // namespace ev::research
