#include "tools/skills.hpp"

#include "base/data_file.hpp"

namespace ev::tools {

std::shared_ptr<const mcp::Skills> evidence_skills() {
  return std::make_shared<mcp::Skills>([]() -> std::vector<std::string_view> {
    return {data_file("skills/systematic-search/SKILL.md"),
            data_file("skills/evidence-appraisal/SKILL.md"),
            data_file("skills/comparing-interventions/SKILL.md")};
  });
}

}  // namespace ev::tools
