// mcp_bench [options] -- <server command…>: what a client sees of an MCP stdio server, through real
// pipes.
//   start: spawn to the answer of initialize (median of 9), resident memory then
//   pipelined pings per second, serial ping p50/p99, ping p99 while 4 calls of the tool `busy`
//   compute
// Options: --pings N (pipelined, default 200000), --serial N (default 20000), --bare CMD (a bare
// echo to compare with in the same run), --heavy TOOL JSON (default: busy {"ms":1000}), --no-heavy.
// Figures only; nothing here passes or fails.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double micros(Clock::duration d) {
  return std::chrono::duration<double, std::micro>(d).count();
}

class Server {
 public:
  explicit Server(const std::vector<std::string>& command) {
    int in[2];
    int out[2];
    if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) std::abort();
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(in[0], 0);
      ::dup2(out[1], 1);
      std::vector<char*> argv;
      for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
      argv.push_back(nullptr);
      ::execvp(argv[0], argv.data());
      std::perror(argv[0]);
      std::_Exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  ~Server() {
    ::close(to_);
    ::close(from_);
    ::waitpid(pid_, nullptr, 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  void write(const std::string& bytes) {
    for (std::size_t sent = 0; sent < bytes.size();) {
      const ssize_t wrote = ::write(to_, bytes.data() + sent, bytes.size() - sent);
      if (wrote < 0) fatal("the server closed its input");
      sent += static_cast<std::size_t>(wrote);
    }
  }
  std::string read_line() {
    while (true) {
      const std::size_t end = buffer_.find('\n', scanned_);
      if (end != std::string::npos) {
        std::string line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        scanned_ = 0;
        return line;
      }
      scanned_ = buffer_.size();
      fill();
    }
  }
  // Reads until `count` more lines have arrived.
  void skip_lines(long count) {
    while (true) {
      count -= std::count(buffer_.begin(), buffer_.end(), '\n');
      buffer_.clear();
      scanned_ = 0;
      if (count <= 0) return;
      fill();
    }
  }
  void wait_for(const std::string& text) {
    while (read_line().find(text) == std::string::npos) {
    }
  }
  long resident_kb() const {
    const std::string path = "/proc/" + std::to_string(pid_) + "/status";
    std::FILE* file = std::fopen(path.c_str(), "r");
    if (file == nullptr) return 0;
    char line[256];
    long kb = 0;
    while (std::fgets(line, sizeof line, file) != nullptr) {
      if (std::strncmp(line, "VmRSS:", 6) == 0) kb = std::atol(line + 6);
    }
    std::fclose(file);
    return kb;
  }

 private:
  [[noreturn]] static void fatal(const char* what) {
    std::fprintf(stderr, "mcp_bench: %s\n", what);
    std::exit(2);
  }
  void fill() {
    static std::vector<char> chunk(1 << 18);
    const ssize_t got = ::read(from_, chunk.data(), chunk.size());
    if (got <= 0) fatal("the server closed its output");
    buffer_.append(chunk.data(), static_cast<std::size_t>(got));
  }

  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::string buffer_;
  std::size_t scanned_ = 0;
};

const std::string kInitialize =
    R"({"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25",)"
    R"("capabilities":{},"clientInfo":{"name":"bench","version":"1"}}})"
    "\n";

std::string ping(long id) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"ping"})" + "\n";
}

struct Spread {
  double p50, p99, max;
};

Spread spread(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double q) {
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
  };
  return {at(0.5), at(0.99), values.back()};
}

void measure_start(const std::vector<std::string>& command) {
  std::vector<double> times;
  long kb = 0;
  for (int i = 0; i < 9; ++i) {
    const auto begin = Clock::now();
    Server server(command);
    server.write(kInitialize);
    server.read_line();
    times.push_back(micros(Clock::now() - begin));
    kb = server.resident_kb();
  }
  std::printf("start to initialize   p50 %8.2f ms   max %.2f ms   RSS %ld KiB\n",
              spread(times).p50 / 1000, spread(times).max / 1000, kb);
}

