#include "pipeline/appraise/text_quality.hpp"

#include "support.hpp"
#include "support/catch.hpp"

#include <algorithm>

using namespace ev;
using appraise::text_quality;

namespace {

bool meets(const model::Article& a, std::string_view criterion) {
  const auto quality = text_quality(a);
  return quality &&
         std::find(quality->met.begin(), quality->met.end(), criterion) != quality->met.end();
}

model::Article with_abstract(std::string abstract) {
  return test::article("1", "T", std::move(abstract));
}

}  // namespace

TEST_CASE("every criterion is met by what it names and by nothing else") {
  CHECK(meets(with_abstract("In 120 eligible adult patients"), "sample_size"));
  CHECK(meets(with_abstract("(n = 48)"), "sample_size"));
  CHECK_FALSE(meets(with_abstract("In patients aged over sixty"), "sample_size"));
  CHECK(meets(with_abstract("OR 0.8 (95% CI 0.6 to 0.9)"), "effect_with_precision"));
  CHECK(meets(with_abstract("the mean difference was 3 (p < 0.05)"), "effect_with_precision"));
  CHECK_FALSE(meets(with_abstract("it improved significantly"), "effect_with_precision"));
  CHECK(meets(with_abstract("zinc versus placebo"), "comparison"));
  CHECK_FALSE(meets(with_abstract("all received zinc"), "comparison"));
  CHECK(meets(with_abstract("Registered as NCT01234567."), "registration"));
  CHECK_FALSE(meets(with_abstract("Registered nurses took part."), "registration"));
  CHECK(meets(with_abstract("A limitation is the short follow-up."), "limitations"));
  CHECK(meets(with_abstract("We conclude that zinc is safe."), "conclusion"));
  model::Article a = with_abstract("Aim. Result.");
  CHECK_FALSE(meets(a, "structured"));
  CHECK_FALSE(meets(a, "disclosure"));
  a.sections = {{.label = "AIM", .start = 0, .end = 4}, {.label = "RESULT", .start = 5, .end = 12}};
  a.coi_statement = "None.";
  CHECK(meets(a, "structured"));
  CHECK(meets(a, "disclosure"));
}

TEST_CASE("the score is the share met, not the length") {
  const auto shorter = text_quality(with_abstract("120 patients, zinc versus placebo."));
  const auto longer =
      text_quality(with_abstract("Zinc has long been thought of as a metal of some interest to "
                                 "many people who think of metals. "
                                 "Its history is long and its uses are many, and much has been "
                                 "written of it in many places."));
  REQUIRE(shorter);
  REQUIRE(longer);
  CHECK(shorter->score == 0.25);
  CHECK(longer->score == 0);
  CHECK_FALSE(text_quality(with_abstract("")));
}
