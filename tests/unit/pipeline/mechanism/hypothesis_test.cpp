#include "pipeline/mechanism/hypothesis.hpp"

#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <iterator>

using namespace ev;
using namespace ev::mechanism;
using mechanism::test::context;
using mechanism::test::record;

namespace {

HypothesisAssessment made(const std::vector<model::Article>& articles,
                          const HypothesisOptions& options) {
  return assess(articles, options, context()).value();
}

std::vector<model::Article> whole_chain() {
  return {record("11", "Metformin activates AMPK in the mice studied."),
          record("12", "Activation of AMPK increased autophagy in cultured cells."),
          record("13", "Autophagy improves cognition in patients with Alzheimer's disease.")};
}

std::string chain_of(const MechanismHypothesis& h) {
  return h.drug + "|" + h.target + "|" + h.pathway + "|" + h.effect + "|" +
         std::string(wire_name(h.status));
}

}  // namespace

TEST_CASE("three quoted links make a chain") {
  const auto a = made(whole_chain(), {.query = "metformin Alzheimer's disease"});
  REQUIRE(a.hypotheses.size() == 1);
  const MechanismHypothesis& h = a.hypotheses[0];
  CHECK(chain_of(h) ==
        "metformin|AMPK|increased autophagy|increased cognition in Alzheimer's disease|proposed");
  REQUIRE(h.links.size() == 3);
  for (const HypothesisLink& link : h.links) {
    REQUIRE(link.evidence.size() == 1);
    CHECK(link.evidence[0].stance == Stance::supports);
    CHECK(link.supporting_records == 1);
  }
  CHECK(h.links[0].relation == "activates");
  CHECK(h.links[1].relation == "increases");
  CHECK(h.supporting_evidence == std::vector<std::string>{"11", "12", "13"});
  CHECK(h.contradicting_evidence.empty());
  CHECK(h.confidence > 0);
  CHECK(h.confidence <= 0.95);
  CHECK(h.confidence_parts.product < h.confidence);
  CHECK(a.primary == 0);
}

TEST_CASE("search queries are the pairs verbatim, then the suggestions") {
  const auto a = made(whole_chain(), {.query = "metformin Alzheimer's disease"});
  const auto queries = a.hypotheses.at(0).to_search_queries();
  REQUIRE(queries.size() > 4);
  CHECK(queries[0] == "metformin AMPK");
  CHECK(queries[1] == "AMPK increased autophagy");
  CHECK(queries[2] == "increased autophagy increased cognition in Alzheimer's disease");
  CHECK(queries[3] == "metformin AMPK activation");
}

TEST_CASE("the order of the records does not show") {
  std::vector<model::Article> articles = whole_chain();
  articles.push_back(record("14", "Metformin inhibits mTOR. mTOR suppresses autophagy."));
  articles.push_back(record("15", "Metformin did not activate AMPK."));
  const HypothesisOptions options{.query = "metformin Alzheimer's disease"};
  const auto describe_all = [&] {
    const auto a = made(articles, options);
    std::string all;
    for (const MechanismHypothesis& h : a.hypotheses) {
      all += chain_of(h) + std::to_string(h.confidence) + h.hypothesis_id;
      for (const HypothesisLink& link : h.links) {
        for (const Evidence& e : link.evidence) all += e.id + std::string(wire_name(e.stance));
      }
    }
    for (const std::string& gap : a.knowledge_gaps) all += gap;
    return all;
  };
  const std::string first = describe_all();
  CHECK(first.size() > 100);
  std::sort(articles.begin(), articles.end(),
            [](const auto& x, const auto& y) { return x.pmid > y.pmid; });
  CHECK(describe_all() == first);
  std::rotate(articles.begin(), articles.begin() + 2, articles.end());
  CHECK(describe_all() == first);
}

TEST_CASE("naming together makes no link") {
  const auto a =
      made({record("1", "Metformin and AMPK were studied together."),
            record("2", "AMPK increased autophagy."), record("3", "Autophagy improves cognition.")},
           {.query = "metformin cognition"});
  CHECK(a.hypotheses.empty());
  CHECK(a.primary == -1);
  const auto named =
      std::find_if(a.knowledge_gaps.begin(), a.knowledge_gaps.end(), [](const std::string& gap) {
        return gap.find("a candidate, not support") != std::string::npos;
      });
  CHECK(named != a.knowledge_gaps.end());
}

