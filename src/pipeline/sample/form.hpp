// A request taken apart: path and parameters of query string and form body (the body wins, as at
// NCBI). Thread rule: pure functions.
#pragma once

#include "net/engine.hpp"

#include <map>
#include <string>
#include <string_view>

namespace ev::sample {

struct Form {
  std::string host;  // "api.openalex.org", with its port
  std::string path;  // "/entrez/eutils/esearch.fcgi"
  std::map<std::string, std::string> params;
  const std::string& get(const std::string& name) const;  // "" when absent
  long number(const std::string& name, long otherwise) const;
};
Form read_form(const net::WireRequest& request);

}  // namespace ev::sample
