// Joins links into chains. Where no sentence says what a target or a process does to the effect,
// but the drug is found to act on both, that step is supposed: the hypothesis to be tested.
// Internal to the room.
#pragma once

#include "pipeline/mechanism/hypothesis.hpp"
#include "pipeline/mechanism/link_graph.hpp"

#include <cstddef>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace ev::mechanism {

inline constexpr std::size_t kNoEntity = static_cast<std::size_t>(-1);

// What the question is about; empty sets leave the choice to the evidence.
struct Focus {
  std::set<std::size_t> drugs;
  std::set<std::size_t> targets;    // "beta-blockers in …"
  std::set<std::size_t> processes;  // "autophagy in …"
  std::size_t goal = kNoEntity;     // disease or effect
  std::size_t outcome =
      kNoEntity;      // what the question asks of the disease: "bleeding in cirrhosis"
  bool harm = false;  // asks what goes wrong rather than what helps
};
Focus find_focus(const HypothesisOptions& options, Vocabulary& vocabulary);

struct Chain {
  std::size_t drug = kNoEntity, target = kNoEntity, pathway = kNoEntity, effect = kNoEntity;
  std::vector<const Link*> links;  // in order
  int drug_on_pathway = 0;         // sign
  int drug_on_effect = 0;
  double weakest = 0;  // min of net()
  double damping = 1;
  bool assumed = false;  // one of its links is
  bool asked = true;     // ends in the outcome that was asked for
  double rank = 0;       // orders chains; not a probability
  bool complete() const {
    return target != kNoEntity && pathway != kNoEntity && effect != kNoEntity;
  }
};

struct ChainSearch {
  std::vector<Chain> chains;       // best first
  std::list<Link> assumed;         // links of chains that no sentence states
  std::size_t sign_conflicts = 0;  // complete chains dropped for their signs
};
ChainSearch find_chains(const StatementSet& reading, const std::map<LinkKey, Link>& links,
                        const Vocabulary& vocabulary, const Focus& focus);

}  // namespace ev::mechanism
