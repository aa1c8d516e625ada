#include "pipeline/search/probe.hpp"

#include "pipeline/search/local.hpp"
#include "pipeline/sources/pubmed.hpp"

namespace ev::search {

namespace {

Result<Probe> read_probe(const Result<net::HttpResponse>& response) {
  if (!response) return response.error();
  EV_TRY(sources::EsearchReply reply, sources::parse_esearch(response->body));
  return Probe{.count = reply.count,
               .query_translation = std::move(reply.query_translation),
               .translations = std::move(reply.translations),
               .phrases_not_found = std::move(reply.phrases_not_found),
               .fields_not_found = std::move(reply.fields_not_found),
               .quoted_phrases_not_found = std::move(reply.quoted_phrases_not_found),
               .phrases_ignored = std::move(reply.phrases_ignored),
               .messages = std::move(reply.messages)};
}

}  // namespace

std::vector<Result<Probe>> probe(const Ports& ports, std::span<const std::string> queries,
                                 const Context& ctx) {
  if (ports.corpus != Corpus::service) {
    std::vector<Result<Probe>> kept;
    for (const std::string& query : queries) kept.push_back(probe_library(ports, query, ctx));
    return kept;
  }
  const sources::PubMed pubmed(ports.config);
  std::vector<net::RequestPlan> plans;
  plans.reserve(queries.size());
  for (const std::string& query : queries) {
    plans.push_back(pubmed.probe(query));
    plans.back().cache_only = ports.offline;
  }
  std::vector<Result<Probe>> out;
  out.reserve(queries.size());
  for (const auto& response : ports.http.send_all(plans, ctx)) out.push_back(read_probe(response));
  if (!ports.local()) return out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!out[i] && out[i].error().code == Errc::offline) {
      out[i] = probe_library(ports, queries[i], ctx);
    }
  }
  return out;
}

}  // namespace ev::search
