#include "pipeline/mesh/layered_vocabulary.hpp"

#include "pipeline/mesh/memory_vocabulary.hpp"
#include "store/store.hpp"
#include "support/catch.hpp"
#include "support/fake_clock.hpp"
#include "support/temp_dir.hpp"

#include <fstream>

namespace ev::mesh {

namespace {

using Names = std::vector<std::string>;

void import(store::Store& store, std::string_view kind, const std::vector<Heading>& headings,
            const char* file = "desc2031.xml") {
  std::vector<store::MeshHeadingRow> rows;
  for (const Heading& h : headings) {
    store::MeshHeadingRow row{.ui = h.ui,
                              .name = h.name,
                              .key = term_key(h.name),
                              .supplementary_class = h.supplementary_class,
                              .tree_numbers = h.tree_numbers,
                              .qualifiers = h.qualifiers,
                              .mapped_to = h.mapped_to};
    for (const std::string& term : h.entry_terms) row.entry_terms.push_back({term, term_key(term)});
    rows.push_back(std::move(row));
  }
  const auto n = store.mesh.begin(
      {.kind = std::string(kind), .file = file, .format = "MeSH XML", .release = "2031"});
  REQUIRE(n);
  REQUIRE(store.mesh.add(*n, rows));
  REQUIRE(store.mesh.finish(*n));
}

std::vector<Heading> descriptors() {
  return {{.ui = "D900002",
           .name = "Zebra Fever",
           .tree_numbers = {"C01.500"},
           .entry_terms = {"Fever, Zebra", "Striped Disease"},
           .qualifiers = {"DT"}},
          {.ui = "D900001", .name = "Fevers, Striped", .tree_numbers = {"C01"}},
          {.ui = "D900003", .name = "Striped Diseases", .tree_numbers = {"C02"}}};
}

std::vector<Heading> supplementary() {
  return {{.ui = "C900001",
           .name = "zebramycin",
           .entry_terms = {"Striped Disease"},
           .supplementary = true,
           .supplementary_class = 1,
           .mapped_to = {"D900002"}}};
}

struct Bench {
  test::FakeClock clock;
  store::Store store{":memory:", clock};
  StoredVocabulary stored{store.mesh};
  LayeredVocabulary layered{&stored, []() -> const Vocabulary& { return built_in(); }};

