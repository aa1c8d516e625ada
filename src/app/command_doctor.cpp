#include "app/commands.hpp"
#include "app/config.hpp"
#include "app/doctor.hpp"
#include "base/log.hpp"
#include "llm/probe.hpp"
#include "net/retry.hpp"
#include "pipeline/mirror/nlm_folder.hpp"
#include "pipeline/sources/catalog.hpp"
#include "pipeline/sources/crossref.hpp"
#include "pipeline/sources/icite.hpp"
#include "pipeline/sources/idconv.hpp"
#include "pipeline/sources/pubmed.hpp"
#include "pipeline/sources/pubtator.hpp"
#include "pipeline/sources/source.hpp"
#include "pipeline/sources/unpaywall.hpp"

#include <cstdio>

namespace ev::app {

namespace {

// A first connection is often reset; more tries would only tell the same later.
constexpr int kProbeTries = 2;

// The cheapest request of each service this program uses. The ids are those of old, well-known
// records; whether they are found does not matter.
std::vector<net::RequestPlan> cheapest_plans(Program& program, const std::string& service) {
  const Config& config = program.config();
  const std::string pmid = "1";
  const std::string doi = "10.1000/182";
  if (service == "pubmed") return {sources::PubMed(config).probe("1[uid]")};
  if (service == "icite") return sources::plan_citations(config, {&pmid, 1});
  if (service == "pubtator") return sources::plan_annotations(config, {&pmid, 1});
  if (service == "idconv") return sources::plan_id_conversion(config, {&pmid, 1}).requests;
  if (service == "crossref") return sources::plan_crossref(config, {&doi, 1});
  if (service == "mirror") {
    const store::Mirror* const mirror = program.services().mirror;
    if (mirror == nullptr || !mirror->exists()) return {};
    return {mirror::plan_listing(config, mirror::Folder::updates)};
  }
  if (service == "unpaywall") {
    auto plan = sources::plan_open_access(config, doi);
    return plan ? std::vector<net::RequestPlan>{*std::move(plan)} : std::vector<net::RequestPlan>();
  }
  for (const auto& source : sources::all_sources(config)) {
    if (source->info().id != service) continue;
    const std::string id(sources::find_service(service)->probe);
    return source->fetch({&id, 1});
  }
  return {};
}

Result<net::HttpResponse> ask(Program& program, net::RequestPlan plan) {
  Context ctx = program.command_line_context();
  ctx.deadline = program.clock().now() + Nanos(limits::kConnectTimeout) * 2;
  plan.ttl = net::Ttl(0);
  plan.tries = kProbeTries;
  return program.http().send(plan, ctx);
}

Answered answered(std::string detail, const net::HttpResponse& reply) {
  return {.detail = std::move(detail), .date = net::parse_http_date(reply.header("date"))};
}

Result<Answered> probe_service(Program& program, const std::string& service) {
  const std::vector<net::RequestPlan> plans = cheapest_plans(program, service);
  if (plans.empty()) return Answered{"not asked"};
  const auto reply = ask(program, plans.front());
  // That there is no such record was said by the service.
  if (!reply && reply.error().code == Errc::not_found) return Answered{"answers"};
  if (!reply) return reply.error();
  return answered("answers with HTTP status " + std::to_string(reply->status), *reply);
}

Result<Answered> probe_model(Program& program, const std::string& service) {
  if (program.config().sample) return Answered{"not used with the sample"};
  EV_TRY(const net::RequestPlan plan, llm::plan_probe(program.config(), service));
  EV_TRY(const net::HttpResponse reply, ask(program, plan));
  EV_TRY(std::string detail, llm::read_probe(program.config(), service, reply));
  return answered(std::move(detail), reply);
}

}  // namespace

int command_doctor(const DoctorCommand& command) {
  LoadedConfig loaded =
      examine_settings({.file = command.config_file, .environment = process_environment()});
  // What the command line switched on is not in the environment.
  loaded.config.sample = loaded.config.sample || command.sample;
  loaded.config.offline = loaded.config.offline || command.offline;
  set_log_level(loaded.config.log_level);
  Program program(loaded.config);
  DoctorOptions options{.clock = &program.clock(),
                        .config_file = command.config_file,
                        .store_file = database_file(program.config()),
                        .store_address = store_address(program.config()),
                        .mirror_folder = program.services().mirror == nullptr
                                             ? std::filesystem::path()
                                             : program.services().mirror->folder(),
                        .environment = process_environment(),
                        .curl = net::curl_facts(),
                        .around = surroundings_of_process()};
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
  const DoctorReport report = examine(loaded, options);
  const std::string text = command.json ? render_json(report) : render_text(report, command.all);
  std::fputs(text.c_str(), stdout);
  return report.healthy() ? 0 : 1;
}

}  // namespace ev::app
