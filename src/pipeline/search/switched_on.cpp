#include "pipeline/search/switched_on.hpp"

#include <algorithm>

namespace ev::search {

bool switched_on(const Config& config, const std::string& id) {
  const auto endpoint = config.endpoints.find(id);
  if (endpoint != config.endpoints.end() && !endpoint->second.enabled) return false;
  const auto& chosen = config.sources;
  return chosen.empty() || std::find(chosen.begin(), chosen.end(), id) != chosen.end();
}

}  // namespace ev::search
