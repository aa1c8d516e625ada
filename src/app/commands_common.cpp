#include "app/commands.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

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

int for_each_line(const std::filesystem::path& batch,
                  const std::function<void(const std::string&)>& take) {
  std::ifstream file;
  const bool standard = batch == "-";
  if (!standard) file.open(batch);
  std::istream& in = standard ? std::cin : file;
  std::string line;
  while (std::getline(in, line)) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    take(line);
  }
  // A folder opens and cannot be read.
  if (in.eof() && !in.bad()) return 0;
  return report_failure(
      Error{.code = Errc::not_found,
            .message = "cannot read " + batch.string() + (file.is_open() ? " to its end" : ""),
            .recovery = "name a text file with one query per line, or - for standard input"});
}

}  // namespace ev::app
