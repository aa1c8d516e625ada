// A plain HTTP server on 127.0.0.1 for transport tests. The handler gets the whole request (head
// and body) and a Connection to answer on, slowly or badly if it likes. One thread per connection;
// every read and write is bounded, and the destructor ends them all. Thread rule: the handler must
// be thread-safe.
#pragma once

#include "base/guarded.hpp"

#include <arpa/inet.h>
#include <atomic>
#include <chrono>
#include <functional>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ev::test {

class Connection {
 public:
  Connection(int fd, const std::atomic<bool>& stopping) : fd_(fd), stopping_(stopping) {}
  void send(std::string_view data) {
    while (!data.empty() && !stopping_) {
      const ssize_t n = ::send(fd_, data.data(), data.size(), MSG_NOSIGNAL);
      if (n <= 0) return;
      data.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  void reply(std::string_view status, std::string_view headers, std::string_view body) {
    send("HTTP/1.1 " + std::string(status) + "\r\n" + std::string(headers) + "Content-Length: " +
         std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" + std::string(body));
  }
  // True when the client closed within the time.
  bool closed_within(std::chrono::milliseconds time) {
    pollfd watch{fd_, POLLIN, 0};
    char byte = 0;
    return ::poll(&watch, 1, static_cast<int>(time.count())) == 1 && ::recv(fd_, &byte, 1, 0) <= 0;
  }
  // The next close sends a reset instead of an orderly end.
  void reset() {
    const linger hard{1, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
  }

 private:
  int fd_;
  const std::atomic<bool>& stopping_;
};

class TinyServer {
 public:
  using Handler = std::function<void(const std::string& request, Connection& connection)>;

  explicit TinyServer(Handler handler) : handler_(std::move(handler)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listener_, generic, size) != 0 || ::listen(listener_, 16) != 0 ||
        ::getsockname(listener_, generic, &size) != 0) {
      throw std::runtime_error("no loopback socket");
    }
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  ~TinyServer() {
    stopping_ = true;
    acceptor_.join();
    ::close(listener_);
    for (std::thread& thread : threads_) thread.join();
  }
  TinyServer(const TinyServer&) = delete;
  TinyServer& operator=(const TinyServer&) = delete;

  std::string url(std::string_view path) const {
    return "http://127.0.0.1:" + std::to_string(port_) + std::string(path);
  }
  std::vector<std::string> requests() { return *requests_.lock(); }

 private:
  void accept_all() {
    while (!stopping_) {
      pollfd watch{listener_, POLLIN, 0};
      if (::poll(&watch, 1, 20) != 1) continue;
      const int fd = ::accept(listener_, nullptr, nullptr);
      if (fd >= 0) threads_.emplace_back([this, fd] { serve(fd); });
    }
  }
  void serve(int fd) {
    const timeval limit{5, 0};
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    const std::string request = read_request(fd);
    if (!request.empty()) {
      requests_.lock()->push_back(request);
      Connection connection(fd, stopping_);
      handler_(request, connection);
    }
    ::close(fd);
  }
  static std::string read_request(int fd) {
    std::string request;
    char buffer[4096];
    while (true) {
      const std::size_t end = request.find("\r\n\r\n");
      if (end != std::string::npos && request.size() >= end + 4 + body_size(request))
        return request;
      const ssize_t n = ::recv(fd, buffer, sizeof buffer, 0);
      if (n <= 0) return "";
      request.append(buffer, static_cast<std::size_t>(n));
    }
  }
  static std::size_t body_size(const std::string& request) {
    const std::string name = "Content-Length: ";
    const std::size_t at = request.find(name);
    return at == std::string::npos ? 0 : std::stoul(request.substr(at + name.size()));
  }

  Handler handler_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stopping_{false};
  std::thread acceptor_;
  std::vector<std::thread> threads_;
  Guarded<std::vector<std::string>> requests_;
};

}  // namespace ev::test
