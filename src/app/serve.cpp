#include "app/serve.hpp"

#include "mcp/server.hpp"
#include "mcp/stdio_transport.hpp"
#include "tools/prompts.hpp"
#include "tools/resources.hpp"
#include "tools/skills.hpp"
#include "tools/stored_tasks.hpp"
#include "tools/views.hpp"

namespace ev::app {

mcp::Offer offer_of(Program& program) {
  mcp::Offer offer(program.tools());
  offer.resources = tools::with_evidence_view(tools::evidence_resources(program.services()));
  offer.prompts = tools::evidence_prompts(program.services());
  offer.skills = tools::evidence_skills();
  offer.task_store = std::make_shared<tools::StoredTasks>(program.store().documents);
  return offer;
}

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
      .call_timeout = std::chrono::seconds(options.call_timeout_s),
      .when_idle = [&program] { program.give_back_memory(); },
      .state_key = program.config().home / "request-state.key"};
  return mcp::serve(server, offer_of(program), program.clock(), *transport);
}

}  // namespace ev::app
