#include "pipeline/extract/rule_traits.hpp"

#include "pipeline/extract/field_names.hpp"
#include "support/catch.hpp"

#include <algorithm>

namespace ev::extract {

namespace {

bool is_asked_for(Rule rule) {
  const auto names = field_names();
  return std::any_of(names.begin(), names.end(),
                     [&](const FieldName& name) { return name.rule == rule; });
}

}  // namespace

TEST_CASE("each row of the traits is of a rule of its own that a name asks for") {
  const auto rows = rule_traits();
  for (auto row = rows.begin(); row != rows.end(); ++row) {
    INFO("row " << row - rows.begin());
    // A number of years is what no name but "age" asks for.
    CHECK((is_asked_for(row->rule) || row->rule == traits_of(find_age).as_number));
    CHECK(std::none_of(rows.begin(), row, [&](const auto& o) { return o.rule == row->rule; }));
  }
}

TEST_CASE("a rule without a row is a plain one") {
  const RuleTraits& plain = traits_of(find_mesh_terms);
  CHECK(plain.rule == nullptr);
  CHECK(std::string_view(plain.beside).empty());
  CHECK(plain.unit == UnitKind::none);
  CHECK(plain.effect == EffectKind::none);
  CHECK_FALSE((plain.prose || plain.of_the_whole || plain.by_arm));
}

TEST_CASE("what a rule finds is told by its row") {
  CHECK(traits_of(find_follow_up).unit == UnitKind::time);
  CHECK(traits_of(find_daily_dose).unit == UnitKind::amount);
  CHECK(traits_of(find_performance_gain).unit == UnitKind::share);
  CHECK(traits_of(find_conclusion).prose);
  CHECK(traits_of(find_means).by_arm);
  CHECK(traits_of(find_effect_size).effect == EffectKind::any);
  CHECK(traits_of(find_hazard_ratio).effect == EffectKind::one);
  CHECK(traits_of(find_effect_measure).as_number == find_effect_size);
}

}  // namespace ev::extract
