#include "app/serve.hpp"

#include "mcp/server.hpp"
#include "mcp/stdio_transport.hpp"

#include <unistd.h>

namespace ev::app {

int serve_stdio(Program& program, const ServeOptions& options) {
  // First of all: from here on nothing but the protocol reaches standard output.
  const std::unique_ptr<mcp::Transport> transport = mcp::take_process_stdio();
  const mcp::ServerOptions server{
      .name = kName,
      .title = kTitle,
      .version = version(),
      .description =
          "From a biomedical question to ranked, quoted evidence and mechanism hypotheses",
      .instructions = std::string(instructions()) +
                      (program.config().sample
                           ? " This server runs on its built-in sample: every record is invented."
                           : ""),
      .call_timeout = std::chrono::seconds(options.call_timeout_s)};
  return mcp::serve(server, program.tools(), program.clock(), *transport);
}

bool stdin_is_terminal() {
  return ::isatty(STDIN_FILENO) != 0;
}

}  // namespace ev::app
