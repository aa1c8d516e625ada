#include "mcp/session.hpp"

#include "base/log.hpp"
#include "base/text.hpp"

#include <chrono>
#include <utility>

namespace ev::mcp {

namespace {

constexpr std::chrono::milliseconds kCancelGrace{200};

void reply_error(std::string& replies, std::string_view id, const RpcError& error) {
  append_error(replies, id, error);
  replies += '\n';
}

std::optional<ResourceRegistry> registry_of(std::optional<Resources> resources,
                                            const std::shared_ptr<const Skills>& skills,
                                            const Announced& announced) {
  if (!resources) return std::nullopt;
  if (skills) resources = with_skills(*std::move(resources), skills);
  return ResourceRegistry(*std::move(resources), announced);
}

}  // namespace

Session::Session(const ServerOptions& options, Offer offer, const Clock& clock, Transport& out)
    : options_(options),
      clock_(clock),
      out_(out),
      announced_(offer.announced),
      registry_(std::move(offer.tools), options.tools_per_page),
      resources_(registry_of(std::move(offer.resources), offer.skills, announced_)),
      skills_(std::move(offer.skills)),
      prompts_(std::move(offer.prompts)),
      log_(offer.log_messages ? std::optional<ClientLog>(std::in_place, out) : std::nullopt),
      subscriptions_(out, announced_),
      outgoing_(out),
      request_state_(options.state_key, clock),
      tasks_(registry_.has_long_running()
                 ? std::optional<Tasks>(std::in_place,
                                        offer.task_store ? std::move(offer.task_store)
                                                         : std::make_shared<MemoryTaskStore>(),
                                        clock, options.workers)
                 : std::nullopt),
      legacy_(options_, features()),
      modern_(options_, features()),
      runner_({out, inflight_, outgoing_, request_state_, tasks_ ? &*tasks_ : nullptr}),
      pool_(options.workers, options.queued_bytes, {limits::kIdleAfter, options.when_idle}) {}

std::vector<Feature> Session::features() {
  std::vector<Feature> out;
  out.push_back(registry_.feature(announced_.tools));
  if (resources_) {
    out.push_back(resources_->feature(subscriptions_));
    resources_->add_completions(completions_);
  }
  if (skills_) out.push_back(skills_feature(*skills_));
  if (!prompts_.empty()) {
    out.push_back(prompts_.feature(announced_.prompts));
    prompts_.add_completions(completions_);
  }
  if (!completions_.empty()) out.push_back(completions_.feature());
  if (log_) out.push_back(log_->feature());
  if (tasks_) out.push_back(tasks_->feature());
  return out;
}

void Session::on_line(std::string_view line, std::string& replies) {
  if (text::trim(line).empty()) return;
  RpcError fault;
  RequestId id;
  const JsonPtr value = parse_line(line, fault, id);
  if (value == nullptr) return reply_error(replies, id, fault);
  if (!is_array(value)) return handle(classify(value), line.size(), replies);
  const std::vector<JsonPtr> batch = items(value);
  if (!legacy_.takes_batches() || batch.empty()) {
    return reply_error(replies, {},
                       {kInvalidRequest, "Invalid Request: batches are not supported"});
  }
  for (const JsonPtr& item : batch) handle(classify(item), line.size() / batch.size(), replies);
}

void Session::on_oversized_line(std::string& replies) {
  reply_error(replies, {},
              {kParseError, "Parse error: the line is longer than " +
                                std::to_string(limits::kLineBytes >> 20) + " MiB"});
}

void Session::handle(const Message& message, std::size_t bytes, std::string& replies) {
  switch (message.kind) {
    case Message::Kind::request:
      return handle_request(message, bytes, replies);
    case Message::Kind::notification:
      return handle_notification(message);
    case Message::Kind::response:
      return outgoing_.deliver(message.id, message.whole);
    case Message::Kind::invalid:
      return reply_error(replies, message.id, message.fault);
  }
}

void Session::handle_notification(const Message& message) {
  if (message.method != "notifications/cancelled") return;
  const RequestId id = raw_id(member(message.params.get(), "requestId"));
  if (id.empty()) return;
  if (listens_.erase(id) != 0) subscriptions_.close(id);
  inflight_.cancel(id);
}

std::variant<const Dialect*, RpcError> Session::choose_era(const Message& message,
                                                           const Json* meta) {
  if (ModernDialect::claimed(meta)) {
    if (auto error = modern_.refuse(meta)) return *std::move(error);
    served_modern_ = true;
    return &modern_;
  }
  if (message.method == "initialize") {
    subscriptions_.legacy_client();
    return &legacy_;
  }
  const bool must_claim =
      ModernDialect::owns(message.method) || (!legacy_.initialized() && served_modern_);
  if (must_claim) return ModernDialect::missing_claim(meta);
  // Also before any handshake: shell scripts and impatient clients are served.
  return &legacy_;
}

void Session::handle_request(const Message& message, std::size_t bytes, std::string& replies) {
  if (inflight_.contains(message.id) || listens_.count(message.id) != 0) {
    return reply_error(replies, message.id,
                       {kInvalidRequest, "Invalid Request: id is already in use"});
  }
  if (message.params != nullptr && !is_object(message.params.get())) {
    return reply_error(replies, message.id,
                       {kInvalidParams, "Invalid params: params must be an object"});
  }
  const Json* const meta = member(message.params.get(), "_meta");
  const auto era = choose_era(message, meta);
  if (const auto* error = std::get_if<RpcError>(&era))
    return reply_error(replies, message.id, *error);
  const Dialect* const dialect = std::get<const Dialect*>(era);
  const Method* const method = dialect->find(message.method);
  if (method == nullptr) {
    return reply_error(replies, message.id,
                       {kMethodNotFound, "Method not found: " + std::string(message.method)});
  }
  const Request request{message.id, message.method, message.params, dialect->modern()};
  Outcome outcome = method->serve(request);
  if (auto* members = std::get_if<Members>(&outcome)) {
    dialect->append_result(replies, request.id, *members, method->caching);
    replies += '\n';
  } else if (auto* error = std::get_if<RpcError>(&outcome)) {
    reply_error(replies, request.id, *error);
  } else if (auto* listen = std::get_if<Listen>(&outcome)) {
    listens_.insert(request.id);
    subscriptions_.open(request.id, *listen);
  } else {
    start(std::get<Job>(std::move(outcome)), request, *method, *dialect, bytes, replies);
  }
}

CallContext Session::context_for(const Request& request, const std::string& label,
                                 const Dialect& dialect) {
  CallContext ctx;
  ctx.clock = &clock_;
  ctx.deadline = clock_.now() + options_.call_timeout;
  ctx.tag = label + "#" + std::to_string(++calls_);
  ctx.modern = dialect.modern();
  ctx.version = dialect.version();
  const Json* const meta = member(request.params.get(), "_meta");
  ctx.client = ctx.modern ? read_capabilities(member(meta, kCapabilitiesKey)) : legacy_.client();
  ctx.changes = &subscriptions_;
  return ctx;
}

void Session::start(Job job, const Request& request, const Method& method, const Dialect& dialect,
                    std::size_t bytes, std::string& replies) {
  CallContext ctx = context_for(request, job.label, dialect);
  std::shared_ptr<Progress> progress;
  const Json* const meta = member(request.params.get(), "_meta");
  if (const RequestId token = raw_id(member(meta, "progressToken")); !token.empty()) {
    progress = std::make_shared<Progress>(
        out_, clock_, token,
        ctx.version == "2024-11-05" ? Progress::Text::numbers_only : Progress::Text::with_message);
    ctx.progress = [progress](std::string_view stage, double done, double total) {
      progress->report(stage, done, total);
    };
  }
  const std::shared_ptr<CallLog> log_lines = log_ ? log_->for_call(ctx.modern, meta) : nullptr;
  if (log_lines) {
    ctx.log_to_client = [log_lines](std::string_view level, std::string_view logger,
                                    std::string_view data) {
      log_lines->send(level, logger, data);
    };
  }
  auto ticket = inflight_.add(request.id, std::move(progress));
  ctx.stop = ticket->stop;
  log(Level::debug, "call", {{"tag", ctx.tag}, {"id", request.id}});
  auto call = std::make_shared<const Call>(Call{.job = std::move(job),
                                                .ticket = *std::move(ticket),
                                                .ctx = std::move(ctx),
                                                .dialect = dialect,
                                                .caching = method.caching,
                                                .method = std::string(request.method),
                                                .params = request.params,
                                                .log = log_lines});
  if (pool_.submit([this, call] { runner_.run(*call); }, bytes)) return;
  const Answer busy = call->job.fail(
      Error{.code = Errc::rate_limited,
            .message = "The server is busy: calls of " +
                       std::to_string(options_.queued_bytes >> 20) + " MiB are waiting already.",
            .retry_after_s = 2,
            .recovery =
                "wait for running calls to end, then call again; send handles instead of records"},
      call->ctx.tag);
  if (inflight_.finish(call->ticket)) replies += CallRunner::answer_line(*call, busy) + '\n';
}

bool Session::shutdown(Ended why) {
  const auto now = [] { return std::chrono::steady_clock::now(); };
  if (why != Ended::broken) {
    const auto grace = now() + options_.shutdown_grace;
    pool_.wait_idle(grace);
    if (tasks_) tasks_->wait_idle(grace);
  }
  for (const RequestId& id : listens_) {
    subscriptions_.close(id);
    out_.send(modern_.listen_end(id));
  }
  listens_.clear();
  for (const RequestId& id : inflight_.cancel_all()) {
    if (why == Ended::broken) continue;
    std::string line;
    append_error(line, id,
                 {.code = kInternalError,
                  .message = "The server ended before this call was done: its standard input was "
                             "closed or it was told to stop."});
    out_.send(std::move(line));
  }
  if (tasks_) tasks_->end_all();
  const auto limit = now() + kCancelGrace;
  const bool calls_ended = pool_.wait_idle(limit);
  return (!tasks_ || tasks_->wait_idle(limit)) && calls_ended;
}

}  // namespace ev::mcp