TEST_CASE("a chain whose signs disagree with the effect of the drug is dropped") {
  auto articles = whole_chain();
  articles[2] = record("13", "Autophagy worsens cognition in patients with Alzheimer's disease.");
  const auto a = made(articles, {.query = "metformin Alzheimer's disease"});
  CHECK(a.hypotheses.empty());
  CHECK(a.sign_conflicts == 1);
  // What the drug itself is found to do decides, not what is hoped for.
  articles.push_back(
      record("14", "Metformin worsened cognition in patients with Alzheimer's disease."));
  const auto harm = made(articles, {.query = "metformin Alzheimer's disease"});
  REQUIRE(harm.hypotheses.size() == 1);
  CHECK(harm.hypotheses[0].effect == "reduced cognition in Alzheimer's disease");
}

TEST_CASE("what records disagree on drops no chain") {
  auto articles = whole_chain();
  for (const char* id : {"14", "15"})
    articles.push_back(
        record(id, "Metformin worsened cognition in patients with Alzheimer's disease."));
  articles.push_back(record("16", "Metformin improved cognition in Alzheimer's disease."));
  const auto a = made(articles, {.query = "metformin Alzheimer's disease"});
  REQUIRE(a.hypotheses.size() == 1);
  CHECK(a.hypotheses[0].effect == "increased cognition in Alzheimer's disease");
  CHECK(a.hypotheses[0].contradicting_evidence == std::vector<std::string>{"14", "15"});
}

TEST_CASE("retracted records are never support and are named") {
  auto articles = whole_chain();
  articles[0].retraction.status = model::RetractionStatus::retracted;
  const auto a = made(articles, {.query = "metformin Alzheimer's disease"});
  CHECK(a.hypotheses.empty());
  CHECK(a.excluded_retracted == std::vector<std::string>{"11"});
}

TEST_CASE("a record in which the drug misses the effect stands against the whole") {
  auto articles = whole_chain();
  articles.push_back(
      record("15", "Metformin did not improve cognition in patients with Alzheimer's disease."));
  articles.push_back(record("16", "Metformin improved cognition in mice."));
  articles.push_back(record("17", "Metformin improved cognition in rats."));
  const auto a = made(articles, {.query = "metformin Alzheimer's disease"});
  REQUIRE_FALSE(a.hypotheses.empty());
  CHECK(a.hypotheses[0].contradicting_evidence == std::vector<std::string>{"15"});
}

TEST_CASE("evidence against a link counts against it") {
  auto articles = whole_chain();
  articles.push_back(record("15", "Metformin did not activate AMPK in mice."));
  const auto one = made(articles, {.query = "metformin Alzheimer's disease"});
  REQUIRE(one.hypotheses.size() == 1);
  CHECK(one.hypotheses[0].status == LinkStatus::refuted);  // as much against as for
  CHECK(one.hypotheses[0].contradicting_evidence == std::vector<std::string>{"15"});
  articles.push_back(record("16", "Metformin strongly activated AMPK in mice."));
  const auto two = made(articles, {.query = "metformin Alzheimer's disease"});
  CHECK(two.hypotheses.at(0).status == LinkStatus::contested);
  CHECK(two.hypotheses.at(0).links.at(0).contradiction > 0);
}

TEST_CASE("two groups of authors per link are needed for supported") {
  std::vector<model::Article> articles;
  const auto add = [&](const std::string& pmid, const std::string& text,
                       const std::string& author) {
    articles.push_back(record(pmid, text + " This was a randomized controlled study in patients."));
    articles.back().authors = {{.name = author}};
  };
  for (const char* author : {"Aa A", "Bb B"}) {
    const std::string n = author[0] == 'A' ? "1" : "2";
    add("1" + n, "Metformin activates AMPK.", author);
    add("2" + n, "AMPK increases autophagy.", author);
    add("3" + n, "Autophagy improves cognition.", author);
  }
  CHECK(made(articles, {.query = "metformin cognition"}).hypotheses.at(0).status ==
        LinkStatus::supported);
  for (model::Article& article : articles) article.authors = {{.name = "Aa A"}};
  CHECK(made(articles, {.query = "metformin cognition"}).hypotheses.at(0).status ==
        LinkStatus::proposed);
}