void measure_pipelined(const char* label, const std::vector<std::string>& command, long count) {
  Server server(command);
  server.write(kInitialize);
  server.read_line();
  std::string all;
  for (long i = 0; i < count; ++i) all += ping(i);
  const auto begin = Clock::now();
  std::thread writer([&] { server.write(all); });
  server.skip_lines(count);
  const double seconds = micros(Clock::now() - begin) / 1e6;
  writer.join();
  std::printf("pipelined %-11s %10.0f pings/s (%ld)\n", label, static_cast<double>(count) / seconds,
              count);
}

Spread serial(Server& server, long count, std::chrono::microseconds pause) {
  std::vector<double> times;
  for (long i = 0; i < count; ++i) {
    const std::string line = ping(i);
    const auto begin = Clock::now();
    server.write(line);
    server.read_line();
    times.push_back(micros(Clock::now() - begin));
    if (pause.count() > 0) std::this_thread::sleep_for(pause);
  }
  return spread(times);
}

void measure_serial(const char* label, const std::vector<std::string>& command, long count) {
  Server server(command);
  server.write(kInitialize);
  server.read_line();
  serial(server, count / 10, {});
  const Spread s = serial(server, count, {});
  std::printf("serial ping %-9s p50 %7.1f us   p99 %7.1f us   max %.1f us\n", label, s.p50, s.p99,
              s.max);
}

void measure_heavy(const std::vector<std::string>& command, const std::string& tool,
                   const std::string& arguments) {
  Server server(command);
  server.write(kInitialize);
  server.read_line();
  std::string calls;
  for (int i = 0; i < 4; ++i) {
    calls += R"({"jsonrpc":"2.0","id":"heavy)" + std::to_string(i) +
             R"(","method":"tools/call","params":{"name":")" + tool + R"(","arguments":)" +
             arguments + "}}\n";
  }
  server.write(calls);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const Spread s = serial(server, 300, std::chrono::milliseconds(2));
  std::printf("ping, 4 heavy calls   p50 %7.1f us   p99 %7.1f us   max %.1f us\n", s.p50, s.p99,
              s.max);
}

}  // namespace

int main(int argc, char** argv) {
  ::signal(SIGPIPE, SIG_IGN);
  long pings = 200'000;
  long serial_count = 20'000;
  std::string bare;
  std::string heavy_tool = "busy";
  std::string heavy_arguments = R"({"ms":1000})";
  int i = 1;
  for (; i < argc && std::strcmp(argv[i], "--") != 0; ++i) {
    const std::string option = argv[i];
    if (option == "--pings" && i + 1 < argc) {
      pings = std::atol(argv[++i]);
    } else if (option == "--serial" && i + 1 < argc) {
      serial_count = std::atol(argv[++i]);
    } else if (option == "--bare" && i + 1 < argc) {
      bare = argv[++i];
    } else if (option == "--heavy" && i + 2 < argc) {
      heavy_tool = argv[++i];
      heavy_arguments = argv[++i];
    } else if (option == "--no-heavy") {
      heavy_tool.clear();
    }
  }
  const std::vector<std::string> command(argv + std::min(argc, i + 1), argv + argc);
  if (command.empty()) {
    std::fprintf(stderr,
                 "usage: mcp_bench [--pings N] [--serial N] [--bare CMD] [--heavy TOOL JSON] "
                 "[--no-heavy] -- command…\n");
    return 2;
  }
  measure_start(command);
  if (!bare.empty()) measure_pipelined("bare echo", {bare}, pings);
  measure_pipelined("server", command, pings);
  if (!bare.empty()) measure_serial("bare echo", {bare}, serial_count);
  measure_serial("server", command, serial_count);
  if (!heavy_tool.empty()) measure_heavy(command, heavy_tool, heavy_arguments);
  return 0;
}
