#include "pipeline/query_gen/proposals.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "sample_probe.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"

namespace ev::query_gen {

namespace {

struct Table {
  test::FakeClock clock;
  ListProbe probe{three_articles()};
  std::vector<Concept> concepts =
      read_concepts("metformin in heart failure", mesh::built_in(), "").concepts;

  std::vector<ProposalNote> propose(std::vector<Proposal> proposals, bool online = true) {
    Request request;
    request.proposals = std::move(proposals);
    const Seams seams{mesh::built_in(), online ? probe.function() : ProbeFn{}, clock};
    const auto notes = adopt_proposals(concepts, request, seams, Context{});
    REQUIRE(notes);
    return *notes;
  }
};

}  // namespace

TEST_CASE("proposed words and headings are taken only when confirmed") {
  Table t;
  REQUIRE(t.concepts.size() == 2);
  const auto notes =
      t.propose({{.concept_text = "Heart Failure",
                  .synonyms = {"carvedilol", "unheard of phrase", "therapy", "heart failure"},
                  .headings = {"Asthma", "Invented Heading of Nobody"}}});
  REQUIRE(notes.size() == 6);
  CHECK(notes[0].proposed == "Asthma");
  CHECK(notes[0].taken());
  CHECK(notes[0].heading == "Asthma");
  CHECK_FALSE(notes[1].taken());
  CHECK(notes[1].reason == "no vocabulary confirms the heading");
  CHECK(notes[2].taken());  // carvedilol occurs in a title
  CHECK(notes[3].reason == "does not occur in the titles and abstracts of PubMed");
  CHECK(notes[4].reason == "says nothing by itself");
  CHECK(notes[5].outcome == ProposalNote::Outcome::no_effect);
  CHECK(notes[5].reason == "the concept is searched by it already");
  REQUIRE(t.concepts[1].learned.size() == 2);
  CHECK(pubmed_query::print(t.concepts[1].learned[0]) == "\"Asthma\"[mh]");
  CHECK(pubmed_query::print(t.concepts[1].learned[1]) == "carvedilol[tiab]");
  CHECK(t.concepts[0].learned.empty());
}

TEST_CASE("a new concept stands behind those of the goal") {
  Table t;
  const auto notes = t.propose({{.concept_text = "Alzheimer disease"},
                                {.concept_text = "zzzunknown"},
                                {.concept_text = "treatment"}});
  REQUIRE(notes.size() == 3);
  CHECK(notes[0].taken());
  CHECK(notes[1].reason == "occurs nowhere in PubMed");
  CHECK(notes[2].reason == "says nothing by itself");
  REQUIRE(t.concepts.size() == 3);
  CHECK(t.concepts[2].heading == "Alzheimer Disease");
  CHECK(t.concepts[2].weight <= t.concepts[0].weight);
  CHECK(t.concepts[2].weight <= t.concepts[1].weight);
}

TEST_CASE("without PubMed no proposed word is taken, a heading of the vocabulary is") {
  Table t;
  const auto notes = t.propose({{.concept_text = "heart failure",
                                 .synonyms = {"cardiac decompensation"},
                                 .headings = {"Asthma"}}},
                               false);
  REQUIRE(notes.size() == 2);
  CHECK(notes[0].taken());
  CHECK(notes[1].reason == "not confirmed: PubMed was not asked");
}

TEST_CASE("query syntax in a proposal stays text") {
  Table t;
  const auto notes = t.propose(
      {{.concept_text = "heart failure", .synonyms = {"carvedilol\"[tiab] OR cancer[mh]"}}});
  REQUIRE(notes.size() == 1);
  CHECK_FALSE(notes[0].taken());
  for (const Concept& c : t.concepts) CHECK(c.learned.empty());
}

TEST_CASE("no concept takes more terms than allowed") {
  Table t;
  Proposal many{.concept_text = "heart failure"};
  for (const char* name :
       {"Asthma", "Stroke", "Hypertension", "Neoplasms", "Obesity", "Depression", "Epilepsy",
        "Migraine Disorders", "Osteoporosis", "Psoriasis", "Insulin", "Aspirin", "Warfarin"}) {
    if (mesh::built_in().by_name(name) != nullptr) many.headings.emplace_back(name);
  }
  REQUIRE(many.headings.size() > kMostProposed);
  const auto notes = t.propose({many});
  CHECK(t.concepts[1].learned.size() == kMostProposed);
  CHECK_FALSE(notes.back().taken());
}

TEST_CASE("a new concept is asked for beside the goal, never instead of it") {
  Table t;
  Request request;
  request.research_goal = "metformin in heart failure";
  request.as_of = "2026-11-21";
  request.count = false;
  request.proposals = {{.concept_text = "Alzheimer disease"}};
  const Seams seams{mesh::built_in(), {}, t.clock};
  const auto with = generate(request, seams, Context{});
  REQUIRE(with);
  request.proposals.clear();
  const auto without = generate(request, seams, Context{});
  REQUIRE(without);
  CHECK(with->queries[0].query == without->queries[0].query);
  CHECK(with->queries[1].query.find(without->queries[0].query + " AND (\"Alzheimer Disease\"") ==
        0);
  CHECK(with->queries[1].rationale.starts_with("With what was proposed: "));
  REQUIRE(with->proposals.size() == 1);
  CHECK(with->proposals[0].taken());
  // No room for it: said, not silent.
  request.proposals = {{.concept_text = "Alzheimer disease"}};
  request.max_queries = 1;
  const auto one = generate(request, seams, Context{});
  REQUIRE(one);
  CHECK(one->queries[0].query == without->queries[0].query);
  CHECK(one->proposals[0].outcome == ProposalNote::Outcome::no_effect);
  CHECK(one->proposals[0].reason.find("max_queries") != std::string::npos);
}

TEST_CASE("an outcome is judged by the queries, not by what was confirmed") {
  Table t;
  Request request;
  request.research_goal = "metformin in heart failure";
  request.as_of = "2026-11-21";
  request.count = false;
  request.strategy = "focused";  // titles and major topics hold no further terms
  request.max_queries = 2;
  request.proposals = {{.concept_text = "heart failure", .headings = {"Asthma"}}};
  const auto g = generate(request, Seams{mesh::built_in(), {}, t.clock}, Context{});
  REQUIRE(g);
  REQUIRE(g->proposals.size() == 1);
  CHECK(g->proposals[0].outcome == ProposalNote::Outcome::no_effect);
  CHECK_FALSE(g->proposals[0].reason.empty());
  CHECK(std::find(g->mesh_terms.begin(), g->mesh_terms.end(), "Asthma") == g->mesh_terms.end());
}

TEST_CASE("another name of a concept's heading is no new concept") {
  Table t;
  const auto notes = t.propose({{.concept_text = "heart failure, congestive"}});
  CHECK(t.concepts.size() == 2);
  REQUIRE(notes.size() == 1);
}

}  // namespace ev::query_gen
