#include "base/text.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/pubmed_query/check.hpp"
#include "pipeline/query_gen/ranked_search.hpp"
#include "pipeline/query_gen/request.hpp"
#include "pipeline/query_gen/strategies.hpp"
#include "pipeline/query_gen/used.hpp"
#include "sample_probe.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"

#include <algorithm>
#include <random>
#include <set>

namespace ev::query_gen {

namespace {

namespace pq = pubmed_query;

struct Bench {
  test::FakeClock clock;
  ListProbe probe{three_articles()};

  Result<Generation> offline(const Request& request) {
    return generate(request, Seams{mesh::built_in(), {}, clock}, Context{});
  }
  Result<Generation> online(const Request& request) {
    return generate(request, Seams{mesh::built_in(), probe.function(), clock}, Context{});
  }
};

Request ask(std::string goal) {
  Request r;
  r.research_goal = std::move(goal);
  r.as_of = "2026-11-21";
  return r;
}

// What is said to be used or taken and stands in no query.
std::vector<std::string> untrue(const Generation& g) {
  QueryTerms held;
  for (const GeneratedQuery& q : g.queries) {
    const pq::Parsed parsed = pq::parse(q.query);
    REQUIRE(parsed.tree);
    held.add(*parsed.tree);
  }
  std::vector<std::string> out;
  for (const ConceptNote& c : g.concepts) {
    const bool heading = !c.heading.empty() && held.holds_words(c.heading);
    std::string stem = mesh::term_key(c.text);
    if (stem.size() > 5 && stem.back() == 's') stem.pop_back();
    if (c.used && !heading && !held.holds_words(c.text) && !held.holds_words(stem)) {
      out.push_back(c.text);
    }
  }
  for (const std::string& synonym : g.synonyms_used) {
    if (!held.holds_words(synonym)) out.push_back(synonym);
  }
  return out;
}

// Headings and types in a query that no authority of the test has confirmed.
std::vector<std::string> unconfirmed(const Generation& g,
                                     const std::set<std::string>& confirmed_live) {
  std::vector<std::string> out;
  const auto known = [&](const std::string& name) {
    return mesh::built_in().by_name(name) != nullptr || confirmed_live.contains(text::fold(name));
  };
  for (const std::string& name : g.mesh_terms) {
    if (!known(name)) out.push_back(name);
  }
  for (const GeneratedQuery& q : g.queries) {
    const pq::Parsed parsed = pq::parse(q.query);
    REQUIRE(parsed.tree);
    pq::for_each_term(*parsed.tree, [&](const pq::Term& t) {
      const bool heading = t.field == pq::Field::mh || t.field == pq::Field::majr ||
                           t.field == pq::Field::pt || t.field == pq::Field::nm;
      if (heading && !known(t.text.substr(0, t.text.rfind('/')))) out.push_back(t.text);
    });
  }
  return out;
}

}  // namespace

TEST_CASE("comprehensive: every distinct facet first, what is looser says so") {
  Bench bench;
  const auto g = bench.offline(ask("purple metformin for depression in elderly women"));
  REQUIRE(g);
  REQUIRE(g->queries.size() == 3);
  CHECK(g->queries[0].rationale.starts_with(
      "Every distinct facet: searches all of: metformin, depression, elderly; not required: "
      "purple"));
  CHECK(g->queries[0].query.find("purpl") == std::string::npos);
  CHECK(g->queries[1].rationale.starts_with(
      "All facets but one: searches all of: metformin, depression; not required: purple, elderly"));
  const auto four = bench.offline(ask("Carvedilol and digoxin in heart failure with asthma"));
  REQUIRE(four);
  REQUIRE(four->queries.size() == 3);
  CHECK(four->queries[0].rationale ==
        "Every concept: searches all of: Carvedilol, digoxin, heart failure, asthma");
  CHECK(four->queries[1].rationale ==
        "All facets but one: searches Carvedilol with at least 2 of: digoxin, heart failure, "
        "asthma");
  const auto three = bench.offline(ask("hypertension and metformin in asthma"));
  REQUIRE(three);
  CHECK(three->queries[1].rationale.find("all of: metformin, hypertension; not required: asthma") !=
        std::string::npos);
}

TEST_CASE("the same parts in another order are no further query") {
  Bench bench;
  Request r = ask("asthma treated with metformin");
  r.max_queries = 10;
  const auto g = bench.offline(r);
  REQUIRE(g);
  std::set<std::set<std::string>> seen;
  for (const GeneratedQuery& q : g->queries) {
    std::set<std::string> parts;
    for (const pq::Node& part : pq::conjuncts(*pq::parse(q.query).tree)) {
      parts.insert(pq::print(part));
    }
    CHECK(seen.insert(parts).second);
  }
}

TEST_CASE("comprehensive without counts: a quorum over concepts, never a flat AND of words") {
  Bench bench;
  Request r = ask("Stroke, obesity and hypertension in heart failure");
  r.count = false;
  const auto g = bench.offline(r);
  REQUIRE(g);
  REQUIRE(g->queries.size() == 3);
  CHECK(g->queries[0].rationale.find("at least 2 of 4 concepts") != std::string::npos);
  CHECK(g->queries[0].expected_scope == "50-20000 results (estimated)");
  CHECK_FALSE(g->queries[0].result_count);
  CHECK(g->queries[0].counted_at.empty());
  CHECK(g->queries[1].rationale.find("all of: ") != std::string::npos);
  for (const GeneratedQuery& q : g->queries) CHECK(q.valid);
  CHECK(g->complexity == "complex");
  CHECK(std::find(g->field_tags.begin(), g->field_tags.end(), "MeSH Terms") != g->field_tags.end());
}

TEST_CASE("focused: titles, major topics and a design filter") {
  Bench bench;
  Request r = ask("Does carvedilol help in heart failure?");
  r.strategy = "focused";
  r.domain = "medical";
  const auto g = bench.offline(r);
  REQUIRE(g);
  CHECK(g->queries[0].query.find("\"Carvedilol\"[MeSH Major Topic] OR carvedilol[ti]") !=
        std::string::npos);
  CHECK(g->queries[0].query.find("\"Randomized Controlled Trial\"[Publication Type]") !=
        std::string::npos);
  CHECK(g->domain_context.find("design filter") != std::string::npos);
  r.study_types = {"Review"};  // the user's own limit replaces the filter
  CHECK(bench.offline(r)->queries[0].query.find("Randomized") == std::string::npos);
}

TEST_CASE("exploratory: one query per facet, fewer with a reason") {
  Bench bench;
  Request r = ask("gut microbiome and mental health");
  r.strategy = "exploratory";
  r.max_queries = 5;
  const auto g = bench.offline(r);
  REQUIRE(g);
  REQUIRE(g->queries.size() == 5);
  CHECK(g->queries[0].rationale.starts_with("Mechanism:"));
  CHECK(g->queries[1].rationale.starts_with("Outcome:"));
  CHECK(g->queries[2].rationale.starts_with("Population:"));
  std::set<std::string> distinct;
  for (const GeneratedQuery& q : g->queries) distinct.insert(q.query);
  CHECK(distinct.size() == 5);
  r = ask("metformin AND dementia");
  r.max_queries = 4;
  const auto few = bench.offline(r);
  REQUIRE(few);
  CHECK(few->queries.size() == 1);
  CHECK(text::join(few->notes, " ").find("1 of 4 queries") != std::string::npos);
}

TEST_CASE("limits: time frame, study types, keywords, exclusions") {
  Bench bench;
  Request r = ask("asthma");
  r.time_frame = "last_5_years";
  r.study_types = {"Case Study", "Observational Study", "Interpretive Dance"};
  r.keywords = {"zebra"};
  r.exclude_terms = {"review", "mice"};
  r.max_queries = 1;
  const auto g = bench.offline(r);
  REQUIRE(g);
  const std::string& q = g->queries[0].query;
  CHECK(q.find("2021/11/21:2026/11/21[dp]") != std::string::npos);
  CHECK(q.find("\"Case Reports\"[Publication Type]") != std::string::npos);
  CHECK(q.find("\"Observational Study\"[Publication Type] OR \"Cohort Studies\"[MeSH Terms]") !=
        std::string::npos);
  CHECK(q.find("\"Interpretive Dance\"[tiab]") != std::string::npos);
  CHECK(q.find("zebra*[tiab]") != std::string::npos);
  CHECK(q.find("NOT \"Review\"[Publication Type] NOT mice[tiab]") != std::string::npos);
  CHECK(g->queries[0].warnings.size() == 2);
  CHECK(g->warnings.size() == 1);
  CHECK(g->queries[0].rationale.find("leaves out review, mice") != std::string::npos);
}

TEST_CASE("an abbreviation of a keyword is not asked for twice") {
  Bench bench;
  Request r = ask("AI ethics in healthcare");
  r.keywords = {"artificial intelligence", "ethics"};
  const auto g = bench.offline(r);
  REQUIRE(g);
  CHECK(g->queries[0].query.find("AI[tiab]") == std::string::npos);
}

TEST_CASE("what is measured is not asked for in titles") {
  Bench bench;
  Request r = ask("Does carvedilol reduce mortality in heart failure?");
  r.strategy = "focused";
  const auto g = bench.offline(r);
  REQUIRE(g);
  const std::string& query = g->queries[0].query;
  INFO(query);
  CHECK(query.find("carvedilol[ti]") != std::string::npos);
  CHECK(query.find("mortal*[tiab]") != std::string::npos);
  CHECK(query.find("mortal*[ti]") == std::string::npos);
  CHECK(
      g->queries[0].rationale.find("in titles and major topics, all of: carvedilol, heart failure; "
                                   "in the whole text: mortality") != std::string::npos);
}

TEST_CASE("keywords stay required where the goal names nothing else") {
  Bench bench;
  Request r = ask("Find studies of asthma, stroke and zebras");
  r.keywords = {"zebras", "asthma", "stroke"};
  const auto g = bench.offline(r);
  REQUIRE(g);
  REQUIRE(g->queries.size() == 3);
  for (const GeneratedQuery& q : g->queries) {
    INFO(q.query);
    const pq::Node tree = *pq::parse(q.query).tree;
    REQUIRE(tree.kind == pq::Kind::conjunction);
    for (const char* word : {"asthma", "stroke", "zebra"}) {
      INFO(word);
      const auto parts = pq::conjuncts(tree);
      CHECK(std::any_of(parts.begin(), parts.end(), [&](const pq::Node& part) {
        return text::fold(pq::print(part)).find(word) != std::string::npos;
      }));
    }
  }
  for (const ConceptNote& c : g->concepts) {
    CHECK(c.used);
    CHECK(c.remark == "a keyword: required in every query");
  }
  CHECK(g->concepts.size() == 3);
}

TEST_CASE("counts are real, and few hits are no reason to ask something else") {
  Bench bench;
  const auto g = bench.online(ask("carvedilol in heart failure"));
  REQUIRE(g);
  CHECK(g->queries[0].result_count);
  CHECK_FALSE(g->queries[0].counted_at.empty());
  REQUIRE(g->tried.size() >= 2);
  CHECK(g->tried[0].action == "counted");
  // The disjunction would find one more: of something else.
  CHECK(*g->queries[0].result_count == 1);
  CHECK(g->queries[0].expected_scope == "1 result");
  Request r = ask("carvedilol in heart failure");
  r.count = false;
  const auto uncounted = bench.online(r);
  CHECK_FALSE(uncounted->queries[0].result_count);
  CHECK(uncounted->tried.empty());
}

TEST_CASE("a query that asks for less than the goal says so") {
  Bench bench;
  const auto loose = bench.online(ask("carvedilol in alzheimer disease"));
  REQUIRE(loose);
  REQUIRE(loose->queries[0].relaxed);
  CHECK(loose->queries[0].relaxed->from_count == 0);
  CHECK(loose->queries[0].relaxed->note ==
        "nothing matched all of: carvedilol, alzheimer disease; dropped: alzheimer disease; "
        "searched: carvedilol");
  CHECK(loose->queries[0].query.find("Alzheimer") == std::string::npos);
  CHECK(loose->queries[0].rationale.starts_with("Relaxed from \"Broad search\": searches carved"));
  CHECK(loose->absent_drug.empty());
  const auto few = bench.online(ask("carvedilol in heart failure"));
  CHECK_FALSE(few->queries[0].relaxed);
  const auto words = bench.online(ask("metformin in brittle gadgets"));
  REQUIRE(words->queries[0].relaxed);
  CHECK(words->queries[0].relaxed->dropped == std::vector<std::string>{"brittle", "gadgets"});
  const auto absent = bench.online(ask("zorblatinib in heart failure"));
  REQUIRE(absent);
  CHECK(absent->absent_drug == "zorblatinib");
  REQUIRE(absent->queries[0].relaxed);
  CHECK(absent->queries[0].relaxed->dropped == std::vector<std::string>{"zorblatinib"});
  // Known to the vocabulary, in no record.
  const auto unheard = bench.online(ask("digoxin in heart failure"));
  REQUIRE(unheard);
  CHECK(unheard->absent_drug == "digoxin");
  REQUIRE(unheard->queries[0].relaxed);
  CHECK(unheard->queries[0].relaxed->dropped == std::vector<std::string>{"digoxin"});
  CHECK_FALSE(bench.offline(ask("digoxin in heart failure"))->queries[0].relaxed);
}

TEST_CASE("the first drug is among what is combined, however specific the rest") {
  Bench bench;
  Request r =
      ask("drugs for Alzheimer disease, rheumatoid arthritis, BRCA1, SARS-CoV-2 and ABCB4 such as "
          "metformin");
  const auto g = bench.offline(r);
  REQUIRE(g);
  for (const GeneratedQuery& q : g->queries) {
    INFO(q.query);
    CHECK(q.query.find("etformin") != std::string::npos);
  }
  REQUIRE(g->queries[0].relaxed);
  CHECK(g->queries[0].relaxed->note.starts_with("not asked for: "));
}

TEST_CASE("a medicine or a name is given up after who was looked at and plain words") {
  Bench bench;
  const auto g = bench.offline(
      ask("PPI with metformin in aged zebrafolk: aspirin and stroke, Alzheimer disease"));
  REQUIRE(g);
  for (const char* kept : {"PPI", "metformin", "aspirin"}) {
    INFO(kept);
    CHECK(std::any_of(g->concepts.begin(), g->concepts.end(),
                      [kept](const ConceptNote& c) { return c.text == kept && c.used; }));
  }
  const auto lost = std::count_if(g->concepts.begin(), g->concepts.end(),
                                  [](const ConceptNote& c) { return !c.used; });
  REQUIRE(g->queries[0].relaxed);
  CHECK(g->queries[0].relaxed->dropped.size() >= static_cast<std::size_t>(lost));
}

TEST_CASE("two medicines alone do not push out what they are compared by") {
  Bench bench;
  const auto g = bench.offline(ask("Does metformin cause less zebritis than aspirin?"));
  REQUIRE(g);
  CHECK(g->queries[0].query.find("zebrit") != std::string::npos);
}

TEST_CASE("exploratory: a facet that finds something is kept as it is") {
  std::vector<model::Article> articles = three_articles();
  articles[0].abstract = "Pathways and outcomes. The mechanism, efficacy and safety in a cohort.";
  Bench bench{.probe = ListProbe(articles)};
  Request r = ask("metformin and alzheimer disease");
  r.strategy = "exploratory";
  const auto g = bench.online(r);
  REQUIRE(g);
  REQUIRE(g->queries.size() == 3);
  CHECK(g->queries[0].rationale.starts_with("Mechanism: searches metformin"));
  CHECK(g->queries[1].rationale.starts_with("Outcome: searches metformin"));
  CHECK_FALSE(g->queries[0].relaxed);
}

TEST_CASE("exploratory: a view of hardly anything comes after those that find more") {
  std::vector<model::Article> articles;
  for (int i = 0; i < 8; ++i) {
    model::Article a = three_articles()[0];
    a.pmid = std::to_string(90000601 + i);
    a.title = "Metformin in Alzheimer disease";
    a.abstract = i == 0 ? "A mechanism." : "The efficacy in a cohort: safety.";
    articles.push_back(std::move(a));
  }
  Bench bench{.probe = ListProbe(articles)};
  Request r = ask("metformin and alzheimer disease");
  r.strategy = "exploratory";
  const auto g = bench.online(r);
  REQUIRE(g);
  REQUIRE(g->queries.size() == 3);
  CHECK(g->queries[0].rationale.starts_with("Outcome: "));
  CHECK(g->queries[1].rationale.starts_with("Population: "));
  CHECK(g->queries[2].rationale.starts_with("Safety: "));
}

TEST_CASE("exploratory: facets that find nothing become one query, and the note says why") {
  Bench bench;
  Request r = ask("metformin and alzheimer disease");
  r.strategy = "exploratory";
  r.max_queries = 4;
  const auto g = bench.online(r);
  REQUIRE(g);
  REQUIRE(g->queries.size() < 4);
  CHECK(g->queries[0].relaxed->dropped == std::vector<std::string>{"the view from mechanism"});
  CHECK(g->notes.back().find("relaxed until something is found") != std::string::npos);
}

TEST_CASE("a failed count leaves the query, uncounted, with the reason") {
  Bench bench;
  const ProbeFn broken = [](std::span<const std::string> queries, const Context&) {
    return std::vector<Result<search::Probe>>(queries.size(),
                                              Error{.code = Errc::timeout, .message = "too slow"});
  };
  const auto g =
      generate(ask("carvedilol"), Seams{mesh::built_in(), broken, bench.clock}, Context{});
  REQUIRE(g);
  CHECK_FALSE(g->queries[0].result_count);
  CHECK(g->queries[0].warnings.back() == "could not be counted: too slow");
  const ProbeFn cancelled = [](std::span<const std::string> queries, const Context&) {
    return std::vector<Result<search::Probe>>(queries.size(), Error{.code = Errc::cancelled});
  };
  CHECK_FALSE(
      generate(ask("carvedilol"), Seams{mesh::built_in(), cancelled, bench.clock}, Context{}));
}

TEST_CASE("seeds: found, missed with the conjunct, unknown") {
  Bench bench;
  Request r = ask("metformin and alzheimer disease");
  r.seed_pmids = {"90000971", "90000973", "123"};
  r.count = false;
  r.max_queries = 1;
  const auto g = bench.online(r);
  REQUIRE(g);
  const std::vector<SeedNote>& seeds = g->queries[0].seeds;
  REQUIRE(seeds.size() == 3);
  CHECK(seeds[0].found);
  CHECK_FALSE(seeds[1].found);
  CHECK(seeds[1].reason.find("does not match `\"Alzheimer Disease\"[mh]") == 0);
  CHECK(seeds[2].reason == "PubMed has no such record");
  const auto off = bench.offline(r);
  REQUIRE(off->warnings.size() == 1);
  CHECK(off->warnings[0].find("90000971, 90000973, 123") != std::string::npos);
}

TEST_CASE("names stay together with what they are asked about") {
  Bench bench;
  const auto first = [&bench](const char* goal, bool count = false) {
    Request r = ask(goal);
    r.count = count;
    const auto g = bench.offline(r);
    REQUIRE(g);
    for (const GeneratedQuery& q : g->queries) {
      INFO(q.query);
      const pq::Parsed parsed = pq::parse(q.query);
      REQUIRE(parsed.tree);
      CHECK(parsed.tree->kind == pq::Kind::conjunction);  // never "the name, or …"
    }
    return g->queries[0].query;
  };
  const std::string gene = first("EGFR mutations in lung cancer");
  CHECK(gene.starts_with("EGFR[tiab] AND ("));
  CHECK(gene.find("\"Lung Neoplasms\"[MeSH Terms] OR \"lung cancer\"") != std::string::npos);
  CHECK(first("BRCA1 and ovarian cancer risk")
            .starts_with("(BRCA1[tiab] OR \"BRCA-1\"[tiab]) AND (\"Ovarian"));
  const std::string drug = first("apixaban versus warfarin in atrial fibrillation with obesity");
  CHECK(drug.starts_with("apixaban*[tiab] AND ("));
  CHECK(drug.find("\"Atrial Fibrillation\"[MeSH Terms]") != std::string::npos);
  CHECK(first("TIGIT or LAG3 in melanoma") ==
        "(TIGIT[tiab] OR LAG3[tiab] OR \"LAG-3\"[tiab]) AND (\"Melanoma\"[MeSH Terms] OR "
        "melanoma[tiab] OR "
        "Melanomas[tiab])");
}

TEST_CASE("what is measured never stands in the place of a subject") {
  Bench bench;
  const auto g = bench.offline(ask("mortality in asthma and heart failure"));
  REQUIRE(g);
  CHECK(g->queries[0].query.find("Mortality") == std::string::npos);
  CHECK(g->queries[0].rationale.find("not required: mortality") != std::string::npos);
  CHECK(g->queries[1].query.find("\"Mortality\"[MeSH Terms]") != std::string::npos);
}

TEST_CASE("who was looked at and what is measured are not searched for beside a subject") {
  const auto v = mesh::parse_tsv(
      "ui\theading\ttree_numbers\tentry_terms\nD1\tWomen\tM01.975\t\nD2\tZebra Fever\tC01.1\t\n"
      "D3\tCells\tA11\tCell\nD4\tMortality\tE05.1\t\n",
      "test");
  REQUIRE(v);
  Bench bench;
  for (const bool count : {false, true}) {
    for (const char* goal : {"zebra fever in women", "mortality of zebra fever",
                             "in which part of the cell is zebra fever"}) {
      Request r = ask(goal);
      r.count = count;
      r.max_queries = 3;
      const auto g = generate(r, Seams{*v, {}, bench.clock}, Context{});
      REQUIRE(g);
      INFO(goal << ": " << g->queries[0].query);
      CHECK(g->queries[0].query == "\"Zebra Fever\"[MeSH Terms] OR \"zebra fever\"[tiab]");
      CHECK(g->queries[0].rationale.find("not required: ") != std::string::npos);
      CHECK(g->queries[1].query.find(" AND ") != std::string::npos);
    }
  }
  Request alone = ask("women");  // all there is
  const auto g = generate(alone, Seams{*v, {}, bench.clock}, Context{});
  REQUIRE(g);
  CHECK(g->queries[0].query.starts_with("\"Women\"[MeSH Terms]"));
}

TEST_CASE("a question about drugs is never answered without one") {
  Bench bench;
  const auto g = bench.offline(ask("Carvedilol and digoxin in heart failure with asthma"));
  REQUIRE(g);
  CHECK(g->queries[2].rationale.find("at least one of: Carvedilol, digoxin; together with at least "
                                     "one of: heart failure, asthma") != std::string::npos);
  const auto one = bench.offline(ask("Does metformin slow stroke and heart failure?"));
  REQUIRE(one);
  CHECK(one->queries[0].query.starts_with("(\"Metformin\"[MeSH Terms] OR "));
  CHECK(pq::parse(one->queries[0].query).tree->kind == pq::Kind::conjunction);
}

TEST_CASE("a facet asks for the concept of its name") {
  Bench bench;
  Request r = ask("safety of metformin in asthma");
  r.strategy = "exploratory";
  const auto g = bench.offline(r);
  REQUIRE(g);
  REQUIRE(g->queries[0].rationale.starts_with("Safety:"));
  CHECK(g->queries[0].rationale.find("not required: safety") == std::string::npos);
  CHECK(g->queries[1].rationale.find("not required: safety") != std::string::npos);
}

TEST_CASE("the one heading among plain words stays") {
  Bench bench;
  const auto g = bench.offline(ask("gadgets and gizmos in asthma"));
  REQUIRE(g);
  const pq::Parsed parsed = pq::parse(g->queries[0].query);
  REQUIRE(parsed.tree);
  REQUIRE(parsed.tree->kind == pq::Kind::conjunction);
  CHECK(g->queries[0].rationale.find("all of: gadgets, gizmos, asthma") != std::string::npos);
  CHECK(g->queries[1].rationale.find("asthma together with at least one of: gadgets, gizmos") !=
        std::string::npos);
}

TEST_CASE("used is what the queries hold") {
  Bench bench;
  Request r = ask("EGFR and mortality in lung cancer");
  r.max_queries = 1;
  const auto g = bench.offline(r);
  REQUIRE(g);
  REQUIRE(g->concepts.size() == 3);
  CHECK(g->concepts[0].used);
  CHECK_FALSE(g->concepts[1].used);
  CHECK(g->concepts[1].remark.starts_with("in none of the queries: "));
  CHECK(g->concepts[2].used);
  CHECK(untrue(*g).empty());
  r.max_queries = 3;  // the second query asks for every concept
  CHECK(bench.offline(r)->concepts[1].used);
}

TEST_CASE("a label is true of its query") {
  Bench bench;
  Request r = ask("carvedilol, digoxin and zorblatinib in heart failure");
  r.max_queries = 5;
  const auto g = bench.online(r);
  REQUIRE(g);
  for (const GeneratedQuery& q : g->queries) {
    INFO(q.rationale);
    if (!q.rationale.starts_with("Every concept:")) continue;
    for (const ConceptNote& c : g->concepts) CHECK(c.used);
  }
  const auto narrow = bench.online(ask("carvedilol in alzheimer disease"));
  REQUIRE(narrow);
  CHECK(narrow->queries[0].rationale.starts_with("Relaxed from \"Broad search\": "));
}

TEST_CASE("each query is listed as tried once") {
  Bench bench;
  for (const char* goal : {"carvedilol in heart failure", "metformin and alzheimer disease",
                           "metformin, heart failure and asthma in stroke"}) {
    for (const char* strategy : {"comprehensive", "focused", "exploratory"}) {
      Request r = ask(goal);
      r.strategy = strategy;
      r.max_queries = 10;
      const auto g = bench.online(r);
      REQUIRE(g);
      std::set<std::string> lines;
      for (const Tried& t : g->tried) CHECK(lines.insert(t.query).second);
    }
  }
}

TEST_CASE("query syntax in a goal that is no query is said and never searched") {
  Bench bench;
  const auto g = bench.offline(ask("(asthma AND"));
  REQUIRE(g);
  REQUIRE(g->concepts.size() == 1);
  CHECK(g->concepts[0].text == "asthma");
  REQUIRE_FALSE(g->warnings.empty());
  CHECK(g->warnings[0].find("cannot be read as a query") != std::string::npos);
  CHECK(g->warnings[0].find("draft_query") != std::string::npos);
  const auto tags = bench.offline(ask("(asthma[tiab] OR stroke[mh]"));
  REQUIRE(tags);
  for (const ConceptNote& c : tags->concepts) {
    CHECK((c.text == "asthma" || c.text == "stroke"));
  }
  // Prose may have brackets.
  CHECK(bench.offline(ask("statins (atorvastatin) in stroke"))->warnings.empty());
}

TEST_CASE("facets fit the goal: software has no metabolism") {
  Bench bench;
  Request r = ask("machine learning in heart failure");
  r.strategy = "exploratory";
  r.max_queries = 6;
  const auto g = bench.offline(r);
  REQUIRE(g);
  CHECK(g->queries[0].rationale.starts_with("Performance:"));
  for (const GeneratedQuery& q : g->queries) {
    INFO(q.query);
    CHECK(q.query.find("metabolism") == std::string::npos);
  }
}

TEST_CASE("the question picks the filter and the first facet") {
  Bench bench;
  const auto first = [&bench](const char* goal, const char* strategy) {
    Request r = ask(goal);
    r.strategy = strategy;
    const auto g = bench.offline(r);
    REQUIRE(g);
    return g->queries[0].rationale;
  };
  CHECK(first("prognosis of heart failure in asthma", "focused").find("cohort and prognostic") !=
        std::string::npos);
  CHECK(first("causes of asthma in stroke", "focused").find("case-control") != std::string::npos);
  CHECK(first("diagnosis of stroke in asthma", "exploratory").starts_with("Diagnosis:"));
  CHECK(first("risk factors for stroke in asthma", "exploratory").starts_with("Causes:"));
  CHECK(first("repurposing metformin for dementia", "exploratory").starts_with("Repurposing:"));
  CHECK(first("treatment of stroke in asthma", "exploratory").starts_with("Treatment:"));
}

TEST_CASE("a keyword that occurs nowhere is required, and not also left out") {
  Bench bench;
  Request r = ask("zorblatinib in heart failure");
  r.keywords = {"zorblatinib"};
  const auto g = bench.online(r);
  REQUIRE(g);
  std::string said;
  for (const std::string& w : g->warnings) said += w + "\n";
  CHECK(said.find("left out") == std::string::npos);
  CHECK(said.find("stays required") != std::string::npos);
  CHECK(g->concepts[0].used);
}

TEST_CASE("a draft is checked, repaired, explained, and its unconfirmed headings become text") {
  Bench bench;
  Request r = ask("heart failure");
  r.draft_query = "carvedilol[tiab] AND \"Zebra Fever\"[mh] AND (cardiac failure[mh]";
  const auto g = bench.offline(r);
  REQUIRE(g);
  REQUIRE(g->draft);
  CHECK_FALSE(g->draft->valid);
  CHECK(g->draft->errors.at(0).code == "unclosed_group");
  CHECK(g->draft->explanation.size() == 3);
  CHECK(g->queries[0].query ==
        "carvedilol[tiab] AND \"Zebra Fever\"[tiab] AND \"Heart Failure\"[MeSH Terms]");
  CHECK(g->warnings.at(0).find("Zebra Fever") != std::string::npos);
  r.draft_query = "limit 3 to x";
  CHECK(bench.offline(r)->draft);
}

TEST_CASE("a goal with its own operators keeps them") {
  Bench bench;
  const auto g = bench.offline(ask("(asthma OR \"zebra fever\") AND smith j[au] NOT review[pt]"));
  REQUIRE(g);
  REQUIRE(g->queries.size() == 1);
  CHECK(g->queries[0].query.find("smith j[au]") != std::string::npos);
  CHECK(g->queries[0].query.find("NOT \"Review\"[Publication Type]") != std::string::npos);
  CHECK(g->queries[0].query.find("\"Asthma\"[MeSH Terms]") != std::string::npos);
}

TEST_CASE("nothing to search for and bad dates are refused") {
  Bench bench;
  const auto none = bench.offline(ask("What are the effects?"));
  REQUIRE_FALSE(none);
  CHECK(none.error().path == "research_goal");
  Request r = ask("asthma");
  r.as_of = "yesterday";
  CHECK(bench.offline(r).error().path == "as_of");
  r.as_of.clear();
  REQUIRE(bench.offline(r));
  CHECK(bench.offline(r)->as_of == iso_date(bench.clock.unix_time()));
}

TEST_CASE("no heading is ever emitted that no authority has confirmed") {
  static const std::vector<std::string> kWords = {"metformin",
                                                  "zebra",
                                                  "fever",
                                                  "heart",
                                                  "failure",
                                                  "cancer",
                                                  "syndrome",
                                                  "alzheimer",
                                                  "disease",
                                                  "exampline",
                                                  "trial",
                                                  "without",
                                                  "review",
                                                  "mouse",
                                                  "\"blue",
                                                  "fish\"",
                                                  "stroke",
                                                  "AND",
                                                  "OR",
                                                  "NOT",
                                                  "(",
                                                  ")",
                                                  "[mh]",
                                                  "asthma[mh]",
                                                  "unicornitis[mh]",
                                                  "\"Wrong Heading\"[majr]",
                                                  "gnomes[pt]",
                                                  "diabetes",
                                                  "type 2",
                                                  "AI"};
  std::mt19937 random(7);
  int made = 0;
  for (int round = 0; round < 400; ++round) {
    Bench bench;
    std::set<std::string> live;
    const std::string strategies[] = {"comprehensive", "focused", "exploratory"};
    Request r = ask("");
    r.strategy = strategies[random() % 3];
    for (unsigned i = 0, n = 1 + random() % 8; i < n; ++i) {
      r.research_goal += kWords[random() % kWords.size()] + " ";
    }
    if (random() % 3 == 0) r.draft_query = kWords[random() % kWords.size()] + " AND zebra[mh]";
    if (random() % 3 == 0) r.keywords = {kWords[random() % 10]};
    if (random() % 3 == 0) r.study_types = {"Review", "Gnome Study"};
    if (random() % 3 == 0) r.exclude_terms = {"gnomes"};
    bench.probe.more_translations = {{"zebra", "\"equus\"[MeSH Terms]"}};
    bench.probe.splits_phrases = random() % 2 == 0;
    live.insert("equus");
    const bool online = random() % 2 == 0;
    const auto g = online ? bench.online(r) : bench.offline(r);
    INFO(r.research_goal << " / " << r.draft_query);
    if (!g) continue;
    ++made;
    REQUIRE(unconfirmed(*g, online ? live : std::set<std::string>{}).empty());
    for (const GeneratedQuery& q : g->queries) {
      INFO(q.query);
      REQUIRE(q.valid);
      REQUIRE(q.confidence.score() >= 0);
      REQUIRE(q.confidence.score() <= 1);
    }
    REQUIRE(untrue(*g).empty());
  }
  CHECK(made > 200);
}

TEST_CASE("the same request gives the same generation") {
  Bench bench;
  const Request r = ask("carvedilol, digoxin and zebra fever in heart failure");
  const auto a = bench.online(r);
  const auto b = bench.online(r);
  REQUIRE(a->queries.size() == b->queries.size());
  for (std::size_t i = 0; i < a->queries.size(); ++i)
    CHECK(a->queries[i].query == b->queries[i].query);
}

TEST_CASE("a ranked search asks for every subject, of three one may be missing, not the drug") {
  const auto ask_for = [](const char* text, NotRequired& left_out) {
    const auto tree = ranked_search(read_concepts(text, mesh::built_in(), "").concepts, left_out);
    return tree ? pq::print(*tree) : std::string();
  };
  NotRequired left;
  CHECK(ask_for("examplafil erectile stiffness", left) ==
        "examplafil*[tiab] AND (erectile*[tiab] OR stiffness*[tiab])");
  const std::string three = ask_for("metformin, heart failure and asthma", left);
  CHECK(three.starts_with("(\"Metformin\"[mh] OR"));
  CHECK(three.find(" AND (\"Heart Failure\"[mh] OR") != std::string::npos);
  CHECK(left.at_all.empty());
  CHECK(to_text(left) == "one of these may be missing: heart failure, asthma");
  left = {};
  CHECK(ask_for("mortality in heart failure", left).find("Mortality") == std::string::npos);
  CHECK(to_text(left) == "not required: mortality");
  left = {};
  CHECK_FALSE(ask_for("prognosis", left).empty());  // all there is
  CHECK(ask_for("what is it?", left).empty());
}

}  // namespace ev::query_gen
