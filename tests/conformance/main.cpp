// conformance_server: nothing but the protocol core and the fixtures of the official conformance
// suite, so that all its scenarios of both revisions and of the tasks extension can be run against
// the core. A test program; it is not installed.
#include "base/log.hpp"
#include "fixtures.hpp"
#include "mcp/stdio_transport.hpp"

#include <chrono>
#include <iterator>
#include <thread>

namespace ev::conformance {

mcp::ToolDef fixture(const std::string& name, const std::string& description,
                     std::function<mcp::ToolResult(const Json&, const mcp::CallContext&)> call,
                     const std::string& input_schema) {
  return {.name = name,
          .definition =
              [=] {
                return R"({"name":")" + name + R"(","description":")" + description +
                       R"(","inputSchema":)" + input_schema + "}";
              },
          .call = std::move(call)};
}

mcp::ToolResult ask(std::vector<mcp::InputRequest> requests, std::string state) {
  mcp::ToolResult out;
  out.asks = std::move(requests);
  out.state = std::move(state);
  return out;
}
std::string text_argument(const Json& arguments, const char* name) {
  const std::string* const text = mcp::as_string(mcp::member(&arguments, name));
  return text == nullptr ? std::string() : *text;
}

double number_argument(const Json& arguments, const char* name) {
  const Json* const value = mcp::member(&arguments, name);
  return value != nullptr && value->is_number() ? value->get<double>() : 0;
}

bool wait(const mcp::CallContext& ctx, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) {
    if (!ctx.check()) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace ev::conformance

int main() {
  using namespace ev;
  const auto transport = mcp::take_process_stdio();
  set_log_level(Level::error);
  mcp::Offer offer;
  for (auto& group : {conformance::content_tools(), conformance::asking_tools(),
                      conformance::input_required_tools(), conformance::stateless_tools(),
                      conformance::task_tools()}) {
    offer.tools.insert(offer.tools.end(), group.begin(), group.end());
  }
  offer.resources = conformance::resources();
  offer.prompts = conformance::prompts();
  offer.announced = {.tools = true, .prompts = true, .resources = true, .resource_updates = true};
  offer.log_messages = true;
  const mcp::ServerOptions options{.name = "conformance-server",
                                   .title = "Conformance server",
                                   .version = "1.0.0",
                                   .description = "The fixtures of the conformance suite",
                                   .instructions = "For tests of the protocol core."};
  const SystemClock clock;
  return mcp::serve(options, std::move(offer), clock, *transport);
}
