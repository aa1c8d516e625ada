// What a client may read by URI: evidence://result-sets/{id}, evidence://articles/{pmid},
// evidence://hypotheses/{id} and evidence://exports/{file}. Listed are recent result sets and
// hypotheses. Contents are JSON (exports as they are), freed of invisible characters, and bounded:
// what a set has beyond the bound is counted and the call that reads it named. URIs have a strict
// grammar; nothing of them reaches the file system unchecked. Thread rule: the functions run on
// workers; the services must outlive them.
#pragma once

#include "mcp/resources.hpp"
#include "tools/services.hpp"

#include <string>
#include <string_view>

namespace ev::tools {

mcp::Resources evidence_resources(const Services& services);

std::string result_set_uri(std::string_view handle);
std::string export_uri(std::string_view file_name);

}  // namespace ev::tools
