#include "app/cli.hpp"
#include "base/stream.hpp"

#include <cstdio>
#include <exception>
#include <new>

// The last border for exceptions of libraries: one line, no trace, exit code 1.
int main(int argc, char** argv) {
  ev::prepare_process();
  try {
    return ev::app::run_command_line(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("evidence-mcp: the memory is used up; do the work in smaller parts\n", stderr);
    return 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "evidence-mcp: unexpected failure: %s\n", e.what());
    return 1;
  }
}
