// The budget of one tool call while requests are under way. Every request is reserved with the most
// it can cost before it is sent, so that parallel requests cannot exceed the budget together, and
// settled with what it did cost. Thread rule: one thread, like the Run it writes to.
#pragma once

#include "base/clock.hpp"
#include "base/context.hpp"
#include "llm/gateway.hpp"

namespace ev::llm {

class Ledger {
 public:
  // `ctx` and `run` are borrowed.
  Ledger(Run& run, const Context& ctx, const Clock& clock);
  ~Ledger();
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;

  // The call's context with the earlier of its own deadline (less what the caller needs to answer)
  // and the budget's.
  const Context& context() const { return inner_; }
  // cancelled, timeout, or budget_exhausted when the seconds are used up.
  Result<void> check() const;
  // budget_exhausted when a request of so many tokens might exceed the budget.
  Result<void> reserve(long tokens);
  void settle(long reserved, long tokens_in, long tokens_out);
  // A timeout that the budget's seconds caused is budget_exhausted.
  Error blame(Error error) const;

 private:
  Run& run_;
  const Context& outer_;
  const Clock& clock_;
  Context inner_;
  TimePoint started_;
  bool budget_ends_first_ = false;
  long reserved_ = 0;
};

}  // namespace ev::llm
