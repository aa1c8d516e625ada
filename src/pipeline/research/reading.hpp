// Reads all records of a run: where a mechanism is asked for, chains and a verdict per link; always
// what the question's own records are.
// Findings are the part that is kept; the rest, with every quote, is for the report and is read
// anew when it is wanted. Retracted papers and notices support nothing. Thread rule: one call, pure
// but for its Context.
#pragma once

#include "base/context.hpp"
#include "pipeline/answer/answer.hpp"
#include "pipeline/mechanism/hypothesis.hpp"
#include "pipeline/mechanism/testing.hpp"
#include "pipeline/research/asked.hpp"
#include "pipeline/research/facts.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ev::research {

struct Pool {
  std::string handle;
  std::vector<model::Article> articles;
  std::vector<char> on_question;  // parallel: found by the question's own search
  int identified = 0;             // before merging
};

struct TestedHypothesis {
  std::vector<mechanism::LinkVerdict> links;               // of hypotheses[i].links, in order
  std::optional<mechanism::LinkVerdict> whole;             // drug -> effect
  model::LinkStatus status = model::LinkStatus::proposed;  // of the chain
};

struct WholeReading {
  Findings findings;
  mechanism::HypothesisAssessment assessment;
  std::vector<TestedHypothesis> tests;  // parallel to assessment.hypotheses
  // The question itself, where it asks for yes or no: tested as a claim over all records.
  std::optional<answer::Answer> answer;  // of a question that makes a claim
};

// What others than the rules add to a reading.
struct Helped {
  std::vector<mechanism::ProposedLink>
      proposed;                   // by a model; those that stand are in the findings
  std::vector<NamedThing> named;  // by PubTator3
};
struct ReadingRequest {
  std::string question;
  Asked asked;                           // of the question; chains are read for mechanisms alone
  std::optional<answer::Answer> answer;  // over the same records
  Helped helped;
};
Result<WholeReading> read_pool(const Pool& pool, ReadingRequest request, const Context& ctx);

}  // namespace ev::research
