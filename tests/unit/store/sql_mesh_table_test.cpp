#include "store/sql_mesh_table.hpp"

#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/store_engines.hpp"
#include "support/temp_dir.hpp"

#include <array>

namespace {

using ev::store::MeshHeadingRow;
using ev::store::Store;

MeshHeadingRow heading(std::string ui, std::string name, std::string key,
                       std::vector<std::string> trees = {},
                       std::vector<ev::store::MeshTerm> terms = {}) {
  return {.ui = std::move(ui),
          .name = std::move(name),
          .key = std::move(key),
          .tree_numbers = std::move(trees),
          .entry_terms = std::move(terms),
          .qualifiers = {"DT", "TU"},
          .mapped_to = {}};
}

std::int64_t import(Store& store, std::string_view kind, const std::vector<MeshHeadingRow>& rows) {
  const auto n = store.mesh.begin({.kind = std::string(kind), .file = "f", .format = "TSV"});
  REQUIRE(n);
  REQUIRE(store.mesh.add(*n, rows));
  REQUIRE(store.mesh.finish(*n));
  return *n;
}

std::vector<std::string> names(const ev::Result<std::vector<MeshHeadingRow>>& rows) {
  std::vector<std::string> out;
  REQUIRE(rows);
  for (const MeshHeadingRow& row : *rows) out.push_back(row.name);
  return out;
}

using Names = std::vector<std::string>;
using Keys = std::vector<std::string>;

std::vector<MeshHeadingRow> small_tree() {
  return {heading("D3", "Upper", "upper", {"C01", "F02"}, {{"Top", "top"}, {"Upper!", "upper"}}),
          heading("D1", "Lower", "lower", {"C01.100"}),
          heading("D2", "Lowest", "lowest", {"C01.100.200"}, {{"Deepest one", "deepest one"}}),
          heading("D4", "Neighbour", "neighbour", {"C010"}, {{"Top", "top"}, {"Lower", "lower"}})};
}

}  // namespace

TEST_CASE("an imported vocabulary is looked up by term, name, UI and tree") {
  ev::test::OpenShelf shelf(GENERATE(EV_ENGINES));
  Store& store = shelf.store;
  CHECK(store.mesh.imports()->empty());
  CHECK(names(store.mesh.by_terms(Keys{"upper"})).empty());
  import(store, ev::store::kMeshDescriptors, small_tree());

  CHECK(names(store.mesh.by_terms(Keys{"top"})) == Names{"Upper", "Neighbour"});
  CHECK(names(store.mesh.by_terms(Keys{"nothing", "lower", "top"})) == Names{"Lower", "Neighbour"});
  CHECK(names(store.mesh.by_name("lower")) == Names{"Lower"});
  CHECK(names(store.mesh.by_name("top")).empty());
  CHECK(names(store.mesh.by_ui("D2")) == Names{"Lowest"});
  CHECK(names(store.mesh.below(std::array<std::string, 2>{"C01", "F02"})) ==
        Names{"Lower", "Lowest", "Upper"});
  CHECK(names(store.mesh.below(std::array<std::string, 1>{"C01.100"})) == Names{"Lower", "Lowest"});
  const auto rows = store.mesh.by_name("upper");
  REQUIRE(rows->size() == 1);
  CHECK(rows->front().tree_numbers == Keys{"C01", "F02"});
  CHECK(rows->front().qualifiers == Keys{"DT", "TU"});
  CHECK(rows->front().mapped_to.empty());
  REQUIRE(rows->front().entry_terms.size() == 2);
  CHECK(rows->front().entry_terms[1].text == "Upper!");
  CHECK(rows->front().kind == "descriptors");
  const auto info = store.mesh.imports();
  REQUIRE(info->size() == 1);
  CHECK(info->front().headings == 4);
  CHECK(info->front().terms == 8);  // "Upper!" has the key of its heading
  CHECK(info->front().longest_term == 2);
}

