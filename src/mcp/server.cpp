#include "mcp/server.hpp"

#include "base/log.hpp"
#include "mcp/session.hpp"

#include <cstdlib>
#include <utility>

namespace ev::mcp {

namespace {

constexpr std::chrono::milliseconds kLastWords{150};  // for answers the client has not read yet

}  // namespace

int serve(const ServerOptions& options, Offer offer, const Clock& clock, Transport& transport) {
  Session session(options, std::move(offer), clock, transport);
  const Ended why = transport.run(session);
  const bool idle = session.shutdown(why);
  transport.close(kLastWords);
  if (!idle) {
    log(Level::error, "call_ignores_cancellation", {{"action", "exit"}});
    std::_Exit(0);
  }
  return 0;
}

}  // namespace ev::mcp
