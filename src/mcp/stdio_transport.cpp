#include "mcp/stdio_transport.hpp"

#include "base/limits.hpp"
#include "base/log.hpp"

#include <climits>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ev::mcp {

namespace {

constexpr std::size_t kReadBytes = 64u << 10;   // a pipe holds as much
constexpr std::size_t kReplyBatch = 64u << 10;  // replies are written at the latest at this size
constexpr std::size_t kKeepCapacity = 1u << 20;

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_DONTWAIT | MSG_NOSIGNAL;
#else
constexpr int kSendFlags = MSG_DONTWAIT;
#endif

void open_pipe(UniqueFd (&ends)[2]) {
  int fds[2] = {-1, -1};
  if (::pipe(fds) != 0) return;
  for (int i = 0; i < 2; ++i) {
    ::fcntl(fds[i], F_SETFD, FD_CLOEXEC);
    ::fcntl(fds[i], F_SETFL, O_NONBLOCK);
    ends[i].reset(fds[i]);
  }
}

void poke(const UniqueFd& fd) {
  const char byte = 0;
  // A full wake pipe already wakes.
  [[maybe_unused]] const ssize_t ignored = ::write(fd.get(), &byte, 1);
}

void drain(const UniqueFd& fd) {
  char bytes[64];
  while (::read(fd.get(), bytes, sizeof bytes) > 0) {
  }
}

std::atomic<StdioTransport*> g_signalled{nullptr};

void on_signal(int) {
  const int saved = errno;
  if (StdioTransport* transport = g_signalled.load()) transport->stop();
  errno = saved;
}

}  // namespace

StdioTransport::StdioTransport(UniqueFd in, UniqueFd out)
    : in_(std::move(in)), out_(std::move(out)) {
  struct stat info {};
  out_is_socket_ = ::fstat(out_.get(), &info) == 0 && S_ISSOCK(info.st_mode);
  open_pipe(reader_wake_);
  open_pipe(writer_wake_);
  writer_ = std::thread([this] { write_loop(); });
}

StdioTransport::~StdioTransport() {
  StdioTransport* self = this;
  g_signalled.compare_exchange_strong(self, nullptr);
  close(std::chrono::milliseconds(0));
}

void StdioTransport::stop() {
  stopped_ = true;
  poke(reader_wake_[1]);
}

Ended StdioTransport::run(LineHandler& handler) {
  std::string chunk(kReadBytes, '\0');
  pollfd fds[2] = {{in_.get(), POLLIN, 0}, {reader_wake_[0].get(), POLLIN, 0}};
  while (true) {
    if (::poll(fds, 2, -1) < 0 && errno != EINTR) return Ended::eof;
    if (broken_) return Ended::broken;
    if (stopped_) return Ended::stopped;
    if (fds[0].revents == 0) continue;
    const ssize_t got = ::read(in_.get(), chunk.data(), chunk.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) break;
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
      const Wrote wrote = write_available(bytes, written);
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

// Writes what the peer takes without waiting. After POLLOUT a pipe takes PIPE_BUF bytes at once.
StdioTransport::Wrote StdioTransport::write_available(std::string_view bytes,
                                                      std::size_t& written) {
  while (written < bytes.size()) {
    std::size_t size = bytes.size() - written;
    const char* data = bytes.data() + written;
    ssize_t got = 0;
    if (out_is_socket_) {
      got = ::send(out_.get(), data, size, kSendFlags);
    } else {
      pollfd fd = {out_.get(), POLLOUT, 0};
      const int ready = ::poll(&fd, 1, 0);
      if (ready == 0) return Wrote::part;
      if (size > PIPE_BUF) size = PIPE_BUF;
      got = ready < 0 ? -1 : ::write(out_.get(), data, size);
    }
    if (got >= 0) {
      written += static_cast<std::size_t>(got);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      return Wrote::part;
    } else if (errno != EINTR) {
      return Wrote::broken;
    }
  }
  return Wrote::all;
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
    const Wrote wrote = write_available(bytes, written);
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
    pollfd fds[2] = {{out_.get(), POLLOUT, 0}, {writer_wake_[0].get(), POLLIN, 0}};
    ::poll(fds, 2, wait_ms);
    if (fds[1].revents != 0) drain(writer_wake_[0]);
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
  poke(writer_wake_[1]);
  poke(reader_wake_[1]);
}

void StdioTransport::close(std::chrono::milliseconds limit) {
  if (!writer_.joinable()) return;
  {
    auto outbox = outbox_.lock();
    outbox->closed = true;
    outbox->deadline = std::chrono::steady_clock::now() + limit;
  }
  work_.notify_one();
  poke(writer_wake_[1]);
  writer_.join();
}

std::unique_ptr<Transport> take_process_stdio() {
  UniqueFd out(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
  if (::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {  // started without a stderr
    const UniqueFd null(::open("/dev/null", O_WRONLY | O_CLOEXEC));
    ::dup2(null.get(), STDOUT_FILENO);
  }
  UniqueFd in(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3));
  auto transport = std::make_unique<StdioTransport>(std::move(in), std::move(out));
  g_signalled = transport.get();
  ::signal(SIGPIPE, SIG_IGN);
  struct sigaction action {};
  action.sa_handler = on_signal;
  // A second signal finds the default action and kills.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGTERM, &action, nullptr);
  ::sigaction(SIGINT, &action, nullptr);
  return transport;
}

}  // namespace ev::mcp
