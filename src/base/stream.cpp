#include "base/stream.hpp"

#include <climits>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ev {

namespace {

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_DONTWAIT | MSG_NOSIGNAL;
#else
constexpr int kSendFlags = MSG_DONTWAIT;
#endif

}  // namespace

Wake::Wake() {
  int fds[2] = {-1, -1};
  if (::pipe(fds) != 0) return;
  for (int i = 0; i < 2; ++i) {
    ::fcntl(fds[i], F_SETFD, FD_CLOEXEC);
    ::fcntl(fds[i], F_SETFL, O_NONBLOCK);
    ends_[i].reset(fds[i]);
  }
}

void Wake::poke() const {
  const char byte = 0;
  // A full pipe already wakes.
  [[maybe_unused]] const ssize_t ignored = ::write(ends_[1].get(), &byte, 1);
}

void Wake::drain() const {
  char bytes[64];
  while (::read(ends_[0].get(), bytes, sizeof bytes) > 0) {
  }
}

long InStream::read(std::span<char> out, const Wake& wake) {
  pollfd fds[2] = {{fd_.get(), POLLIN, 0}, {wake.descriptor(), POLLIN, 0}};
  if (::poll(fds, 2, -1) < 0) return errno == EINTR ? 0 : -1;
  if (fds[1].revents != 0 || fds[0].revents == 0) return 0;
  const ssize_t got = ::read(fd_.get(), out.data(), out.size());
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return 0;
  return got > 0 ? static_cast<long>(got) : -1;
}

OutStream::OutStream(UniqueFd fd) : fd_(std::move(fd)) {
  struct stat info {};
  socket_ = ::fstat(fd_.get(), &info) == 0 && S_ISSOCK(info.st_mode);
}

// After POLLOUT a pipe takes PIPE_BUF bytes at once.
OutStream::Wrote OutStream::write_available(std::string_view bytes, std::size_t& written) const {
  while (written < bytes.size()) {
    std::size_t size = bytes.size() - written;
    const char* data = bytes.data() + written;
    ssize_t got = 0;
    if (socket_) {
      got = ::send(fd_.get(), data, size, kSendFlags);
    } else {
      pollfd fd = {fd_.get(), POLLOUT, 0};
      const int ready = ::poll(&fd, 1, 0);
      if (ready == 0) return Wrote::part;
      if (size > PIPE_BUF) size = PIPE_BUF;
      got = ready < 0 ? -1 : ::write(fd_.get(), data, size);
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

void OutStream::wait(const Wake& wake, int milliseconds) const {
  pollfd fds[2] = {{fd_.get(), POLLOUT, 0}, {wake.descriptor(), POLLIN, 0}};
  ::poll(fds, 2, milliseconds);
  if (fds[1].revents != 0) wake.drain();
}

void wait_for_socket(int socket, bool to_write, int milliseconds) {
  pollfd fd = {socket, static_cast<short>(POLLIN | (to_write ? POLLOUT : 0)), 0};
  ::poll(&fd, 1, milliseconds);
}

StandardStreams take_standard_streams() {
  StandardStreams taken{.in = UniqueFd(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)),
                        .out = UniqueFd(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3))};
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return taken;
}

void prepare_process() {
  // A file that takes the number of a stream that is missing would be read or written as that
  // stream.
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
    [[maybe_unused]] const int opened = ::open("/dev/null", O_RDWR);  // the lowest that is free
  }
  ::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit fails and is told like a full disk
  // A core would hold the keys.
  constexpr rlimit kNone{0, 0};
  ::setrlimit(RLIMIT_CORE, &kNone);
}

void on_end_signals(void (*handler)(int)) {
  ::signal(SIGPIPE, SIG_IGN);
  struct sigaction action {};
  action.sa_handler = handler;
  // A second signal finds the default action.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGTERM, &action, nullptr);
  ::sigaction(SIGINT, &action, nullptr);
}

bool flush_standard_output() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  struct stat kind {};
  return ::fstat(STDOUT_FILENO, &kind) == 0 && (S_ISFIFO(kind.st_mode) || S_ISSOCK(kind.st_mode));
}

bool stdin_is_terminal() {
  return ::isatty(STDIN_FILENO) != 0;
}

bool stderr_is_terminal() {
  return ::isatty(STDERR_FILENO) != 0;
}

}  // namespace ev
