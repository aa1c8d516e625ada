#include "pipeline/mesh/qualifiers.hpp"

#include "base/text.hpp"
#include "support/catch.hpp"

#include <set>
#include <string>

namespace ev::mesh {

namespace {

std::set<std::string_view> codes_below(const char* name) {
  std::set<std::string_view> out;
  const Qualifier* qualifier = find_qualifier(name);
  REQUIRE(qualifier != nullptr);
  for (const Qualifier* q : exploded_qualifier(*qualifier)) out.insert(q->code);
  return out;
}

}  // namespace

TEST_CASE("every qualifier is found by its code and its name") {
  std::set<std::string_view> codes;
  for (const Qualifier& q : qualifiers()) {
    INFO(q.name);
    CHECK(q.code.size() == 2);
    CHECK(codes.insert(q.code).second);
    CHECK(find_qualifier(q.code) == &q);
    CHECK(find_qualifier(q.name) == &q);
    CHECK(find_qualifier(text::to_lower_ascii(q.code)) == &q);
  }
  CHECK(codes.size() >= 80);
  CHECK(find_qualifier("Prevention and Control")->code == "PC");
  CHECK(find_qualifier("prevention & control")->code == "PC");
  CHECK(find_qualifier("dt")->name == "drug therapy");
  CHECK(find_qualifier("zz") == nullptr);
  CHECK(find_qualifier("") == nullptr);
  CHECK_FALSE(find_qualifier("radiography")->current);
}

TEST_CASE("families are made of known qualifiers and never of themselves") {
  for (const Qualifier& q : qualifiers()) {
    for (const std::string& code : text::split(q.family, ' ')) {
      if (code.empty()) continue;
      INFO(q.name << " -> " << code);
      const Qualifier* member = find_qualifier(code);
      REQUIRE(member != nullptr);
      CHECK(member->current);
      CHECK(member != &q);
    }
  }
}

TEST_CASE("a qualifier explodes to its family, over several levels") {
  using Codes = std::set<std::string_view>;
  CHECK(codes_below("drug therapy") == Codes{"DT"});
  CHECK(codes_below("adverse effects") == Codes{"AE", "PO", "TO"});
  CHECK(codes_below("therapy") == Codes{"TH", "DH", "DT", "NU", "PC", "RT", "RH", "SU", "TR"});
  CHECK(codes_below("statistics & numerical data") == Codes{"SN", "EP", "EH", "MO", "SD"});
  CHECK(codes_below("physiology").contains("BI"));  // below metabolism
  CHECK(codes_below("therapeutic use") == Codes{"TU", "AD", "AE", "PO"});
}

}  // namespace ev::mesh