TEST_CASE("an import replaces the one of its kind and leaves the others") {
  ev::test::OpenShelf shelf(GENERATE(EV_ENGINES));
  Store& store = shelf.store;
  const auto first = import(store, ev::store::kMeshDescriptors, small_tree());
  import(store, ev::store::kMeshSupplementary, {heading("C1", "Lowercin", "lowercin")});
  import(store, ev::store::kMeshQualifiers, {heading("Q1", "lower", "lower", {"C01"})});
  const auto second =
      import(store, ev::store::kMeshDescriptors, {heading("D1", "Other", "other", {"C01"})});
  CHECK(second > first);
  CHECK(names(store.mesh.by_terms(Keys{"lower"})).empty());  // a qualifier is no heading
  CHECK(names(store.mesh.below(Keys{"C01"})) == Names{"Other"});
  CHECK(names(store.mesh.by_terms(Keys{"lowercin"})) == Names{"Lowercin"});
  CHECK(names(store.mesh.qualifiers()) == Names{"lower"});
  CHECK(store.mesh.imports()->size() == 3);
  CHECK(names(store.mesh.by_ui("D2")).empty());
  CHECK(names(store.mesh.by_ui("D1")) == Names{"Other"});
}

TEST_CASE("an import that is not finished is not seen, and cleared away later") {
  ev::test::OpenShelf shelf(GENERATE(EV_ENGINES));
  auto& clock = shelf.clock;
  Store& store = shelf.store;
  import(store, ev::store::kMeshDescriptors, small_tree());
  const auto left = store.mesh.begin({.kind = "descriptors", .file = "g", .format = "TSV"});
  REQUIRE(store.mesh.add(*left, small_tree()));
  CHECK(names(store.mesh.by_terms(Keys{"top"})).size() == 2);

  const auto dropped = store.mesh.begin({.kind = "descriptors", .file = "h", .format = "TSV"});
  REQUIRE(store.mesh.add(*dropped, small_tree()));
  REQUIRE(store.mesh.abandon(*dropped));
  CHECK_FALSE(store.mesh.add(*dropped, small_tree()));
  REQUIRE(store.mesh.add(*left, {}));  // the other one is still being written

  clock.advance(std::chrono::hours(2));
  import(store, ev::store::kMeshDescriptors, small_tree());
  const auto late = store.mesh.finish(*left);
  REQUIRE_FALSE(late);
  CHECK(late.error().recovery.find("import the file again") != std::string::npos);
  CHECK(names(store.mesh.by_terms(Keys{"top"})).size() == 2);
  CHECK(*store.connection.use([](ev::store::SqlSession& db) {
    return db.integer("SELECT count(*) FROM mesh_term");
  }) == 8);
}

TEST_CASE("readers in another process see the old vocabulary until the new one is whole") {
  const ev::test::Shelf shelf(GENERATE(EV_ENGINES));
  const ev::test::FakeClock clock;
  const auto written = shelf.open(clock);
  const auto opened = shelf.open(clock);
  Store& writer = *written;
  Store& reader = *opened;
  import(writer, ev::store::kMeshDescriptors, small_tree());
  CHECK(names(reader.mesh.by_name("upper")) == Names{"Upper"});
  const auto n = writer.mesh.begin({.kind = "descriptors", .file = "g", .format = "TSV"});
  REQUIRE(writer.mesh.add(*n, std::vector{heading("D9", "New", "new")}));
  CHECK(names(reader.mesh.by_name("upper")) == Names{"Upper"});
  CHECK(names(reader.mesh.by_name("new")).empty());
  REQUIRE(reader.documents.put("k", "i", "{}"));  // writing is free in between
  REQUIRE(writer.mesh.finish(*n));
  CHECK(names(reader.mesh.by_name("upper")).empty());
  CHECK(names(reader.mesh.by_name("new")) == Names{"New"});
}

TEST_CASE("completion: names first, descriptors before supplementary records") {
  ev::test::OpenShelf shelf(GENERATE(EV_ENGINES));
  Store& store = shelf.store;
  import(store, ev::store::kMeshDescriptors, small_tree());
  import(store, ev::store::kMeshSupplementary, {heading("C1", "Lowercin", "lowercin")});
  const auto all = store.mesh.complete("low", 10);
  REQUIRE(all);
  Names got;
  for (const auto& row : *all) got.push_back((row.own_name ? "" : "-> ") + row.heading.name);
  CHECK(got == Names{"Lower", "Lowest", "Lowercin", "-> Neighbour"});
  CHECK(all->back().place == 1);
  CHECK(store.mesh.complete("low", 2)->size() == 2);
  CHECK(store.mesh.complete("zz", 2)->empty());
}
