// A server with nothing but the protocol core and five small tools, so that the core can be driven
// as a real process: echo, slow (progress, cancellation), busy (computes), fail (every kind of
// failure) and deaf (ignores its cancellation).
#include "base/clock.hpp"
#include "base/codec.hpp"
#include "base/log.hpp"
#include "mcp/server.hpp"
#include "mcp/stdio_transport.hpp"

#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace ev::test {

namespace {

using mcp::CallContext;
using mcp::ToolDef;
using mcp::ToolResult;
using std::chrono::milliseconds;

struct EchoArgs {
  std::string text;
};
template <class V>
void describe(V&& v, EchoArgs& a) {
  v("text", a.text, Rule{.required = true});
}

struct TimeArgs {
  int ms = 100;
};
template <class V>
void describe(V&& v, TimeArgs& a) {
  v("ms", a.ms, Rule{.min = 0, .max = 60'000});
}

struct FailArgs {
  std::string how = "upstream";
};
template <class V>
void describe(V&& v, FailArgs& a) {
  v("how", a.how, Rule{.one_of = {"upstream", "internal", "throw", "print"}});
}

struct Count {
  int ms = 0;
};
template <class V>
void describe(V&& v, Count& c) {
  v("ms", c.ms, Rule{.always = true});
}

template <class T>
ToolResult answer(const T& value) {
  std::string json = encode_text(value);
  return {.structured = json, .text = json};
}

template <class Args, class Handler>
auto tool(const char* name, Handler handler) {
  return [name, handler](const Json& arguments, const CallContext& ctx) -> ToolResult {
    auto args = decode<Args>(arguments, name);
    if (!args) return mcp::error_result(args.error(), ctx.tag);
    return handler(*args, ctx);
  };
}

// Waits in steps of at most 5 ms and reports every step of 50 ms.
ToolResult slow(const TimeArgs& args, const CallContext& ctx) {
  const auto start = std::chrono::steady_clock::now();
  int reported = 0;
  while (true) {
    if (auto may = ctx.check(); !may) return mcp::error_result(may.error(), ctx.tag);
    const auto passed =
        std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - start);
    const int done = static_cast<int>(std::min<std::int64_t>(passed.count(), args.ms));
    if (done / 50 > reported / 50 || done == args.ms)
      ctx.report("waiting", reported = done, args.ms);
    if (done == args.ms) return answer(Count{args.ms});
    std::this_thread::sleep_for(milliseconds(std::min(5, args.ms - done)));
  }
}

ToolResult busy(const TimeArgs& args, const CallContext& ctx) {
  const auto end = std::chrono::steady_clock::now() + milliseconds(args.ms);
  volatile double x = 1;
  while (std::chrono::steady_clock::now() < end) {
    for (int i = 0; i < 20'000; ++i) x = x * 1.0000001 + 0.5;
    if (auto may = ctx.check(); !may) return mcp::error_result(may.error(), ctx.tag);
  }
  return answer(Count{args.ms});
}

ToolResult fail(const FailArgs& args, const CallContext& ctx) {
  if (args.how == "throw") throw std::runtime_error("a secret detail of the failure");
  if (args.how == "print") {  // what a careless library might do
    std::printf("a stray line\n");
    std::fflush(stdout);
  }
  if (args.how == "internal") {
    return mcp::error_result(Error{.message = "a secret detail of the failure"}, ctx.tag);
  }
  return mcp::error_result(Error{.code = Errc::upstream_unavailable,
                                 .message = "the service answered 503",
                                 .source = "demo",
                                 .retry_after_s = 7,
                                 .recovery = "call again after the pause"},
                           ctx.tag);
}

ToolResult deaf(const TimeArgs& args, const CallContext&) {
  std::this_thread::sleep_for(milliseconds(args.ms));
  return answer(Count{args.ms});
}

std::function<std::string()> definition(const std::string& name, const std::string& about,
                                        const std::string& input, const std::string& output) {
  return [=] {
    return R"({"name":")" + name + R"(","title":")" + name + R"(","description":")" + about +
           R"(","inputSchema":)" + input + output +
           R"(,"annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,)"
           R"("openWorldHint":false}})";
  };
}

std::vector<ToolDef> all_tools() {
  const std::string text =
      R"({"type":"object","properties":{"text":{"type":"string"}},"required":["text"],)"
      R"("additionalProperties":false})";
  const std::string time =
      R"({"type":"object","properties":{"ms":{"type":"integer","minimum":0,"maximum":60000}},)"
      R"("additionalProperties":false})";
  const std::string how =
      R"({"type":"object","properties":{"how":{"type":"string","enum":["upstream","internal","throw","print"]}},)"
      R"("additionalProperties":false})";
  // No member of an output is required: clients check error results against the schema too.
  const std::string out_text =
      R"(,"outputSchema":{"type":"object","properties":{"text":{"type":"string"}}})";
  const std::string out_ms =
      R"(,"outputSchema":{"type":"object","properties":{"ms":{"type":"integer"}}})";
  const auto echo = [](const EchoArgs& args, const CallContext&) { return answer(args); };
  return {
      {"echo", definition("echo", "Returns its input.", text, out_text),
       tool<EchoArgs>("echo", echo)},
      {"slow", definition("slow", "Waits, with progress.", time, out_ms),
       tool<TimeArgs>("slow", slow)},
      {"busy", definition("busy", "Computes for a while.", time, out_ms),
       tool<TimeArgs>("busy", busy)},
      {"fail", definition("fail", "Fails on purpose.", how, ""), tool<FailArgs>("fail", fail)},
      {"deaf", definition("deaf", "Sleeps and cannot be cancelled.", time, out_ms),
       tool<TimeArgs>("deaf", deaf)},
  };
}

}  // namespace

}  // namespace ev::test

int main() {
  const auto transport = ev::mcp::take_process_stdio();
  ev::set_log_level(ev::Level::error);
  const ev::mcp::ServerOptions options{.name = "echo-server",
                                       .title = "Echo server",
                                       .version = "1.0.0",
                                       .instructions = "A server for tests of the protocol core."};
  const ev::SystemClock clock;
  return ev::mcp::serve(options, ev::test::all_tools(), clock, *transport);
}
