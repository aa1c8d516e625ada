#include "pipeline/model/effect_direction.hpp"
#include "pipeline/model/retraction_status.hpp"
#include "pipeline/model/species.hpp"
#include "pipeline/model/stance.hpp"
#include "pipeline/model/verdict.hpp"
#include "support/catch.hpp"

using namespace ev;
using namespace ev::model;

TEST_CASE("Each value has its wire name", "[named_values]") {
  CHECK(wire_name(Stance::supports) == "supports");
  CHECK(wire_name(Stance::background) == "background");
  CHECK(wire_name(Verdict::insufficient) == "insufficient");
  CHECK(wire_name(LinkStatus::contested) == "contested");
  CHECK(wire_name(LinkStatus::proposed) == "proposed");
  CHECK(wire_name(EffectDirection::no_difference) == "no_difference");
  CHECK(wire_name(EffectDirection::unclear) == "unclear");
  CHECK(wire_name(Species::in_vitro) == "in vitro");
  CHECK(wire_name(Species::not_stated) == "not stated");
  CHECK(wire_name(RetractionStatus::expression_of_concern) == "expression_of_concern");
  CHECK(from_wire_name<RetractionStatus>("retracted") == RetractionStatus::retracted);
}

TEST_CASE("Of a work its retraction is the gravest word, a notice on another the lightest",
          "[named_values]") {
  using R = RetractionStatus;
  CHECK(graver(R::retracted, R::expression_of_concern));
  CHECK(graver(R::expression_of_concern, R::corrected));
  CHECK(graver(R::corrected, R::notice));
  CHECK(graver(R::notice, R::none));
  CHECK_FALSE(graver(R::none, R::none));
}
