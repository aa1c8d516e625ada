// Where a run of the research loop stands. A run is its log: every step is written down as an
// event, and the state is what the events make of the options, so a run that is read back from its
// log goes on exactly where it was. Nothing here reads a clock or asks a service. Thread rule:
// plain values, pure functions.
#pragma once

#include "pipeline/research/facts.hpp"
#include "pipeline/research/judge.hpp"

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ev::research {

struct Options {
  std::string question;
  std::vector<std::string> sources;
  int max_rounds = 3;
  int max_results_per_source = 20;
  int max_requests = 200;        // see State::requests
  int max_seconds = 600;         // of work, over all calls
  std::string as_of;             // YYYY-MM-DD
  std::string engine = "rules";  // rules | host | endpoint
};
template <class V>
void describe(V& v, Options& o) {
  v("question", o.question);
  v("sources", o.sources);
  v("max_rounds", o.max_rounds);
  v("max_results_per_source", o.max_results_per_source);
  v("max_requests", o.max_requests);
  v("max_seconds", o.max_seconds);
  v("as_of", o.as_of);
  v("engine", o.engine);
}
// "run-" and 12 hex of the options: the same question asked the same way on the same day is one
// run.
std::string run_id(const Options& options);
// The name under which a run is made again that met an outage.
std::string run_id_after(const std::string& run_id);

// The stages of a round, then those that close the run.
enum class Stage {
  search,         // the question; in later rounds what the judge asks for
  hypothesise,    // chains from all records so far; a clinical question goes on to `test`
  targeted,       // the hypotheses' own searches
  test_searches,  // for and against each link
  test,           // the answer, chains and verdicts from all records so far
  judge,
  rank,
  references,
  report,
  done,
};
const char* to_string(Stage stage);

struct PlannedSearch {
  std::string purpose;  // question | judge | hypothesis | supporting | refuting
  std::string query;
  std::string about;  // the link or hypothesis it is for
  std::vector<std::string> sources;
};

struct SourceCount {
  std::string source;
  std::string status;
  std::string query_sent;
  std::optional<long> found;
  int returned = 0;
  std::string error;
};
template <class V>
void describe(V& v, SourceCount& c) {
  v("source", c.source);
  v("status", c.status);
  v("query_sent", c.query_sent);
  v("found", c.found);
  v("returned", c.returned);
  v("error", c.error);
}

// A search as it was run.
struct SearchRun {
  int round = 0;
  std::string purpose, query, about;
  std::vector<SourceCount> sources;
  std::string result_set;        // "" when nothing came of it
  std::vector<std::string> ids;  // of its records, best first
  int requests = 0;
  int broader = 0;      // of these, the last ones answer less than was asked
  int new_records = 0;  // not found by an earlier search
  std::vector<std::string> warnings;
  std::string error;  // no source answered
};
template <class V>
void describe(V& v, SearchRun& s) {
  v("round", s.round);
  v("purpose", s.purpose);
  v("query", s.query);
  v("about", s.about);
  v("sources", s.sources);
  v("result_set", s.result_set);
  v("ids", s.ids);
  v("requests", s.requests);
  v("broader", s.broader);
  v("new_records", s.new_records);
  v("warnings", s.warnings);
  v("error", s.error);
}

struct Ranking {
  std::string result_set;  // ranked
  int ranked = 0;
  std::vector<std::string> references;  // ids of the records the report cites, in its order
  std::vector<std::string> warnings;
};
template <class V>
void describe(V& v, Ranking& r) {
  v("result_set", r.result_set);
  v("ranked", r.ranked);
  v("references", r.references);
  v("warnings", r.warnings);
}

struct CheckedReference {
  std::string id;
  std::string status;  // verified | mismatch | not_found | retracted | unverifiable
  std::string reason;
};
template <class V>
void describe(V& v, CheckedReference& r) {
  v("id", r.id);
  v("status", r.status);
  v("reason", r.reason);
}
struct CheckedReferences {
  std::vector<CheckedReference> references;
  int requests = 0;
  std::vector<std::string> warnings;
};
template <class V>
void describe(V& v, CheckedReferences& r) {
  v("references", r.references);
  v("requests", r.requests);
  v("warnings", r.warnings);
}

struct Round {
  int number = 0;
  int searches = 0;
  int new_records = 0;
  std::vector<std::string> hypotheses;  // ids, after the round
  Judgement judgement;
};

// One step of the log.
struct Event {
  Stage stage = Stage::search;
  double elapsed_ms = 0;
  // JSON text of a SearchRun, Findings, Judgement, Ranking or CheckedReferences; "{}" for none.
  std::string data = "{}";
};

struct State {
  Options options;
  Stage stage = Stage::search;
  int round = 1;
  std::size_t events = 0;
  std::deque<PlannedSearch> queue;  // of the stage; the front is next
  std::vector<SearchRun> searches;
  std::vector<PlannedSearch> not_run;  // what a budget left out
  std::set<std::string> seen;          // ids of all records found
  std::optional<Findings> findings;    // the latest
  std::vector<Round> rounds;           // judged
  std::string stop_reason;  // sufficient | max_rounds | max_requests | max_seconds | nothing_new
  // As made, those answered from the cache included: so a run that was stopped and resumed, and
  // finds its replies in the cache, ends where it would have ended uninterrupted.
  int requests = 0;
  double elapsed_ms = 0;
  Ranking ranking;
  CheckedReferences checked;
  bool done() const { return stage == Stage::done; }
};

// References checked in one step, and what that costs at most.
inline constexpr std::size_t kReferencesAtOnce = 30;
inline constexpr int kReferencesCost = 32;

// Requests a search will need: two of PubMed (ids, records), one of every other source; or what the
// dearest search of the run so far needed for as many.
int cost_of(const PlannedSearch& search, const State& state);

State begin(const Options& options);
// The step of `state.stage` is done and gave `event`; afterwards `state` says what is next.
void apply(State& state, const Event& event);

// As it is stored, JSON text.
std::string event_text(const Event& event);
// Of stage and JSON text as stored; nullopt when it is not an event.
std::optional<Event> read_event(std::string_view stage, std::string_view json);

}  // namespace ev::research