TEST_CASE("a missing level stays empty and keeps the hypothesis from being supported") {
  const auto a =
      made({record("1", "Metformin activates AMPK."), record("2", "AMPK improves cognition.")},
           {.query = "metformin cognition"});
  REQUIRE(a.hypotheses.size() == 1);
  CHECK(a.hypotheses[0].pathway.empty());
  CHECK(a.hypotheses[0].status == LinkStatus::proposed);
  CHECK(a.hypotheses[0].confidence <= kNotFound);
  CHECK(a.hypotheses[0].confidence_parts.weakest_link == "metformin -> AMPK");
  CHECK(a.primary == 0);
  std::vector<model::Article> many;
  for (int i = 0; i < 9; ++i) {
    many.push_back(record(std::to_string(10 + i), "Metformin activates AMPK in patients."));
    many.push_back(record(std::to_string(30 + i), "AMPK improves cognition in patients."));
  }
  const auto often = made(many, {.query = "metformin cognition"});
  REQUIRE(often.hypotheses.size() == 1);
  CHECK(often.hypotheses[0].status == LinkStatus::proposed);
  CHECK(often.hypotheses[0].confidence == Approx(kNotFound));
  CHECK(often.hypotheses[0].confidence_parts.drug_target > kNotFound);
}

TEST_CASE("a chain that ends before an effect is shown only when there is nothing else") {
  std::vector<model::Article> articles = {
      record("1", "Metformin activates AMPK, which inhibits mTOR signaling...")};
  const auto open = made(articles, {.query = "metformin cancer"});
  REQUIRE(open.hypotheses.size() == 1);
  CHECK(chain_of(open.hypotheses[0]) == "metformin|AMPK|reduced mTOR signaling||insufficient");
  CHECK(open.primary == -1);
  CHECK(open.hypotheses[0].to_search_queries().at(1) == "AMPK reduced mTOR signaling");
  articles.push_back(record("2", "mTOR signaling increases tumor growth in cancer."));
  const auto whole = made(articles, {.query = "metformin cancer"});
  REQUIRE(whole.hypotheses.size() == 1);
  CHECK(whole.hypotheses[0].effect == "reduced tumor growth in cancer");
}

TEST_CASE("background alone is shown but supports nothing") {
  model::Article background = record("11", "BACKGROUND: Metformin activates AMPK.");
  background.sections = {
      {.label = "BACKGROUND", .nlm_category = "BACKGROUND", .start = 12, .end = 37}};
  auto articles = whole_chain();
  articles[0] = background;
  const auto a = made(articles, {.query = "metformin Alzheimer's disease"});
  REQUIRE(a.hypotheses.size() == 1);
  CHECK(a.hypotheses[0].status == LinkStatus::insufficient);
  CHECK(a.hypotheses[0].confidence < 0.2);
  CHECK(a.hypotheses[0].links[0].evidence.at(0).stance == Stance::background);
  CHECK(a.hypotheses[0].supporting_evidence == std::vector<std::string>{"12", "13"});
  // What a second record says in passing too is known, if not found here.
  background.pmid = "14";
  articles.push_back(background);
  const auto known = made(articles, {.query = "metformin Alzheimer's disease"});
  CHECK(known.hypotheses.at(0).status == LinkStatus::proposed);
  CHECK(known.hypotheses.at(0).links[0].background_only);
  // However many say it: no record read found it.
  for (int i = 0; i < 9; ++i) {
    background.pmid = "2" + std::to_string(i);
    articles.push_back(background);
  }
  CHECK(made(articles, {.query = "metformin Alzheimer's disease"}).hypotheses.at(0).confidence <=
        kNotFound);
}

TEST_CASE("reagents make models, not therapies; hubs come after what is specific") {
  CHECK(made({record("1", "LPS activates AMPK."), record("2", "AMPK increases autophagy."),
              record("3", "Autophagy improves cognition.")},
             {.query = "cognition"})
            .hypotheses.empty());
  const auto a =
      made({record("1", "Zortolol inhibits TNF."), record("2", "TNF increases inflammation."),
            record("3", "Inflammation impairs cognition."), record("4", "Zortolol activates AMPK."),
            record("5", "AMPK increases autophagy."), record("6", "Autophagy improves cognition.")},
           {.query = "zortolol cognition"});
  REQUIRE(a.hypotheses.size() == 2);
  CHECK(a.hypotheses[0].target == "AMPK");
  CHECK(a.hypotheses[1].target == "TNF");
  CHECK(a.hypotheses[1].confidence_parts.hub_damping == Approx(0.6));
}

TEST_CASE("a member's evidence is not given to its class or to another member") {
  const auto a = made({record("1", "Brivastatin inhibits HMG-CoA reductase."),
                       record("2", "HMG-CoA reductase increases cholesterol synthesis."),
                       record("3", "Cholesterol synthesis increases LDL cholesterol.")},
                      {.query = "zortastatin LDL cholesterol", .drug = "zortastatin"});
  CHECK(a.hypotheses.empty());
}

