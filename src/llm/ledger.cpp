#include "llm/ledger.hpp"

#include "llm/api.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace ev::llm {

using namespace std::chrono_literals;

namespace {

constexpr Nanos kTimeToAnswer = 1s;  // of the call, kept for what the caller does afterwards

Error exhausted(const std::string& which) {
  return Error{.code = Errc::budget_exhausted,
               .message = "the model's budget of this call is used up: " + which,
               .source = kSource,
               .recovery = "raise the budget or give fewer items; what is done is kept"};
}

std::string number_of_seconds(double seconds) {
  char out[40];
  std::snprintf(out, sizeof out, "%.4g", seconds);
  return out;
}

}  // namespace

Ledger::Ledger(Run& run, const Context& ctx, const Clock& clock)
    : run_(run), outer_(ctx), clock_(clock), inner_(ctx), started_(clock.now()) {
  if (ctx.deadline != TimePoint::max()) {
    const Nanos left = std::max<Nanos>(ctx.deadline - started_, Nanos(0));
    inner_.deadline = ctx.deadline - std::min(kTimeToAnswer, left / 4);
  }
  if (run.budget.seconds > 0) {
    const double left = std::clamp(run.budget.seconds - run.usage.seconds, 0.0, 1e6);
    const TimePoint end = started_ + Nanos(static_cast<std::int64_t>(left * 1e9));
    budget_ends_first_ = end < inner_.deadline;
    inner_.deadline = std::min(inner_.deadline, end);
  }
}

Ledger::~Ledger() {
  run_.usage.seconds += std::chrono::duration<double>(clock_.now() - started_).count();
}

Result<void> Ledger::check() const {
  EV_CHECK(outer_.check());
  if (clock_.now() < inner_.deadline) return {};
  return blame(Error{.code = Errc::timeout,
                     .message = "the call's time ended before the model had answered everything",
                     .source = kSource,
                     .recovery = "give fewer texts at once, use a faster model, or engine rules"});
}

Result<void> Ledger::reserve(long tokens) {
  const Budget& budget = run_.budget;
  Usage& usage = run_.usage;
  if (budget.calls > 0 && usage.calls >= budget.calls) {
    return exhausted(std::to_string(budget.calls) + " calls");
  }
  const long spent = usage.tokens_in + usage.tokens_out + reserved_;
  if (budget.tokens > 0 && spent + tokens > budget.tokens) {
    return exhausted(std::to_string(budget.tokens) +
                     " tokens, of which the next request may need " + std::to_string(tokens) +
                     " and " + std::to_string(std::max(0L, budget.tokens - spent)) + " are left");
  }
  reserved_ += tokens;
  ++usage.calls;
  return {};
}

void Ledger::settle(long reserved, long tokens_in, long tokens_out) {
  reserved_ -= reserved;
  run_.usage.tokens_in += tokens_in;
  run_.usage.tokens_out += tokens_out;
}

Error Ledger::blame(Error error) const {
  if (error.code != Errc::timeout || !budget_ends_first_) return error;
  return exhausted(number_of_seconds(run_.budget.seconds) + " s");
}

}  // namespace ev::llm
