#include "pipeline/model/value.hpp"

#include "support/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

TEST_CASE("values keep their kind through JSON") {
  const auto json = *parse_json(R"([null,true,12,0.5,"x",["a"],{"k":{"n":1}}])");
  CHECK(model::to_json(model::value_from_json(json)) == json);
  // Beyond 2^63 a count becomes a floating-point number instead of wrapping.
  CHECK(model::value_from_json(*parse_json("18446744073709551615")).number() ==
        18446744073709551615.0);
  CHECK(model::Value(3).number() == 3.0);
  CHECK(model::Value("x").number() == 0.0);
}
