#include "pipeline/mechanism/claim_ends.hpp"

#include "support/catch.hpp"

#include <algorithm>

using namespace ev::mechanism;

namespace {

LinkToTest opened(const char* from, const char* to) {
  LinkToTest link{.from = from, .to = to};
  open_ends(link);
  return link;
}
bool holds(const std::vector<std::string>& names, const char* name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

TEST_CASE("what a measure is taken of, and the setting of symptoms") {
  CHECK(opened("vensolane", "risk of hip fracture").to == "hip fracture");
  CHECK(opened("vensolane", "risk").to == "risk");
  const LinkToTest symptoms = opened("vensolane", "symptoms of zeta syndrome");
  CHECK(symptoms.to == "symptoms");
  CHECK(symptoms.setting == "zeta syndrome");
  CHECK(holds(symptoms.to_names, "zeta syndrome symptoms"));
}

TEST_CASE("other ways of writing a refractory condition and a regimen") {
  CHECK(holds(opened("vensolane", "treatment-resistant gout").to_names, "refractory gout"));
  const LinkToTest regimen = opened("vensolane triple therapy", "gout");
  CHECK(holds(regimen.from_names, "vensolane-based triple therapy"));
  CHECK(holds(regimen.from_names, "triple therapy with vensolane"));
  CHECK(opened("vensolane", "gout").from_names.empty());
}

TEST_CASE("a kind keeps its own names and loses those of its neighbours") {
  LinkToTest hip{.from = "vensolane",
                 .to = "hip fracture",
                 .to_names = {"fracture", "vertebral fracture", "broken hip", "hip fractures"}};
  keep_to_kind(hip);
  CHECK(hip.to_names == std::vector<std::string>{"broken hip", "hip fractures"});
  LinkToTest plain{.from = "vensolane", .to = "chronic gout", .to_names = {"gout", "podagra"}};
  keep_to_kind(plain);
  CHECK(plain.to_names.size() == 2);
}
