#include "tools/synthesis_fit.hpp"

#include "support/catch.hpp"
#include "support/has.hpp"

#include <nlohmann/json.hpp>

using namespace ev;

namespace {

Json large_synthesis() {
  Json outcome = {
      {"outcome", "fever"},
      {"estimate", 0.5},
      {"studies", Json::array()},
      {"not_poolable", Json::array()},
      {"sensitivity", {{"leave_one_out", Json::array()}, {"peto", 1}}},
      {"summary_of_findings",
       {{"certainty", "low"},
        {"domains",
         {{{"domain", "imprecision"}, {"signals", {{{"says", "wide"}, {"quote", "q"}}}}}}}}}};
  for (int i = 0; i < 20; ++i) {
    outcome["studies"].push_back(
        {{"id", std::to_string(i)}, {"quote", std::string(200, 'q')}, {"effect", 0.5}});
    outcome["sensitivity"]["leave_one_out"].push_back({{"without", std::string(40, 'w')}});
  }
  return {{"outcomes", {outcome}},
          {"left_out", {{{"id", "1"}, {"reason", std::string(300, 'r')}}}},
          {"proposed_rows", {std::string(300, 'p'), std::string(300, 'p')}}};
}

}  // namespace

TEST_CASE("what fits stays whole") {
  Json synthesis = large_synthesis();
  std::vector<std::string> warnings;
  ev::tools::fit_synthesis(synthesis, 100'000, warnings);
  CHECK(synthesis == large_synthesis());
  CHECK(warnings.empty());
}

TEST_CASE("what gives way gives way in order, and each cut is said") {
  const std::size_t whole = dump_json(large_synthesis()).size();
  const auto cut_to = [](std::size_t room, std::vector<std::string>& warnings) {
    Json out = large_synthesis();
    ev::tools::fit_synthesis(out, room, warnings);
    CHECK(dump_json(out).size() <= room);
    CHECK(out["outcomes"][0]["estimate"] == 0.5);
    return out;
  };
  std::vector<std::string> first, second, third, last;
  CHECK_FALSE(cut_to(whole - 10, first).contains("left_out"));
  CHECK(first.size() == 1);
  CHECK(cut_to(whole - 500, second)["proposed_rows"].size() == 1);
  CHECK(second.size() == 2);
  const Json without_quotes = cut_to(whole - 2000, third);
  CHECK_FALSE(without_quotes["outcomes"][0]["studies"][0].contains("quote"));
  CHECK(without_quotes["outcomes"][0]["studies"].size() == 20);
  const Json least = cut_to(400, last);
  CHECK(least["outcomes"][0]["studies"].size() < 20);
  CHECK(least["outcomes"][0]["sensitivity"]["peto"] == 1);
  CHECK(has(last.back(), "rows of studies are left out"));
}

TEST_CASE("text is cut at a line, and says so") {
  CHECK(ev::tools::fit_lines("one\ntwo\n", 100) == "one\ntwo\n");
  const std::string cut =
      ev::tools::fit_lines("first line\nsecond line\n" + std::string(80, 'x'), 60);
  CHECK(cut == "first line\nsecond line\n- the rest stands in the report\n");
}
