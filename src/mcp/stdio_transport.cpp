#include "mcp/stdio_transport.hpp"

#include "base/limits.hpp"
#include "base/log.hpp"

#include <cerrno>

namespace ev::mcp {

namespace {

constexpr std::size_t kReadBytes = 64u << 10;   // a pipe holds as much
constexpr std::size_t kReplyBatch = 64u << 10;  // replies are written at the latest at this size
constexpr std::size_t kKeepCapacity = 1u << 20;

std::atomic<StdioTransport*> g_signalled{nullptr};

void on_signal(int) {
  const int saved = errno;
  if (StdioTransport* transport = g_signalled.load()) transport->stop();
  errno = saved;
}

}  // namespace

StdioTransport::StdioTransport(UniqueFd in, UniqueFd out)
    : in_(std::move(in)), out_(std::move(out)) {
  writer_ = std::thread([this] { write_loop(); });
}

StdioTransport::~StdioTransport() {
  StdioTransport* self = this;
  g_signalled.compare_exchange_strong(self, nullptr);
  close(std::chrono::milliseconds(0));
}

void StdioTransport::stop() {
  stopped_ = true;
  reader_wake_.poke();
}

Ended StdioTransport::run(LineHandler& handler) {
  std::string chunk(kReadBytes, '\0');
  while (true) {
    const long got = in_.read(chunk, reader_wake_);
    if (broken_) return Ended::broken;
    if (stopped_) return Ended::stopped;
    if (got < 0) break;
    if (got == 0) continue;
    accept({chunk.data(), static_cast<std::size_t>(got)}, handler);
    flush_replies();
  }
  // `printf '{…}' | server`: a last line without its newline is served.
  if (!partial_.empty() && !skipping_) take_line({}, handler);
  flush_replies();
  return broken_ ? Ended::broken : Ended::eof;
}

void StdioTransport::accept(std::string_view chunk, LineHandler& handler) {
  while (!chunk.empty()) {
    const std::size_t newline = chunk.find('\n');
    if (newline == std::string_view::npos) return keep_piece(chunk, handler);
    take_line(chunk.substr(0, newline), handler);
    chunk.remove_prefix(newline + 1);
    if (replies_.size() >= kReplyBatch) flush_replies();
  }
}

void StdioTransport::keep_piece(std::string_view piece, LineHandler& handler) {
  if (skipping_) return;
  if (partial_.size() + piece.size() > limits::kLineBytes) {
    skipping_ = true;
    partial_ = {};
    return handler.on_oversized_line(replies_);
  }
  partial_.append(piece);
}

// `piece` ends a line; most lines arrive whole and are handled without a copy.
void StdioTransport::take_line(std::string_view piece, LineHandler& handler) {
  if (partial_.empty() && !skipping_ && piece.size() <= limits::kLineBytes) {
    return handler.on_line(piece, replies_);
  }
  keep_piece(piece, handler);
  if (skipping_) {
    skipping_ = false;
    return;
  }
  handler.on_line(partial_, replies_);
  partial_.clear();
  if (partial_.capacity() > kKeepCapacity) partial_.shrink_to_fit();
}

void StdioTransport::flush_replies() {
  if (replies_.empty()) return;
  write_or_queue(replies_);
  replies_.clear();
  if (replies_.capacity() > kKeepCapacity) replies_.shrink_to_fit();
}

void StdioTransport::send(std::string line) {
  line += '\n';
  write_or_queue(line);
}

void StdioTransport::write_or_queue(std::string_view bytes) {
  bool failed = false;
  {
    auto outbox = outbox_.lock();
    if (outbox->closed || outbox->broken) return;
    if (outbox->queued.empty() && outbox->writing == 0) {
      std::size_t written = 0;
      const Wrote wrote = out_.write_available(bytes, written);
      if (wrote == Wrote::all) return;
      failed = wrote == Wrote::broken;
      bytes.remove_prefix(written);
    }
    failed =
        failed || outbox->queued.size() + outbox->writing + bytes.size() > limits::kOutboxBytes;
    if (!failed) outbox->queued.append(bytes);
  }
  if (failed) return fail();
  work_.notify_one();
}

void StdioTransport::write_loop() {
  std::string taken;
  while (true) {
    {
      auto outbox = outbox_.lock();
      outbox->writing = 0;
      outbox.wait(work_,
                  [&] { return !outbox->queued.empty() || outbox->closed || outbox->broken; });
      if (outbox->broken || outbox->queued.empty()) return;
      taken.clear();
      taken.swap(outbox->queued);
      outbox->writing = taken.size();
    }
    if (!write_queued(taken)) return;
    if (taken.capacity() > kKeepCapacity) taken = {};
  }
}

// False when the peer is gone or the time of close() is over.
bool StdioTransport::write_queued(std::string_view bytes) {
  std::size_t written = 0;
  while (true) {
    const Wrote wrote = out_.write_available(bytes, written);
    if (wrote == Wrote::all) return true;
    if (wrote == Wrote::broken) {
      fail();
      return false;
    }
    Deadline deadline;
    {
      auto outbox = outbox_.lock();
      if (outbox->broken) return false;
      deadline = outbox->deadline;
    }
    int wait_ms = -1;
    if (deadline != Deadline::max()) {
      const auto left = deadline - std::chrono::steady_clock::now();
      if (left <= left.zero()) return false;
      wait_ms = static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count());
    }
    out_.wait(writer_wake_, wait_ms);
  }
}

void StdioTransport::fail() {
  {
    auto outbox = outbox_.lock();
    if (outbox->broken) return;
    outbox->broken = true;
    outbox->queued = {};
  }
  broken_ = true;
  log(Level::warn, "client_gone", {{"reason", "answers are not read"}});
  work_.notify_one();
  writer_wake_.poke();
  reader_wake_.poke();
}

void StdioTransport::close(std::chrono::milliseconds limit) {
  if (!writer_.joinable()) return;
  {
    auto outbox = outbox_.lock();
    outbox->closed = true;
    outbox->deadline = std::chrono::steady_clock::now() + limit;
  }
  work_.notify_one();
  writer_wake_.poke();
  writer_.join();
}

std::unique_ptr<Transport> take_process_stdio() {
  StandardStreams streams = take_standard_streams();
  auto transport = std::make_unique<StdioTransport>(std::move(streams.in), std::move(streams.out));
  g_signalled = transport.get();
  on_end_signals(on_signal);
  return transport;
}

}  // namespace ev::mcp
