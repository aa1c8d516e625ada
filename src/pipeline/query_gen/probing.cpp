#include "pipeline/query_gen/probing.hpp"

namespace ev::query_gen {

ProbeFn probing(const search::Ports& ports) {
  return [ports](std::span<const std::string> queries, const Context& ctx) {
    return search::probe(ports, queries, ctx);
  };
}

FetchFn fetching(const search::Ports& ports) {
  return [ports](const std::vector<std::string>& pmids, const Context& ctx) {
    return search::fetch_records(ports, pmids, ctx);
  };
}

}  // namespace ev::query_gen
