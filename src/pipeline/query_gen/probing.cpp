#include "pipeline/query_gen/probing.hpp"

#include "base/text.hpp"

namespace ev::query_gen {

ProbeFn probing(const search::Ports& ports) {
  return [ports](std::span<const std::string> queries, const Context& ctx) {
    return search::probe(ports, queries, ctx);
  };
}

bool read_as_written(const search::Probe& probe, const pubmed_query::Term& term) {
  if (probe.count <= 0 || !probe.phrases_not_found.empty() ||
      !probe.quoted_phrases_not_found.empty()) {
    return false;
  }
  // `"asthma"[MeSH Terms]`, and nothing beside it.
  const std::string& read = probe.query_translation;
  const std::string value = "\"" + text::fold(term.text) + "\"[";
  return text::fold(read).starts_with(value) && read.find(']') + 1 == read.size();
}

FetchFn fetching(const search::Ports& ports) {
  return [ports](const std::vector<std::string>& pmids, const Context& ctx) {
    return search::fetch_records(ports, pmids, ctx);
  };
}

}  // namespace ev::query_gen
