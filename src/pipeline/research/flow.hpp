// How many records went where, in the manner of the PRISMA 2020 flow diagram (Page et al., BMJ
// 2021; 372:n71), counted from the log of a run; and what such a run cannot say. A search by
// machine screens by rules, so "screened" means read by rules. Thread rule: pure functions.
#pragma once

#include "pipeline/research/state.hpp"

#include <map>
#include <string>
#include <vector>

namespace ev::research {

struct Flow {
  int searches = 0, failed_searches = 0;
  int not_run = 0;    // planned, left out for want of budget
  long matching = 0;  // hits the sources report, all searches together
  std::map<std::string, int> identified_by_source;  // records delivered
  int identified = 0;
  int duplicates = 0;  // found again, or merged as one work
  int records = 0;     // different works
  int without_abstract = 0;
  int retracted = 0;  // kept in the list, no support
  int read = 0;       // for the answer, or for mechanisms
  int ranked = 0;
  int cited = 0;  // by the report
};
template <class V>
void describe(V& v, Flow& f) {
  v("searches", f.searches);
  v("failed_searches", f.failed_searches);
  v("not_run", f.not_run);
  v("matching", f.matching);
  v("identified_by_source", f.identified_by_source);
  v("identified", f.identified);
  v("duplicates", f.duplicates);
  v("records", f.records);
  v("without_abstract", f.without_abstract);
  v("retracted", f.retracted);
  v("read", f.read);
  v("ranked", f.ranked);
  v("cited", f.cited);
}

Flow flow_of(const State& state);
// A search failed, or a source gave it no answer: what it would have found is not in the report.
bool met_outage(const State& state);
// One sentence each.
std::vector<std::string> limitations_of(const State& state);
// "sufficient" as a sentence.
std::string stop_sentence(const State& state);

}  // namespace ev::research
