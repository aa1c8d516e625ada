// A configuration file, TOML or JSON, as flat names and texts: members of tables are joined with
// "_"
// ([llm] api = "ollama" is llm_api), true and false become "true" and "false", null and "" are left
// out. Errors: not_found or internal (cannot be read), invalid_argument with every problem (syntax
// with line and column, values that are no text, flag or list of texts). Messages never repeat a
// value. Thread rule: pure function.
#pragma once

#include "base/result.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace ev::app {

struct FileSetting {
  std::string name;                // lower case
  std::vector<std::string> items;  // one, or the items of a list
};

// Sorted by name.
Result<std::vector<FileSetting>> read_config_file(const std::filesystem::path& file);

}  // namespace ev::app
