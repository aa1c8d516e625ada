// Mechanism hypotheses: chains drug -> target -> pathway -> effect whose every link carries a quote
// that names both ends and a cue. Links are aggregated over independent records and joined only
// where the product of their signs agrees with what is known or asked of the effect.
//
// Link score L = 1 - prod(1 - q_i c_i) over records (q design weight, c cue confidence; capped at
// .95; the noisy-or of literature-based discovery), K the same over contradicting records. Chain
// confidence = min over links of max(0, L - K), damped by .6 for each hub on the way; a target,
// process or effect that no sentence states, and a link that no record found, counts in the minimum
// as kNotFound, a step that is supposed because the drug is found to act on both its ends as
// kAssumedLink. Such a step, a missing effect, or a link that one record states and only as
// background makes the hypothesis insufficient; a missing level keeps it from being supported. A
// statement made only by the name of a drug class ("A, a B blocker") weighs .6 of one that says
// what A does, and a link that rests on nothing else keeps its chain from being supported. Novelty
// compares how often drug and effect are named together in this set with what chance would give.
// Everything is ordered by ids, so the order of the records does not show. Thread rule: pure
// functions.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "pipeline/mechanism/proposed_links.hpp"
#include "pipeline/mechanism/statement.hpp"
#include "pipeline/model/verdict.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mechanism {

using model::LinkStatus;

inline constexpr double kNotFound = 0.2;
inline constexpr double kAssumedLink = 0.1;

struct HypothesisLink {
  std::string from, to;
  std::string relation;  // increases | decreases
  int sign = 1;
  std::vector<Evidence> evidence;         // supporting first, then background, then contradicting
  std::vector<std::string> mesh_records;  // records whose MeSH qualifiers say the same
  double support = 0;                     // L
  double contradiction = 0;               // K
  std::size_t supporting_records = 0;
  bool class_name_only = false;  // every supporting quote only names a drug class
  bool background_only = false;  // quoted as known before, found by no record read
  bool assumed = false;          // no quote: the step the hypothesis supposes
};

struct ConfidenceParts {
  double drug_target = 0, target_pathway = 0,
         pathway_effect = 0;  // max(0, L - K); 0 where the level is missing
  double contradiction = 0;   // largest K
  double hub_damping = 1;
  double product = 0;        // of the links, beside the minimum
  std::string weakest_link;  // "from -> to"; of those that are stated
};

// Counts of this set only, not of the literature.
struct Novelty {
  double value = 0;  // expected / (expected + together): 1 = never named together, 0 = always
  std::size_t records = 0, with_drug = 0, with_effect = 0, together = 0;
  double expected = 0;
};

struct MechanismHypothesis {
  std::string hypothesis_id;  // 12 hex of SHA-256 over drug, target, pathway, effect
  std::string drug, target, pathway, effect;  // "" where no sentence states one
  double confidence = 0;
  LinkStatus status = LinkStatus::proposed;
  bool on_question = true;  // ends in the outcome that was asked for, or a measure of it
  std::vector<std::string> supporting_evidence;     // ids
  std::vector<std::string> contradicting_evidence;  // ids
  std::vector<std::string> search_suggestions;
  std::vector<HypothesisLink> links;
  std::optional<HypothesisLink> direct;  // what the drug itself is said to do to the effect
  ConfidenceParts confidence_parts;
  Novelty novelty;
  // The three pairs verbatim, then the suggestions.
  std::vector<std::string> to_search_queries() const;
};

struct HypothesisAssessment {
  // Those on the question's own outcome first, among them what is neither refuted nor insufficient,
  // then by confidence.
  std::vector<MechanismHypothesis> hypotheses;
  int primary = -1;  // index of the first that is neither refuted nor insufficient, or -1
  std::vector<std::string> knowledge_gaps;
  std::vector<std::string> recommended_searches;
  std::vector<std::string> excluded_retracted;  // ids never used as support
  std::size_t records_read = 0;
  std::size_t sign_conflicts = 0;            // chains dropped because their signs disagree
  std::vector<std::size_t> proposals_taken;  // indexes of HypothesisOptions::proposed
  std::vector<Error> proposals_not_taken;    // why
};

struct HypothesisOptions {
  std::string query;
  std::string drug;     // "" = named in the query, else any
  std::string disease;  // "" = named in the query, else any effect
  std::size_t max_hypotheses = 4;
  std::vector<NamedEntity> named;      // by an annotation service
  std::vector<ProposedLink> proposed;  // by a model; see proposed_links.hpp
};

// What a search for more evidence starts from: the drug and disease given, else the query.
std::string search_subject(const HypothesisOptions& options);

Result<HypothesisAssessment> assess(std::span<const model::Article> articles,
                                    const HypothesisOptions& options, const Context& ctx);

std::string hypothesis_id(std::string_view drug, std::string_view target, std::string_view pathway,
                          std::string_view effect);

}  // namespace ev::mechanism
