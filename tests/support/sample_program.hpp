// The whole program on the built-in sample, in a folder of its own, without transport. The date is
// fixed by the arguments of the calls.
#pragma once

#include "app/config.hpp"
#include "app/wire.hpp"
#include "support/source_dir.hpp"
#include "support/temp_dir.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace ev::test {

class SampleProgram {
 public:
  SampleProgram() : program_(config(home_.path())) {}

  mcp::ToolResult call(const std::string& tool, const Json& arguments, mcp::CallContext ctx = {}) {
    const auto& tools = program_.tools();
    const auto it = std::find_if(tools.begin(), tools.end(),
                                 [&](const mcp::ToolDef& t) { return t.name == tool; });
    if (it == tools.end()) throw std::runtime_error("no tool " + tool);
    ctx.clock = &program_.clock();
    ctx.tag = "test";
    return it->call(arguments, ctx);
  }
  // The structured result; throws when the tool reports an error.
  Json structured(const std::string& tool, const Json& arguments) {
    const mcp::ToolResult result = call(tool, arguments);
    if (result.is_error) throw std::runtime_error(tool + ": " + result.text);
    return parse_json(result.structured).value();
  }
  app::Program& program() { return program_; }

 private:
  static Config config(const std::filesystem::path& home) {
    Config config = app::load_config("").value();
    config.home = home;
    config.sample = true;
    return config;
  }
  TempDir home_;
  app::Program program_;
};

}  // namespace ev::test
