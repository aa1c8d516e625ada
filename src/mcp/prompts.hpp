// Prompts: texts a user picks to start with (slash commands in hosts). The registry checks names
// and required arguments; a prompt only writes its messages. Thread rule: `get` runs on workers,
// several at once.
#pragma once

#include "mcp/completion.hpp"
#include "mcp/method.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ev::mcp {

struct PromptArgument {
  std::string name;
  std::string title{};
  std::string description{};
  bool required = false;
  Completer completer{};
};

struct PromptMessage {
  std::string role = "user";
  std::string content;  // one block (content.hpp)
};

struct PromptText {
  std::vector<PromptMessage> messages{};
  // Not an answer yet, as in ToolResult.
  std::vector<InputRequest> asks{};
  std::string state{};
};

// Given arguments by name; those left out or empty are not there.
using PromptArguments = std::map<std::string, std::string>;

struct Prompt {
  std::string name;
  std::string title{};
  std::string description;
  std::vector<PromptArgument> arguments{};
  std::function<Result<PromptText>(const PromptArguments&, const CallContext&)> get;
};

class PromptRegistry {
 public:
  // Throws std::logic_error for two prompts of one name.
  explicit PromptRegistry(std::vector<Prompt> prompts);
  bool empty() const { return prompts_.empty(); }
  // The registry must outlive the feature.
  Feature feature(bool announces_changes) const;
  void add_completions(Completions& completions) const;

 private:
  const Prompt* find(std::string_view name) const;
  Outcome list(const Request& request) const;
  Outcome get(const Request& request) const;

  std::vector<Prompt> prompts_;
  std::string page_;  // members of the prompts/list result
};

}  // namespace ev::mcp
