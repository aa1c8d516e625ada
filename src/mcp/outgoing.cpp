#include "mcp/outgoing.hpp"

#include <chrono>
#include <stop_token>
#include <string>

namespace ev::mcp {

namespace {

// Tests' clocks stand still; a call must see its cancellation anyway.
constexpr std::chrono::milliseconds kLook{50};

}  // namespace

Result<JsonPtr> Outgoing::ask(std::string_view method, std::string_view params,
                              const Context& ctx) {
  RequestId id;
  {
    auto state = state_.lock();
    id = "\"srv-" + std::to_string(++state->last) + "\"";
    state->open[id] = nullptr;
  }
  std::string line = R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")";
  line += method;
  line += R"(","params":)";
  line += params;
  out_.send(line + "}");

  const std::stop_callback wake(ctx.stop, [this] { answered_.notify_all(); });
  JsonPtr response;
  Result<void> may;
  {
    auto state = state_.lock();
    while (state->open[id] == nullptr) {
      may = ctx.check();
      if (!may) break;
      state.wait_until(answered_, std::chrono::steady_clock::now() + kLook,
                       [&] { return state->open[id] != nullptr || ctx.stop.stop_requested(); });
    }
    response = state->open[id];
    state->open.erase(id);
  }
  if (response == nullptr) {
    out_.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id +
              R"(,"reason":"the call has ended"}})");
    return std::move(may).error();
  }
  const Json* const result = member(response.get(), "result");
  if (result == nullptr) {
    return Error{.code = Errc::not_found, .message = "the client refused " + std::string(method)};
  }
  return JsonPtr(response, result);
}

void Outgoing::deliver(const RequestId& id, const JsonPtr& response) {
  {
    auto state = state_.lock();
    const auto it = state->open.find(id);
    if (it == state->open.end()) return;
    it->second = response;
  }
  answered_.notify_all();
}

}  // namespace ev::mcp
