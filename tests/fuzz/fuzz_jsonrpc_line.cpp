// A whole session fed with arbitrary lines: nothing may crash, leak or hang, and every line it
// writes must be one JSON-RPC object. No network, no files; the tools return their arguments, ask
// the client, and become tasks. Calls run where they are read, which is quick and the same every
// time, and for one input of sixteen in a thread of their own.
#include "base/json.hpp"
#include "base/log.hpp"
#include "mcp/jsonrpc.hpp"
#include "mcp/session.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace ev;
using namespace ev::mcp;

void check_line(std::string_view line) {
  const auto parsed = parse_json(line);
  if (!parsed || as_string(member(&*parsed, "jsonrpc")) == nullptr) std::abort();
}

class CheckingTransport final : public Transport {
 public:
  Ended run(LineHandler&) override { return Ended::eof; }
  void send(std::string line) override {
    if (line.find('\n') != std::string::npos) std::abort();
    check_line(line);
  }
  void close(std::chrono::milliseconds) override {}
};

// Every part of the protocol, with as little behind it as possible.
Offer everything(ToolDef tool) {
  ToolDef task = tool;
  task.name = "task";
  task.long_running = [](const Json&) { return true; };
  ToolDef ask = tool;
  ask.name = "ask";
  ask.call = [](const Json&, const CallContext& ctx) {
    ToolResult result{.text = ctx.inputs.model_text("b") + ctx.state};
    if (ctx.inputs.form_action("a").empty()) result.asks = {ask_form("a", "?", "{}")};
    result.state = "state";
    return result;
  };
  Offer offer;
  offer.tools = {std::move(tool), std::move(task), std::move(ask)};
  const Completer propose = [](const std::string& value, const auto&,
                               const Context&) -> Result<Completion> {
    return Completion{.values = {value}};
  };
  offer.resources = Resources{
      .list = [](const std::string& cursor, const Context&) -> Result<ResourcePage> {
        return ResourcePage{.resources = {{.uri = "x:" + cursor, .name = cursor}}};
      },
      .templates = {{.uri_template = "x:{a}", .name = "x", .variables = {{"a", propose}}}},
      .read = [](const std::string& uri, const CallContext&) -> Result<ResourceRead> {
        if (uri.size() > 20) return Error{.code = Errc::not_found};
        return ResourceRead{.contents = {{.uri = uri, .text = uri}}};
      }};
  offer.prompts = {
      {.name = "p",
       .description = "p",
       .arguments = {{.name = "a", .required = true, .completer = propose}},
       .get = [](const PromptArguments& given, const CallContext&) -> Result<PromptText> {
         return PromptText{.messages = {{.content = text_block(given.at("a"))}}};
       }}};
  offer.announced = {true, true, true, true};
  offer.log_messages = true;
  return offer;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  set_log_level(Level::error);
  const SystemClock clock;
  CheckingTransport out;
  ToolDef tool{.name = "t",
               .definition = [] { return R"({"name":"t","inputSchema":{"type":"object"}})"; },
               .call =
                   [](const Json& arguments, const CallContext& ctx) {
                     ctx.report("stage", 1, 2);
                     std::string text = dump_json(arguments);
                     return ToolResult{.structured = text, .text = std::move(text)};
                   }};
  const ServerOptions options{.name = "fuzz",
                              .version = "1",
                              .call_timeout = std::chrono::milliseconds(2),
                              .shutdown_grace = std::chrono::milliseconds(20),
                              .workers = size % 16 == 0 ? 1 : 0};
  Session session(options, everything(std::move(tool)), clock, out);
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    std::string replies;
    session.on_line(rest.substr(0, end), replies);
    if (!replies.empty() && replies.back() != '\n') std::abort();
    for (std::string_view lines = replies; !lines.empty();) {
      const std::size_t stop = lines.find('\n');
      check_line(lines.substr(0, stop));
      lines.remove_prefix(stop + 1);
    }
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  // On a busy machine a thread gets its turn late; one that never ends is wrong.
  bool ended = session.shutdown(Ended::eof);
  for (int i = 0; i < 100 && !ended; ++i) ended = session.shutdown(Ended::broken);
  if (!ended) std::abort();
  return 0;
}
