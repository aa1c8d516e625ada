// CallRunner: takes one job from the pool to the line that answers it. It stops the exceptions of
// tools, opens and seals request state, asks a legacy client what a job wants to know and runs the
// job again with the answers (a client of 2026-07-28 asks itself, by the result; a form that is
// refused or lies too long counts as cancelled by the user), and makes a task
// of long work where the client knows tasks. Thread rule: run() on workers, one call each.
#pragma once

#include "mcp/client_log.hpp"
#include "mcp/dialect.hpp"
#include "mcp/inflight.hpp"
#include "mcp/outgoing.hpp"
#include "mcp/request_state.hpp"
#include "mcp/tasks.hpp"

#include <memory>
#include <string>

namespace ev::mcp {

// One call on its way through the pool.
struct Call {
  Job job;
  Inflight::Ticket ticket;
  CallContext ctx;
  const Dialect& dialect;
  Caching caching;
  std::string method;
  JsonPtr params;
  std::shared_ptr<CallLog> log;
};

class CallRunner {
 public:
  struct Parts {
    Transport& out;
    Inflight& inflight;
    Outgoing& outgoing;
    RequestState& state;
    Tasks* tasks;  // null when the server has no long work
  };
  explicit CallRunner(Parts parts) : parts_(parts) {}
  void run(const Call& call) const;
  static std::string answer_line(const Call& call, const Answer& answer);

 private:
  void answer_once(const Call& call) const;
  Answer answer(const Call& call) const;
  // What an answer that was put off comes to: never Asking or Later.
  Answer settle(const Call& call, CallContext& ctx, Answer answer) const;
  Answer input_required(const Call& call, const Asking& asking) const;
  Result<void> ask_client(const Asking& asking, CallContext& ctx) const;

  const Parts parts_;
};

}  // namespace ev::mcp
