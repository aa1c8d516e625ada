#include "mcp/session.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "mcp/worker_priority.hpp"

#include <chrono>
#include <exception>
#include <utility>

namespace ev::mcp {

namespace {

constexpr std::chrono::milliseconds kCancelGrace{200};

void reply_error(std::string& replies, std::string_view id, const RpcError& error) {
  append_error(replies, id, error);
  replies += '\n';
}

// One call on its way through the pool.
struct Call {
  Job job;
  Inflight::Ticket ticket;
  CallContext ctx;
  const Dialect& dialect;
  Caching caching;
};

std::string answer_line(const Call& call, const Answer& answer) {
  std::string line;
  if (const auto* members = std::get_if<Members>(&answer)) {
    line.reserve(members->json.size() + 256);
    call.dialect.append_result(line, call.ticket.id, *members, call.caching);
  } else {
    append_error(line, call.ticket.id, std::get<RpcError>(answer));
  }
  return line;
}

// The border for exceptions of tools.
Answer run_guarded(const Call& call) {
  std::string what = "unknown exception";
  try {
    return call.job.run(call.ctx);
  } catch (const std::exception& e) {
    what = e.what();
  } catch (...) {
  }
  return call.job.fail(Error{.code = Errc::internal, .message = what}, call.ctx.tag);
}

void run_call(const Call& call, Inflight& inflight, Transport& out) {
  if (call.ticket.stop.stop_requested()) return;
  give_way();
  const Answer answer = run_guarded(call);
  if (call.ticket.stop.stop_requested()) return;
  std::string line = answer_line(call, answer);
  if (inflight.finish(call.ticket)) out.send(std::move(line));
}

}  // namespace

Session::Session(const ServerOptions& options, std::vector<ToolDef> tools, const Clock& clock,
                 Transport& out)
    : options_(options),
      clock_(clock),
      out_(out),
      registry_(std::move(tools), options.tools_per_page),
      legacy_(options_, {registry_.feature()}),
      modern_(options_, {registry_.feature()}),
      pool_(options.workers, options.queued_bytes) {}

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
      return;  // this server asks the client nothing
    case Message::Kind::invalid:
      return reply_error(replies, message.id, message.fault);
  }
}

void Session::handle_notification(const Message& message) {
  if (message.method != "notifications/cancelled") return;
  const RequestId id = raw_id(member(message.params.get(), "requestId"));
  if (id.empty()) return;
  listens_.erase(id);
  inflight_.cancel(id);
}

std::variant<const Dialect*, RpcError> Session::choose_era(const Message& message,
                                                           const Json* meta) {
  if (ModernDialect::claimed(meta)) {
    if (auto error = modern_.refuse(meta)) return *std::move(error);
    served_modern_ = true;
    return &modern_;
  }
  if (message.method == "initialize") return &legacy_;
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
  const Request request{message.id, message.method, message.params};
  Outcome outcome = method->serve(request);
  if (auto* members = std::get_if<Members>(&outcome)) {
    dialect->append_result(replies, request.id, *members, method->caching);
    replies += '\n';
  } else if (auto* error = std::get_if<RpcError>(&outcome)) {
    reply_error(replies, request.id, *error);
  } else if (auto* listen = std::get_if<Listen>(&outcome)) {
    listens_.insert(request.id);
    replies += listen->acknowledgement;
    replies += '\n';
  } else {
    start(std::get<Job>(std::move(outcome)), request, *method, *dialect, bytes, replies);
  }
}

void Session::start(Job job, const Request& request, const Method& method, const Dialect& dialect,
                    std::size_t bytes, std::string& replies) {
  CallContext ctx;
  ctx.clock = &clock_;
  ctx.deadline = clock_.now() + options_.call_timeout;
  ctx.tag = job.label + "#" + std::to_string(++calls_);
  ctx.modern = dialect.modern();
  ctx.version = dialect.version();
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
  auto ticket = inflight_.add(request.id, std::move(progress));
  ctx.stop = ticket->stop;
  log(Level::debug, "call", {{"tag", ctx.tag}, {"id", request.id}});
  auto call = std::make_shared<const Call>(
      Call{std::move(job), *std::move(ticket), std::move(ctx), dialect, method.caching});
  if (pool_.submit([this, call] { run_call(*call, inflight_, out_); }, bytes)) return;
  const Answer busy = call->job.fail(
      Error{.code = Errc::rate_limited,
            .message = "The server is busy: calls of " +
                       std::to_string(options_.queued_bytes >> 20) + " MiB are waiting already.",
            .retry_after_s = 2,
            .recovery =
                "wait for running calls to end, then call again; send handles instead of records"},
      call->ctx.tag);
  if (inflight_.finish(call->ticket)) replies += answer_line(*call, busy) + '\n';
}

bool Session::shutdown(Ended why) {
  const auto now = [] { return std::chrono::steady_clock::now(); };
  if (why != Ended::broken) pool_.wait_idle(now() + options_.shutdown_grace);
  for (const RequestId& id : listens_) {
    std::string line;
    modern_.append_listen_end(line, id);
    out_.send(std::move(line));
  }
  listens_.clear();
  inflight_.cancel_all();
  return pool_.wait_idle(now() + kCancelGrace);
}

}  // namespace ev::mcp
