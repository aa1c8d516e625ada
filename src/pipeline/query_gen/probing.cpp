#include "pipeline/query_gen/probing.hpp"

namespace ev::query_gen {

ProbeFn probing(const search::Ports& ports) {
  return [ports](std::span<const std::string> queries, const Context& ctx) {
    return search::probe(ports, queries, ctx);
  };
}

}  // namespace ev::query_gen
