// Which files tools may read: those inside the folders of EVIDENCE_MCP_ROOTS, and nothing else. The
// command line reads what the user names; a model may not. Thread rule: pure but for the look at
// the file system.
#pragma once

#include "base/config.hpp"
#include "base/result.hpp"

#include <filesystem>
#include <string>

namespace ev::tools {

// The real path of a regular file that lies, links resolved, inside one of the folders. A relative
// path is looked for in each of them. invalid_argument with `argument` as path otherwise; what lies
// outside is not told to exist or not.
Result<std::filesystem::path> readable_file(const Config& config, const std::string& given,
                                            const std::string& argument);

}  // namespace ev::tools
