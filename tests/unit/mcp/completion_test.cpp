#include "mcp/completion.hpp"

#include "support/catch.hpp"
#include "support/has.hpp"
#include "support/mcp_harness.hpp"

namespace ev::mcp {

namespace {

using test::McpHarness;

Result<Completion> colours(const std::string& value,
                           const std::map<std::string, std::string>& others, const Context&) {
  if (value == "boom") return Error{.code = Errc::internal, .message = "a secret detail"};
  Completion out;
  for (const char* colour : {"blue", "black", "red"}) {
    if (std::string(colour).rfind(value, 0) == 0) out.values.emplace_back(colour);
  }
  const auto shade = others.find("shade");
  if (shade != others.end()) out.values.push_back(shade->second + " blue");
  if (value == "many") out.values.assign(130, "x");
  if (value == "more") out.more = true;
  return out;
}

Offer with_arguments() {
  Offer offer;
  offer.prompts = {{.name = "paint",
                    .description = "Paints.",
                    .arguments = {{.name = "colour", .completer = colours}, {.name = "shade"}},
                    .get = [](const PromptArguments&, const CallContext&) -> Result<PromptText> {
                      return PromptText{};
                    }}};
  offer.resources =
      Resources{.list = [](const std::string&, const Context&) -> Result<ResourcePage> {
                  return ResourcePage{};
                },
                .templates = {{.uri_template = "x://{colour}",
                               .name = "x",
                               .variables = {{"colour", colours}}}},
                .read = [](const std::string&, const CallContext&) -> Result<ResourceRead> {
                  return Error{.code = Errc::not_found};
                }};
  return offer;
}

std::string request(const std::string& ref, const std::string& argument, const std::string& value,
                    const std::string& more = "") {
  return R"({"ref":)" + ref + R"(,"argument":{"name":")" + argument + R"(","value":")" + value +
         "\"}" + more + "}";
}

const std::string kPaint = R"({"type":"ref/prompt","name":"paint"})";

}  // namespace

TEST_CASE("arguments of prompts and variables of templates are completed") {
  McpHarness h(with_arguments());
  CHECK(has(h.initialize(), R"("completions":{})"));
  CHECK(h.ask("1", "completion/complete", request(kPaint, "colour", "bl")) ==
        R"({"jsonrpc":"2.0","id":1,"result":{"completion":{"values":["blue","black"],"total":2,)"
        R"("hasMore":false}}})");
  CHECK(has(h.ask("2", "completion/complete",
                  request(R"({"type":"ref/resource","uri":"x://{colour}"})", "colour", "r")),
            R"("values":["red"])"));
  CHECK(has(
      h.ask("3", "completion/complete",
            request(kPaint, "colour", "bl", R"(,"context":{"arguments":{"shade":"dark","x":7}})")),
      R"(["blue","black","dark blue"])"));
  CHECK(has(h.ask("4", "completion/complete", request(kPaint, "shade", "x")), R"("values":[])"));
}

TEST_CASE("at most a hundred values; what is cut off is said") {
  McpHarness h(with_arguments());
  const std::string many = h.ask("1", "completion/complete", request(kPaint, "colour", "many"));
  CHECK(has(many, R"("total":130,"hasMore":true)"));
  std::size_t values = 0;
  for (std::size_t at = 0; (at = many.find("\"x\"", at)) != std::string::npos; ++at) ++values;
  CHECK(values == 100);
  const std::string more = h.ask("2", "completion/complete", request(kPaint, "colour", "more"));
  CHECK(has(more, R"("values":[],"hasMore":true)"));
}

TEST_CASE("what cannot be completed is -32602, what fails says nothing of its inside") {
  McpHarness h(with_arguments());
  for (const std::string& params :
       {std::string("{}"), request(kPaint, "nope", ""),
        request(R"({"type":"ref/prompt","name":"nope"})", "colour", ""),
        request(R"({"type":"ref/prompt"})", "colour", ""),
        request(R"({"type":"ref/other","name":"paint"})", "colour", ""), request("7", "colour", ""),
        R"({"ref":)" + kPaint + R"(,"argument":{"name":"colour","value":7}})"}) {
    CAPTURE(params);
    CHECK(has(h.ask("1", "completion/complete", params), R"("code":-32602)"));
  }
  const std::string failed = h.ask("2", "completion/complete", request(kPaint, "colour", "boom"));
  CHECK(has(failed, R"("code":-32603)"));
  CHECK_FALSE(has(failed, "secret"));
}

TEST_CASE("2024-11-05 does not know the capability, though the method works") {
  McpHarness h(with_arguments());
  CHECK_FALSE(has(h.initialize("2024-11-05"), "completions"));
  CHECK(has(h.ask("1", "completion/complete", request(kPaint, "colour", "bl")), "blue"));
}

TEST_CASE("where nothing has arguments there is no completion") {
  McpHarness h(Offer{});
  CHECK_FALSE(has(h.initialize(), "completions"));
  CHECK(has(h.ask("1", "completion/complete", request(kPaint, "colour", "bl")), "-32601"));
}

}  // namespace ev::mcp
