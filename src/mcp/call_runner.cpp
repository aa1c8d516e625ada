#include "mcp/call_runner.hpp"

#include "base/hash.hpp"
#include "base/memory.hpp"
#include "base/worker_priority.hpp"

#include <exception>
#include <functional>
#include <utility>

namespace ev::mcp {

namespace {

// A tool that is never content must not keep a person answering.
constexpr int kRounds = 8;

// Of the time a call has left, so that it can still do its work when nobody answers.
constexpr int kPatienceParts = 3;

Context with_patience(const CallContext& ctx) {
  Context out = ctx;
  if (ctx.clock == nullptr || ctx.deadline == TimePoint::max()) return out;
  const TimePoint now = ctx.clock->now();
  if (ctx.deadline > now) out.deadline = now + (ctx.deadline - now) / kPatienceParts * 2;
  return out;
}

// How a form reads that the client refused, or that nobody answered in time.
const JsonPtr& cancelled_form() {
  static const JsonPtr form = [] {
    RpcError fault;
    RequestId id;
    return parse_line(R"({"action":"cancel"})", fault, id);
  }();
  return form;
}

// The border for exceptions of tools.
Answer guarded(const Call& call, const CallContext& ctx,
               const std::function<Answer(const CallContext&)>& work) {
  std::string what = "unknown exception";
  try {
    return work(ctx);
  } catch (const std::exception& e) {
    what = e.what();
  } catch (...) {
  }
  return call.job.fail(Error{.code = Errc::internal, .message = what}, ctx.tag);
}

// What a sealed state belongs to: the request without what changes from round to round.
std::string binding_of(const Call& call) {
  return sha256_hex(call.method + "\n" +
                    text_without(call.params.get(), {"_meta", "inputResponses", "requestState"}));
}

}  // namespace

std::string CallRunner::answer_line(const Call& call, const Answer& answer) {
  std::string line;
  if (const auto* members = std::get_if<Members>(&answer)) {
    line.reserve(members->json.size() + 256);
    call.dialect.append_result(line, call.ticket.id, *members, call.caching);
  } else {
    append_error(line, call.ticket.id, std::get<RpcError>(answer));
  }
  return line;
}

void CallRunner::run(const Call& call) const {
  if (call.ticket.stop.stop_requested()) return;
  give_way();
  answer_once(call);
  give_back_memory();
}

void CallRunner::answer_once(const Call& call) const {
  const Answer settled = answer(call);
  if (call.log) call.log->close();
  if (call.ticket.stop.stop_requested()) return;
  std::string line = answer_line(call, settled);
  if (parts_.inflight.finish(call.ticket)) parts_.out.send(std::move(line));
}

Answer CallRunner::answer(const Call& call) const {
  CallContext ctx = call.ctx;
  if (call.job.may_ask && ctx.modern) {
    const Json* const params = call.params.get();
    if (const Json* const responses = member(params, "inputResponses")) {
      ctx.inputs = Inputs(JsonPtr(call.params, responses));
    }
    if (const Json* const sealed = member(params, "requestState"); !is_absent(sealed)) {
      const std::string* const text = as_string(sealed);
      auto state = text == nullptr ? std::nullopt : parts_.state.open(*text, binding_of(call));
      if (!state)
        return bad_params("requestState is not what this server gave out, or has expired");
      ctx.state = *std::move(state);
    }
  }
  return settle(call, ctx, guarded(call, ctx, call.job.run));
}

Answer CallRunner::settle(const Call& call, CallContext& ctx, Answer answer) const {
  for (int round = 0;; ++round) {
    while (auto* const later = std::get_if<Later>(&answer)) {
      const Later work = std::move(*later);
      if (parts_.tasks != nullptr && ctx.modern && ctx.client.tasks) {
        return parts_.tasks->start(work, ctx, call.job.fail);
      }
      answer = guarded(call, ctx, work.work);
    }
    const auto* const asking = std::get_if<Asking>(&answer);
    if (asking == nullptr) return answer;
    if (ctx.modern) return input_required(call, *asking);
    if (round == kRounds) {
      return call.job.fail(Error{.code = Errc::invalid_argument,
                                 .message = "The answers did not settle what had to be known."},
                           ctx.tag);
    }
    if (auto asked = ask_client(*asking, ctx); !asked) {
      // Nobody waits for the answer of a cancelled call.
      if (asked.error().code == Errc::cancelled) return RpcError{};
      return call.job.fail(asked.error(), ctx.tag);
    }
    answer = guarded(call, ctx, call.job.run);
  }
}

Answer CallRunner::input_required(const Call& call, const Asking& asking) const {
  for (const InputRequest& request : asking.requests) {
    if (offered(request.kind, call.ctx.client)) continue;
    return missing_capability("The client does not offer " + std::string(method_of(request.kind)),
                              needed_capability(request.kind));
  }
  Members out{.json = R"("inputRequests":)" + input_requests_json(asking.requests),
              .type = "input_required"};
  if (!asking.state.empty()) {
    out.json += R"(,"requestState":)";
    append_json_string(out.json, parts_.state.seal(asking.state, binding_of(call)));
  }
  return out;
}

Result<void> CallRunner::ask_client(const Asking& asking, CallContext& ctx) const {
  for (const InputRequest& request : asking.requests) {
    const std::string method(method_of(request.kind));
    if (!offered(request.kind, ctx.client)) {
      return Error{.code = Errc::invalid_argument,
                   .message = "This call has to ask the client (" + method +
                              "), which the client does not offer.",
                   .recovery = "use a client that offers it, or give all arguments"};
    }
    const bool form = request.kind == InputRequest::Kind::form;
    auto result =
        parts_.outgoing.ask(method, request.params, form ? with_patience(ctx) : Context(ctx));
    if (!result && form && result.error().code != Errc::cancelled) {
      EV_CHECK(ctx.check());
      result = cancelled_form();
    }
    if (!result) return std::move(result).error();
    ctx.inputs.put(request.key, *std::move(result));
  }
  ctx.state = asking.state;
  return {};
}

}  // namespace ev::mcp
