// Findings for tests of the research room: one hypothesis of three links, as good as `level` says.
#pragma once

#include "pipeline/research/facts.hpp"

namespace ev::test {

inline research::LinkFacts link_facts(const std::string& from, const std::string& to) {
  return {.from = from,
          .relation = "activates",
          .to = to,
          .status = model::LinkStatus::supported,
          .supporting = 3,
          .stated = 3,
          .groups = 3,
          .human = 1,
          .animal = 1,
          .supporting_query = from + " AND " + to,
          .refuting_query = from + " AND " + to + " AND no effect"};
}

inline research::HypothesisFacts hypothesis_facts(const std::string& id) {
  research::HypothesisFacts h{.hypothesis_id = id,
                              .drug = "exampledrug",
                              .target = "EXT1",
                              .pathway = "increased example process",
                              .effect = "improvement of example disease",
                              .status = model::LinkStatus::supported,
                              .confidence = 0.6,
                              .searches = {"exampledrug EXT1 activation " + id}};
  h.links = {link_facts("exampledrug", "EXT1"), link_facts("EXT1", "example process"),
             link_facts("example process", "example disease")};
  h.whole = link_facts("exampledrug", "example disease");
  h.whole->human = 2;
  return h;
}

inline research::Findings good_findings() {
  research::Findings f{.pool = "rs-1", .records = 9, .identified = 12, .read = 9};
  f.hypotheses = {hypothesis_facts("hyp-1")};
  f.clinical = {.records = 6, .human = 4, .controlled = 2, .syntheses = 1, .registrations = 1};
  return f;
}

// Every search for and against a link of the findings.
inline std::vector<std::string> tests_of(const research::Findings& findings) {
  std::vector<std::string> out;
  for (const auto& h : findings.hypotheses) {
    for (const auto& link : h.links) {
      out.push_back(link.supporting_query);
      out.push_back(link.refuting_query);
    }
  }
  return out;
}

}  // namespace ev::test
