#include "pipeline/mechanism/aims.hpp"

#include "support/catch.hpp"

using namespace ev::mechanism;

TEST_CASE("questions and plans are aims, results are none") {
  CHECK(states_an_aim("We aimed to investigate whether vensolane lowers zetokine."));
  CHECK(states_an_aim("Does vensolane lower zetokine?"));
  CHECK(states_an_aim("Rats were randomized to vensolane or water."));
  CHECK_FALSE(states_an_aim("Vensolane lowered zetokine."));
}

TEST_CASE("a title that names a topic states no finding") {
  CHECK(states_a_finding("Vensolane lowers zetokine in mice"));
  CHECK(states_a_finding("Inhibition of zetokine by vensolane"));
  CHECK(states_a_finding("Vensolane was not protective"));
  CHECK_FALSE(states_a_finding("Vensolane for the prevention of gout"));
  CHECK_FALSE(states_a_finding("Zetokine blocking agents in gout: benefits and open questions"));
}

TEST_CASE("to find out is an aim, to one's surprise is none") {
  CHECK(states_an_aim("To identify the dose of vensolane that lowers zetokine."));
  CHECK_FALSE(states_an_aim("To our surprise vensolane lowered zetokine."));
  CHECK(states_an_aim("We have assessed zetokine under vensolane."));
}

TEST_CASE("a title that names a study states no finding, unless it has a verb") {
  CHECK_FALSE(states_a_finding("Evaluation of changes in zetokine induced by vensolane"));
  CHECK_FALSE(states_a_finding("The effect of vensolane on zetokine activation"));
  CHECK(states_a_finding("The effect of vensolane on zetokine is small"));
}

TEST_CASE("what was looked into, assumed or is meant to happen is no finding") {
  CHECK(states_an_aim("This blinded trial evaluated vensolane in lowering zetokine."));
  CHECK(states_an_aim("Vensolane and water in gout were retrospectively assessed."));
  CHECK(states_an_aim("Rats on vensolane were assumed to have less zetokine."));
  CHECK(states_an_aim("Vensolane and water were compared with regard to zetokine."));
  CHECK(states_an_aim("Vensolane and water were studied regarding relief of gout."));
  CHECK_FALSE(states_an_aim("When vensolane and water were compared, zetokine was lower."));
  CHECK_FALSE(states_an_aim("Zetokine was lower in the rats that were assessed on vensolane."));
  CHECK_FALSE(states_a_finding("Vensolane with and without water to lower zetokine"));
  CHECK(states_a_finding("Vensolane lowers zetokine to lessen gout"));
}
