// The least a stdio server can do: reads lines, finds the id by position, answers {} from one
// thread. What mcp_bench measures of it is the cost of pipes and scheduling alone.
#include <cstring>
#include <string>
#include <string_view>
#include <unistd.h>

int main() {
  std::string in(1 << 16, '\0');
  std::string rest;
  std::string out;
  while (true) {
    const ssize_t got = ::read(0, in.data(), in.size());
    if (got <= 0) return 0;
    rest.append(in.data(), static_cast<std::size_t>(got));
    out.clear();
    std::size_t from = 0;
    for (std::size_t end; (end = rest.find('\n', from)) != std::string::npos; from = end + 1) {
      const std::string_view line(rest.data() + from, end - from);
      const std::size_t id = line.find("\"id\":");
      if (id == std::string_view::npos) continue;
      const std::size_t stop = line.find_first_of(",}", id);
      out += R"({"jsonrpc":"2.0","id":)";
      out += line.substr(id + 5, stop - id - 5);
      out += ",\"result\":{}}\n";
    }
    rest.erase(0, from);
    for (std::size_t sent = 0; sent < out.size();) {
      const ssize_t wrote = ::write(1, out.data() + sent, out.size() - sent);
      if (wrote < 0) return 0;
      sent += static_cast<std::size_t>(wrote);
    }
  }
}
