// Wiring: the only place that builds the program out of its parts, in order. Building it does no
// I/O: the store opens and the HTTP engine loads at their first use, so that a host may start and
// kill the server at will. Thread rule: built and destroyed on the main thread.
#pragma once

#include "base/clock.hpp"
#include "base/config.hpp"
#include "llm/gateway.hpp"
#include "mcp/tool.hpp"
#include "net/client.hpp"
#include "pipeline/mesh/layered_vocabulary.hpp"
#include "pipeline/workflow/working_sets.hpp"
#include "store/mirror.hpp"
#include "store/store.hpp"
#include "tools/services.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace ev::app {

inline constexpr const char* kName = "evidence-mcp";
inline constexpr const char* kTitle = "Evidence MCP";

class Program {
 public:
  explicit Program(Config config);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const Config& config() const { return config_; }
  const Clock& clock() const { return clock_; }
  store::Store& store() { return *store_; }
  net::Client& http() { return http_; }
  const tools::Services& services() const { return services_; }
  // Made at the first call: commands without tools do not wait for their schemas.
  const std::vector<mcp::ToolDef>& tools();
  // What is kept for speed alone, and what the allocator keeps: for a server that has nothing to
  // do.
  void give_back_memory();
  // A context for work started from the command line: no deadline of its own, stopped by SIGINT.
  Context command_line_context() const;

 private:
  Config config_;
  SystemClock clock_;
  std::unique_ptr<store::Store> store_;
  store::Mirror mirror_;
  net::Client http_;
  std::unique_ptr<llm::Gateway> llm_;
  mesh::StoredVocabulary imported_mesh_;
  mesh::LayeredVocabulary mesh_;
  tools::Services services_;
  const std::shared_ptr<workflow::WorkingSets> working_ = std::make_shared<workflow::WorkingSets>();
  std::optional<std::vector<mcp::ToolDef>> tools_;
};

// Where this configuration keeps its database: the sample's never mixes with the user's own.
std::filesystem::path database_file(const Config& config);
// The laboratory's database this configuration uses; nullopt when its store is a file.
std::optional<store::PostgresAddress> store_address(const Config& config);
// "evidence-mcp/0.1.0".
std::string user_agent();
const char* version();
// What initialize and server/discover tell the model (<= 1,500 characters).
const char* instructions();

}  // namespace ev::app
