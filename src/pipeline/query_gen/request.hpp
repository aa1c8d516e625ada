// What query generation is asked for and what it gives back. Thread rule: plain values.
#pragma once

#include "base/clock.hpp"
#include "pipeline/mesh/vocabulary.hpp"
#include "pipeline/pubmed_query/diagnostic.hpp"
#include "pipeline/query_gen/probing.hpp"
#include "pipeline/search/live_mesh.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ev::query_gen {

// What a model proposes for one concept; adopt_proposals() checks every word of it.
struct Proposal {
  std::string concept_text;  // of the goal, or a new one
  std::vector<std::string> synonyms;
  std::vector<std::string> headings;
};

struct Request {
  std::string research_goal;
  std::string domain;      // medical technology biology psychology general; "" = general
  std::string time_frame;  // last_year last_5_years last_10_years all_time; "" = all_time
  std::vector<std::string> study_types;
  std::vector<std::string> keywords;
  std::vector<std::string> exclude_terms;
  int max_queries = 3;                     // 1-10
  std::string strategy = "comprehensive";  // comprehensive focused exploratory
  std::vector<std::string> seed_pmids;
  std::string draft_query;
  bool count = true;
  std::string as_of;  // YYYY-MM-DD; "" = today
  std::vector<Proposal> proposals;
};

struct Seams {
  const mesh::Vocabulary& vocabulary;
  ProbeFn probe;  // empty: nothing can be counted
  const Clock& clock;
  // The probe asks the local library, not PubMed: its counts are shown as such, and neither relax
  // or tighten a query nor call a concept unknown.
  bool local = false;
  search::LiveMesh live = {};    // empty: headings are confirmed by PubMed's translation only
  FetchFn fetch = {};            // empty: seed papers cannot be read, only looked for
  std::string where = "PubMed";  // what the probe asks, as answers name it
};

// How a part of the goal was understood.
struct ConceptNote {
  std::string text;
  std::string role;  // condition intervention mechanism method computing population outcome other
  std::string heading;                     // "" = searched as text only
  std::string confirmed_by;                // who vouches for the heading
  bool used = true;                        // a query of the answer holds one of its terms
  std::string remark;                      // why it is not used, or how
  std::vector<std::string> synonyms = {};  // words of the queries for it, beside its own text
};

struct SeedNote {
  std::string pmid;
  bool found = false;
  std::string reason;  // of a miss
};

// What became of one proposed term, judged by the queries of the answer.
struct ProposalNote {
  enum class Outcome { taken, refused, no_effect };
  std::string proposed;
  std::string concept_text;
  Outcome outcome = Outcome::refused;
  std::string reason = {};              // unless taken
  std::string heading = {};             // the confirmed heading it is
  std::vector<std::string> terms = {};  // what it adds, as printed
  bool taken() const { return outcome == Outcome::taken; }
};
const char* to_string(ProposalNote::Outcome outcome);

// A term that known relevant records taught: it stands as a further alternative of a concept.
struct SeedTerm {
  std::string query;               // as it stands in the queries
  std::string heading;             // "" = words
  std::string concept_text;        // whose alternative it is
  double log_odds = 0;             // in the seeds against all of PubMed
  long count = 0;                  // records that have it
  std::vector<std::string> pmids;  // seeds that have it
};

// 0.4 concepts_mapped + 0.3 headings_verified + 0.3 count_in_range, each 0-1.
struct ConfidenceParts {
  double concepts_mapped = 0;
  double headings_verified = 0;
  double count_in_range = 0;
  double score() const;
};

// How a query asks for less than the goal: concepts that occur nowhere, or a looser form taken
// because the stricter one finds too few.
struct Relaxed {
  std::string from;
  std::optional<long> from_count;  // of the stricter form, when it was counted
  std::string to;
  std::vector<std::string> dropped;  // concepts and limits of the goal that are no longer asked for
  std::string note;                  // one line that says all this
};

struct GeneratedQuery {
  std::string query;
  std::string rationale;
  std::string expected_scope;
  ConfidenceParts confidence;
  std::optional<long> result_count;
  std::string counted_at;  // "" when not counted
  bool valid = false;
  std::vector<std::string> warnings;
  std::vector<SeedNote> seeds;
  std::optional<Relaxed> relaxed;
  std::size_t terms = 0;
};

// One counted query, kept or not (a search log in the sense of PRISMA-S).
struct Tried {
  std::string query;
  std::optional<long> count;
  std::string action;  // kept, "too many: tightened", "too few: relaxed", failed …
};

struct DraftNote {
  std::string query;
  bool valid = false;
  std::string canonical;
  std::string repaired;
  pubmed_query::Diagnostics errors;
  pubmed_query::Diagnostics warnings;
  std::vector<std::string> explanation;
};

struct Generation {
  std::vector<GeneratedQuery> queries;
  std::vector<std::string> mesh_terms;  // all confirmed
  std::vector<std::string> field_tags;  // long names of the tags used
  std::string domain_context;
  std::vector<std::string> synonyms_used;
  std::string complexity;  // simple <= 8 terms in the largest query, moderate <= 30, complex
  std::vector<ConceptNote> concepts;
  std::vector<std::string> authorities;  // who confirmed headings
  std::vector<Tried> tried;
  std::vector<std::string> notes;  // fewer queries than asked for, no network …
  std::vector<std::string> warnings;
  std::optional<DraftNote> draft;
  std::vector<SeedTerm> seed_terms;
  std::vector<ProposalNote> proposals;
  std::string as_of;
  std::string absent_drug;  // the goal's first drug when it occurs nowhere in PubMed
};

// Errors: invalid_argument (nothing to search for, an unreadable date), cancelled, timeout.
Result<Generation> generate(const Request& request, const Seams& seams, const Context& ctx);

}  // namespace ev::query_gen
