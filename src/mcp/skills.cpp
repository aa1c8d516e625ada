#include "mcp/skills.hpp"

#include "base/hash.hpp"
#include "base/text.hpp"

#include <stdexcept>

namespace ev::mcp {

namespace {

constexpr std::string_view kFence = "---\n";
constexpr int kSkillsTtlMs = 300'000;

[[noreturn]] void refuse(std::string_view why) {
  throw std::logic_error("SKILL.md: " + std::string(why));
}

// Whether YAML reads the text as a string, and as this one.
bool is_plain_scalar(std::string_view value) {
  constexpr std::string_view kFirstOfOtherForms = "-?:,[]{}#&*!|>'\"%@` ~0123456789.+";
  if (value.empty() || kFirstOfOtherForms.find(value.front()) != std::string_view::npos)
    return false;
  if (text::trim(value) != value || value.back() == ':') return false;
  for (const std::string_view word : {"true", "false", "null", "yes", "no", "on", "off"}) {
    if (text::to_lower_ascii(value) == word) return false;
  }
  return value.find(": ") == std::string_view::npos && value.find(" #") == std::string_view::npos &&
         value.find('\t') == std::string_view::npos;
}

void append_entry(std::string& out, const Skill& skill) {
  out += '{';
  append_text_member(out, "uri", skill.uri);
  out += R"(,"frontmatter":)" + skill.frontmatter + R"(,"resources":[{)";
  append_text_member(out, "uri", skill.uri);
  append_text_member(out, "digest", "sha256:" + sha256_hex(skill.document));
  out += R"(,"size":)" + std::to_string(skill.document.size()) + "}]}";
}

Outcome list_skills(const Skills& skills, const Request& request) {
  const auto cursor = cursor_of(request);
  if (!cursor || !cursor->empty()) {
    return bad_params("unknown cursor; leave it out to start from the first page");
  }
  std::string json = R"("skills":[)";
  for (const Skill& skill : skills.all()) {
    if (json.back() != '[') json += ',';
    append_entry(json, skill);
  }
  return Members{json + "]"};
}

Outcome get_skill(const Skills& skills, const Request& request) {
  const std::string* const uri = as_string(member(request.params.get(), "uri"));
  if (uri == nullptr) return bad_params("uri must be a string");
  const Skill* const skill = skills.find(*uri);
  if (skill == nullptr) return bad_params("no such skill; skills/list names those there are");
  std::string json = R"("skill":)";
  append_entry(json, *skill);
  return Members{json};
}

}  // namespace

Skill skill_of(std::string_view document) {
  Skill skill{.document = document};
  if (!document.starts_with(kFence)) refuse("no front matter");
  const std::size_t end = document.find("\n---\n", kFence.size() - 1);
  if (end == std::string_view::npos) refuse("the front matter does not end");
  skill.frontmatter = "{";
  for (const std::string_view line :
       text::split(document.substr(kFence.size(), end - kFence.size()), '\n')) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string_view::npos) refuse("not a line key: value");
    const std::string_view key = line.substr(0, colon);
    const std::string_view value = line.substr(colon + 2);
    if (!is_plain_scalar(key) || !is_plain_scalar(value)) refuse("not a plain text in YAML");
    append_text_member(skill.frontmatter, key, value);
    if (key == "name") skill.name = value;
    if (key == "description") skill.description = value;
  }
  skill.frontmatter += '}';
  if (skill.name.empty() || skill.description.empty()) refuse("name and description are needed");
  skill.uri = "skill://" + skill.name + "/SKILL.md";
  return skill;
}

const std::vector<Skill>& Skills::all() const {
  std::call_once(read_, [this] {
    for (const std::string_view document : documents_()) skills_.push_back(skill_of(document));
  });
  return skills_;
}

const Skill* Skills::find(std::string_view uri) const {
  if (!uri.starts_with("skill://")) return nullptr;
  for (const Skill& skill : all()) {
    if (skill.uri == uri) return &skill;
  }
  return nullptr;
}

Feature skills_feature(const Skills& skills) {
  return {.methods = {{.name = "skills/list",
                       .serve = [&skills](const Request& r) { return list_skills(skills, r); },
                       .caching = {.ttl_ms = kSkillsTtlMs}},
                      {.name = "skills/get",
                       .serve = [&skills](const Request& r) { return get_skill(skills, r); },
                       .caching = {.ttl_ms = kSkillsTtlMs}}},
          .eras = Eras::modern,
          .extension = R"("io.modelcontextprotocol/skills":{})"};
}

Resources with_skills(Resources others, std::shared_ptr<const Skills> skills) {
  others.list = [list = std::move(others.list), skills](
                    const std::string& cursor, const Context& ctx) -> Result<ResourcePage> {
    EV_TRY(ResourcePage page, list(cursor, ctx));
    if (!cursor.empty()) return page;
    for (const Skill& skill : skills->all()) {
      page.resources.push_back({.uri = skill.uri,
                                .name = skill.name,
                                .description = skill.description,
                                .mime_type = "text/markdown"});
    }
    return page;
  };
  others.read = [read = std::move(others.read), skills](
                    const std::string& uri, const CallContext& ctx) -> Result<ResourceRead> {
    const Skill* const skill = skills->find(uri);
    if (skill == nullptr) return read(uri, ctx);
    return ResourceRead{.contents = {{.uri = skill->uri,
                                      .mime_type = "text/markdown",
                                      .text = std::string(skill->document)}},
                        .caching = {.ttl_ms = kSkillsTtlMs, .scope = "public"}};
  };
  return others;
}

}  // namespace ev::mcp