TEST_CASE("a link known only from a class name is marked and never supported") {
  std::vector<model::Article> articles;
  const auto add = [&](const std::string& pmid, const std::string& abstract) {
    articles.push_back(
        record(pmid, "METHODS: This was a randomized controlled study. RESULTS: " + abstract));
    articles.back().authors = {{.name = "Author " + pmid}};
  };
  for (const char* n : {"1", "2", "3"}) {
    add(std::string("1") + n, "Zortolol, a beta-blocker, was given.");
    add(std::string("2") + n, "Beta-adrenergic receptor activation increases heart rate.");
    add(std::string("3") + n, "Heart rate increases mortality.");
  }
  const auto a = made(articles, {.query = "zortolol mortality"});
  REQUIRE_FALSE(a.hypotheses.empty());
  const HypothesisLink& link = a.hypotheses[0].links.at(0);
  CHECK(link.class_name_only);
  CHECK(link.evidence.at(0).by_class);
  CHECK(a.hypotheses[0].status != LinkStatus::supported);
  CHECK(std::any_of(a.knowledge_gaps.begin(), a.knowledge_gaps.end(), [](const std::string& gap) {
    return gap.find("the name of a drug class") != std::string::npos;
  }));
  CHECK_FALSE(made(whole_chain(), {.query = "metformin Alzheimer's disease"})
                  .hypotheses.at(0)
                  .links.at(0)
                  .class_name_only);
}

TEST_CASE("drug and disease may be given apart from the query") {
  auto articles = whole_chain();
  const auto a =
      made(articles, {.query = "mechanism", .drug = "Metformin", .disease = "cognition"});
  REQUIRE(a.hypotheses.size() == 1);
  CHECK(a.hypotheses[0].effect == "increased cognition");
  CHECK(made(articles, {.query = "mechanism", .drug = "aspirin", .disease = "cognition"})
            .hypotheses.empty());
}

TEST_CASE("novelty counts this set only") {
  const auto a = made(whole_chain(), {.query = "metformin Alzheimer's disease"});
  const Novelty& n = a.hypotheses.at(0).novelty;
  CHECK(n.records == 3);
  CHECK(n.with_drug == 1);
  CHECK(n.together == 0);
  CHECK(n.value == Approx(1));
}

TEST_CASE("the id depends on the four members only") {
  CHECK(hypothesis_id("a", "b", "c", "d") == hypothesis_id("A", "b", "c", "d"));
  CHECK(hypothesis_id("a", "b", "c", "d") != hypothesis_id("a", "bc", "", "d"));
  CHECK(hypothesis_id("a", "b", "c", "d").substr(0, 4) == "hyp-");
}

TEST_CASE("as many hypotheses as asked for, no more") {
  std::vector<model::Article> articles;
  for (const char* target : {"AMPK", "SIRT1", "mTOR", "NLRP3", "PCSK9"}) {
    articles.push_back(
        record(std::string("1") + target, std::string("Zortolol activates ") + target + "."));
    articles.push_back(
        record(std::string("2") + target, std::string(target) + " increases autophagy."));
  }
  articles.push_back(record("3", "Autophagy improves cognition."));
  CHECK(made(articles, {.query = "zortolol cognition", .max_hypotheses = 3}).hypotheses.size() ==
        3);
}

TEST_CASE(
    "what nothing states between a drug's target and its effect is supposed, and said to be") {
  std::vector<model::Article> articles = {
      record("1", "Zortolol, a calcium channel blocker, was given."),
      record("2", "Zortolol reduced blood pressure in patients with hypertension.")};
  const auto a = made(articles, {.query = "zortolol hypertension"});
  REQUIRE(a.hypotheses.size() == 1);
  const MechanismHypothesis& h = a.hypotheses[0];
  CHECK(chain_of(h) ==
        "zortolol|calcium channel||reduced blood pressure in hypertension|insufficient");
  REQUIRE(h.links.size() == 2);
  CHECK(h.links[1].assumed);
  CHECK(h.links[1].evidence.empty());
  CHECK(h.links[1].sign == 1);
  CHECK(h.confidence <= kAssumedLink);
  CHECK(h.supporting_evidence == std::vector<std::string>{"1"});
  REQUIRE(h.direct);
  CHECK(h.direct->evidence.at(0).id == "2");
  CHECK(a.primary == -1);
  CHECK(std::any_of(a.knowledge_gaps.begin(), a.knowledge_gaps.end(), [](const std::string& gap) {
    return gap.find("calcium channel does to blood pressure") != std::string::npos;
  }));
  // A sentence that states the step takes its place.
  articles.push_back(record("3", "Calcium channel blockers lowered blood pressure."));
  const auto stated = made(articles, {.query = "zortolol hypertension"});
  REQUIRE(stated.hypotheses.size() == 1);
  CHECK_FALSE(stated.hypotheses[0].links.at(1).assumed);
  CHECK(stated.hypotheses[0].confidence > kAssumedLink);
}

