#include "pipeline/query_gen/seed_terms.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/query_gen/blocks.hpp"
#include "sample_probe.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"

namespace ev::query_gen {

namespace {

model::Article record(int number, std::string title, std::vector<std::string> headings = {}) {
  model::Article a;
  a.pmid = std::to_string(90001000 + number);
  a.title = std::move(title);
  a.publication_date = "2020";
  for (std::string& h : headings) a.mesh_headings.push_back({.descriptor = std::move(h)});
  return a;
}

// Two seeds say what is asked for, one says it in other words; a hundred others are about
// something else, so that words of the seeds are rare.
struct Shelf {
  std::vector<model::Article> all;
  test::FakeClock clock;
  Shelf() {
    all = {record(1, "Carvedilol in heart failure", {"Carvedilol", "Heart Failure"}),
           record(2, "Carvedilol for heart failure in elderly patients", {"Carvedilol"}),
           record(3, "Carvedilol and reduced ejection fraction", {"Carvedilol", "Stroke Volume"}),
           record(4, "Heart failure with reduced ejection fraction", {"Heart Failure"}),
           record(5, "Reduced ejection fraction in heart failure", {"Heart Failure"})};
    for (int i = 10; i < 310; ++i) all.push_back(record(i, "Asthma in children and inhalers"));
  }
  Request request() const {
    Request r;
    r.research_goal = "carvedilol in heart failure";
    return r;
  }
  std::vector<Concept> concepts() const {
    return read_concepts("carvedilol in heart failure", mesh::built_in(), "").concepts;
  }
  std::vector<model::Article> seeds() const { return {all[0], all[1], all[2]}; }
};

}  // namespace

TEST_CASE("seeds that the words of the goal miss teach their concept, with log-odds") {
  Shelf shelf;
  ListProbe probe(shelf.all);
  std::vector<Concept> concepts = shelf.concepts();
  REQUIRE(concepts.size() == 2);
  const Seams seams{mesh::built_in(), probe.function(), shelf.clock};
  const auto lesson = learn_from_seeds(concepts, shelf.seeds(), shelf.request(), seams, Context{});
  REQUIRE(lesson);
  CHECK(lesson->warnings.empty());
  REQUIRE(lesson->terms.size() == 1);
  const SeedTerm& term = lesson->terms.front();
  CHECK(term.concept_text == "heart failure");
  CHECK(term.pmids == std::vector<std::string>{"90001003"});
  CHECK(term.log_odds >= 3);
  // The heading stands in no record about heart failure, the words do.
  CHECK(term.heading.empty());
  CHECK(term.query.find("ejection") != std::string::npos);
  CHECK(term.count >= 1);
  REQUIRE(concepts[1].learned.size() == 1);
  CHECK(concepts[0].learned.empty());
  // The block of the concept asks for it from now on.
  const std::string printed = pubmed_query::print(block(concepts[1], Breadth::broad));
  CHECK(printed.find(pubmed_query::print(concepts[1].learned.front())) != std::string::npos);
}

TEST_CASE("a term that is near no lacking concept is not taught, and the seed is named") {
  Shelf shelf;
  // Words of the third seed that go with the drug only.
  shelf.all[2] = record(3, "Carvedilol and purple gadget tolerance", {"Carvedilol"});
  shelf.all.push_back(record(6, "Carvedilol with purple gadget tolerance", {"Carvedilol"}));
  ListProbe probe(shelf.all);
  std::vector<Concept> concepts = shelf.concepts();
  const Seams seams{mesh::built_in(), probe.function(), shelf.clock};
  const auto lesson = learn_from_seeds(concepts, shelf.seeds(), shelf.request(), seams, Context{});
  REQUIRE(lesson);
  CHECK(lesson->terms.empty());
  CHECK(concepts[1].learned.empty());
  REQUIRE(lesson->warnings.size() == 1);
  CHECK(lesson->warnings[0].find("90001003") != std::string::npos);
}

TEST_CASE("a drug's heading is never taught to a disease") {
  Shelf shelf;
  shelf.all[2] = record(3, "Carvedilol in weak pumps", {"Carvedilol", "Metoprolol"});
  for (int i = 6; i < 9; ++i) {
    shelf.all.push_back(record(i, "Heart failure in zebras", {"Heart Failure", "Metoprolol"}));
  }
  ListProbe probe(shelf.all);
  std::vector<Concept> concepts = shelf.concepts();
  const Seams seams{mesh::built_in(), probe.function(), shelf.clock};
  const auto lesson = learn_from_seeds(concepts, shelf.seeds(), shelf.request(), seams, Context{});
  REQUIRE(lesson);
  for (const SeedTerm& term : lesson->terms) CHECK(term.heading != "Metoprolol");
}

TEST_CASE("nothing is learned where every seed is found, or nobody can be asked") {
  Shelf shelf;
  ListProbe probe(shelf.all);
  std::vector<Concept> concepts = shelf.concepts();
  const Seams online{mesh::built_in(), probe.function(), shelf.clock};
  const std::vector<model::Article> found = {shelf.all[0], shelf.all[1]};
  auto lesson = learn_from_seeds(concepts, found, shelf.request(), online, Context{});
  REQUIRE(lesson);
  CHECK(lesson->terms.empty());
  CHECK(probe.asked.empty());
  const Seams offline{mesh::built_in(), {}, shelf.clock};
  lesson = learn_from_seeds(concepts, shelf.seeds(), shelf.request(), offline, Context{});
  REQUIRE(lesson);
  CHECK(lesson->terms.empty());
  CHECK(concepts[1].learned.empty());
}

TEST_CASE("a word that half of PubMed has is not learned") {
  Shelf shelf;
  for (int i = 400; i < 820; ++i) {
    shelf.all.push_back(record(i, "Reduced ejection fraction and asthma", {"Stroke Volume"}));
  }
  ListProbe probe(shelf.all);
  std::vector<Concept> concepts = shelf.concepts();
  const Seams seams{mesh::built_in(), probe.function(), shelf.clock};
  const auto lesson = learn_from_seeds(concepts, shelf.seeds(), shelf.request(), seams, Context{});
  REQUIRE(lesson);
  CHECK(lesson->terms.empty());
}

TEST_CASE("a count that fails is a warning; a cancelled call ends") {
  Shelf shelf;
  std::vector<Concept> concepts = shelf.concepts();
  Errc code = Errc::upstream_unavailable;
  const ProbeFn failing = [&code](std::span<const std::string> queries, const Context&) {
    return std::vector<Result<search::Probe>>(queries.size(),
                                              Error{.code = code, .message = "PubMed is down"});
  };
  const Seams seams{mesh::built_in(), failing, shelf.clock};
  auto lesson = learn_from_seeds(concepts, shelf.seeds(), shelf.request(), seams, Context{});
  REQUIRE(lesson);
  CHECK(lesson->terms.empty());
  CHECK_FALSE(lesson->warnings.empty());
  code = Errc::cancelled;
  lesson = learn_from_seeds(concepts, shelf.seeds(), shelf.request(), seams, Context{});
  REQUIRE_FALSE(lesson);
  CHECK(lesson.error().code == Errc::cancelled);
}

}  // namespace ev::query_gen
