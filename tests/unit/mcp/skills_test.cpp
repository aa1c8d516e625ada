#include "mcp/skills.hpp"

#include "base/hash.hpp"
#include "support/catch.hpp"
#include "support/has.hpp"
#include "support/mcp_harness.hpp"

namespace ev::mcp {

namespace {

using test::McpHarness;

constexpr std::string_view kKnots =
    "---\nname: knots\ndescription: Tie a knot, slowly.\nlicense: MIT\n---\n\n# Knots\n";
constexpr std::string_view kSails = "---\nname: sails\ndescription: Set a sail.\n---\nHoist.\n";

Offer boat(int* read = nullptr) {
  Offer offer;
  offer.resources =
      Resources{.list = [](const std::string& cursor, const Context&) -> Result<ResourcePage> {
                  return ResourcePage{.resources = {{.uri = "boat://hull", .name = "hull"}},
                                      .next_cursor = cursor.empty() ? "2" : ""};
                },
                .read = [](const std::string& uri, const CallContext&) -> Result<ResourceRead> {
                  if (uri != "boat://hull")
                    return Error{.code = Errc::not_found, .message = "no such thing"};
                  return ResourceRead{.contents = {{.uri = uri, .text = "wood"}}};
                }};
  offer.skills = std::make_shared<Skills>([read] {
    if (read != nullptr) ++*read;
    return std::vector<std::string_view>{kKnots, kSails};
  });
  return offer;
}

std::string entry(std::string_view name, std::string_view frontmatter, std::string_view document) {
  const std::string uri = "skill://" + std::string(name) + "/SKILL.md";
  return R"({"uri":")" + uri + R"(","frontmatter":)" + std::string(frontmatter) +
         R"(,"resources":[{"uri":")" + uri + R"(","digest":"sha256:)" + sha256_hex(document) +
         R"(","size":)" + std::to_string(document.size()) + "}]}";
}

const std::string kKnotsEntry = entry(
    "knots", R"({"name":"knots","description":"Tie a knot, slowly.","license":"MIT"})", kKnots);

}  // namespace

TEST_CASE("skills are listed with their front matter, digest and size") {
  McpHarness h(boat());
  CHECK(has(h.ask_modern("1", "server/discover"),
            R"("extensions":{"io.modelcontextprotocol/skills":{}})"));
  const std::string listed = h.ask_modern("2", "skills/list");
  CHECK(has(listed, R"("skills":[)" + kKnotsEntry + "," +
                        entry("sails", R"({"name":"sails","description":"Set a sail."})", kSails) +
                        "]"));
  CHECK(has(listed, R"("resultType":"complete")"));
  CHECK(has(listed, R"("ttlMs":300000)"));
  CHECK(has(listed, R"("cacheScope":"public")"));
  CHECK(has(h.ask_modern("3", "skills/list", R"("cursor":"2")"), "-32602"));
}

TEST_CASE("one skill is given by the address of its file") {
  McpHarness h(boat());
  const std::string got = h.ask_modern("1", "skills/get", R"("uri":"skill://knots/SKILL.md")");
  CHECK(has(got, R"("skill":)" + kKnotsEntry));
  CHECK(has(got, R"("ttlMs":300000)"));
  for (const char* params : {R"("uri":"skill://knots")", R"("uri":"skill://none/SKILL.md")",
                             R"("uri":"boat://hull")", R"("uri":7)", ""}) {
    INFO(params);
    CHECK(has(h.ask_modern("2", "skills/get", params), "-32602"));
  }
}

TEST_CASE("the files of skills are resources, listed once") {
  McpHarness h(boat());
  const std::string first = h.ask_modern("1", "resources/list");
  CHECK(has(first, R"("uri":"skill://knots/SKILL.md","name":"knots",)"
                   R"("description":"Tie a knot, slowly.","mimeType":"text/markdown")"));
  CHECK(has(first, "boat://hull"));
  CHECK_FALSE(has(h.ask_modern("2", "resources/list", R"("cursor":"2")"), "skill://"));
  CHECK(has(h.ask_modern("3", "resources/read", R"("uri":"skill://sails/SKILL.md")"),
            R"("mimeType":"text/markdown","text":"---\nname: sails\n)"));
  CHECK(has(h.ask_modern("4", "resources/read", R"("uri":"boat://hull")"), "wood"));
  CHECK(has(h.ask_modern("5", "resources/read", R"("uri":"skill://sails/OTHER.md")"), "-32602"));
}

TEST_CASE(
    "a client of an earlier revision reads skills as resources and knows no methods of theirs") {
  McpHarness h(boat());
  CHECK_FALSE(has(h.initialize(), "extensions"));
  CHECK(has(h.ask("1", "skills/list"), "-32601"));
  CHECK(has(h.ask("2", "resources/read", R"({"uri":"skill://knots/SKILL.md"})"), "# Knots"));
}

TEST_CASE("the texts of skills are read when somebody asks for them, once") {
  int read = 0;
  {
    McpHarness h(boat(&read));
    h.ask_modern("1", "server/discover");
    h.ask_modern("2", "resources/read", R"("uri":"boat://hull")");
    CHECK(read == 0);
    h.ask_modern("3", "skills/list");
    h.ask_modern("4", "skills/list");
  }
  CHECK(read == 1);
}

TEST_CASE("a text that YAML might read otherwise is no skill") {
  CHECK(skill_of(kKnots).name == "knots");
  for (const char* document :
       {"name: a\ndescription: b\n", "---\nname: a\ndescription: b\n", "---\nname: a\n---\n",
        "---\nname: a\ndescription: >\n  b\n---\n", "---\nname: a\ndescription: one: two\n---\n",
        "---\nname: a\ndescription: b # c\n---\n", "---\nname: a\ndescription: 12\n---\n",
        "---\nname: a\ndescription: \"b\"\n---\n", "---\nname: true\ndescription: b\n---\n",
        "---\nname: a\ndescription:  b\n---\n"}) {
    INFO(document);
    CHECK_THROWS_AS(skill_of(document), std::logic_error);
  }
}

}  // namespace ev::mcp