TEST_CASE("no step is supposed from a marker, to a side effect, or for an infection") {
  const auto none = [](const std::string& first, const std::string& second,
                       const std::string& goal) {
    return made({record("1", first), record("2", second)}, {.query = "zortolol " + goal})
        .hypotheses.empty();
  };
  CHECK(none("Zortolol decreased norepinephrine levels.", "Zortolol reduced blood pressure.",
             "hypertension"));
  CHECK(none("Zortolol inhibits AMPK.", "Zortolol reduced pain in hypertension.", "hypertension"));
  CHECK(none("Zortolol, a proton pump inhibitor, was given.",
             "Zortolol eradicated Helicobacter pylori infection.",
             "Helicobacter pylori infection"));
  CHECK(none("Zortolol improved endothelial function.", "Zortolol reduced osteoporosis.",
             "osteoporosis"));
  CHECK_FALSE(none("Zortolol reduced bone resorption.", "Zortolol increased bone mineral density.",
                   "osteoporosis"));
}

TEST_CASE("what any treatment of anything changes ends no chain, unless asked for") {
  const std::vector<model::Article> articles = {
      record("1", "Zortolol activates AMPK in heart failure."),
      record("2", "AMPK reduced symptoms in heart failure.")};
  CHECK(made(articles, {.query = "zortolol heart failure"}).hypotheses.empty());
  CHECK_FALSE(made(articles, {.query = "zortolol", .disease = "symptoms"}).hypotheses.empty());
}

TEST_CASE("the first condition of a question is what it is about") {
  const std::vector<model::Article> articles = {record("1", "Zortolol activates AMPK."),
                                                record("2", "AMPK reduced stroke in diabetes."),
                                                record("3", "AMPK reduced diabetes.")};
  const auto a = made(articles, {.query = "zortolol for stroke in diabetes"});
  REQUIRE_FALSE(a.hypotheses.empty());
  CHECK(a.hypotheses[0].effect == "improvement of stroke");
}

namespace {

// Sentences that agree, disagree and mislead; some of the records are retracted.
std::vector<model::Article> drawn(unsigned seed) {
  constexpr const char* kSentences[] = {
      "Zortolol activates AMPK.",
      "Zortolol did not activate AMPK.",
      "Zortolol inhibits mTOR.",
      "Zortolol, a beta-blocker, was given.",
      "AMPK increased autophagy in heart failure.",
      "mTOR suppresses autophagy.",
      "AMPK deficiency worsened heart failure.",
      "Beta-blockers reduced mortality in heart failure.",
      "Autophagy reduced mortality in heart failure.",
      "Autophagy increased mortality in heart failure.",
      "Zortolol reduced mortality in heart failure.",
      "Zortolol increased mortality in heart failure.",
      "Zortolol improved left ventricular function in heart failure.",
      "We aimed to test whether zortolol inhibits AMPK."};
  std::vector<model::Article> out;
  unsigned state = seed * 2654435761U + 1;
  for (int i = 0; i < 9; ++i) {
    state = state * 1664525U + 1013904223U;
    out.push_back(
        record("9000001" + std::to_string(i), kSentences[(state >> 16U) % std::size(kSentences)]));
    if ((state >> 8U) % 7 == 0) out.back().retraction.status = model::RetractionStatus::retracted;
  }
  return out;
}

}  // namespace

