#include "pipeline/workflow/named_entities.hpp"

#include "support/catch.hpp"
#include "support/sample_program.hpp"
#include "support/tool_services.hpp"

#include <algorithm>

using namespace ev;

namespace {

sources::AnnotatedRecord annotated(const char* type, const char* id, const char* name,
                                   std::vector<std::string> forms) {
  sources::EntityAnnotation annotation{.type = type, .identifier = id, .name = name};
  for (std::string& form : forms) annotation.mentions.push_back({std::move(form), "abstract"});
  return {.annotations = {annotation}};
}

}  // namespace

TEST_CASE("one entry per normalised id, whatever the order of the records") {
  std::vector<sources::AnnotatedRecord> records = {
      annotated("Gene", "900001", "ZTK1", {"zetokine", "ZTK-1"}),
      annotated("Gene", "900001", "ZTK1", {"zetokin"}),
      annotated("Disease", "MESH:D900001", "", {"dull ear"}),
      annotated("Species", "10090", "mouse", {"mice"}),
      annotated("Gene", "", "none", {"unknown thing"})};
  const auto made = workflow::merged_entities(records);
  REQUIRE(made.size() == 2);
  CHECK(made[0].id == "Gene:900001");
  CHECK(made[0].kind == mechanism::Kind::target);
  CHECK(made[0].forms == std::vector<std::string>{"ZTK-1", "zetokin", "zetokine"});
  CHECK(made[1].id == "Disease:MESH:D900001");
  std::reverse(records.begin(), records.end());
  const auto turned = workflow::merged_entities(records);
  REQUIRE(turned.size() == 2);
  CHECK(turned[0].forms == made[0].forms);

  CHECK(workflow::other_names("zetokine", made) ==
        std::vector<std::string>{"ZTK-1", "ZTK1", "zetokin", "zetokine"});
  CHECK(workflow::other_names("qualin", made).empty());
  CHECK(workflow::other_names("", made).empty());
}

TEST_CASE("names are an extra: without network they are left out, and that is said once") {
  test::ToolServices bench;
  model::Article article;
  article.pmid = "90000001";
  bench.config.offline = true;
  const auto made = workflow::named_entities(bench.services, {&article, 1}, bench.ctx);
  REQUIRE(made);
  CHECK(made->entities.empty());
  REQUIRE(made->warnings.size() == 1);
  article.pmid.clear();
  CHECK(workflow::named_entities(bench.services, {&article, 1}, bench.ctx)->warnings.empty());
}