  Names found(const char* term) const {
    Names out;
    for (const Heading* h : layered.find(term)) out.push_back(h->name);
    return out;
  }
};

}  // namespace

TEST_CASE("without an import the built-in vocabulary answers") {
  const Bench bench;
  CHECK(bench.layered.source() == "built-in vocabulary");
  CHECK(bench.found("statins") == Names{"Hydroxymethylglutaryl-CoA Reductase Inhibitors"});
  CHECK(bench.layered.by_ui("D003704") == built_in().by_ui("D003704"));
  CHECK(bench.layered.longest_term() == built_in().longest_term());
  const Heading* heart = bench.layered.by_name("Heart Failure");
  REQUIRE(heart != nullptr);
  CHECK(bench.layered.exploded(*heart) == built_in().exploded(*heart));
  CHECK_FALSE(bench.layered.complete("heart f", 3).empty());
}

TEST_CASE("imported descriptors replace the built-in ones") {
  Bench bench;
  import(bench.store, store::kMeshDescriptors, descriptors());
  CHECK(bench.layered.source() == "imported MeSH (desc2031.xml, release 2031)");
  CHECK(bench.found("statins").empty());
  CHECK(bench.layered.by_name("Metformin") == nullptr);
  CHECK(bench.found("zebra fevers") == Names{"Zebra Fever"});
  // A heading of the very key is found before the singular is tried.
  CHECK(bench.found("striped diseases") == Names{"Striped Diseases"});
  CHECK(bench.found("striped disease") == Names{"Zebra Fever"});
  const Heading* upper = bench.layered.by_ui("D900001");
  REQUIRE(upper != nullptr);
  const auto below = bench.layered.exploded(*upper);
  REQUIRE(below.size() == 2);
  CHECK(below[0] == upper);
  CHECK(below[1]->qualifiers == Names{"DT"});
  CHECK(bench.layered.longest_term() == 2);
  CHECK(bench.layered.find_first("") == nullptr);
}

TEST_CASE("supplementary records stand beside either vocabulary and are no descriptors") {
  Bench bench;
  import(bench.store, store::kMeshSupplementary, supplementary(), "supp2031.xml");
  CHECK(bench.layered.source() == "built-in vocabulary");
  CHECK(bench.found("metformin") == Names{"Metformin"});
  REQUIRE(bench.found("Zebramycin") == Names{"zebramycin"});
  const Heading* drug = bench.layered.find_first("zebramycin");
  CHECK(drug->supplementary);
  CHECK(drug->supplementary_class == 1);
  CHECK(drug->mapped_to == Names{"D900002"});
  CHECK(bench.layered.find_descriptor("zebramycin") == nullptr);
  CHECK(bench.layered.exploded(*drug) == std::vector<const Heading*>{drug});

  import(bench.store, store::kMeshDescriptors, descriptors());
  CHECK(bench.found("striped disease") == Names{"Zebra Fever", "zebramycin"});
  CHECK(bench.layered.by_ui(drug->mapped_to.front())->name == "Zebra Fever");
}

TEST_CASE("headings stay valid and true when a newer file is imported") {
  Bench bench;
  import(bench.store, store::kMeshDescriptors, descriptors());
  const Heading* old = bench.layered.by_name("Zebra Fever");
  REQUIRE(old != nullptr);
  CHECK(bench.layered.by_name("zebra fever") == old);
  import(bench.store, store::kMeshDescriptors,
         {{.ui = "D900002",
           .name = "Zebra Fevers",
           .tree_numbers =
           { "C03" } }},
         "desc2032.xml");
  CHECK(old->name == "Zebra Fever");
  CHECK(old->tree_numbers == Names{"C01.500"});
  const Heading* fresh = bench.layered.by_ui("D900002");
  REQUIRE(fresh != nullptr);
  CHECK(fresh != old);
  CHECK(fresh->name == "Zebra Fevers");
}

TEST_CASE("completions name the heading they lead to") {
  Bench bench;
  import(bench.store, store::kMeshDescriptors, descriptors());
  import(bench.store, store::kMeshSupplementary, supplementary(), "supp2031.xml");
  const auto zebra = bench.layered.complete("zebra", 9);
  REQUIRE(zebra.size() == 2);
  CHECK(zebra[0] == Completion{"Zebra Fever", "Zebra Fever", "D900002", false});
  CHECK(zebra[1].supplementary);
  CHECK(bench.layered.complete("zebra ", 9).size() == 1);
  const auto striped = bench.layered.complete("STRIPED dis", 9);
  REQUIRE(striped.size() == 3);
  CHECK(striped[0].text == "Striped Diseases");
  CHECK(striped[1] == Completion{"Striped Disease", "Zebra Fever", "D900002", false});
  CHECK(striped[2].heading == "zebramycin");
  CHECK(bench.layered.complete("striped dis", 1).size() == 1);
  CHECK(bench.layered.complete("  ", 9).empty());
}

TEST_CASE("an import that cannot be read is said by the source") {
  const test::TempDir dir;
  const test::FakeClock clock;
  std::ofstream(dir.path() / "evidence.db")
      << "this is no database at all, but long enough " << std::string(200, 'x');
  store::Store store(dir.path() / "evidence.db", clock);
  const StoredVocabulary stored(store.mesh);
  const LayeredVocabulary layered(&stored, []() -> const Vocabulary& { return built_in(); });
  CHECK(layered.find_first("metformin") != nullptr);
  CHECK(layered.source().find("could not be read") != std::string::npos);
}

}  // namespace ev::mesh
