// What a question asks for beside its subjects stands in the first query: whom it is about, what is
// set against what, and the side of the literature that fills an open place.
#include "base/clock.hpp"
#include "pipeline/mesh/memory_vocabulary.hpp"
#include "pipeline/query_gen/open_question.hpp"
#include "pipeline/query_gen/request.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"

namespace ev::query_gen {

namespace {

Generation made(const char* goal) {
  Request request;
  request.research_goal = goal;
  request.as_of = "2026-11-21";
  request.count = false;
  const test::FakeClock clock;
  auto out = generate(request, Seams{mesh::built_in(), {}, clock}, Context{});
  REQUIRE(out);
  REQUIRE_FALSE(out->queries.empty());
  return *std::move(out);
}

std::size_t groups_of(const std::string& query) {
  std::size_t out = 1;
  for (std::size_t at = query.find(" AND "); at != std::string::npos;
       at = query.find(" AND ", at + 1))
    ++out;
  return out;
}

bool any_query_drops(const Generation& g, const std::string& name) {
  for (const GeneratedQuery& q : g.queries) {
    const std::size_t at = q.rationale.find("not required: ");
    if (at != std::string::npos && q.rationale.find(name, at) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("whom a question is about is a facet of the first query, and giving it up is named") {
  struct Case {
    const char* goal;
    const char* whom;
    const char* name;
    std::size_t groups;
  };
  constexpr Case kCases[] = {
      {"metformin after stroke in the elderly", "\"Aged\"[MeSH Terms]", "the elderly", 3},
      {"Does ibuprofen lower fever in children?", "\"Child\"[MeSH Terms]", "children", 3},
      {"Vitamin D for asthma in pregnant women", "\"Pregnancy\"[MeSH Terms]", "pregnant women", 3},
      {"Exercise against low back pain in older adults", "\"Aged\"[MeSH Terms]", "older adults", 3},
      {"paediatric asthma and montelukast", "\"Child\"[MeSH Terms]", "paediatric", 3}};
  for (const Case& c : kCases) {
    const Generation g = made(c.goal);
    INFO(c.goal << ": " << g.queries.front().query);
    CHECK(g.queries.front().query.find(c.whom) != std::string::npos);
    CHECK(groups_of(g.queries.front().query) == c.groups);
    CHECK(any_query_drops(g, c.name));
    // Never an alternative to what was studied.
    for (const GeneratedQuery& q : g.queries)
      CHECK(q.rationale.find("at least") == std::string::npos);
  }
}

TEST_CASE("both arms of a comparison or combination are asked for") {
  for (const char* goal :
       {"ibuprofen versus acetaminophen for fever", "acetaminophen vs ibuprofen for fever",
        "Is metformin better than gliclazide for type 2 diabetes?",
        "Adding spironolactone to ramipril in heart failure",
        "no benefit of combining aspirin with warfarin in AF",
        "Clopidogrel gives no further benefit over aspirin in stroke"}) {
    const Generation g = made(goal);
    INFO(goal << ": " << g.queries.front().query);
    CHECK(groups_of(g.queries.front().query) == 3);
    CHECK(g.queries.front().query.find(" OR \"Ibuprofen\"[MeSH Terms]") == std::string::npos);
  }
}

TEST_CASE("a dose is named as not required, and one query asks for it") {
  for (const char* goal : {"low-dose aspirin after stroke", "high dose atorvastatin in stroke",
                           "half-dose warfarin for atrial fibrillation"}) {
    const Generation g = made(goal);
    std::string all;
    for (const GeneratedQuery& q : g.queries) all += q.query + "\n";
    INFO(goal << ": " << all);
    CHECK(any_query_drops(g, "dose"));
    CHECK(all.find(" dose\"[tiab]") != std::string::npos);
  }
}

TEST_CASE("an open question asks for its subject and the side that fills its place") {
  struct Case {
    const char* goal;
    OpenPlace place;
    const char* subject;
    const char* facet;
  };
  constexpr Case kCases[] = {
      {"What are the risk factors for osteoporosis?", OpenPlace::risk_factors, "\"Osteoporosis\"",
       "\"Risk Factors\"[MeSH Terms]"},
      {"Which factors are predictors of delirium?", OpenPlace::risk_factors, "\"Delirium\"",
       "predictor*[tiab]"},
      {"How does smoking cause lung cancer?", OpenPlace::mechanism, "\"Smoking\"",
       "mechanism*[tiab]"},
      {"What is the mechanism of metformin in asthma?", OpenPlace::mechanism, "metformin",
       "\"metabolism\"[MeSH Subheading]"},
      {"What is the prevalence of gout in older people?", OpenPlace::frequency, "\"Gout\"",
       "prevalen*[tiab]"},
      {"How common is delirium after hip replacement?", OpenPlace::frequency, "\"Delirium\"",
       "\"Incidence\"[MeSH Terms]"},
      {"Which treatments work for psoriasis?", OpenPlace::treatment, "\"Psoriasis\"",
       "\"therapy\"[MeSH Subheading]"},
      {"How is otitis media treated?", OpenPlace::treatment, "\"Otitis Media\"", "therap*[tiab]"},
      {"What causes hyponatremia?", OpenPlace::causes, "\"Hyponatremia\"",
       "\"etiology\"[MeSH Subheading]"},
      {"How can pressure ulcers be prevented?", OpenPlace::prevention, "\"Pressure Ulcer\"",
       "prevent*[tiab]"}};
  for (const Case& c : kCases) {
    CHECK(open_place(c.goal) == c.place);
    const std::string query = made(c.goal).queries.front().query;
    INFO(c.goal << ": " << query);
    CHECK(query.find(c.subject) != std::string::npos);
    CHECK(query.find(c.facet) != std::string::npos);
  }
}

TEST_CASE("whom an open question is about stands beside what it asks for") {
  for (const char* goal : {"Which antibiotic is best for cystitis in pregnancy?",
                           "What are the risk factors for gout in pregnant women?",
                           "How common is asthma in pregnancy?"}) {
    const std::string query = made(goal).queries.front().query;
    INFO(goal << ": " << query);
    CHECK(query.find("\"Pregnancy\"[MeSH Terms]") != std::string::npos);
  }
  // Nothing is nobody's treatment.
  CHECK(made("ibuprofen versus placebo for fever").queries.front().query.find("lacebo") ==
        std::string::npos);
}

TEST_CASE("anything may be the reason that is asked for") {
  CHECK(open_place("Why do statins raise blood glucose?") == OpenPlace::reason);
  CHECK(made("Why does smoking cause lung cancer?").queries.front().query.find("mechanism") ==
        std::string::npos);
}

TEST_CASE("what is asked by yes or no, or said, leaves nothing open") {
  for (const char* text :
       {"Is obesity one of the risk factors for gout?",
        "Does metformin lower the incidence of gout?",
        "How does ibuprofen compare with acetaminophen?", "Smoking is one of the causes of gout",
        "ibuprofen for fever", "Metformin reduces the prevalence of gout", ""}) {
    INFO(text);
    CHECK_FALSE(open_place(text));
  }
}

}  // namespace ev::query_gen
