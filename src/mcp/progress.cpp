#include "mcp/progress.hpp"

#include "base/json.hpp"
#include "base/limits.hpp"

#include <cmath>
#include <cstdio>

namespace ev::mcp {

namespace {

constexpr Nanos kProgressGap = Nanos(std::chrono::seconds(1)) / limits::kProgressPerSecond;

std::string count_text(double value) {
  char out[40];
  std::snprintf(out, sizeof out, "%.10g", value);
  return out;
}

}  // namespace

void Progress::report(std::string_view stage, double done, double total) {
  if (!std::isfinite(done) || !std::isfinite(total) || done < 0) return;
  auto state = state_.lock();
  const TimePoint now = clock_.now();
  if (state->closed || now < state->next) return;
  const bool new_stage = state->last >= 0 && stage != state->stage;
  const double base = new_stage ? state->last + 1 : state->base;
  const double value = base + done;
  if (value <= state->last) return;
  state->stage = stage;
  state->base = base;
  state->last = value;
  state->next = now + kProgressGap;

  std::string line =
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)";
  line += token_ + R"(,"progress":)" + count_text(value);
  if (total > 0) line += R"(,"total":)" + count_text(base + std::fmax(total, done));
  if (text_ == Text::with_message) {
    std::string message(stage);
    if (total > 0) message += " " + count_text(done) + "/" + count_text(total);
    line += R"(,"message":)";
    append_json_string(line, message);
  }
  out_.send(line + "}}");
}

void Progress::close() {
  state_.lock()->closed = true;
}

}  // namespace ev::mcp
