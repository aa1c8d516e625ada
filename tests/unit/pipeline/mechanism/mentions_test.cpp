#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

// "name" with "-" or "+" for polarity and "*" when the bound words act.
std::vector<std::string> mentioned(const std::string& sentence) {
  Vocabulary v;
  const auto tokens = doc::tokenize(sentence);
  std::vector<std::string> out;
  for (const Mention& m : find_mentions(sentence, tokens, v)) {
    out.push_back((m.polarity < 0 ? "-" : "+") + v.at(m.entity).name + (m.acts ? "*" : ""));
  }
  return out;
}
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("bound words turn a name into less or more of it") {
  CHECK(mentioned("The inhibition of AMPK was seen.") == Names{"-AMPK*"});
  CHECK(mentioned("The activation of AMPK was seen.") == Names{"+AMPK*"});
  CHECK(mentioned("An AMPK inhibitor was given.") == Names{"-AMPK*"});
  CHECK(mentioned("In AMPK knockout animals nothing happened.") == Names{"-AMPK*"});
  CHECK(mentioned("AMPK-/- animals were bred.") == Names{"-AMPK*"});
  CHECK(mentioned("AMPK siRNA was used.") == Names{"-AMPK*"});
  CHECK(mentioned("Loss of AMPK was seen.") == Names{"-AMPK*"});
  CHECK(mentioned("Anti-TNF antibodies were used.") == Names{"-TNF*"});
  CHECK(mentioned("There was a reduction in blood pressure.") == Names{"-blood pressure*"});
  CHECK(mentioned("It came with reduced apoptosis.") == Names{"-apoptosis*"});
  CHECK(mentioned("AMPK was measured.") == Names{"+AMPK"});
}

TEST_CASE("gene symbols that are words need capitals and a gene word") {
  CHECK(mentioned("Patients MET criteria and were SET to REST.").empty());
  CHECK(mentioned("The cat was set to rest and met another.").empty());
  CHECK(mentioned("MET amplification was found.") == Names{"+MET"});
  CHECK(mentioned("REST protein was found.") == Names{"+REST"});
  CHECK(mentioned("THE CAT GENE WAS SET IN CAPITALS THROUGHOUT.").empty());
  CHECK(mentioned("It was ace.").empty());
  CHECK(mentioned("ACE was measured.") == Names{"+angiotensin-converting enzyme"});
}

TEST_CASE("an article before a Greek letter is no amyloid") {
  CHECK(mentioned("It is a beta-blocker.") == Names{"-beta-adrenergic receptor*"});
  CHECK(mentioned("Aβ was measured.") == Names{"+amyloid-beta accumulation"});
}

TEST_CASE("unknown names are found by their form") {
  CHECK(mentioned("We gave zortolol daily.") == Names{"+zortolol"});
  CHECK(mentioned("The orexin receptor was blocked.") == Names{"+orexin receptor"});
  CHECK(mentioned("The ZRX4 gene was cloned.") == Names{"+ZRX4"});
  CHECK(mentioned("The SF36 expression of quality.").empty());
}

TEST_CASE("time below a pH is acid, not its lack") {
  CHECK(mentioned("Time with gastric pH < 4 was recorded.") == Names{"+gastric acid secretion"});
  CHECK(mentioned("Gastric pH was recorded.") == Names{"-gastric acid secretion"});
}

TEST_CASE("a name and its short form in brackets are one name") {
  CHECK(mentioned("Inhibition of AMP-activated protein kinase (AMPK) was seen.") ==
        Names{"-AMPK*"});
  CHECK(mentioned("Inhibition of AMPK (AMP-activated protein kinase) was seen.") ==
        Names{"-AMPK*"});
  CHECK(mentioned("Inhibition of the cyclooxygenase (COX)-2 enzyme was seen.") == Names{"-COX-2*"});
  CHECK(mentioned("A cyclooxygenase-2 (COX-2) inhibitor was given.") == Names{"-COX-2*"});
  // Brackets that hold another name join nothing.
  CHECK(mentioned("Inhibition of AMPK (apoptosis was seen) began.") ==
        Names{"-AMPK*", "+apoptosis"});
}

TEST_CASE("a sentence that begins with blocking a thing is about less of it") {
  CHECK(mentioned("Blocking the AMPK enzyme was done.") == Names{"-AMPK*"});
  CHECK(mentioned("Inhibiting AMPK, zortolol was tried.").front() == "+AMPK");
}
