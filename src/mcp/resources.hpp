// Resources: what a server lets a client read by URI. A Resources value lists what is worth
// listing, names the templates of the rest and reads both; the registry turns it into the
// protocol's methods. Thread rule: `list` and `read` run on workers, several at once; they return
// plain values.
#pragma once

#include "mcp/completion.hpp"
#include "mcp/content.hpp"
#include "mcp/method.hpp"
#include "mcp/subscriptions.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ev::mcp {

struct ResourceInfo {
  std::string uri;
  std::string name;
  std::string title{};
  std::string description{};
  std::string mime_type{};
};

struct ResourcePage {
  std::vector<ResourceInfo> resources;
  std::string next_cursor{};  // "" = the last page
};

struct ResourceTemplate {
  std::string uri_template;  // RFC 6570, level 1
  std::string name;
  std::string title{};
  std::string description{};
  std::string mime_type{};
  std::map<std::string, Completer> variables{};  // every variable; an empty completer is allowed
};

struct ResourceRead {
  std::vector<ResourceContents> contents;
  Caching caching{.ttl_ms = 0, .scope = "private"};
};

struct Resources {
  // `cursor` "" = the first page; one it did not give out is invalid_argument.
  std::function<Result<ResourcePage>(const std::string& cursor, const Context&)> list;
  std::vector<ResourceTemplate> templates{};
  // not_found and unknown_result_set mean that there is no such resource.
  std::function<Result<ResourceRead>(const std::string& uri, const CallContext&)> read;
  Caching list_caching{.ttl_ms = 0, .scope = "private"};
  // A member of `capabilities.extensions` that holds for what is read here; "" = none.
  std::string extension{};
};

class ResourceRegistry {
 public:
  ResourceRegistry(Resources resources, Announced announced);
  // The registry must outlive the feature, and so must `subscriptions`.
  Feature feature(Subscriptions& subscriptions) const;
  void add_completions(Completions& completions) const;

 private:
  Outcome list(const Request& request) const;
  Outcome list_templates(const Request& request) const;
  Outcome read(const Request& request) const;

  const Resources resources_;
  const Announced announced_;
  std::string templates_;  // members of the resources/templates/list result
};

}  // namespace ev::mcp
