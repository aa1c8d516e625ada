#include "pipeline/workflow/run_records.hpp"

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

mechanism::Evidence evidence(const char* id, model::Stance stance) {
  mechanism::Evidence out{.id = id};
  out.stance = stance;
  return out;
}

research::TestedHypothesis tested() {
  research::TestedHypothesis out;
  mechanism::LinkVerdict& link = out.links.emplace_back();
  link.link = {.from = "tea", .to = "EXT1", .relation = "activates", .sign = 1};
  link.evidence = {
      evidence("1", model::Stance::mentions), evidence("2", model::Stance::supports),
      evidence("3", model::Stance::supports), evidence("4", model::Stance::supports),
      evidence("5", model::Stance::supports), evidence("6", model::Stance::contradicts)};
  out.whole = link;
  out.whole->link = {.from = "tea", .to = "gout", .relation = "improves", .sign = 1};
  out.whole->evidence = {evidence("6", model::Stance::supports),
                         evidence("7", model::Stance::supports)};
  out.status = model::LinkStatus::supported;
  return out;
}

}  // namespace

TEST_CASE("cited are the shown quotes of either side and the rows of the table, each once") {
  research::WholeReading reading;
  reading.tests = {tested()};
  model::Article ranked, known;
  ranked.pmid = "9";
  known.pmid = "2";
  const model::Article* table[] = {&known, &ranked};
  CHECK(workflow::cited_records(reading, table) ==
        std::vector<std::string>{"2", "3", "4", "6", "7", "9"});
}

TEST_CASE("the table ends the list of the cited") {
  const research::WholeReading reading;
  std::vector<model::Article> articles(workflow::kTableRecords + 5);
  std::vector<const model::Article*> table;
  for (std::size_t i = 0; i < articles.size(); ++i) {
    articles[i].pmid = std::to_string(100 + i);
    table.push_back(&articles[i]);
  }
  CHECK(workflow::cited_records(reading, table).size() == workflow::kTableRecords);
}

TEST_CASE("novelty goes by what a search engine counted for drug and effect") {
  const mechanism::MechanismHypothesis hypothesis{.hypothesis_id = "hyp-1"};
  const research::TestedHypothesis test = tested();
  research::State state;
  Json kept = workflow::tested_json(hypothesis, test, state);
  CHECK(kept["hypothesis_id"] == "hyp-1");
  CHECK(kept["status"] == wire_name(model::LinkStatus::supported));
  CHECK(kept["test"]["links"].size() == 1);
  CHECK(kept["test"]["links"][0]["evidence"].size() == 4);  // three for, one against
  CHECK_FALSE(kept["novelty"].contains("literature"));

  research::SearchRun& run = state.searches.emplace_back();
  run.query = mechanism::searches_for(test.whole->link).supporting;
  run.sources = {{.source = "pubmed", .found = 3}, {.source = "europepmc", .found = 7}};
  kept = workflow::tested_json(hypothesis, test, state);
  CHECK(kept["novelty"]["value"] == 0.125);
  CHECK(kept["novelty"]["literature"]["source"] == "europepmc");
  CHECK(kept["novelty"]["literature"]["at_least"] == 7);
}
