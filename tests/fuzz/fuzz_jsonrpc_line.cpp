// A whole session fed with arbitrary lines: nothing may crash, leak or hang, and every line it
// writes must be one JSON-RPC object. No network, no files; the only tool returns its arguments.
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  set_log_level(Level::error);
  const SystemClock clock;
  CheckingTransport out;
  ToolDef tool{.name = "t",
               .definition = R"({"name":"t","inputSchema":{"type":"object"}})",
               .call = [](const Json& arguments, const CallContext& ctx) {
                 ctx.report("stage", 1, 2);
                 std::string text = dump_json(arguments);
                 return ToolResult{.structured = text, .text = std::move(text)};
               }};
  Session session({.name = "fuzz", .version = "1", .workers = 1},
                  std::vector<ToolDef>{std::move(tool)}, clock, out);
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
  if (!session.shutdown(Ended::eof)) std::abort();
  return 0;
}
