#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev::mechanism;
using ev::mechanism::test::relations_in;
using Found = std::vector<std::string>;

TEST_CASE("active, passive and nominal forms") {
  CHECK(relations_in("Metformin activates AMPK.") == Found{"metformin + AMPK"});
  CHECK(relations_in("Metformin inhibited mTOR.") == Found{"metformin - mTOR"});
  CHECK(relations_in("AMPK was activated by metformin.") == Found{"metformin + AMPK"});
  CHECK(relations_in("AMPK is strongly inhibited by zortolol.") == Found{"zortolol - AMPK"});
  CHECK(relations_in("Activation of AMPK by metformin was seen.") == Found{"metformin + AMPK"});
  CHECK(relations_in("Metformin-induced inhibition of mTOR was seen.") ==
        Found{"metformin - mTOR"});
  CHECK(relations_in("Zortolol up-regulates SIRT1.") == Found{"zortolol + SIRT1"});
}

TEST_CASE("relative and coordinated clauses find their own subject") {
  CHECK(relations_in("Metformin activates AMPK, which inhibits mTOR signaling.") ==
        Found{"metformin + AMPK", "AMPK - mTOR signaling"});
  CHECK(relations_in("Metformin activates AMPK and inhibits mTOR.") ==
        Found{"metformin + AMPK", "metformin - mTOR"});
  CHECK(relations_in("Metformin activates AMPK and AMPK inhibits mTOR.") ==
        Found{"metformin + AMPK", "AMPK - mTOR"});
  CHECK(relations_in("Metformin activates AMPK and SIRT1 inhibits mTOR.") ==
        Found{"metformin + AMPK", "SIRT1 - mTOR"});
}

TEST_CASE("reversals and double negatives multiply") {
  CHECK(relations_in("Zortolol prevented the decrease in apoptosis.") ==
        Found{"zortolol + apoptosis"});
  CHECK(relations_in("Zortolol reversed the inhibition of AMPK.") == Found{"zortolol + AMPK"});
  CHECK(relations_in("AMPK deficiency increased apoptosis.") == Found{"AMPK - apoptosis"});
  CHECK(relations_in("AMPK siRNA reduced autophagy.") == Found{"AMPK + autophagy"});
  CHECK(relations_in("Beta-blockers reduce mortality.") ==
        Found{"beta-adrenergic receptor + mortality"});
}

TEST_CASE("improving is for the better, whatever that is") {
  CHECK(relations_in("Zortolol improves survival.") == Found{"zortolol - mortality"});
  CHECK(relations_in("Zortolol improves heart failure.") == Found{"zortolol - heart failure"});
  CHECK(relations_in("Zortolol improves cognition.") == Found{"zortolol + cognition"});
  CHECK(relations_in("Zortolol worsens heart failure.") == Found{"zortolol + heart failure"});
  CHECK(relations_in("Zortolol is effective in heart failure.") ==
        Found{"zortolol - heart failure"});
  CHECK(relations_in("Zortolol reduced the risk of worsening heart failure.") ==
        Found{"zortolol - heart failure"});
}

TEST_CASE("clinical sentences put the drug after what changed") {
  CHECK(relations_in("Blood pressure decreased significantly after zortolol.") ==
        Found{"zortolol - blood pressure"});
  CHECK(relations_in("A reduction in mortality with zortolol was seen.") ==
        Found{"zortolol - mortality"});
  CHECK(relations_in("Mortality was lower with zortolol than with placebo.") ==
        Found{"zortolol - mortality"});
  CHECK(
      relations_in("Mortality was lower with zortolol than with brivolol.").empty());  // no control
}

TEST_CASE("means act on the end they serve") {
  CHECK(
      relations_in("Zortolol reduces mortality by inhibiting oxidative stress.") ==
      Found{"zortolol - mortality", "zortolol - oxidative stress", "oxidative stress + mortality"});
}

