#include "pipeline/sources/mesh_eutils.hpp"

#include "pipeline/sources/pubmed.hpp"
#include "support/catch.hpp"
#include "support/skipped.hpp"
#include "unit/pipeline/sources/fixtures.hpp"

#include <algorithm>

using namespace ev;

namespace {

using Names = std::vector<std::string>;

std::string parameter(const net::RequestPlan& plan, const std::string& name) {
  for (const auto& [key, value] : plan.params) {
    if (key == name) return value;
  }
  return "(none)";
}

constexpr const char* kSummaries = R"({"header":{"type":"esummary","version":"0.3"},"result":{
 "uids":["68900001","67900002","81900003","2029999","68900009","68900010"],
 "68900001":{"uid":"68900001","ds_meshui":"D900001","ds_recordtype":"descriptor",
   "ds_meshterms":["Zebra Fever","Fever, Zebra","Zebra Fever","Striped Disease"],
   "ds_subheading":["drug therapy","prevention and control","no such subheading"],
   "ds_idxlinks":[{"parent":"1","treenum":"C01.100","children":[]},
                  {"parent":"1","treenum":"C02.200.300","children":[7]},{"parent":"2"}]},
 "67900002":{"uid":"67900002","ds_meshterms":["zebramycin","ZBM-1"],
   "ds_idxlinks":[{"parent":"1000048","treenum":"@3065"}],
   "ds_headingmappedtolist":[68900001,"68900005","D900006"]},
 "81900003":{"uid":"81900003","ds_meshui":"Q900003","ds_meshterms":["striping"]},
 "2029999":{"uid":"2029999","ds_meshui":"D000099999","ds_meshterms":["Newer Heading"]},
 "68900009":{"uid":"68900009","error":"cannot get document summary"}}})";

}  // namespace

TEST_CASE("summaries of the MeSH database become headings") {
  const auto got = sources::parse_mesh_summaries(kSummaries);
  REQUIRE(got);
  REQUIRE(got->size() == 3);
  const mesh::Heading& fever = (*got)[0].heading;
  CHECK((*got)[0].id == "68900001");
  CHECK(fever.ui == "D900001");
  CHECK(fever.name == "Zebra Fever");
  CHECK(fever.entry_terms == Names{"Fever, Zebra", "Striped Disease"});
  CHECK(fever.tree_numbers == Names{"C01.100", "C02.200.300"});
  CHECK(fever.qualifiers == Names{"DT", "PC"});
  CHECK_FALSE(fever.supplementary);
  const mesh::Heading& drug = (*got)[1].heading;
  CHECK(drug.ui == "C900002");
  CHECK(drug.supplementary);
  CHECK(drug.tree_numbers.empty());
  CHECK(drug.mapped_to == Names{"D900001", "D900005", "D900006"});
  CHECK((*got)[2].heading.ui == "D000099999");
}

TEST_CASE("a reply in another form is an error") {
  for (const char* body : {"", "[]", "{}", "<html></html>", R"({"result":[]})"}) {
    INFO(body);
    const auto got = sources::parse_mesh_summaries(body);
    REQUIRE_FALSE(got);
    CHECK(got.error().code == Errc::upstream_changed);
  }
  CHECK_FALSE(sources::parse_mesh_summaries(R"({"error":"API rate limit exceeded"})"));
  CHECK(sources::parse_mesh_summaries(R"({"result":{"uids":[]}})")->empty());
}

TEST_CASE("plans name the database and ask for many ids at once") {
  const Config config;
  const auto search = sources::mesh_search_plan(config, "heart attack");
  CHECK(search.url.ends_with("/esearch.fcgi"));
  CHECK(parameter(search, "db") == "mesh");
  CHECK(parameter(search, "term") == "heart attack");
  CHECK(search.ttl > std::chrono::hours(24));
  const Names ids = {"68900001", "67900002"};
  const auto summary = sources::mesh_summary_plan(config, ids);
  CHECK(summary.url.ends_with("/esummary.fcgi"));
  CHECK(parameter(summary, "id") == "68900001,67900002");
  CHECK(parameter(summary, "retmode") == "json");
}

TEST_CASE("UIs of ids") {
  CHECK(sources::mesh_ui_of_id("68009203") == "D009203");
  CHECK(sources::mesh_ui_of_id("67414177") == "C414177");
  CHECK(sources::mesh_ui_of_id("81000188") == "Q000188");
  CHECK(sources::mesh_ui_of_id("2029079").empty());
  CHECK(sources::mesh_ui_of_id("99000001").empty());
  CHECK(sources::mesh_ui_of_id("").empty());
}

TEST_CASE("recorded replies of the MeSH database are read") {
  const auto path =
      test::shared_dir() / "recordings" / "eutils_esummary" / "klortho2012_esummary.mesh.json";
  if (test::shared_dir().empty() || !std::filesystem::exists(path)) {
    test::skipped("no recordings in the shared folder (EV_SHARED_DIR)");
    return;
  }
  const auto got = sources::parse_mesh_summaries(test::bytes_of(path));
  REQUIRE(got);
  REQUIRE(got->size() == 1);
  const mesh::Heading& heading = got->front().heading;
  CHECK(heading.supplementary);
  CHECK(heading.ui.size() == 7);
  CHECK_FALSE(heading.entry_terms.empty());
  CHECK(heading.tree_numbers.empty());
  CHECK(heading.mapped_to.size() == 1);
  const auto missed = sources::parse_esearch(test::bytes_of(
      test::shared_dir() / "recordings" / "eutils_esearch" / "quoted_mesh_phrase_not_found.json"));
  REQUIRE(missed);
  CHECK(missed->ids.empty());
}
