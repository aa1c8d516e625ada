#include "base/data_table.hpp"
#include "base/named_enum.hpp"
#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

#include <set>

using namespace ev;
using namespace ev::mechanism;

namespace {
std::string name_of(const Vocabulary& vocabulary, const std::string& term) {
  const Term* found = vocabulary.find(key_of(term));
  return found == nullptr ? "" : vocabulary.at(found->entity).name;
}
}  // namespace

TEST_CASE("spellings of one entity meet") {
  const Vocabulary v;
  for (const char* term : {"TNF", "TNF-alpha", "TNF-α", "tumour necrosis factor", "TNFα"}) {
    CAPTURE(term);
    CHECK(name_of(v, term) == "TNF");
  }
  CHECK(name_of(v, "AMP-activated protein kinase") == "AMPK");
  CHECK(name_of(v, "H+,K(+)-ATPase") == "H+/K+-ATPase");
  CHECK(name_of(v, "β-blockers") == "beta-adrenergic receptor");
  CHECK(name_of(v, "unheard of") == "");
}

TEST_CASE("terms may mean less of their entity or name who acts on it") {
  const Vocabulary v;
  CHECK(v.find(key_of("intragastric pH"))->polarity == -1);
  CHECK_FALSE(v.find(key_of("intragastric pH"))->acts);
  CHECK(v.find(key_of("proton pump inhibitors"))->agent);
  CHECK(v.find(key_of("acid suppression"))->acts);
  CHECK_FALSE(v.find(key_of("acid suppression"))->agent);
}

TEST_CASE("headings are typed by their qualifiers, whatever the order of the records") {
  model::Article a;
  a.mesh_headings = {
      {.descriptor = "Zorbidil", .qualifiers = {{.name = "therapeutic use"}}},
      {.descriptor = "Fever, Wandering", .qualifiers = {{.name = "drug therapy"}}},
      {.descriptor = "Zorb Antagonists", .qualifiers = {{.name = "therapeutic use"}}}};
  model::Article b;
  b.mesh_headings = {{.descriptor = "Zorbidil", .qualifiers = {{.name = "pharmacology"}}}};
  const std::vector<model::Article> forwards = {a, b};
  const std::vector<model::Article> backwards = {b, a};
  Vocabulary one;
  Vocabulary two;
  one.learn(forwards);
  two.learn(backwards);
  REQUIRE(one.size() == two.size());
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(one.at(i).id == two.at(i).id);
  CHECK(one.at(one.find(key_of("Zorbidil"))->entity).kind == Kind::drug);
  CHECK(one.at(one.find(key_of("wandering fever"))->entity).kind == Kind::effect);
  CHECK(one.find(key_of("Zorb Antagonists")) == nullptr);  // a class is not its member
}

TEST_CASE("a name already known keeps its entity") {
  Vocabulary v;
  const std::size_t before = v.size();
  CHECK(v.at(v.add(Kind::target, "AMP-activated protein kinase")).name == "AMPK");
  CHECK(v.size() == before);
}

TEST_CASE("named entities join what one thing is called; unknown chemicals stay out") {
  Vocabulary vocabulary;
  const std::vector<NamedEntity> named = {
      {Kind::target, "Gene:900001", "ZTK1", {"zetokine", "ZTK-1"}},
      {Kind::target, "Gene:900002", "PRKAA1", {"AMPK", "adenosine kinase five"}},
      {Kind::drug, "Chemical:MESH:D900002", "", {"qualin chloride"}},
      {Kind::effect, "Disease:MESH:D900001", "", {"dull ear"}}};
  vocabulary.learn(named);
  const Term* zetokine = vocabulary.find(key_of("zetokine"));
  REQUIRE(zetokine != nullptr);
  CHECK(vocabulary.at(zetokine->entity).kind == Kind::target);
  CHECK(vocabulary.find(key_of("ZTK-1"))->entity == zetokine->entity);
  CHECK(vocabulary.find(key_of("adenosine kinase five"))->entity ==
        vocabulary.find(key_of("AMPK"))->entity);
  CHECK(vocabulary.find(key_of("qualin chloride")) == nullptr);
  CHECK(vocabulary.at(vocabulary.find(key_of("dull ear"))->entity).disease);
}

TEST_CASE("chemical lists name enzymes, gene products and supplementary substances") {
  model::Article article = mechanism::test::record("90000001", "Text.");
  article.chemicals = {{.name = "Zortase", .registry_number = "EC 1.2.3.4", .ui = "D990001"},
                       {.name = "ZRT protein, human", .ui = "C990002"},
                       {.name = "ZX-1234", .ui = "C990003"},
                       {.name = "zortin peptide", .ui = "C990004"},
                       {.name = "Zortates", .ui = "D990005"}};
  Vocabulary v;
  v.learn(std::vector<model::Article>{article});
  const auto kind = [&](const char* term) {
    const Term* found = v.find(key_of(term));
    return found == nullptr ? std::string("unknown") : to_string(v.at(found->entity).kind);
  };
  CHECK(kind("Zortase") == "target");
  CHECK(kind("ZRT") == "target");
  CHECK(kind("ZX-1234") == "drug");
  CHECK(kind("zortin peptide") == "unknown");
  CHECK(kind("Zortates") == "unknown");  // a heading: its qualifiers tell
}

TEST_CASE("a name's own kind, its opposites, and what only sounds like it") {
  const Vocabulary vocabulary;
  const auto has = [](const std::vector<std::string>& names, const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const KnownNames density = vocabulary.names_of("bone mineral density");
  CHECK(has(density.same, "bone density"));
  CHECK(has(density.opposite, "bone loss"));
  CHECK(density.valence == 1);
  const KnownNames loss = vocabulary.names_of("bone loss");
  CHECK(has(loss.same, "bone loss"));
  CHECK(has(loss.opposite, "bone density"));
  CHECK(loss.valence == -1);
  CHECK(has(vocabulary.names_of("mortality").other, "cell death"));
  CHECK(has(vocabulary.names_of("oxidative stress").other, "superoxide dismutase"));
  CHECK(has(vocabulary.names_of("hypertension").other, "portal hypertension"));
  CHECK(vocabulary.names_of("zetokine").same.empty());
}

TEST_CASE("every built-in entity is well formed and named once, conditions are for the worse") {
  std::set<std::string> names;
  const DataTable table = data_table("tables/mechanism_entities.tsv");
  for (const DataTable::Row& row : table.rows()) {
    CAPTURE(row["name"]);
    CHECK(from_wire_name<Kind>(row["kind"]));
    CHECK(names.insert(key_of(row["name"])).second);
    const std::string_view flags = row["flags"];
    CHECK(flags.find_first_not_of("bgdhrvi") == std::string_view::npos);
    if (flags.find('d') != std::string_view::npos) CHECK(flags.find('b') != std::string_view::npos);
    for (const std::string_view term : data_values(row["terms"])) CHECK(key_of(term).size() > 1);
  }
}
