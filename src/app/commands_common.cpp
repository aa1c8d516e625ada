#include "app/commands.hpp"

#include <cstdio>

namespace ev::app {

int report_failure(const Error& error) {
  std::fprintf(stderr, "evidence-mcp: %s\n", error.message.c_str());
  for (const Problem& problem : error.problems) {
    if (error.message.find(problem.message) != std::string::npos) continue;
    std::fprintf(stderr, "  %s %s\n", problem.path.c_str(), problem.message.c_str());
  }
  if (!error.recovery.empty()) std::fprintf(stderr, "  %s\n", error.recovery.c_str());
  return 1;
}

}  // namespace ev::app
