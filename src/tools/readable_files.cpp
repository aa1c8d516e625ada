#include "tools/readable_files.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <system_error>

namespace ev::tools {

namespace {

namespace fs = std::filesystem;

bool inside(const fs::path& file, const fs::path& root) {
  const auto [end, at] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
  // "/data/" has an empty last part.
  return end == root.end() || (end->empty() && std::next(end) == root.end());
}

Error refused(const std::string& argument, const std::string& what, std::string recovery) {
  return {.code = Errc::invalid_argument,
          .message = argument + " " + what,
          .path = argument,
          .recovery = std::move(recovery),
          .problems = {{argument, what}}};
}

}  // namespace

Result<fs::path> readable_file(const Config& config, const std::string& given,
                               const std::string& argument) {
  if (config.roots.empty()) {
    return refused(argument, "cannot be read: no folder is open to tools",
                   "set EVIDENCE_MCP_ROOTS to the folder of the file, or run `evidence-mcp import "
                   "FILE` and pass the result_set it prints");
  }
  const fs::path path(given);
  std::vector<fs::path> tried;
  for (const fs::path& root : config.roots) {
    tried.push_back(path.is_absolute() ? path : root / path);
  }
  bool allowed = false;
  for (const fs::path& one : tried) {
    std::error_code ec;
    const fs::path real = fs::weakly_canonical(one, ec);
    if (ec) continue;
    const bool in_root = std::any_of(config.roots.begin(), config.roots.end(),
                                     [&real](const fs::path& root) { return inside(real, root); });
    allowed = allowed || in_root;
    if (in_root && fs::is_regular_file(real, ec)) return real;
  }
  const std::string shown = "\"" + text::ellipsize(text::displayable(given), 120) + "\"";
  if (allowed) {
    return refused(argument, "names no file: " + shown, "check the name of the file");
  }
  return refused(argument, "lies outside the folders open to tools: " + shown,
                 "move the file into a folder of EVIDENCE_MCP_ROOTS, or run `evidence-mcp import "
                 "FILE` and pass the result_set it prints");
}

}  // namespace ev::tools
