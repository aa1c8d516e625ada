#include "pipeline/mechanism/gaps.hpp"

#include <algorithm>
#include <tuple>

namespace ev::mechanism {
namespace {

constexpr std::size_t kMaxGaps = 8;
constexpr std::size_t kMaxSearches = 8;

class Gaps {
 public:
  Gaps(HypothesisAssessment& out, const Vocabulary& vocabulary)
      : out_(out), vocabulary_(vocabulary) {}

  void gap(std::string text) { push(out_.knowledge_gaps, std::move(text), kMaxGaps); }
  void search(std::string text) { push(out_.recommended_searches, std::move(text), kMaxSearches); }
  const std::string& name(std::size_t e) const { return vocabulary_.at(e).name; }

  void of_hypothesis(const MechanismHypothesis& h) {
    if (h.target.empty())
      gap("No sentence says which molecular target " + h.drug + " acts on to change " +
          h.links.front().to + ".");
    if (h.effect.empty())
      gap("No sentence says what " + h.links.back().to + " does to an effect asked for.");
    if (h.pathway.empty())
      gap("No sentence names the process between " + h.target + " and " + h.links.back().to + ".");
    for (const HypothesisLink& link : h.links) of_link(link);
  }

  void of_link(const HypothesisLink& link) {
    const std::string pair = link.from + " -> " + link.to;
    if (link.assumed) {
      gap("No record read says what " + link.from + " does to " + link.to +
          ": the drug is found to act on both, the step between is supposed.");
      search(link.from + " " + link.to);
      return;
    }
    if (link.supporting_records == 0) {
      gap(pair + " is only stated as background, not found by any record read.");
      search(link.from + " " + link.to);
    } else if (link.supporting_records == 1) {
      gap(pair + " rests on one record (" + link.evidence.front().id + ").");
      search(link.from + " " + link.to);
    }
    if (link.class_name_only) {
      gap(pair + " is only said by the name of a drug class, not as a finding on " + link.from +
          ".");
      search(link.from + " " + link.to);
    }
    if (link.contradiction > 0) {
      gap(pair + " is contradicted by " +
          std::to_string(
              std::count_if(link.evidence.begin(), link.evidence.end(),
                            [](const Evidence& e) { return e.stance == Stance::contradicts; })) +
          " record(s).");
      search(link.from + " no effect on " + link.to);
    }
    const bool human =
        std::any_of(link.evidence.begin(), link.evidence.end(), [](const Evidence& e) {
          return e.species == Species::human && e.stance == Stance::supports;
        });
    if (link.supporting_records > 0 && !human) {
      gap(pair + " has no evidence marked as human.");
      search(link.from + " " + link.to + " humans");
    }
  }

 private:
  static void push(std::vector<std::string>& list, std::string text, std::size_t limit) {
    if (list.size() < limit && std::find(list.begin(), list.end(), text) == list.end())
      list.push_back(std::move(text));
  }
  HypothesisAssessment& out_;
  const Vocabulary& vocabulary_;
};

// Targets named beside the drug without a stated relation, most records first.
void add_candidates(Gaps& gaps, const StatementSet& reading, const std::map<LinkKey, Link>& links,
                    const Vocabulary& vocabulary, const Focus& focus) {
  std::vector<std::tuple<std::size_t, std::string, std::size_t, std::size_t>> candidates;
  for (const auto& [pair, records] : reading.together) {
    const Entity& to = vocabulary.at(pair.second);
    if (focus.drugs.count(pair.first) == 0 || to.kind != Kind::target || to.hub ||
        links.count(pair) > 0)
      continue;
    candidates.emplace_back(records.size(), vocabulary.at(pair.first).id + to.id, pair.first,
                            pair.second);
  }
  std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    return std::get<0>(a) != std::get<0>(b) ? std::get<0>(a) > std::get<0>(b)
                                            : std::get<1>(a) < std::get<1>(b);
  });
  for (std::size_t i = 0; i < candidates.size() && i < 2; ++i) {
    const auto& [count, key, drug, target] = candidates[i];
    gaps.gap(gaps.name(drug) + " and " + gaps.name(target) + " are named together in " +
             std::to_string(count) +
             " record(s) without a stated relation: a candidate, not support.");
    gaps.search(gaps.name(drug) + " " + gaps.name(target) + " mechanism");
  }
}

}  // namespace

void add_gaps(HypothesisAssessment& assessment, const StatementSet& reading,
              const std::map<LinkKey, Link>& links, const Vocabulary& vocabulary,
              const Focus& focus, const HypothesisOptions& options) {
  Gaps gaps(assessment, vocabulary);
  if (assessment.hypotheses.empty()) {
    gaps.gap("No chain from a drug over a target and a process to an effect is stated in the " +
             std::to_string(assessment.records_read) + " records read.");
    std::string subject = search_subject(options);
    if (!options.drug.empty() && options.disease.empty() && focus.goal != kNoEntity)
      subject += " " + gaps.name(focus.goal);
    gaps.search(subject + " mechanism of action");
    gaps.search(subject + " molecular target");
  }
  if (assessment.sign_conflicts > 0) {
    gaps.gap(
        std::to_string(assessment.sign_conflicts) +
        " chain(s) were dropped because their directions disagree with the effect of the drug.");
  }
  for (const MechanismHypothesis& h : assessment.hypotheses) gaps.of_hypothesis(h);
  add_candidates(gaps, reading, links, vocabulary, focus);
}

}  // namespace ev::mechanism