TEST_CASE("negation and hedging are kept with the relation") {
  CHECK(relations_in("Metformin did not activate AMPK.") == Found{"metformin + AMPK !"});
  CHECK(relations_in("Metformin had no effect on AMPK.") == Found{"metformin 0 AMPK !"});
  CHECK(relations_in("Metformin caused no decrease in mTOR activity.") ==
        Found{"metformin - mTOR !"});
  CHECK(relations_in("Zortolol failed to reduce mortality.") == Found{"zortolol - mortality !"});
  CHECK(relations_in("Metformin may activate AMPK.") == Found{"metformin + AMPK ?"});
}

TEST_CASE("named together without a cue is no relation") {
  CHECK(relations_in("Metformin and AMPK were studied.").empty());
  CHECK(relations_in("The role of AMPK in metformin users with heart failure.").empty());
  CHECK(relations_in("Effect of metformin on AMPK.").empty());
  CHECK(relations_in("Zortolol in the treatment of heart failure.").empty());
  CHECK(relations_in("Serum AMPK, metformin levels and apoptosis were measured.").empty());
}

TEST_CASE("the name of a drug class is told apart from what a sentence says") {
  const auto by_class = [](const std::string& sentence) {
    Vocabulary vocabulary;
    const auto tokens = ev::doc::tokenize(sentence);
    const auto mentions = find_mentions(sentence, tokens, vocabulary);
    std::string out;
    for (const Relation& r : find_relations(sentence, tokens, mentions, vocabulary))
      out += r.by_class ? 'c' : 's';
    return out;
  };
  CHECK(relations_in("Zortolol, a beta-blocker, was given.") ==
        Found{"zortolol - beta-adrenergic receptor"});
  CHECK(by_class("Zortolol, a beta-blocker, was given.") == "c");
  CHECK(by_class("The beta-blocker zortolol was given.") == "c");
  CHECK(by_class("Beta-blockers reduce mortality.") == "c");
  CHECK(by_class("Zortolol inhibits AMPK.") == "s");
  CHECK(by_class("Zortolol blocked the beta-adrenergic receptor.") == "s");
  // A class beside a drug says nothing of the drug.
  CHECK(relations_in("Zortolol was used with a beta-blocker.").empty());
  CHECK(relations_in("Zortolol is used in addition to beta-blockers.").empty());
  CHECK(relations_in("Zortolol and beta-blockers were given.").empty());
}

TEST_CASE("words that look like a cue bind to something else") {
  CHECK(relations_in("Zortolol lowered death from any cause or hospitalization.") ==
        Found{"zortolol - mortality"});
  CHECK(relations_in("Zortolol inhibited LPS-induced apoptosis.") ==
        Found{"zortolol - apoptosis", "lipopolysaccharide + apoptosis"});
  CHECK(relations_in("ACE inhibitor dose increased by 42% and zortolol was given.").empty());
}

TEST_CASE("what a class of drugs does is its target's only where it acted alone") {
  CHECK(relations_in("Beta-blockers reduced mortality.") ==
        std::vector<std::string>{"beta-adrenergic receptor + mortality"});
  for (const char* shared : {"Beta-blockers and nitrates reduced mortality.",
                             "The combination of beta-blockers with digitalis reduced mortality.",
                             "Nitrates and beta-blockers reduced mortality.",
                             "Beta-blocker-based therapy reduced mortality."}) {
    CAPTURE(shared);
    CHECK(relations_in(shared).empty());
  }
}

TEST_CASE("no infection is laid to a target of the host") {
  CHECK(relations_in("Proton pump inhibitors reduce Helicobacter pylori infection.").empty());
  CHECK_FALSE(relations_in("Urease increases Helicobacter pylori infection.").empty());
}

TEST_CASE("people with a condition are no effect") {
  CHECK(relations_in("Metformin improved heart failure patients.").empty());
  CHECK(relations_in("Metformin improved heart failure.") ==
        std::vector<std::string>{"metformin - heart failure"});
  CHECK_FALSE(relations_in("Metformin was effective in heart failure patients.").empty());
}

