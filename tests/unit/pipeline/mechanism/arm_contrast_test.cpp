#include "pipeline/mechanism/arm_contrast.hpp"

#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::mechanism;

namespace {

const ComparedWords kArms{
    .intervention = {"vensolan"}, .comparator = {"ostrolan"}, .outcome = {"gout"}};

Contrast of(const std::string& sentence, const ComparedWords& words = kArms) {
  const model::Article article = mechanism::test::record("90000001", sentence, "A trial");
  const extract::Reading reading(article);
  return contrast_in(reading.lines().back(), words);
}

}  // namespace

TEST_CASE("one arm on either side of the word that compares") {
  CHECK(of("Gout was rarer with vensolane than with ostrolane.") == Contrast::direct);
  CHECK(of("Gout was rarer with ostrolane compared with vensolane.") == Contrast::direct);
  CHECK(of("Compared with ostrolane, vensolane lowered gout.") == Contrast::direct);
  CHECK(of("Gout fell (vensolane vs. ostrolane, 3 vs. 6).") == Contrast::direct);
  CHECK(of("Vensolane was superior to ostrolane in gout.") == Contrast::direct);
  CHECK(of("Vensolane was equivalent to ostrolane and superior to zetolane in gout.") ==
        Contrast::direct);
  CHECK(of("Vensolane was as safe as ostrolane and better than zetolane in gout.") ==
        Contrast::direct);
}

TEST_CASE("two clauses, a difference between them, or a figure for each") {
  CHECK(of("Vensolane raised gout, whereas ostrolane did not.") == Contrast::direct);
  CHECK(of("Gout did not differ between vensolane and ostrolane.") == Contrast::direct);
  CHECK(of("Gout was 34% for vensolane and 40% for ostrolane (p = 0.01).") == Contrast::direct);
  CHECK(of("Vensolane and ostrolane reduced gout.") == Contrast::none);
}

TEST_CASE("a third arm, or one arm on both sides, is another comparison") {
  CHECK(of("Gout was lower with vensolane and ostrolane than with placebo.") == Contrast::none);
  CHECK(of("Gout was much higher in the placebo than in the vensolane group.") == Contrast::none);
  CHECK(of("Vensolane (vs. zetolane) raised gout.") == Contrast::none);
  CHECK(of("Gout was lower with vensolane and dorotide than with vensolane and ostrolane.") ==
        Contrast::none);
  CHECK(of("Gout was more common with vensolane.") == Contrast::one_arm);
  CHECK(of("Gout was more common with vensolane than in the other group.") == Contrast::one_arm);
  CHECK(of("More gout was seen in both groups, not only with vensolane.") == Contrast::none);
}

TEST_CASE("an arm whose words the other one has, too") {
  const ComparedWords added{
      .intervention = {"dorotid"}, .outcome = {"gout"}, .shared = {"vensolan"}};
  CHECK(of("Gout was lower with vensolane plus dorotide than with vensolane alone.", added) ==
        Contrast::direct);
  CHECK(of("Gout was lower with vensolane plus dorotide.", added) == Contrast::one_arm);
}

TEST_CASE("wishes and aims found nothing") {
  CHECK(states_no_result("Vensolane should be preferred."));
  CHECK(states_no_result("Other trials have to be performed."));
  CHECK(states_no_result("Vensolane is no practical option in gout."));
  CHECK(states_no_result("We compared vensolane with ostrolane."));
  CHECK_FALSE(states_no_result("Vensolane lowered gout more than ostrolane."));
}

TEST_CASE("an arm is named by all the words that tell it from the other") {
  const ComparedWords routes{
      .intervention = {"derm"}, .comparator = {"oral"}, .shared = {"vensolan"}};
  const auto named = [&](const std::string& text, const ComparedWords& words) {
    const model::Article article = mechanism::test::record("90000001", text, "A trial");
    const extract::Reading reading(article);
    return arms_named(reading, words);
  };
  CHECK_FALSE(named("Oral vensolane was taken with oral dorotide.", routes).intervention);
  CHECK(named("Oral vensolane was taken with oral dorotide.", routes).comparator);
  CHECK(named("Dermal and oral vensolane were compared.", routes).intervention);
  CHECK_FALSE(named("Dermal and oral zetolane were compared.", routes).intervention);
  // A drug that always has the same further name is another one.
  CHECK_FALSE(
      named("Vensolane complexate was given. Vensolane complexate healed.", kArms).intervention);
  CHECK(named("Vensolane complexate was given. Vensolane healed.", kArms).intervention);
  const ComparedWords dose{.intervention = {"5"}, .comparator = {"10"}, .shared = {"vensolan"}};
  CHECK_FALSE(named("Vensolane 5 mg was taken.", dose).comparator);
}
