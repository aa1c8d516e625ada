// Skills: instructions for a host's model, one SKILL.md each (extension
// io.modelcontextprotocol/skills: skills/list, skills/get). An entry holds the front matter as it
// stands in the file, and the digest and size of its bytes; the file is read as a resource. The
// methods are those of 2026-07-28; earlier clients see ordinary resources. Thread rule: any thread;
// the texts are asked for at the first use, not at the start.
#pragma once

#include "mcp/method.hpp"
#include "mcp/resources.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ev::mcp {

struct Skill {
  std::string uri;  // skill://NAME/SKILL.md
  std::string name;
  std::string description;
  std::string frontmatter;  // JSON text of an object
  std::string_view document;
};

// Reads a SKILL.md: front matter of lines `key: value` between two lines `---`, each value plain
// text that YAML reads as the same string, name and description among them, and a text behind it.
// The document must outlive the skill. Throws std::logic_error for any other text: skills are part
// of the program.
Skill skill_of(std::string_view document);

using SkillDocuments = std::function<std::vector<std::string_view>()>;

class Skills {
 public:
  explicit Skills(SkillDocuments documents) : documents_(std::move(documents)) {}
  const std::vector<Skill>& all() const;
  const Skill* find(std::string_view uri) const;  // null = none

 private:
  SkillDocuments documents_;
  mutable std::once_flag read_;
  mutable std::vector<Skill> skills_;
};

// The skills must outlive the feature.
Feature skills_feature(const Skills& skills);
// `others` and the files of the skills: listed on the first page, read by their address.
Resources with_skills(Resources others, std::shared_ptr<const Skills> skills);

}  // namespace ev::mcp
