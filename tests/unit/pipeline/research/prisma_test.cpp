#include "pipeline/research/prisma.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <map>
#include <random>

using namespace ev::research;

namespace {

Selection random_selection(std::mt19937& random) {
  const auto below = [&](long n) { return std::uniform_int_distribution<long>(-2, n)(random); };
  const auto counted = [&](long n) {
    std::vector<Counted> out;
    for (long i = below(4); i > 0; --i) out.push_back({"reason " + std::to_string(i), below(n)});
    return out;
  };
  Selection out;
  for (long i = below(6); i > 0; --i) {
    out.searches.push_back({.service = i % 2 == 0 ? "pubmed" : "clinicaltrials",
                            .asked = "q",
                            .status = "ok",
                            .found = below(1000),
                            .returned = below(100)});
  }
  out.distinct = below(300);
  out.by_rule = counted(80);
  if (below(2) > 0) out.by_person = counted(80);
  if (below(2) > 0) out.not_retrieved = below(50);
  if (below(2) > 0) out.not_eligible = counted(80);
  if (below(2) > 0) out.studies = below(80);
  return out;
}

std::map<std::string, Box> by_id(const std::vector<Box>& boxes) {
  std::map<std::string, Box> out;
  for (const Box& box : boxes) out.emplace(box.id, box);
  return out;
}

}  // namespace

TEST_CASE("The boxes add up whatever the log says") {
  std::mt19937 random(20260124);
  for (int i = 0; i < 10'000; ++i) {
    const Selection selection = random_selection(random);
    const auto boxes = by_id(prisma_boxes(selection));
    const auto n = [&](const char* id) { return boxes.at(id).n.value_or(0); };
    REQUIRE(boxes.at("identified").n);
    REQUIRE(boxes.at("screened").n);
    REQUIRE(n("identified") == n("removed") + n("screened"));
    if (boxes.at("sought").n) {
      REQUIRE(n("screened") == n("excluded") + n("sought"));
      REQUIRE(n("sought") == n("not_retrieved") + n("assessed"));
      REQUIRE(n("assessed") == n("not_eligible") + n("included"));
    }
    for (const auto& [id, box] : boxes) {
      REQUIRE(box.n.has_value() == (box.by != BoxBy::nobody));
      REQUIRE(box.n.value_or(0) >= 0);
      long parts = 0;
      for (const Counted& part : box.parts) parts += part.n;
      if (!box.parts.empty()) REQUIRE(parts == box.n.value_or(-1));
    }
  }
}

TEST_CASE("What nobody did has no number") {
  const auto boxes =
      by_id(prisma_boxes({.searches = {{.service = "pubmed", .returned = 5}}, .distinct = 4}));
  CHECK(boxes.at("excluded").by == BoxBy::nobody);
  CHECK_FALSE(boxes.at("included").n);
  CHECK(boxes.at("removed").parts[0].what == "duplicates");
  CHECK(boxes.at("removed").n == 1);
}

TEST_CASE("Records that no search delivered are said to be given") {
  const auto boxes = by_id(prisma_boxes({.distinct = 7}));
  CHECK(boxes.at("identified").n == 7);
  CHECK(boxes.at("identified").parts[0].what == "given by the caller, or imported");
}

TEST_CASE("The table of boxes has a line per box and part, and no formula") {
  const std::string csv =
      prisma_csv({{.id = "removed", .label = "=1+1", .n = 2, .parts = {{"a \"b\"", 2}}}});
  CHECK(csv ==
        "\"box\",\"label\",\"part\",\"n\",\"by\"\r\n\"removed\",\"'=1+1\",\"\",2,\"program\"\r\n"
        "\"removed\",\"'=1+1\",\"a \"\"b\"\"\",2,\"program\"\r\n");
}

TEST_CASE("The search report names every service, strategy and date, and what is not recorded") {
  const auto items = search_report({.searches = {{.service = "pubmed",
                                                  .asked = "asthma",
                                                  .sent = "asthma[tiab]",
                                                  .date = "2026-01-02",
                                                  .status = "ok",
                                                  .found = 90,
                                                  .returned = 20}}});
  REQUIRE(items.size() == 16);
  CHECK(items[0].text == "pubmed");
  CHECK(items[7].text == "pubmed: asthma[tiab]");
  CHECK(items[12].text == "2026-01-02");
  CHECK(items[14].text == "pubmed 90 found, 20 taken");
  CHECK_FALSE(items[13].done);
}
