#include "pipeline/search/live_mesh.hpp"

#include "support/catch.hpp"
#include "unit/pipeline/search/upstream.hpp"

using namespace ev;

namespace {

using Names = std::vector<std::string>;

constexpr const char* kSummaries = R"({"header":{"type":"esummary"},"result":{
 "uids":["67900002","68900001","68900003"],
 "68900001":{"ds_meshui":"D900001","ds_meshterms":["Zebra Fever","Striped Disease"],
   "ds_idxlinks":[{"treenum":"C01.100"}]},
 "67900002":{"ds_meshui":"C900002","ds_meshterms":["striped disease","ZBM"]},
 "68900003":{"ds_meshui":"D900003","ds_meshterms":["Striped Diseases of Horses"]}}})";

Names names(const Result<search::Headings>& headings) {
  Names out;
  REQUIRE(headings);
  for (const mesh::Heading& h : *headings) out.push_back(h.name);
  return out;
}

}  // namespace

TEST_CASE("terms are asked one by one, what was found in one go") {
  test::Upstream up;
  up.script.on("term=zebra", test::search_json(2, {"68900001", "68900003"}));
  up.script.on("term=striped", test::search_json(3, {"68900003", "68900001", "67900002"}));
  up.script.on("term=xyzzy", test::search_json(0, {}));
  up.script.on("esummary", kSummaries);
  const Names terms = {"Zebra Fevers", "striped disease", "xyzzy", "(-)"};
  const auto got = search::live_mesh(up.ports(), terms, up.context());
  REQUIRE(got.size() == 4);
  CHECK(names(got[0]) == Names{"Zebra Fever"});
  CHECK(got[0]->front().tree_numbers == Names{"C01.100"});
  // Its own name first; a heading that only came up is not taken.
  CHECK(names(got[1]) == Names{"striped disease", "Zebra Fever"});
  CHECK(got[1]->front().supplementary);
  CHECK(names(got[2]).empty());
  CHECK(names(got[3]).empty());
  CHECK(up.count("esearch") == 3);
  CHECK(up.count("esummary") == 1);
  CHECK(up.count("id=67900002%2C68900001%2C68900003") == 1);

  CHECK(names(search::asking_live(up.ports())(terms, up.context())[0]) == Names{"Zebra Fever"});
  CHECK(up.count("esearch") == 3);  // cached
}

TEST_CASE("a failure concerns the terms it touches only") {
  test::Upstream up;
  up.script.on("term=zebra", test::search_json(1, {"68900001"}));
  up.script.on("term=broken",
               R"({"esearchresult":{"ERROR":"Search Backend failed: Query syntax error"}})");
  up.script.on("term=xyzzy", test::search_json(0, {}));
  up.script.on("esummary", R"({"result":[1]})");
  const Names terms = {"zebra fever", "broken", "xyzzy"};
  const auto got = search::live_mesh(up.ports(), terms, up.context());
  REQUIRE(got.size() == 3);
  REQUIRE_FALSE(got[0]);
  CHECK(got[0].error().code == Errc::upstream_changed);
  CHECK_FALSE(got[1]);
  CHECK(names(got[2]).empty());
}
