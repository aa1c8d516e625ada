#include "pipeline/mechanism/pair_reading.hpp"

#include "pipeline/mechanism/link_names.hpp"
#include "support/catch.hpp"

using namespace ev::mechanism;

namespace {

// "A" acts on "B": the sign read, 0 when nothing firm is read, 9 for a null finding.
int sign_in(const std::string& text, bool less_is_better = false) {
  const LinkSentence sentence = link_sentence(text);
  const auto from = LinkNames("vensolane").find(text, sentence.tokens);
  const auto to = LinkNames("zetokine").find(text, sentence.tokens);
  REQUIRE(from.size() == 1);
  REQUIRE(to.size() == 1);
  const auto reading = read_pair(sentence, from[0], to[0], less_is_better);
  if (!reading || reading->score < kFirmReading) return 0;
  return reading->null_finding || reading->negated ? 9 : reading->sign;
}

}  // namespace

TEST_CASE("active, passive and nominal forms have a sign") {
  CHECK(sign_in("Vensolane inhibits zetokine.") == -1);
  CHECK(sign_in("Vensolane markedly increased the expression of zetokine.") == 1);
  CHECK(sign_in("Zetokine was suppressed by vensolane.") == -1);
  CHECK(sign_in("The inhibition of zetokine by vensolane was complete.") == -1);
  CHECK(sign_in("Vensolane-induced inhibition of zetokine was seen.") == -1);
  CHECK(sign_in("Zetokine levels fell after vensolane.") == -1);
}

TEST_CASE("doers act by their name") {
  CHECK(sign_in("The zetokine antagonist vensolane was infused.") == -1);
  CHECK(sign_in("Vensolane, a selective zetokine agonist, was infused.") == 1);
  CHECK(sign_in("Vensolane is an inhibitor of zetokine.") == -1);
  CHECK(sign_in("Vensolane or the zetokine inhibitor dorotide was infused.") != 1);
}

TEST_CASE("two turns make a straight") {
  CHECK(sign_in("Vensolane prevented the decrease in zetokine.") == 1);
  CHECK(sign_in("Vensolane abolished the inhibition of zetokine.") == 1);
  CHECK(sign_in("Vensolane deficiency increased zetokine.") == -1);
  CHECK(sign_in("Vensolane acts by inhibiting zetokine.") == -1);
}

TEST_CASE("null findings are told from mentions") {
  CHECK(sign_in("Vensolane did not affect zetokine.") == 9);
  CHECK(sign_in("Vensolane had no effect on zetokine.") == 9);
  CHECK(sign_in("No association between vensolane and zetokine was found.") == 9);
  CHECK(sign_in("Vensolane did not inhibit zetokine.") == 9);
  CHECK(sign_in("Vensolane and zetokine were measured.") == 0);
}

TEST_CASE("praise depends on what is better") {
  CHECK(sign_in("Vensolane improved zetokine.", true) == -1);
  CHECK(sign_in("Vensolane improved zetokine.", false) == 1);
}

TEST_CASE("a means or a place is not what is acted on") {
  CHECK(sign_in("Vensolane reduced dorotide through zetokine.") == 0);
  CHECK(sign_in("Vensolane reduced dorotide via zetokine and autophagy.") == 0);
  CHECK(sign_in("Vensolane lowered dorotide by means of zetokine.") == 0);
  CHECK(sign_in("Vensolane reduced dorotide in zetokine-deficient mice.") == 0);
  CHECK(sign_in("Vensolane reduced dorotide through inhibition of zetokine.") == -1);
  CHECK(sign_in("Vensolane reduced dorotide through zetokine activation.") == 1);
}

TEST_CASE("names that undergo the same verb do not act on each other") {
  CHECK(sign_in("Dorotide decreased vensolane and zetokine.") == 0);
  CHECK(sign_in("Vensolane synthase increased zetokine.") != -1);
}

TEST_CASE("what is turned over or carried does not act") {
  const auto sign_of = [](const char* text, const char* from, const char* to) {
    const LinkSentence sentence = link_sentence(text);
    const LinkNames a(from);
    const LinkNames b(to);
    const auto reading = best_reading(sentence, a.find(sentence.text, sentence.tokens),
                                      b.find(sentence.text, sentence.tokens), false);
    return reading ? reading->sign : 0;
  };
  CHECK(sign_of("Zetokinase catalyzes the reduction of vensolane.", "vensolane", "zetokinase") ==
        0);
  CHECK(sign_of("Vensolane is a substrate of zetokinase, which drives elimination.", "vensolane",
                "zetokinase") == 0);
  CHECK(sign_of("Ostrolane blocked zetoporter-mediated vensolane efflux.", "vensolane",
                "zetoporter") == 0);
  CHECK(sign_of("Ostrolane blocked zetoporter-mediated vensolane efflux.", "ostrolane",
                "zetoporter") == -1);
  CHECK(sign_of("Vensolane inhibits zetokinase.", "vensolane", "zetokinase") == -1);
}

TEST_CASE("a word that only describes the end does nothing to it") {
  CHECK(sign_in("Vensolane reduced the risk of worsening zetokine.", true) == -1);
  CHECK(sign_in("Vensolane prevented worsening of zetokine.", true) == -1);
  CHECK(sign_in("Vensolane acts by worsening zetokine.", true) == 1);
  CHECK(sign_in("Vensolane users had fewer episodes of worsening zetokine.", true) != 1);
  CHECK(sign_in("The effect of vensolane was the same whatever the cause of zetokine.") != 1);
  CHECK(sign_in("Vensolane lowered death from any cause or zetokine.") == -1);
  CHECK(sign_in("Vensolane may cause zetokine.") == 1);
  CHECK(sign_in("Vensolane is a common cause of zetokine.") == 1);
  CHECK(sign_in("In a part of the trial of vensolane in mice with zetokine caused by dorotide the "
                "pulse was taken.") != 1);
  CHECK(sign_in("After vensolane, zetokine was reduced by 30 percent.") == -1);
  CHECK(sign_in("The dorotide blocking agent vensolane showed zetokine.") == 0);
}

TEST_CASE("a null finding on another thing is none on the end") {
  CHECK(sign_in("Vensolane did not alter the pulse in rats with zetokine.") == 0);
  CHECK(sign_in("Vensolane had no effect on hunger or thirst in zetokine.") == 0);
  CHECK(sign_in("In rats with zetokine, no effect of vensolane on hunger was found.") == 0);
  CHECK(sign_in("The effect of vensolane was not influenced by sex or zetokine.") == 0);
  CHECK(sign_in("Vensolane raised hunger, and the rises were not correlated with zetokine.") != 9);
  CHECK(sign_in("Vensolane in rats with zetokine increased the rate of sleep.") == 0);
  CHECK(sign_in("Vensolane did not affect changes in zetokine.") == 9);
  CHECK(sign_in("Vensolane had no significant effect on zetokine in rats.") == 9);
  CHECK(sign_in("There was no change in zetokine with vensolane.") == 9);
}

TEST_CASE("blocking a thing turns what follows") {
  CHECK(sign_in("Blocking the vensolane enzyme lowered zetokine.") == 1);
  CHECK(sign_in("Vensolane lowered zetokine.") == -1);
}