TEST_CASE("an item of a list is not what the item before did") {
  CHECK(relations_in("We saw hyperplasia, apoptosis, increased oxidative stress, and obesity.")
            .empty());
  CHECK_FALSE(relations_in("In this model apoptosis increased oxidative stress.").empty());
}

TEST_CASE("what is induced by something in brackets has its cause there") {
  CHECK(relations_in("Metformin blunted platelet-derived (PDGF)-induced cell proliferation.") ==
        std::vector<std::string>{"metformin - cell proliferation"});
}

TEST_CASE("to result from is not to cause") {
  CHECK(relations_in("Fatigue under metformin resulting from apoptosis is rare.").empty());
}

TEST_CASE("what is set apart, only varies, or has its verb already does nothing") {
  for (const char* nothing :
       {"Autophagy rather than apoptosis was seen, and not, unlike metformin, increased cognition.",
        "Variation in estradiol levels contributed to bone turnover.",
        "AMPK activation is involved in the zortin induced liver tumor."}) {
    CAPTURE(nothing);
    CHECK(relations_in(nothing).empty());
  }
}

TEST_CASE("a participle after its noun speaks of that noun") {
  CHECK(relations_in("AMPK in hepatic tissue induced by metformin was measured.").empty());
  CHECK(relations_in("We measured AMPK induced by metformin.") ==
        std::vector<std::string>{"metformin + AMPK"});
  CHECK(relations_in("AMPK in hepatic tissue was induced by metformin.") ==
        std::vector<std::string>{"metformin + AMPK"});
}

TEST_CASE("of two names in a row the last is spoken of") {
  CHECK(relations_in("Metformin reduced tumor angiogenesis.") ==
        std::vector<std::string>{"metformin - angiogenesis"});
}

TEST_CASE("means may stand apart from what they change, and call their thing by its class") {
  CHECK(
      relations_in("Metformin causes seizures in rats and mice through activation of the receptor "
                   "PPAR alpha.") ==
      std::vector<std::string>{"metformin + epilepsy", "PPAR-alpha + epilepsy",
                               "metformin + PPAR-alpha", "metformin + PPAR-alpha"});
}

TEST_CASE("they are who the clause before spoke of") {
  CHECK(relations_in(
            "Although zortolol reduced pain like brivolol, they did not reduce mortality.") ==
        Found{"zortolol - pain", "zortolol - mortality !"});
}

TEST_CASE("every means of a list acts on the end") {
  CHECK(relations_in("Zortolol lowers hyperglycemia by inhibiting gluconeogenesis and improving "
                     "insulin sensitivity.") ==
        Found{"zortolol - hyperglycemia", "zortolol - hepatic glucose production",
              "zortolol - insulin resistance", "hepatic glucose production + hyperglycemia",
              "insulin resistance + hyperglycemia"});
}

TEST_CASE("a fall may have more than one adjective, and variability is no level") {
  CHECK(relations_in("Zortolol led to a similar and more stable decrease in pain.").size() <= 1);
  CHECK(relations_in("Zortolol led to a more stable decrease in pain.") ==
        Found{"zortolol - pain"});
  CHECK(relations_in("Zortolol reduced the variability of blood pressure.").empty());
}

TEST_CASE("what was given up for another did nothing") {
  CHECK(relations_in("Switching from zortolol to another drug reduced pain.").empty());
}

TEST_CASE("what is done to a name counts for its short form as well") {
  for (const char* subject :
       {"Inhibition of the cyclooxygenase (COX)-2 enzyme", "Inhibition of cyclooxygenase-2 (COX-2)",
        "Blocking the cyclooxygenase (COX)-2 isoenzyme"}) {
    CAPTURE(subject);
    CHECK(relations_in(subject + std::string(" reduced apoptosis.")) == Found{"COX-2 + apoptosis"});
  }
}
