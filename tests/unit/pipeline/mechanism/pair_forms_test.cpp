#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

#include <algorithm>

using ev::mechanism::test::relations_in;
using Found = std::vector<std::string>;

TEST_CASE("doers are named by what they act on") {
  CHECK(relations_in("The AMPK inhibitor zortolol was given.") == Found{"zortolol - AMPK"});
  CHECK(relations_in("Zortolol, a selective AMPK inhibitor, was given.") ==
        Found{"zortolol - AMPK"});
  CHECK(relations_in("Zortolol is a new beta-adrenergic receptor antagonist.") ==
        Found{"zortolol - beta-adrenergic receptor"});
  CHECK(relations_in("Proton pump inhibitors such as zorprazole were given.") ==
        Found{"zorprazole - H+/K+-ATPase"});
  CHECK(relations_in("Zortolol has antioxidant properties.") ==
        Found{"zortolol - oxidative stress"});
  // What a sentence doubts or denies does not touch the apposition.
  CHECK(relations_in("Unlike the older AMPK inhibitors, zortolol is unlikely to harm.") ==
        Found{"zortolol - AMPK"});
  // A list is no apposition, nor is the next sentence's first word.
  CHECK(relations_in("The combination of an ACE inhibitor, zortolol and a diuretic was given.")
            .empty());
  CHECK(relations_in("Diuretics, zortolol, as well as beta-blockers were given.").empty());
  CHECK(relations_in("Resistant to proton pump inhibitor therapy. The zortolol study.").empty());
  CHECK(
      relations_in("Users of proton pump inhibitors, metformin and aspirin were counted.").empty());
}

TEST_CASE("an effect of one on another has a direction only with its adjective") {
  CHECK(relations_in("The inhibitory effect of zortolol on AMPK was clear.") ==
        Found{"zortolol - AMPK"});
  CHECK(relations_in("A beneficial effect of zortolol on heart failure was seen.") ==
        Found{"zortolol - heart failure"});
  CHECK(relations_in("The effect of zortolol on heart failure was measured.").empty());
}

TEST_CASE("attributions and ways name what acts") {
  CHECK(relations_in("The reduction in mortality was due to decreased inflammation.") ==
        Found{"inflammation + mortality"});
  CHECK(relations_in("Effect of zortolol via suppression of apoptosis.") ==
        Found{"zortolol - apoptosis"});
}

TEST_CASE("an apposition may say more than the class") {
  CHECK(relations_in("Zortolol, a potent, reliable AMPK inhibitor, was given.") ==
        Found{"zortolol - AMPK"});
  CHECK(relations_in("Zortolol (5 mg daily), a well tolerated AMPK inhibitor, was given.") ==
        Found{"zortolol - AMPK"});
  CHECK(relations_in("The two AMPK inhibitors, zortolol and metformin, were given.").size() == 2);
  CHECK(relations_in("Zortolol, a drug given with an AMPK inhibitor, was new.").empty());
}

TEST_CASE("an antagonistic activity at a target is a link to it") {
  const Found blamed = relations_in(
      "Weight gain may be attributable to the antagonistic activity of zortolol at the "
      "serotonin-2C receptor.");
  CHECK(std::count(blamed.begin(), blamed.end(), "zortolol - serotonin 5-HT2C receptor ?") == 1);
  CHECK(std::count(blamed.begin(), blamed.end(), "serotonin 5-HT2C receptor - body weight ?") == 1);
  CHECK(relations_in("The agonistic activity of zortolol at AMPK was clear.") ==
        Found{"zortolol + AMPK"});
}

TEST_CASE("a blockade of a target with a drug is the drug's") {
  CHECK(relations_in("There was much 5-HT2A receptor blockade with zortolol.") ==
        Found{"zortolol - serotonin 5-HT2A receptor"});
  CHECK(relations_in("Zortolol, a weak D2-dopaminergic antagonist, was given.") ==
        Found{"zortolol - dopamine D2 receptor"});
}
