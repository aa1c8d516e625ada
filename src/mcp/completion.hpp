// completion/complete: what a user may mean by the beginning of an argument of a prompt or of a
// variable of a resource template. Thread rule: completers run on workers, several at once.
#pragma once

#include "base/context.hpp"
#include "base/result.hpp"
#include "mcp/method.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ev::mcp {

inline constexpr std::size_t kCompletionLimit = 100;  // values per answer, by the protocol

struct Completion {
  std::vector<std::string> values;  // best first; what is over the limit is cut off and counted
  bool more = false;                // there are others than these
};

// `value` is what has been typed; `others` are the arguments that are settled already.
using Completer = std::function<Result<Completion>(
    const std::string& value, const std::map<std::string, std::string>& others, const Context&)>;

// What can be completed, by kind ("ref/prompt", "ref/resource"), name or URI template, and
// argument. An empty completer stands for an argument without proposals.
class Completions {
 public:
  void add(std::string_view kind, const std::string& name, const std::string& argument,
           Completer completer);
  bool empty() const { return completers_.empty(); }
  // The object must outlive the feature.
  Feature feature() const;

 private:
  using Key = std::vector<std::string>;  // kind, name, argument
  Outcome complete(const Request& request) const;

  std::map<Key, Completer> completers_;
};

}  // namespace ev::mcp
