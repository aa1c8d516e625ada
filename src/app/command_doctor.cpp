#include "app/commands.hpp"
#include "app/config.hpp"
#include "app/doctor.hpp"
#include "llm/probe.hpp"
#include "pipeline/sources/icite.hpp"
#include "pipeline/sources/pubmed.hpp"
#include "pipeline/sources/source.hpp"

#include <cstdio>

namespace ev::app {

namespace {

// The cheapest request of each service this program uses, past the cache.
Result<std::string> probe_service(Program& program, const std::string& service) {
  std::vector<net::RequestPlan> plans;
  if (service == "pubmed") plans.push_back(sources::PubMed(program.config()).probe("1[uid]"));
  if (service == "icite")
    plans = sources::plan_citations(program.config(), std::vector<std::string>{"1"});
  for (const auto& source : sources::all_sources(program.config())) {
    if (!plans.empty() || source->info().id != service) continue;
    const std::string id = service == "clinicaltrials" ? "NCT00000102" : "PMID:1";
    plans = source->fetch({&id, 1});
  }
  if (plans.empty()) return std::string("not tested: no tool uses it yet");
  Context ctx = program.command_line_context();
  ctx.deadline = program.clock().now() + Nanos(limits::kConnectTimeout) * 2;
  plans.front().ttl = net::Ttl(0);
  EV_TRY(const net::HttpResponse reply, program.http().send(plans.front(), ctx));
  return "answers with HTTP status " + std::to_string(reply.status);
}

Result<std::string> probe_model(Program& program, const std::string& service) {
  if (program.config().sample) return std::string("not used with the sample");
  EV_TRY(const net::RequestPlan plan, llm::plan_probe(program.config(), service));
  Context ctx = program.command_line_context();
  ctx.deadline = program.clock().now() + Nanos(limits::kConnectTimeout) * 2;
  EV_TRY(const net::HttpResponse reply, program.http().send(plan, ctx));
  return llm::read_probe(program.config(), service, reply);
}

}  // namespace

int command_doctor(Program& program, const DoctorCommand& command) {
  auto loaded = load_settings({.file = command.config_file, .environment = process_environment()});
  if (!loaded) return report_failure(loaded.error());
  // What the command line switched on is not in the environment.
  loaded->config.sample = program.config().sample;
  loaded->config.offline = program.config().offline;
  DoctorOptions options{.clock = &program.clock(),
                        .config_file = command.config_file,
                        .store_file = database_file(program.config()),
                        .environment = process_environment()};
  for (const auto& source : sources::all_sources(program.config())) {
    options.policies.emplace_back(source->info().id, source->info().policy);
  }
  for (const char* service : {"icite", "crossref", "unpaywall"}) {
    options.policies.emplace_back(service, net::HostPolicy{.service = service});
  }
  if (command.network) {
    options.probe = [&](const std::string& service, const Endpoint&) {
      const bool model = service == kModelService || service == kEmbeddingsService;
      return model ? probe_model(program, service) : probe_service(program, service);
    };
  }
  const DoctorReport report = examine(*loaded, options);
  const std::string text = command.json ? render_json(report) : render_text(report);
  std::fputs(text.c_str(), stdout);
  return report.healthy() ? 0 : 1;
}

}  // namespace ev::app
