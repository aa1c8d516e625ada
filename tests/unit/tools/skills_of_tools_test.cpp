// The skills that ship: well formed, and about tools and arguments that there are.
#include "base/text.hpp"
#include "support/catch.hpp"
#include "support/tool_services.hpp"
#include "tools/all_tools.hpp"
#include "tools/skills.hpp"

#include <set>

namespace ev::tools {

TEST_CASE("skills follow the rules for names and lengths") {
  std::set<std::string> names;
  const auto skills = evidence_skills();
  for (const mcp::Skill& skill : skills->all()) {
    INFO(skill.name);
    CHECK(names.insert(skill.name).second);
    CHECK(skill.name.size() <= 64);
    CHECK(skill.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string::npos);
    CHECK(skill.description.size() <= 1024);
    // What a model loads with the skill.
    CHECK(skill.document.size() <= 8'000);
    CHECK(text::displayable(skill.document) == skill.document);
  }
  CHECK(names.size() == 3);
}

TEST_CASE("what skills name in code is a tool, an argument or a member of an answer") {
  test::ToolServices t;
  std::string schemas;
  for (const mcp::ToolDef& tool : all_tools(t.services)) {
    schemas += '"' + tool.name + '"' + tool.definition() + tool.accepted();
  }
  // What the served schemas leave out: members that are common or further inside.
  const std::set<std::string> inner = {"errors", "next_cursor", "removed_by", "removed_ids",
                                       "warnings"};
  const auto skills = evidence_skills();
  for (const mcp::Skill& skill : skills->all()) {
    const std::vector<std::string> parts = text::split(std::string(skill.document), '`');
    REQUIRE(parts.size() % 2 == 1);
    for (std::size_t i = 1; i < parts.size(); i += 2) {
      INFO(skill.name << ": " << parts[i]);
      CHECK((inner.contains(parts[i]) || schemas.find('"' + parts[i] + '"') != std::string::npos));
    }
  }
}

}  // namespace ev::tools
