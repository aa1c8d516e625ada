#include "app/cli.hpp"

#include <cstdio>
#include <exception>

// The last border for exceptions of libraries: one line, no trace, exit code 1.
int main(int argc, char** argv) {
  try {
    return ev::app::run_command_line(argc, argv);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "evidence-mcp: unexpected failure: %s\n", e.what());
    return 1;
  }
}
