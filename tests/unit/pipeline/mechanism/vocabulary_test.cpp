#include "mechanism_fixture.hpp"
#include "support/catch.hpp"

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
