#include "pipeline/workflow/run_records.hpp"

#include "pipeline/answer/answer_json.hpp"
#include "pipeline/mechanism/hypothesis_json.hpp"
#include "pipeline/mechanism/statement.hpp"
#include "pipeline/mechanism/testing_json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace ev::workflow {

namespace {

using mechanism::LinkVerdict;

// The strongest quotes for and against; mentions say nothing.
std::vector<const mechanism::Evidence*> shown_quotes(
    const std::vector<mechanism::Evidence>& evidence) {
  std::vector<const mechanism::Evidence*> out;
  std::map<model::Stance, std::size_t> count;
  for (const mechanism::Evidence& e : evidence) {
    const bool votes =
        e.stance == model::Stance::supports || e.stance == model::Stance::contradicts;
    if (votes && count[e.stance]++ < kQuotesPerSide) out.push_back(&e);
  }
  return out;
}

Json verdict_json(const LinkVerdict& v) {
  return mechanism::to_json(
      v, {.supporting = kQuotesPerSide, .contradicting = kQuotesPerSide, .other = 0});
}

// How many records a search engine holds that name drug and effect in the words of a test search:
// at least so many name both.
Json named_together(const research::TestedHypothesis& test, const research::State& state) {
  Json out;
  if (!test.whole) return out;
  const mechanism::LinkSearches tests = mechanism::searches_for(test.whole->link);
  long most = -1;
  for (const research::SearchRun& run : state.searches) {
    if (run.query != tests.supporting && run.query != tests.refuting) continue;
    for (const research::SourceCount& source : run.sources) {
      if (source.found.value_or(-1) <= most) continue;
      most = *source.found;
      out = {{"source", source.source}, {"query", run.query}, {"at_least", most}};
    }
  }
  return out;
}

}  // namespace

std::vector<std::string> cited_records(const research::WholeReading& reading,
                                       std::span<const model::Article* const> ranked) {
  std::vector<std::string> out;
  const auto add = [&out](const std::string& id) {
    if (!id.empty() && std::find(out.begin(), out.end(), id) == out.end()) out.push_back(id);
  };
  if (reading.answer) {
    const answer::ListLimit shown{.each_side = kQuotesPerSide};
    for (const answer::RecordStance* r : answer::listed_records(*reading.answer, shown)) add(r->id);
  }
  for (const research::TestedHypothesis& test : reading.tests) {
    for (const LinkVerdict& v : test.links) {
      for (const mechanism::Evidence* e : shown_quotes(v.evidence)) add(e->id);
    }
    if (!test.whole) continue;
    for (const mechanism::Evidence* e : shown_quotes(test.whole->evidence)) add(e->id);
  }
  for (const model::Article* a : ranked.first(std::min(ranked.size(), kTableRecords)))
    add(mechanism::record_id(*a));
  return out;
}

Json tested_json(const mechanism::MechanismHypothesis& hypothesis,
                 const research::TestedHypothesis& test, const research::State& state) {
  Json out = mechanism::to_json(hypothesis, mechanism::QuoteLimit{});
  if (Json found = named_together(test, state); !found.is_null()) {
    const double together = found.at("at_least").get<double>();
    out["novelty"]["value"] = mechanism::three_digits(1 / (1 + together));
    out["novelty"]["literature"] = std::move(found);
    out["novelty"]["basis"] =
        "value: 1 / (1 + records that a search engine counts for drug and effect); the other "
        "counts are of the records read";
  }
  out["status"] = test.status;
  Json& tested = out["test"] = {{"status", test.status}, {"links", Json::array()}};
  for (const LinkVerdict& v : test.links) tested["links"].push_back(verdict_json(v));
  if (test.whole) tested["whole"] = verdict_json(*test.whole);
  return out;
}

}  // namespace ev::workflow