TEST_CASE("whatever the records say: signs agree, quotes stand, no retracted paper speaks") {
  int chains = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    const std::vector<model::Article> articles = drawn(seed);
    for (const MechanismHypothesis& h :
         made(articles, {.query = "zortolol heart failure"}).hypotheses) {
      ++chains;
      int sign = 1;
      for (const HypothesisLink& link : h.links) {
        sign *= link.sign;
        CHECK(link.assumed == link.evidence.empty());
        for (const Evidence& e : link.evidence) {
          const auto it = std::find_if(articles.begin(), articles.end(),
                                       [&](const model::Article& a) { return a.pmid == e.id; });
          REQUIRE(it != articles.end());
          CHECK(it->retraction.status != model::RetractionStatus::retracted);
          const std::string& text = e.quote.field == doc::Field::title ? it->title : it->abstract;
          const auto start = static_cast<std::size_t>(e.quote.start);
          CHECK(text.substr(start, static_cast<std::size_t>(e.quote.end) - start) == e.quote.text);
        }
      }
      const bool less = h.effect.starts_with("reduced") || h.effect.starts_with("improvement");
      if (!h.effect.empty()) CHECK(sign == (less ? -1 : 1));
    }
  }
  CHECK(chains > 20);
}

TEST_CASE("the step supposed may be the last of a chain whose process is known to drive the goal") {
  const auto a = made({record("1", "Zortolol, a proton pump inhibitor, was given."),
                       record("2", "Proton pump inhibitors reduce gastric acid secretion."),
                       record("3", "Zortolol healed peptic ulcers in patients.")},
                      {.query = "zortolol peptic ulcer"});
  REQUIRE(a.hypotheses.size() == 1);  // supposed once
  CHECK(chain_of(a.hypotheses[0]) ==
        "zortolol|H+/K+-ATPase|reduced gastric acid secretion|improvement of peptic "
        "ulcer|insufficient");
  CHECK(a.hypotheses[0].links.at(2).assumed);
  CHECK(a.hypotheses[0].confidence <= kAssumedLink);
}

TEST_CASE("the question's own outcome goes first") {
  std::vector<model::Article> articles;
  for (int i = 0; i < 6; ++i) {
    const std::string n = std::to_string(i);
    articles.push_back(record("1" + n, "Metformin activates AMPK in patients with cirrhosis."));
    articles.push_back(record("2" + n, "AMPK increased autophagy in patients with cirrhosis."));
    articles.push_back(record("3" + n, "Autophagy reduced mortality after bleeding in cirrhosis."));
  }
  articles.push_back(record("41", "Autophagy reduced bleeding in patients with cirrhosis."));
  for (const char* query :
       {"Does metformin prevent bleeding in cirrhosis?", "How does metformin prevent bleeding?"}) {
    CAPTURE(query);
    const auto a = made(articles, {.query = query});
    REQUIRE(a.hypotheses.size() > 1);
    CHECK(a.hypotheses[0].effect.starts_with("reduced bleeding"));
    CHECK(a.hypotheses[0].on_question);
    CHECK(a.primary == 0);
    CHECK_FALSE(a.hypotheses[1].on_question);
    CHECK(a.hypotheses[1].confidence > a.hypotheses[0].confidence);
  }
}

TEST_CASE("the primary hypothesis comes first, the others by confidence") {
  std::vector<model::Article> articles = whole_chain();
  articles.push_back(record("14", "Metformin inhibits mTOR in mice."));
  articles.push_back(record("15", "Metformin inhibited mTOR in cultured cells."));
  articles.push_back(record("16", "mTOR suppresses autophagy in mice."));
  const auto a = made(articles, {.query = "metformin Alzheimer's disease"});
  REQUIRE(a.hypotheses.size() > 1);
  CHECK(a.primary == 0);
  for (std::size_t i = 2; i < a.hypotheses.size(); ++i)
    CHECK(a.hypotheses[i - 1].confidence >= a.hypotheses[i].confidence);
}

TEST_CASE("a process known to drive the condition may end a chain, with the search for its loss") {
  const auto a = made({record("11", "Metformin activates AMPK in the mice studied."),
                       record("12", "Activation of AMPK increased autophagy in cultured cells."),
                       record("13", "Autophagy decreased amyloid deposition in mice.")},
                      {.query = "metformin Alzheimer's disease"});
  REQUIRE(a.hypotheses.size() == 1);
  const MechanismHypothesis& h = a.hypotheses[0];
  CHECK(h.pathway == "increased autophagy");
  CHECK(h.effect == "reduced amyloid-beta accumulation in Alzheimer's disease");
  const auto& searches = h.search_suggestions;
  CHECK(std::find(searches.begin(), searches.end(), "autophagy amyloid-beta clearance") !=
        searches.end());
  CHECK(std::find(searches.begin(), searches.end(), "AMPK autophagy Alzheimer's disease") !=
        searches.end());
}
